"""Gaussian: readings scatter evenly about the curve."""

from __future__ import annotations

from gpstudio.core.likelihoods.registered import LIKELIHOODS, Likelihood
from gpstudio.core.spec import Setting, Spec, variance
from gpstudio.translation import tr


@LIKELIHOODS.register
class Gaussian(Likelihood):
    spec = Spec(
        "gaussian",
        tr("Gaussian"),
        tr("Readings scatter about the curve with one variance, divided by each reading's weight."),
        (variance("noise", tr("Noise"), tr("The variance of one reading about the curve.")),),
        formula=tr("y = f(x) + e, var e = noise / weight"),
    )

    def __init__(self, noise: Setting) -> None:
        self.noise = noise

"""Student-t: readings scatter about the curve, and now and then one lies far off.

With r the misfit of a reading, s its scale² and ν the degrees of freedom,

    log p = log Γ((ν + 1)/2) − log Γ(ν/2) − ½ log πνs − ½ (ν + 1) log(1 + r²/νs)
    pull  = −d log p / dr = (ν + 1) r / (νs + r²),

so that a reading pulls the curve as one with Gaussian noise (νs + r²)/(ν + 1) would: the further
off it lies, the less.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.likelihoods.registered import LIKELIHOODS, Likelihood, Solve
from gpstudio.core.spec import Setting, Spec, decimal, variance
from gpstudio.core.task import Task
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.core.inference.evidence import Trended

SERIES_FROM = 40.0
"""Beyond it the difference of two log Γ is taken from a series, since theirs cancels."""


@LIKELIHOODS.register
class StudentT(Likelihood):
    spec = Spec(
        "student_t",
        "Student-t",
        tr("Robust: a reading far off the curve, such as a cloud, counts for little."),
        (
            variance("noise", tr("Noise"), tr("The scale² of one reading about the curve.")),
            decimal(
                "freedom",
                tr("Degrees of freedom"),
                tr(
                    "How rare readings far off the curve are: 4 expects some, 30 hardly any. Up to "
                    "2 a "
                    "reading's variance is infinite; its intervals are not."
                ),
                default=4.0,
                low=1.0,
                high=1e12,
            ),
        ),
        formula=tr("y = f(x) + e, e ~ t(freedom), scale² = noise / weight"),
    )

    closed = False

    def __init__(self, noise: Setting, freedom: float = 4.0) -> None:
        self.noise = noise
        self.freedom = freedom

    def condition(
        self,
        solve: Solve,
        inputs: Floats,
        columns: Floats,
        relative_noise: Floats,
        noise: float,
        task: Task,
    ) -> Trended:
        """By Laplace's approximation."""
        from gpstudio.core.inference.laplace import Laplace
        from gpstudio.core.inference.mode import Robust

        robust = Robust(self, solve, inputs, columns, relative_noise, noise)
        return Laplace.at_mode(robust, task)

    def variance(self, noise: float) -> float:
        """Of a reading about the curve: noise ν/(ν − 2), infinite up to ν = 2."""
        return noise * self.freedom / (self.freedom - 2.0) if self.freedom > 2.0 else math.inf

    def half_width(self, curve_variance: Floats, noise: float, probability: float) -> Floats:
        from gpstudio.core.likelihoods.convolution import half_width

        return half_width(curve_variance, noise, self.freedom, probability)

    def foretold(self, off: Floats, curve_variance: Floats, noise: Floats) -> tuple[Floats, Floats]:
        from gpstudio.core.likelihoods.convolution import foretold

        return foretold(off, curve_variance, noise, self.freedom)

    def log_density(self, misfit: Floats, scale: Floats) -> Floats:
        v = self.freedom
        constant = log_gamma_step(0.5 * v) - 0.5 * np.log(math.pi * v * scale)
        return np.asarray(constant - 0.5 * (v + 1.0) * np.log1p(misfit**2 / (v * scale)))

    def log_density_slope(self, misfit: Floats, scale: Floats) -> Floats:
        """In the scale's logarithm."""
        v = self.freedom
        return np.asarray(-0.5 + 0.5 * (v + 1.0) * misfit**2 / (v * scale + misfit**2))

    def pull_slope(self, misfit: Floats, scale: Floats) -> Floats:
        """Of the pull in the misfit: the curvature of −log p, negative for readings far off."""
        v = self.freedom
        return np.asarray((v + 1.0) * (v * scale - misfit**2) / (v * scale + misfit**2) ** 2)

    def pull_scale_slope(self, misfit: Floats, scale: Floats) -> Floats:
        """Of the pull in the scale's logarithm."""
        v = self.freedom
        return np.asarray(-(v + 1.0) * misfit * v * scale / (v * scale + misfit**2) ** 2)

    def pulling_noise(self, misfit: Floats, scale: Floats) -> Floats:
        """The Gaussian noise with which a reading would pull as much."""
        v = self.freedom
        return np.asarray((v * scale + misfit**2) / (v + 1.0))

    def pulling_noise_slopes(self, misfit: Floats, scale: Floats) -> tuple[Floats, Floats]:
        """Of the pulling noise in the misfit, and in the scale's logarithm."""
        v = self.freedom
        return 2.0 * misfit / (v + 1.0), v * scale / (v + 1.0)

    @property
    def dulling(self) -> float:
        """How many times the pulling noise stands for what a reading says: (ν + 3)/(ν + 1).

        1/pulling noise is, on average over readings, 1/s; their Fisher information about the
        curve is (ν + 1)/((ν + 3) s).
        """
        return (self.freedom + 3.0) / (self.freedom + 1.0)


def log_gamma_step(a: float) -> float:
    """log Γ(a + ½) − log Γ(a)."""
    if a < SERIES_FROM:
        return math.lgamma(a + 0.5) - math.lgamma(a)
    b = 1.0 / (a * a)
    return 0.5 * math.log(a) - (1.0 - b * (1.0 / 24.0 - b * (1.0 / 80.0 - b * 17.0 / 1792.0))) / (
        8.0 * a
    )

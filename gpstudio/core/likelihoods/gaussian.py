"""Gaussian: readings scatter evenly about the curve."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.likelihoods.additive import Additive
from gpstudio.core.likelihoods.likelihood import LIKELIHOODS, Numbers
from gpstudio.core.likelihoods.sites import Expansion, ExpansionSlopes, NumberSlopes, Sites
from gpstudio.core.spec import Spec, noise
from gpstudio.translation import tr


@LIKELIHOODS.register
class Gaussian(Additive):
    spec = Spec(
        "gaussian",
        tr("Gaussian"),
        tr("Readings scatter about the curve with one variance, divided by each reading's weight."),
        (noise(tr("The variance of one reading about the curve.")),),
        formula=tr("y = f(x) + e, var e = noise / weight"),
    )
    closed = True

    def sites(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> Sites:
        """Those of the readings themselves, wherever the curve runs; missing ones say nothing."""
        return Sites(values, numbers[0] * relative_noise, 0.0, np.zeros(1))

    def log_density(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> Floats:
        variance = numbers[0] * relative_noise
        return np.asarray(
            -0.5 * ((values - curve) ** 2 / variance + np.log(2.0 * np.pi * variance))
        )

    def tails(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> tuple[Floats, Floats]:
        from scipy.special import ndtr

        scaled = (values - curve) / np.sqrt(numbers[0] * relative_noise)
        return ndtr(scaled), ndtr(-scaled)

    def expansion(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> Expansion:
        density = self.log_density(values, curve, relative_noise, numbers)
        variance = numbers[0] * relative_noise
        return Expansion(density, (values - curve) / variance, variance, variance)

    def slopes(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> ExpansionSlopes:
        variance = numbers[0] * relative_noise
        pull = (values - curve) / variance
        of_density = 0.5 * (pull * (values - curve) - 1.0)
        in_noise = NumberSlopes(of_density, -pull, variance)
        return ExpansionSlopes(-1.0 / variance, np.zeros(len(values)), (in_noise,))

    def variance(self, noise: float) -> float:
        return noise

    def half_width(self, curve_variance: Floats, noise: float, probability: float) -> Floats:
        from scipy.special import ndtri

        return np.asarray(np.sqrt(curve_variance + noise) * ndtri(0.5 * (1.0 + probability)))

    def foretold(
        self, values: Floats, mean: Floats, variance: Floats, relative_noise: Floats,
        numbers: Numbers,
    ) -> tuple[Floats, Floats]:  # fmt: skip
        off, whole = values - mean, variance + numbers[0] * relative_noise
        log_density = -0.5 * (off**2 / whole + np.log(2.0 * np.pi * whole))
        return np.asarray(log_density), np.asarray(off / np.sqrt(whole))

"""Likelihoods whose readings are the curve and an error about zero, even on both sides, whose
size is the first number: a variance that is divided by each reading's weight."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.likelihoods.likelihood import Likelihood, Numbers
from gpstudio.core.mixtures import Mixture, member_quantile, mixture_quantile
from gpstudio.core.spec import Setting


class Additive(Likelihood):
    shifts: ClassVar[bool] = True

    def __init__(self, noise: Setting) -> None:
        self.written = (noise,)

    @abstractmethod
    def variance(self, noise: float) -> float:
        """Of a reading of weight one about the curve."""

    @abstractmethod
    def half_width(self, curve_variance: Floats, noise: float, probability: float) -> Floats:
        """How far from the curve's mean a new reading lies at most, with that probability."""

    def scatter(self, mean: Floats, variance: Floats, numbers: Numbers) -> float:
        return self.variance(numbers[0])

    def noise_at(self, curve: Floats, relative_noise: Floats, numbers: Numbers) -> Floats:
        """The scale², whatever the kind of the error."""
        return np.asarray(numbers[0] * relative_noise)

    def repeated(
        self, relative_noise: Floats, repeats: Floats, numbers: Numbers
    ) -> tuple[float, Floats]:
        """c readings of one value, each of the noise S, are as probable as one of the noise S/c,
        and (2πS)^{−(c−1)/2} c^{−1/2}."""
        height, slope = of_copies(numbers[0] * relative_noise, repeats)
        return height, np.array([slope])

    def interval(
        self, curves: Mixture, numbers: Sequence[Numbers], probability: float
    ) -> tuple[Floats, Floats]:
        upper = 0.5 * (1.0 + probability)
        if math.isfinite(curves.freedom):
            scales = np.sqrt(curves.spreads + np.array(numbers)[:, :1])
        else:
            # a normal that reaches as far as curve and noise do, whatever the noise's kind
            reach = [
                self.half_width(spread, number[0], probability)
                for spread, number in zip(curves.spreads, numbers, strict=True)
            ]
            scales = np.array(reach) / member_quantile(math.inf, upper)
        means, weights, freedom = curves.means, curves.weights, curves.freedom
        return (
            mixture_quantile(means, scales, weights, freedom, 1.0 - upper),
            mixture_quantile(means, scales, weights, freedom, upper),
        )

    def residuals(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> Floats:
        """In standard deviations of the noise, or its scale."""
        return np.asarray((values - curve) / np.sqrt(self.noise_at(curve, relative_noise, numbers)))


def of_copies(noise: Floats, repeats: Floats) -> tuple[float, float]:
    """What rows of this noise leave out of the log density of so many readings of one value each,
    and its slope in the logarithm of the noise."""
    more = repeats - 1.0
    height = -0.5 * float(more @ np.log(2.0 * math.pi * noise * repeats) + np.log(repeats).sum())
    return height, -0.5 * float(more.sum())

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
from gpstudio.core.mixtures import Mixture, member_quantile, mixed, mixture_quantile
from gpstudio.core.scales import IDENTITY, Scale
from gpstudio.core.spec import Setting


class Additive(Likelihood):
    shifts: ClassVar[bool] = True

    def __init__(self, noise: Setting) -> None:
        self.written = (noise,)

    @abstractmethod
    def variance(self, noise: float) -> float:
        """Of a reading of weight one about the curve."""

    @property
    @abstractmethod
    def normals(self) -> tuple[Floats, Floats]:
        """Shares and variances of the normals that an error of noise one is a mixture of."""

    @abstractmethod
    def half_width(self, curve_variance: Floats, noise: float, probability: float) -> Floats:
        """How far from the curve's mean a new reading lies at most, with that probability."""

    def scatter(self, mean: Floats, variance: Floats, numbers: Numbers) -> float:
        return self.variance(numbers[0])

    def reading(
        self, curves: Mixture, numbers: Sequence[Numbers], scale: Scale = IDENTITY,
        relative_noise: Floats | float = 1.0,
    ) -> tuple[Floats, Floats]:  # fmt: skip
        """Where the scale bends, curve and error are one before they are taken outside."""
        if scale.is_identity:
            return super().reading(curves, numbers, scale, relative_noise)
        one_normal = np.ones(1), np.array([self.variance(1.0)])
        shares, variances = self.normals if scale.takes_heavy else one_normal
        noise = np.array(numbers)[:, :1] * relative_noise
        parts = [
            mixed(
                curves.weights,
                *scale.moments(curves.means, curves.spreads + variance * noise, curves.freedom),
            )
            for variance in variances
        ]
        means, spreads = map(np.array, zip(*parts, strict=True))
        return mixed(shares, means, spreads)

    def noise_at(self, curve: Floats, relative_noise: Floats, numbers: Numbers) -> Floats:
        """The scale², whatever the kind of the error."""
        return np.asarray(numbers[0] * relative_noise)

    def repeated(
        self, relative_noise: Floats, repeats: Floats, numbers: Numbers
    ) -> tuple[float, Floats]:
        """c readings of one value, each of the noise S, are as probable as one of the noise S/c,
        and (2πS)^{−(c−1)/2} c^{−1/2}."""
        each = 2.0 * math.pi * numbers[0] * relative_noise * repeats
        more = repeats - 1.0
        height = -0.5 * float(more @ np.log(each) + np.log(repeats).sum())
        return height, np.array([-0.5 * float(more.sum())])

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

"""From the scale on which the curve is a Gaussian process to the scale of the readings.

Both links grow with the curve, so that a quantile of the curve is the quantile of what it becomes.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np

from gpstudio.core.arrays import Floats

HIGHEST = 690.0
"""The logarithm of the highest level that is told apart from a higher one."""


class Link(ABC):
    """``inside`` is the curve's own scale, ``outside`` that of the readings."""

    lowest: ClassVar[float] = -math.inf
    """No level outside lies below it."""

    @abstractmethod
    def inside(self, level: Floats) -> Floats:
        """The curve that has this level outside."""

    @abstractmethod
    def outside(self, curve: Floats) -> Floats:
        """The level that readings scatter about."""

    @abstractmethod
    def moments(self, mean: Floats, variance: Floats) -> tuple[Floats, Floats]:
        """Mean and variance outside of a curve that is normal inside."""

    @abstractmethod
    def covariance(self, mean: Floats, covariance: Floats) -> Floats:
        """Joint covariance outside of curves that are jointly normal inside."""


class Identity(Link):
    """Readings scatter about the curve itself."""

    def inside(self, level: Floats) -> Floats:
        return level

    def outside(self, curve: Floats) -> Floats:
        return curve

    def moments(self, mean: Floats, variance: Floats) -> tuple[Floats, Floats]:
        return mean, variance

    def covariance(self, mean: Floats, covariance: Floats) -> Floats:
        return covariance


class Log(Link):
    """The curve is the logarithm of a level above 0: what is normal becomes log-normal."""

    lowest = 0.0

    def inside(self, level: Floats) -> Floats:
        return np.asarray(np.log(level))

    def outside(self, curve: Floats) -> Floats:
        return np.asarray(np.exp(np.minimum(curve, HIGHEST)))

    def moments(self, mean: Floats, variance: Floats) -> tuple[Floats, Floats]:
        with np.errstate(over="ignore", invalid="ignore"):
            level = np.exp(mean + 0.5 * variance)
            return level, level**2 * np.expm1(variance)

    def covariance(self, mean: Floats, covariance: Floats) -> Floats:
        level = self.moments(mean, np.diag(covariance))[0]
        with np.errstate(over="ignore", invalid="ignore"):
            return np.asarray(np.outer(level, level) * np.expm1(covariance))


IDENTITY, LOG = Identity(), Log()

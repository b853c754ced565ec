"""Probit: from a probability to the standard normal's quantile of it.

With f normal about m with variance v, and a = m/√(1 + v),

    E Φ(f) = Φ(a),    E Φ(f)² = Φ(a) − 2 T(a, 1/√(1 + 2v)),

T being Owen's function. It is a way for likelihoods of yes and no, and no scale of readings.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.language import print_number
from gpstudio.core.scales.hermite import joint
from gpstudio.core.scales.scale import Scale, inflation
from gpstudio.core.spec import Spec
from gpstudio.translation import tr

HALF_LOG_TURN = 0.5 * math.log(2.0 * math.pi)


@dataclass(frozen=True)
class Probit(Scale):
    spec = Spec("probit", "Probit", tr("The standard normal's quantile of a probability."))
    swing = 1.0
    lowest = 0.0
    highest = 1.0

    @property
    def words(self) -> str:
        return tr("between 0 and 1, on a probit scale")

    def check(self, values: Floats) -> None:
        wrong = values[~((values > 0.0) & (values < 1.0))]
        if len(wrong):
            number = print_number(float(wrong[0]))
            raise InputError(
                tr("A probability lies between 0 and 1, and one is {number}.", number=number)
            )

    def inside(self, level: Floats) -> Floats:
        from scipy.special import ndtri

        return np.asarray(ndtri(np.clip(level, 0.0, 1.0)))

    def outside(self, curve: Floats) -> Floats:
        from scipy.special import ndtr

        return np.asarray(ndtr(curve))

    def log_slope(self, curve: Floats) -> Floats:
        return np.asarray(0.5 * curve**2 + HALF_LOG_TURN)

    def moments(
        self, mean: Floats, spread: Floats, freedom: float = math.inf
    ) -> tuple[Floats, Floats]:
        from scipy.special import ndtr, owens_t

        variance = spread * inflation(freedom)
        place = mean / np.sqrt(1.0 + variance)
        share = ndtr(place)
        apart = share * ndtr(-place) - 2.0 * owens_t(place, 1.0 / np.sqrt(1.0 + 2.0 * variance))
        return np.asarray(share), np.asarray(np.maximum(apart, 0.0))

    def covariance(self, mean: Floats, spread: Floats, freedom: float = math.inf) -> Floats:
        return joint(self.outside, mean, spread, freedom)


PROBIT = Probit()

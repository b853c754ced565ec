"""From a day's least and greatest temperature to its degree days: three ways, each named.

The way is stored beside every date that rests on it, because a target in °Cd means little without.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec
from gpstudio.phenology.thermal.response import Response
from gpstudio.translation import tr

EIGHTHS = np.arange(1.0, 9.0)
THREE_HOURLY_SHARES = 0.92105 + EIGHTHS * (0.1140 + EIGHTHS * (-0.0703 + 0.0053 * EIGHTHS))
"""Where in the day's range each three hours lie: the cubic of Jones and Kiniry (CERES-Maize, 1986)
with APSIM's constant, by which the eight average one half exactly."""


class DegreeDayMethod(ABC):
    spec: ClassVar[Spec]

    @abstractmethod
    def degree_days(self, response: Response, low: Floats, high: Floats) -> Floats:
        """Of each day, from its minimum and maximum."""


METHODS: Registry[type[DegreeDayMethod]] = Registry(tr("way to count degree days"))


@METHODS.register
class ThreeHourly(DegreeDayMethod):
    spec = Spec(
        "three_hourly",
        tr("Three-hourly"),
        tr("Eight temperatures a day from its minimum and maximum, as APSIM does."),
        formula=tr(
            "mean over k = 1…8 of r(tmin + s (tmax − tmin)), "
            "s = 0.92105 + 0.1140 k − 0.0703 k² + 0.0053 k³"
        ),
    )

    def degree_days(self, response: Response, low: Floats, high: Floats) -> Floats:
        temperature = low + THREE_HOURLY_SHARES[:, None] * (high - low)
        return np.asarray(response.rates(temperature).mean(axis=0))


@METHODS.register
class SingleSine(DegreeDayMethod):
    spec = Spec(
        "single_sine",
        tr("Single sine"),
        tr("The day's temperature as a sine between its minimum and maximum, integrated exactly."),
        formula=tr("1/π ∫ r((tmin + tmax)/2 + (tmax − tmin)/2 sin θ) dθ, θ from −π/2 to π/2"),
    )

    def degree_days(self, response: Response, low: Floats, high: Floats) -> Floats:
        return response.sine_mean(low, high)


@METHODS.register
class DailyMean(DegreeDayMethod):
    spec = Spec(
        "daily_mean",
        tr("Daily mean"),
        tr("The response at the day's mean temperature."),
        formula=tr("r((tmin + tmax)/2)"),
    )

    def degree_days(self, response: Response, low: Floats, high: Floats) -> Floats:
        return response.rates(0.5 * (low + high))

"""Steepest rise and fall: when the curve changes fastest, and how fast.

Of a logistic the steepest place is half-way; of a bell it is one standard deviation from the peak.
"""

from __future__ import annotations

from dataclasses import dataclass

from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Spec
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measures.measure import MEASURES, Measure, window


@MEASURES.register
@dataclass(frozen=True)
class SteepestRise(Measure):
    spec = Spec(
        "steepest_rise",
        "Steepest rise",
        "The day on which the index rises fastest.",
        (window(),),
        "greatest slope before the peak",
    )
    unit = "date"
    window: float | None = None

    def of(self, drawn: SeasonCurves) -> Floats:
        return drawn.rise(self.window).steepest


@MEASURES.register
@dataclass(frozen=True)
class SteepestFall(Measure):
    spec = Spec(
        "steepest_fall",
        "Steepest fall",
        "The day on which the index falls fastest.",
        (window(),),
        "least slope after the peak",
    )
    unit = "date"
    window: float | None = None

    def of(self, drawn: SeasonCurves) -> Floats:
        return -drawn.mirrored.rise(self.window).steepest


@MEASURES.register
@dataclass(frozen=True)
class RateOfRise(Measure):
    spec = Spec(
        "rate_of_rise",
        "Rate of rise",
        "How much the index rises a day where it rises fastest.",
        (window(),),
        "greatest slope before the peak",
    )
    unit = "index/day"
    window: float | None = None

    def of(self, drawn: SeasonCurves) -> Floats:
        return drawn.rise(self.window).rate


@MEASURES.register
@dataclass(frozen=True)
class RateOfFall(Measure):
    spec = Spec(
        "rate_of_fall",
        "Rate of fall",
        "How much the index falls a day where it falls fastest.",
        (window(),),
        "least slope after the peak, without its sign",
    )
    unit = "index/day"
    window: float | None = None

    def of(self, drawn: SeasonCurves) -> Floats:
        return drawn.mirrored.rise(self.window).rate

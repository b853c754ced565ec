"""Steepest rise and fall: when the curve changes fastest, and how fast.

Of a logistic the steepest place is half-way; of a bell it is one standard deviation from the peak.
"""

from __future__ import annotations

from dataclasses import dataclass

from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Spec
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measures.measure import MEASURES, Measure, window
from gpstudio.translation import tr


@MEASURES.register
@dataclass(frozen=True)
class SteepestRise(Measure):
    spec = Spec(
        "steepest_rise",
        tr("Steepest rise"),
        tr("The day on which the index rises fastest."),
        (window(),),
        tr("greatest slope before the peak"),
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
        tr("Steepest fall"),
        tr("The day on which the index falls fastest."),
        (window(),),
        tr("least slope after the peak"),
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
        tr("Rate of rise"),
        tr("How much the index rises a day where it rises fastest."),
        (window(),),
        tr("greatest slope before the peak"),
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
        tr("Rate of fall"),
        tr("How much the index falls a day where it falls fastest."),
        (window(),),
        tr("least slope after the peak, without its sign"),
    )
    unit = "index/day"
    window: float | None = None

    def of(self, drawn: SeasonCurves) -> Floats:
        return drawn.mirrored.rise(self.window).rate

"""Thresholds: when the curve passes a share of its amplitude, or a level.

Relative ones are TIMESAT's (Jönsson and Eklundh 2004) and MCD12Q2's (Gray and others 2019: 15, 50
and 90 %): each side has its own ground. The last rise before the peak and the first fall after it
count, so that a wiggle in fallow is passed over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Parameter, Spec
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measures.measure import MEASURES, Measure, percent
from gpstudio.translation import tr

MOSTLY = 0.5
"""Of its rise a season must fall to have ripened."""
LEVEL = Parameter(
    "level",
    tr("Level"),
    tr("The index that counts as green; what fits depends on index, crop and soil."),
    default=0.3,
    unit="index",
    low=-np.inf,
)


@MEASURES.register
@dataclass(frozen=True)
class Rise(Measure):
    spec = Spec(
        "rise",
        tr("Rise through a share"),
        tr("The day on which this share of the rise is done."),
        (percent(50.0, tr("Share of the way from the ground before the peak to the peak.")),),
        tr("last rise through base + percent of the amplitude before the peak"),
    )
    unit = "date"
    percent: float = 50.0

    def of(self, drawn: SeasonCurves) -> Floats:
        dates = drawn.risen(self.percent / 100.0)
        return drawn.told(dates, self.percent, drawn.rise_days)


@MEASURES.register
@dataclass(frozen=True)
class Fall(Measure):
    spec = Spec(
        "fall",
        tr("Fall through a share"),
        tr("The day on which no more than this share of the green is left."),
        (percent(50.0, tr("Share of the way from the ground after the peak to the peak.")),),
        tr("first fall through base + percent of the amplitude after the peak"),
    )
    unit = "date"
    percent: float = 50.0

    def of(self, drawn: SeasonCurves) -> Floats:
        dates = drawn.fallen(self.percent / 100.0)
        return drawn.told(dates, self.percent, drawn.fall_days)


@MEASURES.register
@dataclass(frozen=True)
class Lost(Measure):
    """As ``fall``, but of ripening alone: a crop that wilts for a week and is green again loses a
    share of little, and a day of that says nothing of heading."""

    spec = Spec(
        "lost",
        tr("Loss of a share"),
        tr(
            "The day by which this share of the green is lost; none where more than half is left "
            "at the season's end."
        ),
        (percent(50.0, tr("Share of the way from the peak to the ground after it.")),),
        tr("first fall through base + (100 − percent) of the amplitude after the peak"),
    )
    unit = "date"
    percent: float = 50.0

    def of(self, drawn: SeasonCurves) -> Floats:
        dates = drawn.fallen(1.0 - self.percent / 100.0)
        fallen = drawn.heights - drawn.right_base
        risen = drawn.heights - drawn.left_base
        return np.where(fallen >= MOSTLY * risen, dates, np.nan)


@MEASURES.register
@dataclass(frozen=True)
class RiseTo(Measure):
    spec = Spec(
        "rise_to",
        tr("Rise to a level"),
        tr("The day on which the index rises to this level for good."),
        (LEVEL,),
        tr("last rise through level before the peak"),
    )
    unit = "date"
    level: float = 0.3

    def of(self, drawn: SeasonCurves) -> Floats:
        return _where_above(drawn, self.level, drawn.last_rise_through)


@MEASURES.register
@dataclass(frozen=True)
class FallTo(Measure):
    spec = Spec(
        "fall_to",
        tr("Fall to a level"),
        tr("The day on which the index first falls to this level."),
        (LEVEL,),
        tr("first fall through level after the peak"),
    )
    unit = "date"
    level: float = 0.3

    def of(self, drawn: SeasonCurves) -> Floats:
        return _where_above(drawn, self.level, drawn.first_fall_through)


def _where_above(drawn: SeasonCurves, level: float, crossing: Callable[[Floats], Floats]) -> Floats:
    """A draw that stays below the level never passes it."""
    dates = crossing(np.full(drawn.curves.shape[1], level))
    return np.where(drawn.heights >= level, dates, np.nan)

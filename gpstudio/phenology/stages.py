"""Stage dates with honest intervals: each rule applied to every joint draw of the curve.

A season's draws go through a *stage set*: what the curve alone can show, or a crop's template. Each
gives draws of the date of every stage; the summary is the same for both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.quantiles import quantiles
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.quality import Dated as Graded
from gpstudio.phenology.quality import Grade, Seen, band_at, grade_of, part_of_stage
from gpstudio.phenology.season import Season
from gpstudio.phenology.stage_sets import Drawn, StageSet
from gpstudio.phenology.steady import SteadyCurves
from gpstudio.translation import tr

Draw: TypeAlias = Callable[[Sequence[Floats]], Sequence[Floats]]
"""Joint draws of the curve, (times, draws), for each of several ascending grids."""
Say: TypeAlias = Callable[[float], str]
"""Writes a time for people."""

LIKELY = 0.5
"""A date is given when more draws than this reach the stage."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
MOST_POINTS, FEWEST_POINTS = 400, 150
"""Times at which a season's curves are drawn: about one a day for a year's season."""
ALL_POINTS = 1_200
"""Times of all seasons together, while each has its fewest: draws take the longest of a fit."""


@dataclass(frozen=True)
class StageDate:
    """One stage of one season. Dates are in the unit of the time axis; None: no date is honest."""

    season: str
    stage: str
    date: float | None
    lower90: float | None
    upper90: float | None
    lower50: float | None
    upper50: float | None
    std: float | None
    probability_reached: float
    """Share of draws that reach the stage inside this season, as far as it can be seen."""
    probability_passed: float
    """Share of draws that have reached it by ``as_of``."""
    as_of: float | None
    """The day of the question; None where there is no season to ask it of."""
    reason: str
    """Why there is no date, in words; empty where there is one."""
    definition: str
    crop: str = ""
    bbch: str = ""
    zadoks: str = ""
    note: str = ""
    """What to know about the stage, such as "peak is not flowering"."""
    basis: tuple[str, ...] = ()
    """What the date rests on, in words; empty where it is the curve alone."""
    grade: Grade | None = None
    """How far to trust it, or why there is none, in a letter, codes and words."""
    observed: float | None = None
    """The day on which somebody saw it in the field."""
    days_late: float | None = None
    """After the median of the same stage in the field's other seasons; below nought if early."""
    prior: tuple[float, float, float] | None = None
    """Lower end of the 90 % interval, median and upper end as earlier seasons alone would have it,
    where the season is under way."""

    @property
    def remark(self) -> str:
        """Why there is no date; or what to know about the one there is."""
        if self.date is None:
            return self.reason
        doubt = self.grade.sentence if self.grade is not None and self.grade.codes else ""
        return "; ".join(part for part in (self.note, doubt) if part)


@dataclass(frozen=True, eq=False)
class DatedStage:
    """A stage with the draws that its summary is made of."""

    summary: StageDate
    drawn: Drawn


def curves_of(seasons: Sequence[Season], draw: Draw) -> list[SeasonCurves]:
    """The draws of every season on a grid of its own."""
    count = points_of(len(seasons))
    grids = [np.linspace(season.start, season.end, count) for season in seasons]
    drawn = draw(grids)
    return [
        SteadyCurves(season, grid, curves)
        for season, grid, curves in zip(seasons, grids, drawn, strict=True)
    ]


def points_of(seasons: int) -> int:
    """Times at which each of so many seasons is drawn."""
    return int(np.clip(ALL_POINTS // max(seasons, 1), FEWEST_POINTS, MOST_POINTS))


@dataclass(frozen=True, eq=False)
class Sight:
    """What was read of a season, and the curve that was fitted to it: what a grade looks at."""

    readings: Floats
    last_reading: float
    dated: bool
    time: Floats
    mean: Floats
    std: Floats


def dated(
    drawn: SeasonCurves, stage_set: StageSet, as_of: float, say: Say, sight: Sight | None = None
) -> list[DatedStage]:
    """Every stage of one season, with its draws; graded where it is known what was read."""
    stages = stage_set(drawn)
    found = [DatedStage(summary_of(stage, drawn, as_of, say), stage) for stage in stages]
    return found if sight is None else [graded(one, drawn, sight, as_of, say) for one in found]


def graded(
    found: DatedStage, drawn: SeasonCurves, sight: Sight, as_of: float, say: Say
) -> DatedStage:
    """With its grade, whose words stand where there is no date."""
    date, stage = found.summary, found.drawn
    seen = Seen(drawn.season, sight.readings, sight.dated, sight.last_reading)
    quantiles = (date.lower90, date.lower50, date.date, date.upper50, date.upper90)
    known = tuple(q for q in quantiles if q is not None)
    band = 0.0
    if date.date is not None:
        band = band_at(sight.time, sight.mean, sight.std, seen, date.date)
    asked = Graded(
        known or None,
        stage.dates,
        part_of_stage(stage.name),
        band,
        stage.agreement,
        stage.rests_on,
        stage.reason,
    )
    grade = grade_of(asked, seen, as_of, say)
    reason = grade.sentence if date.date is None else ""
    return replace(found, summary=replace(date, grade=grade, reason=reason))


def summary_of(stage: Drawn, drawn: SeasonCurves, as_of: float, say: Say) -> StageDate:
    reached = stage.dates[np.isfinite(stage.dates)]
    count = max(len(stage.dates), 1)
    probability = len(reached) / count
    numbers: list[float | None] = [None] * 6
    reason = ""
    if probability > LIKELY:
        numbers = list(quantiles(reached, QUANTILES).tolist())
        numbers.append(float(np.std(reached)))
    else:
        reason = stage.reason or tr(
            "not reached, P = {probability:.2f} by {end}",
            probability=probability,
            end=say(drawn.season.end),
        )
    lower90, lower50, date, upper50, upper90, std = numbers
    return StageDate(
        season=drawn.season.name,
        stage=stage.name,
        date=date,
        lower90=lower90,
        upper90=upper90,
        lower50=lower50,
        upper50=upper50,
        std=std,
        probability_reached=probability,
        probability_passed=float(np.count_nonzero(reached <= as_of)) / count,
        as_of=as_of,
        reason=reason,
        definition=stage.definition,
        crop=stage.crop,
        bbch=stage.bbch,
        zadoks=stage.zadoks,
        note=stage.note,
        basis=stage.basis,
    )

"""Stage dates with honest intervals: what the draws of each stage say of its date.

A season's draws go through a *stage set*: what the curve alone can show, or a crop's template. Each
gives draws of the date of every stage; the summary is the same for both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.frozen import changed
from gpstudio.phenology.curves import Read, SeasonCurves
from gpstudio.phenology.quality import (
    DateToGrade,
    Grade,
    SeasonReadings,
    amplitude_at,
    band_at,
    grade_of,
)
from gpstudio.phenology.season import Season
from gpstudio.phenology.stage_sets import StageSet
from gpstudio.phenology.stages import StageDate, StageDraws
from gpstudio.phenology.steady import FittedCurves
from gpstudio.translation import tr

Draw: TypeAlias = Callable[[Sequence[Floats]], Sequence[Floats]]
"""Joint draws of the curve, (times, draws), for each of several ascending grids."""
Say: TypeAlias = Callable[[float], str]
"""Writes a time for people."""

LIKELY = 0.5
"""A date is given when more draws than this reach the stage."""
LEVELS = np.array([0.05, 0.25, 0.5, 0.75, 0.95])
MOST_POINTS, FEWEST_POINTS = 400, 150
"""Times at which a season's curves are drawn: about one a day for a year's season."""
SHARED_STEP, FEWEST_SHARED, MOST_SHARED = 4.0, 48, 120
"""Where fields learn together: days between two times, with crossings and tops between them, and
how many times at least and at most. Of 24 made-up fields of one season, and 8 of three with
wheat's stages, dates are 0.05 and 0.09 days off those of all days (median; 0.03 and 0.07 for
another seed), and 90 % of the intervals 3 % narrower to 3 % wider."""
ALL_POINTS = 1_200
"""Times of all seasons together, while each has its fewest: draws take the longest of a fit."""


def curves_of(
    seasons: Sequence[Season], draw: Draw, most: int = MOST_POINTS, read: Read | None = None
) -> list[SeasonCurves]:
    """The draws of every season on a grid of its own, of so many times at most; ``read`` is what
    they are drawn from."""
    count = points_of(len(seasons), most)
    grids = [np.linspace(season.start, season.end, count) for season in seasons]
    drawn = draw(grids)
    return [
        FittedCurves(season, grid, curves, read)
        for season, grid, curves in zip(seasons, grids, drawn, strict=True)
    ]


def points_of(seasons: int, most: int = MOST_POINTS) -> int:
    """Times at which each of so many seasons is drawn."""
    return int(np.clip(ALL_POINTS // max(seasons, 1), min(FEWEST_POINTS, most), most))


def shared_points(seasons: Sequence[Season], dated: bool) -> int:
    """Times at which each season is drawn where fields learn together."""
    if not dated:
        return MOST_SHARED
    longest = max(season.end - season.start for season in seasons)
    return int(np.clip(np.ceil(longest / SHARED_STEP) + 1, FEWEST_SHARED, MOST_SHARED))


@dataclass(frozen=True, eq=False)
class Sight:
    """What was read of a season, and the curve that was fitted to it: what a grade looks at."""

    readings: Floats
    last_reading: float
    dated: bool
    time: Floats
    mean: Floats
    std: Floats
    smoothed: bool = False
    """Whether the readings look smoothed or interpolated before."""


def dated(
    drawn: SeasonCurves, stage_set: StageSet, as_of: float, say: Say, sight: Sight | None = None
) -> list[StageDate]:
    """Every stage of one season; graded where it is known what was read."""
    found = stage_set(drawn)
    dates = [summary_of(stage, drawn, as_of, say) for stage in found]
    if sight is None:
        return dates
    seen = SeasonReadings(
        drawn.season, sight.readings, sight.dated, sight.last_reading, sight.smoothed
    )
    amplitude = amplitude_at(sight.time, sight.mean, seen)
    graded = []
    for date, stage in zip(dates, found, strict=True):
        grade = _grade(date, stage, seen, sight, amplitude, as_of, say)
        reason = grade.sentence if date.date is None else ""
        graded.append(changed(date, grade=grade, reason=reason))
    return graded


def _grade(
    date: StageDate, stage: StageDraws, seen: SeasonReadings, sight: Sight, amplitude: float,
    as_of: float, say: Say,
) -> Grade:  # fmt: skip
    quantiles = (date.lower90, date.lower50, date.date, date.upper50, date.upper90)
    known = tuple(q for q in quantiles if q is not None)
    band = 0.0
    if date.date is not None and not stage.what.repeated:  # cuts are seen in readings, not on it
        band = band_at(sight.time, sight.std, amplitude, date.date)
    asked = DateToGrade(
        known or None,
        stage.dates,
        stage.what.part,
        band,
        stage.agreement,
        stage.is_landmark,
        stage.rests_on,
        stage.summary.reason,
        stage.reached,
    )
    return grade_of(asked, seen, as_of, say)


def summary_of(stage: StageDraws, drawn: SeasonCurves, as_of: float, say: Say) -> StageDate:
    """With the numbers that the draws give."""
    from gpstudio.phenology.compiled_summaries import summed_up

    reached, count = stage.reached, max(len(stage.dates), 1)
    probability = len(reached) / count
    known = {"season": drawn.season.name, "probability_reached": probability, "as_of": as_of}
    if probability <= LIKELY:
        passed = float(reached.searchsorted(as_of, side="right")) / count
        reason = stage.summary.reason or tr(
            "not reached, P = {probability:.2f} by {end}",
            probability=probability,
            end=say(drawn.season.end),
        )
        return changed(stage.summary, probability_passed=passed, reason=reason, **known)
    numbers = np.empty(len(LEVELS) + 1)
    passed = summed_up(reached, LEVELS, as_of, numbers) / count
    lower90, lower50, middle, upper50, upper90, std = numbers.tolist()
    return changed(
        stage.summary,
        probability_passed=passed,
        date=middle,
        lower90=lower90,
        upper90=upper90,
        lower50=lower50,
        upper50=upper50,
        std=std,
        reason="",
        **known,
    )

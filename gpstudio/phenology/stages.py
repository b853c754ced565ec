"""Stage dates with honest intervals: each rule applied to every joint draw of the curve."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.task import QUIET, Task
from gpstudio.phenology.rules import RULES, Rule, SeasonCurves
from gpstudio.phenology.season import Season

Draw: TypeAlias = Callable[[Floats], Floats]
"""Joint draws of the curve at ascending times, (times, draws)."""

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
    as_of: float
    reason: str
    """Why there is no date, in words; empty where there is one."""
    definition: str


def date_stages(
    seasons: Sequence[Season],
    draw: Draw,
    as_of: float,
    say: Callable[[float], str],
    task: Task = QUIET,
) -> tuple[StageDate, ...]:
    """Every rule on every season. ``say`` writes a time for people.

    All seasons are drawn at once, so that the draws of neighbours belong together.
    """
    if not seasons:
        return ()
    count = points_of(len(seasons))
    time = np.unique([np.linspace(s.start, s.end, count) for s in seasons])
    task.report("drawing curves")
    curves = draw(time)
    found: list[StageDate] = []
    for place, season in enumerate(seasons):
        task.report(f"dating season {season.name}", place / len(seasons))
        task.check()
        mine = (time >= season.start) & (time <= season.end)
        drawn = SeasonCurves(season, time[mine], curves[mine])
        found += [_summary(rule(), drawn, as_of, say) for rule in RULES]
    return tuple(found)


def points_of(seasons: int) -> int:
    """Times at which each of so many seasons is drawn."""
    return int(np.clip(ALL_POINTS // max(seasons, 1), FEWEST_POINTS, MOST_POINTS))


def _summary(
    rule: Rule, drawn: SeasonCurves, as_of: float, say: Callable[[float], str]
) -> StageDate:
    dates = rule.dates(drawn)
    reached = dates[np.isfinite(dates)]
    probability = len(reached) / len(dates)
    numbers: list[float | None] = [None] * 6
    reason = ""
    if probability > LIKELY:
        numbers = [float(q) for q in np.quantile(reached, QUANTILES)]
        numbers.append(float(np.std(reached)))
    else:
        reason = f"not reached, P = {probability:.2f} by {say(drawn.season.end)}"
    lower90, lower50, date, upper50, upper90, std = numbers
    return StageDate(
        season=drawn.season.name,
        stage=rule.spec.name,
        date=date,
        lower90=lower90,
        upper90=upper90,
        lower50=lower50,
        upper50=upper50,
        std=std,
        probability_reached=probability,
        probability_passed=float(np.count_nonzero(reached <= as_of)) / len(dates),
        as_of=as_of,
        reason=reason,
        definition=rule.spec.formula,
    )

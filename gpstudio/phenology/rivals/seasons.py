"""A rival on a whole series: one curve a season where a curve holds only one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.phenology.rivals.rival import Method, Rival
from gpstudio.phenology.season import Season
from gpstudio.translation import tr

MARGIN = 0.2
"""Of a season's length: base on either side of it that a curve is fitted to."""


@dataclass(frozen=True, eq=False)
class SeasonCurvePart:
    """One stretch of the series; ``refusal`` says why there is no rival on it."""

    season: Season | None
    rival: Rival | None
    refusal: str = ""


@dataclass(frozen=True, eq=False)
class DrawnRival:
    """A method on a whole series."""

    method: str
    parts: tuple[SeasonCurvePart, ...]

    def at(self, time: Floats) -> Floats:
        """Every time takes the curve of the season it lies in, else of the nearest one; NaN where
        that season was refused, because a blank is better than an invented curve."""
        when = np.asarray(time, dtype=float)
        nearest = self.part_at(when)
        curve = np.full(len(when), np.nan)
        for place, part in enumerate(self.parts):
            mine = nearest == place
            if part.rival is not None and mine.any():
                curve[mine] = part.rival.at(when[mine])
        return curve

    def part_at(self, time: Floats) -> Integers:
        """The place of the part whose curve each time takes."""
        nearest, least = np.zeros(len(time), dtype=np.int64), np.full(len(time), np.inf)
        for place, part in enumerate(self.parts):
            far = _distance(part.season, time)
            nearest[far < least] = place
            np.minimum(least, far, out=least)
        return nearest


def draw(
    method: Method,
    time: Floats,
    value: Floats,
    weight: Floats | None,
    seasons: Sequence[Season],
    task: Task = QUIET,
) -> DrawnRival:
    """Fit a method, season by season where it needs that; each refusal is kept in words."""
    if method.by_season and not seasons:
        raise InputError(
            tr(
                "No season was found, and '{title}' draws one season at a time: "
                "draw a season by hand or take a smoother.",
                title=method.spec.title,
            )
        )
    stretches: Sequence[Season | None] = widened(seasons) if method.by_season else (None,)
    parts = []
    for season in stretches:
        task.check()
        try:
            parts.append(SeasonCurvePart(season, method.fit(time, value, weight, season, task)))
        except InputError as refusal:
            parts.append(SeasonCurvePart(season, None, str(refusal)))
    return DrawnRival(method.spec.name, tuple(parts))


def widened(seasons: Sequence[Season]) -> list[Season]:
    """Each with half of what lies between it and its neighbours, up to ``MARGIN``: a curve with a
    base needs readings of it, and seasons end where the base begins."""
    ordered = sorted(seasons, key=lambda season: season.start)
    ends = [-np.inf, *(season.end for season in ordered)]
    starts = [*(season.start for season in ordered), np.inf]
    wide = []
    for before, season, after in zip(ends[:-1], ordered, starts[1:], strict=True):
        most = MARGIN * (season.end - season.start)
        left = min(most, max(0.5 * (season.start - before), 0.0))
        right = min(most, max(0.5 * (after - season.end), 0.0))
        wide.append(replace(season, start=season.start - left, end=season.end + right))
    return wide


def _distance(season: Season | None, time: Floats) -> Floats:
    """How far outside the season; the middle decides where two of them meet."""
    if season is None:
        return np.zeros_like(time)
    outside = np.maximum(np.maximum(season.start - time, time - season.end), 0.0)
    middle = 0.5 * (season.start + season.end)
    return np.asarray(outside + 1e-9 * np.abs(time - middle))

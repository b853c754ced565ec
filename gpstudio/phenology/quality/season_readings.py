"""What the readings show of a season: counted once, asked for every date in it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.phenology.rules import SeasonPart
from gpstudio.phenology.season import Season

NEAR_PEAK = 0.25
"""Share of the way from the peak to either end of the season that still is peak."""


@dataclass(frozen=True, eq=False)
class SeasonReadings:
    """One season and all readings of its field, ascending."""

    season: Season
    readings: Floats
    dated: bool = True
    """True when times are days: only then can a bar speak of days."""
    last_reading: float | None = None
    """The last one that is known of, where ``readings`` do not end with it."""
    smoothed: bool = False
    """Whether they look smoothed or interpolated before."""

    @cached_property
    def first(self) -> float:
        return float(self.readings[0]) if len(self.readings) else -np.inf

    @cached_property
    def last(self) -> float:
        if self.last_reading is not None:
            return self.last_reading
        return float(self.readings[-1]) if len(self.readings) else np.inf

    @cached_property
    def _bounds(self) -> tuple[float, float]:
        """Where rise becomes peak, and peak becomes fall."""
        season = self.season
        return (
            season.peak - NEAR_PEAK * (season.peak - season.start),
            season.peak + NEAR_PEAK * (season.end - season.peak),
        )

    def part_at(self, time: float) -> SeasonPart:
        before, after = self._bounds
        return "rise" if time < before else "fall" if time > after else "peak"

    @cached_property
    def counts(self) -> dict[SeasonPart, int]:
        """Readings in each part of the season."""
        before, after = self._bounds
        start, rise = self.readings.searchsorted([self.season.start, before])
        peak, end = self.readings.searchsorted([after, self.season.end], side="right")
        return {"rise": int(rise - start), "peak": int(peak - rise), "fall": int(end - peak)}

    def gap(self, lower: float, upper: float) -> float:
        """The longest time between neighbours among the readings in and about an interval.

        What lies before the first and after the last is no gap: there the series ends.
        """
        near = self._listed[
            max(bisect_right(self._listed, lower) - 1, 0) : bisect_left(self._listed, upper) + 1
        ]
        return max((after - before for before, after in pairwise(near)), default=0.0)

    @cached_property
    def _listed(self) -> list[float]:
        listed: list[float] = self.readings.tolist()
        return listed

    def from_edge(self, date: float) -> float:
        """How far a date lies inside the nearer edge at which the series cuts the season off.

        Infinite where neither does; below zero before the first reading.
        """
        season = self.season
        edges = [date - season.start] * season.cut_left + [season.end - date] * season.cut_right
        if date < self.first:
            edges.append(date - self.first)
        return min(edges, default=np.inf)

"""The tops of drawn curves: when each is highest, and how high, without what its wiggles add.

A Matérn draw is rougher than any crop. Where it is highest is where a wiggle happens to be, so that
the days of a bell's peak scatter more than they should; and how high it is there is the most of
many wiggles, 4 to 7 % of the amplitude too much on a level top. Both are mended by the same move:

- Each draw's top is placed in a way that its wiggles hardly touch. For heights by the middle
  between its last rise and first fall through three quarters of its amplitude; for days by its
  highest point once local parabolas (``derivatives``) have smoothed it, on its own.
- Where a season rises faster than it falls, that way lies beside the peak. By how much the draws
  agree on, and all are moved by their median. One exact curve keeps its exact peak.

The window is ``SPAN`` flank² / top, medians of the draws: days from 25 to 75 % of the amplitude,
and days above 75 %. A sharp top is told by its curvature, over a window as long as its flanks; a
level one only by small differences, which that window would wipe out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.cached import cached_property
from gpstudio.phenology.crossings import Places, first_fall, last_rise
from gpstudio.phenology.derivatives import smoothing

SPAN, DEGREE = 7.0, 2
"""Of a bell that is 3.8 standard deviations. Measured on synthetic seasons: with 5 the intervals of
bells hold 93.5 %, with 7 they hold 91.8, and those of double logistics 89.4."""
LOW, HIGH = 0.25, 0.75
"""Shares of the amplitude between which flanks are measured; a top lies above the second."""


class Highest(NamedTuple):
    """Where each draw is highest, wiggles and all."""

    places: Places
    dates: Floats
    """Between the times, by a parabola through the three about the place: dates that stood on the
    grid alone would move as it does, half a step from season to season."""
    levels: Floats

    @classmethod
    def of(cls, time: Floats, curves: Floats) -> Highest:
        from gpstudio.phenology.compiled_crossings import highest

        count = curves.shape[1]
        found = cls(np.empty(count, dtype=np.intp), np.empty(count), np.empty(count))
        highest(time, curves, *found)
        return found


@dataclass(frozen=True, eq=False)
class Top:
    """Of joint draws, (times, draws), of one season."""

    time: Floats
    curves: Floats
    cut_left: bool
    cut_right: bool

    @cached_property
    def middle(self) -> Floats:
        """The mean of all draws."""
        return np.asarray(self.curves.mean(axis=1))

    @cached_property
    def place(self) -> int:
        """Where that is highest; of an exactly level top its middle."""
        highest = np.flatnonzero(self.middle == self.middle.max())
        return int(highest[len(highest) // 2])

    @cached_property
    def heights(self) -> Floats:
        """How high each draw stands where its top is placed."""
        centres = 0.5 * (self._rise + self._fall)
        known = np.where(np.isfinite(centres), self._moved(centres), self.time[self.place])
        return np.asarray(self.curves[self._nearest(known), np.arange(self.curves.shape[1])])

    @cached_property
    def dates(self) -> Floats:
        """When each draw is highest."""
        moved = self._moved(self._smooth[1])
        return np.asarray(np.clip(moved, self.time[0], self.time[-1]))

    @cached_property
    def places(self) -> Places:
        return self._nearest(self.dates)

    @cached_property
    def seen(self) -> Flags:
        """Not at a cut edge, where the draw may rise on beyond what is drawn."""
        last = len(self.time) - 1
        found = np.stack([self._smooth[0], self.places])
        at_left, at_right = (found == 0).any(axis=0), (found == last).any(axis=0)
        return np.asarray(~((at_left & self.cut_left) | (at_right & self.cut_right)))

    def _moved(self, dates: Floats) -> Floats:
        """By what they lie beside the highest points of the draws themselves."""
        apart = (self._highest.dates - dates)[np.isfinite(dates)]
        return dates + (float(np.median(apart)) if len(apart) else 0.0)

    @cached_property
    def _highest(self) -> Highest:
        return Highest.of(self.time, self.curves)

    @cached_property
    def _smooth(self) -> tuple[Places, Floats]:
        if not np.isfinite(self._window):
            return self._highest.places, self._highest.dates
        return self._smoothed

    @property
    def _smoothed(self) -> tuple[Places, Floats]:
        """Where each draw's own top on level ground, so that a second summit does not draw it near,
        is highest once it is smoothed."""
        from gpstudio.phenology.compiled_crossings import summits

        ground = np.minimum(*self._grounds)
        level = ground + HIGH * (self._highest.levels - ground)
        first = np.searchsorted(self.time, np.fmax(self._rise, self.time[0]))
        last = np.searchsorted(self.time, np.fmin(self._fall, self.time[-1]), side="right") - 1
        found, dates = np.empty(len(level), dtype=np.intp), np.empty(len(level))
        starts, rows = smoothing(self.time, DEGREE, self._window)
        spans = np.array([first, last])
        summits(self.time, starts, rows, self.curves, spans, level, found, dates)
        return found, dates

    @cached_property
    def _window(self) -> float:
        """NaN where the draws show no flank or no top, and nothing is smoothed."""
        early, late = self._crossings(LOW)
        rise, fall = _median(self._rise - early), _median(late - self._fall)
        flank, length = float(np.fmin(rise, fall)), _median(self._fall - self._rise)
        return SPAN * flank**2 / length if length > 0.0 else np.nan

    @property
    def _rise(self) -> Floats:
        return self._sides[0]

    @property
    def _fall(self) -> Floats:
        return self._sides[1]

    @cached_property
    def _sides(self) -> tuple[Floats, Floats]:
        return self._crossings(HIGH)

    def _crossings(self, share: float) -> tuple[Floats, Floats]:
        """Last rise and first fall of each draw through a share of its own amplitude."""
        left, right = self._grounds
        places, levels = self._highest.places, self._highest.levels
        before, after = (g + share * (levels - g) for g in (left, right))
        return (
            last_rise(self.time, self.curves, places, before),
            first_fall(self.time, self.curves, places, after),
        )

    @cached_property
    def _grounds(self) -> tuple[Floats, Floats]:
        """The lowest point on either side; beyond a cut edge it may lie lower yet."""
        left, right = lowest_beside(self.curves, self._highest.places)
        both = np.minimum(left, right)
        return both if self.cut_left else left, both if self.cut_right else right

    def _nearest(self, dates: Floats) -> Places:
        """Places of the grid."""
        after = np.clip(np.searchsorted(self.time, dates), 1, len(self.time) - 1)
        nearer = dates - self.time[after - 1] < self.time[after] - dates
        return np.asarray(after - nearer, dtype=np.intp)


def _median(values: Floats) -> float:
    seen = values[np.isfinite(values)]
    return float(np.median(seen)) if len(seen) else np.nan


def lowest_beside(curves: Floats, places: Places) -> tuple[Floats, Floats]:
    """Of each curve, up to its place and from there on."""
    from gpstudio.phenology.compiled_crossings import lowest

    left, right = np.empty((2, len(places)))
    lowest(curves, places, left, right)
    return left, right

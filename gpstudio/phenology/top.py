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
from gpstudio.phenology.crossings import Places
from gpstudio.phenology.derivatives import smoothing

SPAN, DEGREE = 7.0, 2
"""Of a bell that is 3.8 standard deviations. Measured on synthetic seasons: with 5 the intervals of
bells hold 93.5 %, with 7 they hold 91.8, and those of double logistics 89.4."""
LOW, HIGH = 0.25, 0.75
"""Shares of the amplitude between which flanks are measured; a top lies above the second."""


class Looks(NamedTuple):
    """What the draws look like, wiggles and all, by rows of numbers a draw."""

    places: Places
    """Where each draw is highest."""
    found: Floats
    """When that is, how high, the ground before and after, when it passes ``HIGH`` on either side.

    The day lies between the times, by a parabola through the three about the place: dates that
    stood on the grid alone would move as it does, half a step from season to season. The ground is
    the lowest point on either side; beyond a cut edge it may lie lower yet."""
    window: float
    """NaN where the draws show no flank or no top, and nothing is smoothed."""


class Settled(NamedTuple):
    dates: Floats
    """When each draw is highest."""
    places: Places
    heights: Floats
    """How high each draw stands where its top is placed."""


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

    @property
    def heights(self) -> Floats:
        return self._settled.heights

    @property
    def dates(self) -> Floats:
        return self._settled.dates

    @property
    def places(self) -> Places:
        return self._settled.places

    @cached_property
    def seen(self) -> Flags:
        """Not at a cut edge, where the draw may rise on beyond what is drawn."""
        last, found, places = len(self.time) - 1, self._smooth[0], self.places
        at_left = ((found == 0) | (places == 0)) & self.cut_left
        at_right = ((found == last) | (places == last)) & self.cut_right
        return np.asarray(~(at_left | at_right))

    @cached_property
    def _settled(self) -> Settled:
        from gpstudio.phenology.compiled_tops import topped

        count = self.curves.shape[1]
        made = Settled(np.empty(count), np.empty(count, dtype=np.intp), np.empty(count))
        looks, smooth = self._looks, self._smooth[1]
        topped(
            self.time, self.curves, self.place, looks.found, smooth, made.dates, made.places,
            made.heights,
        )  # fmt: skip
        return made

    @cached_property
    def _looks(self) -> Looks:
        from gpstudio.phenology.compiled_crossings import highest, lowest
        from gpstudio.phenology.compiled_tops import flanked

        count = self.curves.shape[1]
        places, found = np.empty(count, dtype=np.intp), np.empty((6, count))
        # each by itself: within one another loops over all draws are not taken several at once
        highest(self.time, self.curves, places, found[0], found[1])
        lowest(self.curves, places, found[2], found[3])
        window = flanked(
            self.time, self.curves, self.cut_left, self.cut_right, LOW, HIGH, SPAN, places, found
        )
        return Looks(places, found, window)

    @cached_property
    def _smooth(self) -> tuple[Places, Floats]:
        """Where each draw's own top on level ground, so that a second summit does not draw it near,
        is highest once it is smoothed."""
        from gpstudio.phenology.compiled_crossings import summits
        from gpstudio.phenology.compiled_tops import spanned

        places, looks, window = self._looks
        if not np.isfinite(window):
            return places, looks[0]
        count = len(places)
        spans, level = np.empty((2, count), dtype=np.intp), np.empty(count)
        spanned(self.time, looks, HIGH, spans, level)
        found, dates = np.empty(count, dtype=np.intp), np.empty(count)
        starts, rows = smoothing(self.time, DEGREE, window)
        summits(self.time, starts, rows, self.curves, spans, level, found, dates)
        return found, dates


def lowest_beside(curves: Floats, places: Places) -> tuple[Floats, Floats]:
    """Of each curve, up to its place and from there on."""
    from gpstudio.phenology.compiled_crossings import lowest

    left, right = np.empty((2, len(places)))
    lowest(curves, places, left, right)
    return left, right

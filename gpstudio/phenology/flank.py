"""The rise of drawn curves: where it is steepest, and where it bends most sharply.

Both need a window (``derivatives``). Unless somebody says otherwise it follows from the flank's own
length, that from 25 to 75 % of the amplitude in the middle draw: a crop that greens up in ten days
wants a shorter one than a meadow that takes two months, and no unit of time has to be known.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.cached import cached_property
from gpstudio.phenology.crossings import Places
from gpstudio.phenology.derivatives import derivative

SLOPE_WINDOW, SLOPE_DEGREE = 1.0, 2
"""In lengths of the flank: the slope of a logistic comes out 3 % too small."""
BEND_WINDOW, BEND_DEGREE = 2.0, 4
"""A third derivative wants a longer window before it tells a crop from a wiggle: on curves fitted
to readings ten days apart the error of the bends is least about there."""


@dataclass(frozen=True, eq=False)
class Flank:
    """A rise; draws in which it is not seen have NaN for ``lower`` or ``upper``, and throughout."""

    time: Floats
    curves: Floats
    peaks: Places
    lower: Floats
    """When each draw has done a quarter of its rise."""
    upper: Floats
    """When it has done three quarters."""
    window: float | None

    @cached_property
    def _length(self) -> float:
        lengths = self.upper - self.lower
        return float(np.median(lengths[np.isfinite(lengths)])) if self._seen.any() else np.nan

    @cached_property
    def _seen(self) -> Flags:
        return np.isfinite(self.upper - self.lower)

    def _derivative(self, order: int, degree: int, lengths: float) -> Floats:
        window = lengths * self._length if self.window is None else self.window
        if not self._seen.any():
            return np.full_like(self.curves, np.nan)
        return derivative(self.time, self.curves, order, degree, window)

    @cached_property
    def _slopes(self) -> Floats:
        return self._derivative(1, SLOPE_DEGREE, SLOPE_WINDOW)

    @cached_property
    def _bends(self) -> Floats:
        """The third derivative: the rate at which the curvature changes."""
        return self._derivative(3, BEND_DEGREE, BEND_WINDOW)

    @cached_property
    def _turns(self) -> Flags:
        """Where that is a local maximum above zero, the ends never: the rise sets in or levels
        off there, instead of bending on as a bell does up to its peak."""
        turns = np.zeros(self.curves.shape, dtype=np.bool_)
        middle = self._bends[1:-1]
        turns[1:-1] = (middle > self._bends[:-2]) & (middle >= self._bends[2:]) & (middle > 0.0)
        return turns

    @cached_property
    def _place(self) -> Places:
        before = np.arange(len(self.time))[:, None] <= self.peaks
        return np.asarray(np.argmax(np.where(before, self._slopes, -np.inf), axis=0))

    @cached_property
    def steepest(self) -> Floats:
        """When each draw rises most steeply; NaN where that is at an end of what is drawn, for
        beyond it may be steeper yet."""
        inside = (self._place > 0) & (self._place < len(self.time) - 1)
        date, _ = self._top
        return np.where(inside & self._seen, date, np.nan)

    @cached_property
    def rate(self) -> Floats:
        """The slope there."""
        _, slope = self._top
        return np.where(np.isfinite(self.steepest), slope, np.nan)

    @cached_property
    def level(self) -> Floats:
        """How high the draw stands there."""
        draw = np.arange(self.curves.shape[1])
        after = np.clip(np.searchsorted(self.time, self.steepest), 1, len(self.time) - 1)
        start, stop = self.time[after - 1], self.time[after]
        low, high = self.curves[after - 1, draw], self.curves[after, draw]
        return np.asarray(low + (high - low) * (self.steepest - start) / (stop - start))

    @cached_property
    def _top(self) -> tuple[Floats, Floats]:
        return vertex(self.time, self._slopes, self._place)

    @cached_property
    def onset(self) -> Floats:
        """The last local maximum of the third derivative before the steepest place."""
        place = np.arange(len(self.time))[:, None]
        turns = self._turns & (place < self._place)
        last = len(self.time) - 1 - np.argmax(turns[::-1], axis=0)
        return self._dated(last, turns)

    @cached_property
    def completion(self) -> Floats:
        """The first one after it and before the peak."""
        place = np.arange(len(self.time))[:, None]
        turns = self._turns & (place > self._place) & (place < self.peaks)
        return self._dated(np.asarray(np.argmax(turns, axis=0)), turns)

    def _dated(self, places: Places, turns: Flags) -> Floats:
        found = np.any(turns, axis=0) & np.isfinite(self.steepest)
        date, _ = vertex(self.time, self._bends, places)
        return np.where(found, date, np.nan)


def vertex(time: Floats, values: Floats, places: Places) -> tuple[Floats, Floats]:
    """Where the parabola through each column's place and its neighbours is highest, and how high.

    So that dates do not come in steps of the grid. Places at an end are moved in by one.
    """
    draw, last = np.arange(values.shape[1]), len(time) - 1
    middle = np.clip(places, min(1, last), max(last - 1, 0))
    before, after = np.maximum(middle - 1, 0), np.minimum(middle + 1, last)
    left, right = time[middle] - time[before], time[after] - time[middle]
    top = values[middle, draw]
    down = (top - values[before, draw]) / np.where(left > 0.0, left, 1.0)
    up = (values[after, draw] - top) / np.where(right > 0.0, right, 1.0)
    tilt = (down * right + up * left) / (left + right)
    curvature = (up - down) / (left + right)
    curved = curvature < 0.0
    way = np.where(curved, -0.5 * tilt / np.where(curved, curvature, 1.0), 0.0)
    way = np.clip(way, -left, right)
    return time[middle] + way, np.asarray(top + 0.5 * tilt * way)

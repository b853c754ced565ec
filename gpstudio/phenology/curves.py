"""The drawn curves of one season, and what every measure of them is made from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.cached import cached_property
from gpstudio.phenology.crossings import Places, first_fall, last_rise
from gpstudio.phenology.flank import Flank
from gpstudio.phenology.season import Season
from gpstudio.phenology.top import lowest_beside

if TYPE_CHECKING:
    from gpstudio.phenology.cuts import Cut

FLANK = (0.25, 0.75)
"""A flank is seen where a draw passes both these shares of its amplitude."""


@dataclass(frozen=True, eq=False)
class Read:
    """Readings of a field, ascending in time; a fall of less than ``smallest`` is no cut."""

    time: Floats
    value: Floats
    smallest: float = 0.0


@dataclass(frozen=True, eq=False)
class SeasonCurves:
    """Joint draws of one season's curve, on an ascending grid."""

    season: Season
    time: Floats
    curves: Floats
    """(times, draws)"""
    read: Read | None = None
    """What the curves were drawn from; None where that is not at hand."""

    @cached_property
    def peaks(self) -> Places:
        """Where each draw is highest, as a place in ``time``."""
        return np.asarray(np.argmax(self.curves, axis=0))

    @cached_property
    def peak_dates(self) -> Floats:
        """When that is."""
        return np.asarray(self.time[self.peaks])

    @cached_property
    def peak_seen(self) -> Flags:
        """Whether it is one: a flat draw has none, and a draw that is highest on a cut edge has it
        outside what the series can show."""
        last = len(self.time) - 1
        beyond = (self.season.cut_left & (self.peaks == 0)) | (
            self.season.cut_right & (self.peaks == last)
        )
        return np.asarray(~beyond & self._rises)

    @property
    def _rises(self) -> Flags:
        """Above the lower of its grounds."""
        return np.asarray(self.heights > np.minimum(self.left_base, self.right_base))

    @cached_property
    def heights(self) -> Floats:
        return np.asarray(np.max(self.curves, axis=0))

    @cached_property
    def left_base(self) -> Floats:
        """The lowest point before the peak; before a cut edge the curve may have been lower yet,
        so there the lower of both sides counts."""
        left, right = self._sides
        return np.minimum(left, right) if self.season.cut_left else left

    @cached_property
    def right_base(self) -> Floats:
        """The lowest point after the peak; see ``left_base``."""
        left, right = self._sides
        return np.minimum(left, right) if self.season.cut_right else right

    @cached_property
    def _sides(self) -> tuple[Floats, Floats]:
        return lowest_beside(self.curves, self.peaks)

    def share_of_rise(self, share: float) -> Floats:
        """The level at a share of the way from the ground before the peak to the peak."""
        return self._share(self.left_base, share)

    def share_of_fall(self, share: float) -> Floats:
        """The same above the ground after the peak."""
        return self._share(self.right_base, share)

    def _share(self, base: Floats, share: float) -> Floats:
        """NaN for a draw without an amplitude: it rises through nothing."""
        amplitude = self.heights - base
        return np.where(amplitude > 0.0, base + share * amplitude, np.nan)

    def told(self, dates: Floats, percent: float, flank: float) -> Floats:
        """Draws of the date of a share as they are told: those of a fit wider, see ``steady``."""
        return dates

    @cached_property
    def rise_days(self) -> float:
        """Of its flank, from 25 to 75 % of the rise; NaN where no draw passes both."""
        lower, upper = self._through_flank(True)
        return _between(upper, lower)

    @cached_property
    def fall_days(self) -> float:
        """The same of the fall."""
        lower, upper = self._through_flank(False)
        return _between(lower, upper)

    def risen(self, share: float) -> Floats:
        """When each draw last rises through a share of its way to the peak."""
        return self._through(share, True)

    def fallen(self, share: float) -> Floats:
        """When each draw first falls to a share of its way to the peak."""
        return self._through(share, False)

    def _through(self, share: float, rises: bool) -> Floats:
        from gpstudio.phenology.compiled_tops import through

        found = self._passed.get((share, rises))
        if found is None:
            found = self._passed[share, rises] = np.empty(self.curves.shape[1])
            base = self.left_base if rises else self.right_base
            through(self.time, self.curves, self.peaks, base, self.heights, share, rises, found)
        return found

    def _through_flank(self, rises: bool) -> tuple[Floats, Floats]:
        """Through both its shares, on one way."""
        from gpstudio.phenology.compiled_tops import through_twice

        (lower, upper), count, known = FLANK, self.curves.shape[1], self._passed
        if not ((lower, rises) in known and (upper, rises) in known):
            low, high = known[lower, rises], known[upper, rises] = np.empty((2, count))
            base = self.left_base if rises else self.right_base
            through_twice(
                self.time, self.curves, self.peaks, base, self.heights, lower, upper, rises, low,
                high,
            )  # fmt: skip
        return known[lower, rises], known[upper, rises]

    @cached_property
    def _passed(self) -> dict[tuple[float, bool], Floats]:
        return {}

    def last_rise_through(self, levels: Floats) -> Floats:
        """When each draw last rises through its level before its peak; NaN where it does not."""
        return last_rise(self.time, self.curves, self.peaks, levels)

    def first_fall_through(self, levels: Floats) -> Floats:
        """When each draw first falls through its level after its peak; NaN where it does not."""
        return first_fall(self.time, self.curves, self.peaks, levels)

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """Of a sward. Not of the curves: they are too smooth to fall in a day."""
        from gpstudio.phenology.cuts import cuts_of  # brings scipy, which a start does without

        if self.read is None:
            return ()
        season, time = self.season, self.read.time
        mine = (time >= season.start) & (time <= season.end)
        return cuts_of(time[mine], self.read.value[mine], self.read.smallest)

    @cached_property
    def areas(self) -> Floats:
        """Under each draw from its start up to each time, by straight lines: (times, draws)."""
        steps = np.diff(self.time)[:, None]
        pieces = 0.5 * steps * (self.curves[1:] + self.curves[:-1])
        return np.concatenate([np.zeros((1, pieces.shape[1])), np.cumsum(pieces, axis=0)])

    @cached_property
    def mirrored(self) -> SeasonCurves:
        """Time backwards, so that whatever is known of a rise need not be said again of a fall."""
        season = self.season
        turned = replace(
            season,
            start=-season.end,
            peak=-season.peak,
            end=-season.start,
            cut_left=season.cut_right,
            cut_right=season.cut_left,
        )
        curves = np.ascontiguousarray(self.curves[::-1])
        return replace(self, season=turned, time=-self.time[::-1], curves=curves)

    def rise(self, window: float | None = None) -> Flank:
        """Slopes and bends before the peak, over a window of so many days or as the flank says."""
        if window not in self._flanks:
            lower, upper = self._through_flank(True)
            flank = Flank(self.time, self.curves, self.peaks, lower, upper, window)
            self._flanks[window] = flank
        return self._flanks[window]

    @cached_property
    def _flanks(self) -> dict[float | None, Flank]:
        return {}


def _between(after: Floats, before: Floats) -> float:
    """The median of the days between, where there are any."""
    from gpstudio.phenology.compiled_tops import middle_between

    return middle_between(after, before, np.empty(len(after)))

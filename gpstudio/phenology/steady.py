"""Drawn curves whose ground and top are not picked for being extreme: what dates are made from.

The lowest point of a draw is that of its luckiest wiggle, and its highest point likewise. Over a
hundred days of fallow with a reading every ten and a noise of 0.03 the lowest lies 0.04 to 0.07
under the ground, and a threshold at 10 % of the amplitude a week too far out; on a level top the
highest lies 4 to 7 % of the amplitude over it, and half of the rise is dated too late.

Here a draw's ground is its mean about the trough of the middle curve; ``top`` says how its peak is
found. Both vary from draw to draw, as they should.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.quantiles import ascending, quantiles_of
from gpstudio.phenology.crossings import Places
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.top import Top

BETWEEN = 2.0 * 1.6448536269514722
"""Standard deviations of a normal between its 5 and its 95 % quantile."""
AROUND = 0.03
"""Of the season, to either side of its trough: what counts as ground. A season begins where the
curve leaves the ground, so that a longer one reaches up the flank: with 0.05 the intervals of half
the rise hold 85 to 87 % on double logistics and plateaus, with zero 86 % on bells."""

SHARES = (10.0, 25.0, 50.0, 75.0, 90.0)
ROUNDED = (0.25, 0.115, 0.03, 0.1, 0.18)
"""Standard deviation, in lengths of the flank (25 to 75 %), of what the draws of a fit do not know
where they pass a share of the amplitude. A stationary kernel rounds the corners at the foot and at
the top of a season and does not know that it does, however close the readings lie: left as they
are, 90 % intervals hold 69 % at 10 and 82 % at 90 %. A factor on their width instead gave fields
with many readings too little and those with few too much. Chosen on tests/phenology/synthetic.py
so that they hold 90 to 92 % there; judged on tests/phenology/uneven.py
(tests/benchmarks/uneven_seasons.py). That at 25 % is larger, and holds 95 % there, for the sake of
the uneven: even fields have no corner at it, others do where a rise of two steps rests after the
first."""


class SteadyCurves(SeasonCurves):
    """Offers what ``SeasonCurves`` does; every measure takes either."""

    @cached_property
    def top(self) -> Top:
        season = self.season
        return Top(self.time, self.curves, season.cut_left, season.cut_right)

    @cached_property
    def peaks(self) -> Places:
        return self.top.places

    @cached_property
    def peak_dates(self) -> Floats:
        return self.top.dates

    @cached_property
    def peak_seen(self) -> Flags:
        return self.top.seen & self._rises

    @cached_property
    def heights(self) -> Floats:
        return self.top.heights

    @cached_property
    def _sides(self) -> tuple[Floats, Floats]:
        middle, peak = self.top.middle, self.top.place
        left = int(np.argmin(middle[: peak + 1]))
        right = len(middle) - 1 - int(np.argmin(middle[peak:][::-1]))  # of level ground the far end
        return self._mean_about(left), self._mean_about(right)

    def _mean_about(self, place: int) -> Floats:
        """As the mean of what each draw differs there, so that a level one keeps its level."""
        from gpstudio.phenology.compiled_tops import grounded

        found = np.empty(self.curves.shape[1])
        reach = AROUND * float(self.time[-1] - self.time[0])
        grounded(self.time, self.curves, place, reach, found)
        return found


class FittedCurves(SteadyCurves):
    """Draws of a curve that was fitted to the readings of a whole season."""

    def told(self, dates: Floats, percent: float, flank: float) -> Floats:
        """Spread about their median, so that their standard deviation is joined with that of the
        corners; of dates that agree to the last digit nothing is rounded."""
        reached = ascending(dates)
        if not len(reached) or not math.isfinite(flank):
            return dates
        lower, middle, upper = quantiles_of(reached, (0.05, 0.5, 0.95))
        spread = (upper - lower) / BETWEEN
        if not spread > 0.0:
            return dates
        wider = math.hypot(spread, _rounded(percent) * flank) / spread
        return np.asarray(middle + wider * (dates - middle))


@lru_cache(maxsize=128)
def _rounded(percent: float) -> float:
    return float(np.interp(percent, SHARES, ROUNDED))

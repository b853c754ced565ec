"""Drawn curves whose ground and top are read where the middle curve has them.

The lowest point of a draw is that of its luckiest wiggle. Over a hundred days of fallow with a
reading every ten and a noise of 0.03 it lies 0.04 to 0.07 under the ground, and a threshold at 10 %
of the amplitude a week too far out.

Here a draw's ground is its mean about the trough of the middle curve, and its top its value at the
middle curve's peak: both still vary from draw to draw, but are not picked for being extreme.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.phenology.curves import SeasonCurves

AROUND = 0.05
"""Of the season, to either side of its trough: what counts as ground."""


class SteadyCurves(SeasonCurves):
    """Offers what ``SeasonCurves`` does; every measure takes either."""

    @cached_property
    def heights(self) -> Floats:
        return np.asarray(self.curves[self._middle_peak])

    @cached_property
    def _sides(self) -> tuple[Floats, Floats]:
        peak = self._middle_peak
        left = int(np.argmin(self._middle[: peak + 1]))
        right = peak + int(np.argmin(self._middle[peak:]))
        return self._mean_about(left), self._mean_about(right)

    @cached_property
    def _middle(self) -> Floats:
        return np.asarray(self.curves.mean(axis=1))

    @property
    def _middle_peak(self) -> int:
        return int(np.argmax(self._middle))

    def _mean_about(self, place: int) -> Floats:
        near = np.abs(self.time - self.time[place]) <= AROUND * (self.time[-1] - self.time[0])
        return np.asarray(self.curves[near].mean(axis=0))

"""An even grid under readings that lie anywhere."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.phenology.rivals.rival import Curve

STEP = 1.0
"""A day, where time counts days."""
FEWEST, MOST = 200, 20_000
"""Points that a grid is made to have when steps of one would be too few or too many."""


@dataclass(frozen=True, eq=False)
class Grid:
    """``left`` is the point before each reading, ``share`` how far it is on its way to the next."""

    start: float
    step: float
    size: int
    left: Integers
    share: Floats

    @classmethod
    def of(cls, time: Floats, step: float) -> Grid:
        start, reach = float(time[0]), float(time[-1] - time[0])
        size = max(int(np.ceil(reach / step - 1e-9)) + 1, 2)
        places = (time - start) / step
        left = np.clip(np.floor(places + 1e-9).astype(np.int64), 0, size - 2)
        return cls(start, step, size, left, np.asarray(np.clip(places - left, 0.0, 1.0)))

    @classmethod
    def daily(cls, time: Floats) -> Grid:
        reach = float(time[-1] - time[0])
        return cls.of(time, max(min(STEP, reach / FEWEST), reach / MOST))

    @property
    def time(self) -> Floats:
        return np.asarray(self.start + self.step * np.arange(self.size))

    def read(self, heights: Floats) -> Floats:
        """A curve on the grid, at the readings."""
        return np.asarray(
            (1.0 - self.share) * heights[self.left] + self.share * heights[self.left + 1]
        )

    def curve(self, heights: Floats) -> Curve:
        """Lines between the points; level before the first and after the last."""
        points = self.time

        def at(time: Floats) -> Floats:
            return np.asarray(np.interp(time, points, heights))

        return at

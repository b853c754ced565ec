"""Steps by slopes that chance blurs: Adam (Kingma & Ba 2015), the last of them averaged (Polyak &
Juditsky 1992)."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats

FIRST, SECOND, TINY = 0.9, 0.99, 1e-12


class Ascent:
    def __init__(self, row: Floats, low: Floats, high: Floats) -> None:
        self.row, self._low, self._high = row, low, high
        self._first, self._second, self._total = np.zeros((3, len(row)))
        self.count = self._averaged = 0

    def step(self, up: Floats, length: float, averages: bool) -> None:
        self.count += 1
        self._first += (1.0 - FIRST) * (up - self._first)
        self._second += (1.0 - SECOND) * (up**2 - self._second)
        first = self._first / (1.0 - FIRST**self.count)
        size = np.sqrt(self._second / (1.0 - SECOND**self.count))
        self.row = np.clip(self.row + length * first / (size + TINY), self._low, self._high)
        if averages:
            self._total += self.row
            self._averaged += 1

    @property
    def end(self) -> Floats:
        """The average of the steps that were to be averaged; else where the last one led."""
        return self._total / self._averaged if self._averaged else self.row

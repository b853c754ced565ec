"""Where things lie on a figure of the report, and which numbers stand along its edges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF

from gpstudio.core.arrays import Floats
from gpstudio.data.series import SECONDS
from gpstudio.gui.date_axis import labels, step_for, ticks

ROOM_FOR_A_DATE, ROOM_FOR_A_VALUE = 54.0, 26.0
"""Points between two labels."""
NICE = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True)
class PaperScales:
    """From times and values to points of the paper."""

    box: QRectF
    first: float
    last: float
    low: float
    high: float
    dated: bool

    def x(self, time: Floats) -> Floats:
        share = (np.asarray(time) - self.first) / (self.last - self.first)
        return np.asarray(self.box.left() + share * self.box.width())

    def y(self, value: Floats) -> Floats:
        share = (np.asarray(value) - self.low) / (self.high - self.low)
        return np.asarray(self.box.bottom() - share * self.box.height())

    def across(self, time: float) -> float:
        return float(self.x(np.array([time]))[0])

    def times(self) -> Iterator[tuple[float, str]]:
        """Places along the lower edge, and what they are called."""
        if not self.dated:
            for number in even(self.first, self.last, self.box.width() / ROOM_FOR_A_DATE):
                yield self.across(number), f"{number:.6g}"
            return
        ends = self.first * SECONDS, self.last * SECONDS
        step = step_for((ends[1] - ends[0]) / self.box.width() * ROOM_FOR_A_DATE)
        places = ticks(*ends, step)
        yield from zip(self.x(places / SECONDS).tolist(), labels(places, step.seconds), strict=True)

    def values(self) -> Iterator[tuple[float, str]]:
        """Places along the left edge."""
        numbers = even(self.low, self.high, self.box.height() / ROOM_FOR_A_VALUE)
        for number in numbers:
            yield float(self.y(np.array([number]))[0]), f"{number:.6g}"


def even(low: float, high: float, most: float) -> list[float]:
    """Round numbers between two, no more than so many."""
    rough = (high - low) / max(most, 1.0)
    size = 10.0 ** np.floor(np.log10(rough))
    step = next(size * nice for nice in NICE if size * nice >= rough * (1.0 - 1e-9))
    first, last = np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9)
    places = np.arange(first, last + 1.0)
    # zero of either sign is written the same
    return [float(f"{place * step:.12g}") + 0.0 for place in places]

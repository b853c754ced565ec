"""From time to pixels and back, and where the months stand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.gui.date_axis import MONTHS

STEPS = (1, 2, 3, 6, 12, 24, 60, 120)
"""Months between ticks: the first that leaves room for their names."""


@dataclass(frozen=True)
class CalendarTick:
    time: float
    words: str


@dataclass(frozen=True)
class CalendarScale:
    first: float = 0.0
    last: float = 1.0
    dated: bool = True

    def x(self, time: float, width: float) -> float:
        """Pixels from the left of a place so wide."""
        return width * (time - self.first) / (self.last - self.first)

    def time(self, x: float, width: float) -> float:
        return self.first + (self.last - self.first) * x / max(width, 1.0)

    def ticks(self, width: float, room: float) -> list[CalendarTick]:
        """At least ``room`` pixels apart."""
        return self._months(width, room) if self.dated else self._numbers(width, room)

    def _months(self, width: float, room: float) -> list[CalendarTick]:
        start = np.datetime64(int(np.floor(self.first)), "D").astype("datetime64[M]")
        end = np.datetime64(int(np.ceil(self.last)), "D").astype("datetime64[M]")
        months = int((end - start).astype(int)) + 1
        pixels = width / max((self.last - self.first) / 30.44, 1e-9)
        step = next((s for s in STEPS if s * pixels >= room), STEPS[-1])
        found = []
        for month in start + np.arange(months + 1):
            number = int(month.astype(int))
            day = float(month.astype("datetime64[D]").astype(int))
            if number % step == 0 and self.first <= day <= self.last:
                year = 1970 + number // 12
                words = str(year) if step >= 12 else MONTHS[number % 12]
                if number % 12 == 0 and step < 12:
                    words = str(year)
                found.append(CalendarTick(day, words))
        return found

    def _numbers(self, width: float, room: float) -> list[CalendarTick]:
        reach = self.last - self.first
        rough = reach * room / max(width, 1.0)
        power = 10.0 ** np.floor(np.log10(rough))
        step = float(power * next(m for m in (1.0, 2.0, 5.0, 10.0) if m * power >= rough))
        first = np.ceil(self.first / step) * step
        times = np.arange(first, self.last + 1e-9 * reach, step)
        return [CalendarTick(float(time), f"{time:g}") for time in times]

"""Cells cut into the numbers of dates, a family at a time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.task import QUIET, Task
from gpstudio.data.dates.clock import Clock, read_clock
from gpstudio.data.dates.days import calendar_days, days_of_week, days_of_year, full_year
from gpstudio.data.dates.families import ORDERS, Family
from gpstudio.data.dates.months import month_of
from gpstudio.data.decisions import YEAR_MONTH
from gpstudio.data.series import SECONDS

_OFTEN = 20_000
MIDDLE_OF_MONTH, MIDDLE_OF_WEEK = 15.0, 4.0
"""The 15th; Thursday, which also says of which year an ISO week is."""


@dataclass(frozen=True, eq=False)
class Cut:
    """The cells of a column under one family."""

    family: Family
    numbers: Floats
    """Per cell the three numbers of a date, as they stand; what is not there is 1."""
    seconds: Floats
    """Of the day, moved to UTC."""
    matched: Flags
    missing: float
    """The day of the month where only months are written."""
    clocks: tuple[Clock, ...] = ()
    """The times of day that occur."""

    def days(self, order: str) -> Floats:
        """Days since 1970-01-01 when the numbers stand in this order; NaN where no such day is."""
        found = days_of(self.numbers, order, self.family, self.missing)
        found = found + self.seconds / SECONDS
        return np.asarray(np.where(self.matched, found, np.nan))


def cut(family: Family, cells: Iterable[str], task: Task = QUIET, first_day: bool = False) -> Cut:
    """``first_day`` puts months and weeks on their first day, and not in their middle."""
    kept: list[tuple[float, float, float]] = []
    seconds: list[float] = []
    known: dict[str, Clock | None] = {}
    nothing = (np.nan, np.nan, np.nan)
    missing = 1.0 if first_day else MIDDLE_OF_WEEK if family.by_week else MIDDLE_OF_MONTH
    year, middle, last = family.slots
    named, timed = family.by_name, family.timed
    for row, cell in enumerate(cells):
        if row % _OFTEN == 0:
            task.check()
        match = family.matches(cell)
        if match is None:
            kept.append(nothing)
            seconds.append(0.0)
            continue
        a, b, c = match.group(year, middle, last)
        second = float((month_of(b) if named else int(b)) if middle else 1)
        kept.append((float(a), second, float(c) if last else missing))
        text = match.group("clock") if timed else None
        if text is not None and text not in known:
            known[text] = read_clock(text)
        clock = None if text is None else known[text]
        seconds.append(0.0 if text is None else np.nan if clock is None else clock.seconds)
    numbers = np.array(kept, dtype=float).reshape(-1, 3)
    matched = ~np.isnan(numbers[:, 0])
    clocks = tuple(clock for clock in known.values() if clock is not None)
    return Cut(family, numbers, np.array(seconds, dtype=float), matched, missing, clocks)


def days_of(numbers: Floats, order: str, family: Family, missing: float) -> Floats:
    """Whole days since 1970-01-01 when the numbers stand in this order; NaN where none is.

    ``missing`` is the day of the month where none is written.
    """
    if order == YEAR_MONTH:
        year, month = numbers[:, 0] * 100 + numbers[:, 1], numbers[:, 2]
        day = np.full_like(year, missing)
    else:
        year, month, day = (numbers[:, place] for place in ORDERS[order])
    year = full_year(year) if family.short or family.name == "DD Mon YY" else year
    if family.by_week:
        return days_of_week(year, numbers[:, 1], numbers[:, 2])
    if family.by_doy:
        return days_of_year(year, numbers[:, 2])
    fine = (year >= family.years[0]) & (year <= family.years[1])
    return np.asarray(np.where(fine, calendar_days(year, month, day), np.nan))

"""Cells cut into the numbers of dates, a family at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.task import QUIET, Task
from gpstudio.data.dates.clock import Clock, read_clock
from gpstudio.data.dates.days import (
    MIDDLE_OF_MONTH,
    MIDDLE_OF_WEEK,
    calendar_days,
    days_of_week,
    days_of_year,
    full_year,
)
from gpstudio.data.dates.families import ORDERS, Family
from gpstudio.data.dates.months import month_of
from gpstudio.data.decisions import YEAR_MONTH
from gpstudio.data.series import SECONDS
from gpstudio.data.texts import Texts

_OFTEN = 20_000


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

    def days(self, order: str, less: int = 0) -> Floats:
        """Days since 1970-01-01 when the numbers stand in this order; NaN where no such day is.

        ``less`` is taken from the years of another calendar.
        """
        found = days_of(self.numbers, order, self.family, self.missing, less)
        found = found + self.seconds / SECONDS
        return np.asarray(np.where(self.matched, found, np.nan))


def cut(
    family: Family, cells: Sequence[str] | Texts, task: Task = QUIET, first: bool = False
) -> Cut:
    """``first`` puts months and weeks on their first day, and not in their middle."""
    middle = MIDDLE_OF_WEEK if family.by_week else MIDDLE_OF_MONTH
    missing = 1.0 if first else middle
    known: dict[str, Clock | None] = {}
    numbers, seconds = [np.zeros((0, 3))], [np.zeros(0)]
    for start in range(0, len(cells), _OFTEN):
        task.check()
        some = _cut_some(family, cells[start : start + _OFTEN], missing, known)
        numbers.append(some[:, :3])
        seconds.append(some[:, 3])
    found = np.concatenate(numbers)
    clocks = tuple(clock for clock in known.values() if clock is not None)
    matched = ~np.isnan(found[:, 0])
    return Cut(family, found, np.concatenate(seconds), matched, missing, clocks)


def _cut_some(
    family: Family, cells: Iterable[str], missing: float, known: dict[str, Clock | None]
) -> Floats:
    """Per cell the three numbers and the seconds; ``known`` keeps what each time of day says."""
    rows: list[tuple[float, float, float, float]] = []
    nothing = (np.nan, np.nan, np.nan, 0.0)
    year, middle, last = family.slots
    named, timed = family.by_name, family.timed
    for cell in cells:
        match = family.matches(cell)
        if match is None:
            rows.append(nothing)
            continue
        a, b, c = match.group(year, middle, last)
        second = (month_of(b) if named else int(b)) if middle else 1
        text = match.group("clock") if timed else None
        if text is not None and text not in known:
            known[text] = read_clock(text)
        clock = None if text is None else known[text]
        of_day = 0.0 if text is None else np.nan if clock is None else clock.seconds
        rows.append((int(a), second, int(c) if last else missing, of_day))
    return np.array(rows, dtype=float).reshape(-1, 4)


def days_of(numbers: Floats, order: str, family: Family, missing: float, less: int) -> Floats:
    """Whole days since 1970-01-01 when the numbers stand in this order; NaN where none is.

    ``missing`` is the day of the month where none is written.
    """
    if order == YEAR_MONTH:
        year, month = numbers[:, 0] * 100 + numbers[:, 1], numbers[:, 2]
        day = np.full_like(year, missing)
    else:
        year, month, day = (numbers[:, place] for place in ORDERS[order])
    year = full_year(year) if family.short or family.name == "DD Mon YY" else year
    year = year - less
    if family.by_week:
        return days_of_week(year, numbers[:, 1], numbers[:, 2])
    if family.by_doy:
        return days_of_year(year, numbers[:, 2])
    fine = (year >= family.years[0]) & (year <= family.years[1])
    return np.asarray(np.where(fine, calendar_days(year, month, day), np.nan))

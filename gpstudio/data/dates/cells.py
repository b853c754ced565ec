"""Cells cut into the numbers of dates, a family at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.task import QUIET, Task
from gpstudio.data.columns.arena import Arena, Cells
from gpstudio.data.dates.clock import TimeOfDay, read_clock
from gpstudio.data.dates.days import (
    MIDDLE_OF_MONTH,
    MIDDLE_OF_WEEK,
    calendar_days,
    days_of_week,
    days_of_year,
    full_year,
)
from gpstudio.data.dates.families import ORDERS, DateFamily
from gpstudio.data.dates.months import month_of
from gpstudio.data.decisions import YEAR_MONTH
from gpstudio.data.series import SECONDS

_OFTEN = 20_000
FIRST = 1.0
STAMPS = {"YYYY-MM-DD": 0, "DD/MM/YYYY": 1, "YYYYMMDD": 2, "YYYYMMDDThhmmss": 3}
"""The families that ``stamps`` knows, and by which number."""


@dataclass(frozen=True, eq=False)
class Cut:
    """The cells of a column under one family."""

    family: DateFamily
    matched: Flags
    clocks: tuple[TimeOfDay, ...]
    """Times of day that occur: each zone by name, and of the others one of each kind."""
    known: Mapping[tuple[str, int], Floats]
    again: Callable[[str, int], Cut]

    def days(self, order: str, less: int = 0) -> Floats:
        """Days since 1970-01-01 when the numbers stand in this order; NaN where no such day is.

        ``less`` is taken from the years of another calendar. What is seldom asked for is worked out
        then, since a column may be millions of cells.
        """
        wanted = (order, less)
        return self.known[wanted] if wanted in self.known else self.again(*wanted).known[wanted]


def cut(family: DateFamily, cells: Cells, task: Task = QUIET, first: bool = False) -> Cut:
    """``first`` puts months and weeks on their first day, and not in their middle."""
    return _cut(family, cells, task, first, family.orders, 0)


def _cut(
    family: DateFamily, cells: Cells, task: Task, first: bool, orders: Sequence[str], less: int
) -> Cut:
    middle = MIDDLE_OF_WEEK if family.by_week else MIDDLE_OF_MONTH
    missing = FIRST if first else middle
    clocks: dict[str, TimeOfDay | None] = {}
    matched = np.empty(len(cells), dtype=np.bool_)
    days = {(order, less): np.empty(len(cells)) for order in orders}
    for start in range(0, len(cells), _OFTEN):
        task.check()
        part = slice(start, start + _OFTEN)
        found = _cut_some(family, cells[part], missing, clocks)
        matched[part] = ~np.isnan(found[:, 0])
        for order in orders:
            whole = days_of(found, order, family, missing, less)
            days[order, less][part] = whole + found[:, 3] / SECONDS
    return Cut(
        family,
        matched,
        tuple(clock for clock in clocks.values() if clock is not None),
        days,
        lambda order, less: _cut(family, cells, task, first, (order,), less),
    )


def _cut_some(
    family: DateFamily, cells: Cells, missing: float, known: dict[str, TimeOfDay | None]
) -> Floats:
    """Per cell the three numbers, as they stand, and the seconds of the day, moved to UTC.

    What is not there is 1, or ``missing`` where it is the day. ``known`` keeps what times of day
    say.
    """
    if not isinstance(cells, Arena) or family.name not in STAMPS:
        return _matched(family, cells, missing, known)
    # numba, which the first paint must not await
    from gpstudio.data.dates.stamps import KINDS_OF_CLOCKS, cut_stamps

    rows = np.empty((len(cells), 4))
    examples = np.full(KINDS_OF_CLOCKS, -1, dtype=np.int64)
    left = np.empty(len(cells), dtype=np.int64)
    look = STAMPS[family.name]
    many = cut_stamps(cells.letters, cells.starts, cells.ends, look, rows, examples, left)
    others = np.concatenate([left[:many], examples[examples >= 0]])
    rows[others] = _matched(family, cells[others], missing, known)
    return rows


def _matched(
    family: DateFamily, cells: Iterable[str], missing: float, known: dict[str, TimeOfDay | None]
) -> Floats:
    """The same by the family's pattern: the definition."""
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


def days_of(numbers: Floats, order: str, family: DateFamily, missing: float, less: int) -> Floats:
    """Whole days since 1970-01-01 when the numbers stand in this order; NaN where none is.

    ``missing`` is the day of the month where none is written.
    """
    if order == YEAR_MONTH:
        year, month = numbers[:, 0] * 100 + numbers[:, 1], numbers[:, 2]
        day = np.full_like(year, missing)
    else:
        year, month, day = (numbers[:, place] for place in ORDERS[order])
    year = full_year(year) if family.two_digits else year
    year = year - less
    if family.by_quarter:
        month = 3.0 * month - (2.0 if missing == FIRST else 1.0)
    if family.by_week:
        return days_of_week(year, numbers[:, 1], numbers[:, 2])
    if family.by_doy:
        return days_of_year(year, numbers[:, 2])
    fine = (year >= family.years[0]) & (year <= family.years[1])
    return np.asarray(np.where(fine, calendar_days(year, month, day), np.nan))

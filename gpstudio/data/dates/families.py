"""The ways people write dates: a further way is a further line in ``FAMILIES``.

A family is a pattern that cuts a cell into numbers; an order says which of the numbers is the day.
Everything here looks at single cells; what a column means is decided in ``dates``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.task import QUIET, Task
from gpstudio.data.decisions import DAY_FIRST, MONTH_FIRST, YEAR_FIRST
from gpstudio.data.series import SECONDS
from gpstudio.data.texts import Texts

_ORDERS = {DAY_FIRST: (2, 1, 0), MONTH_FIRST: (2, 0, 1), YEAR_FIRST: (0, 1, 2)}
"""Where year, month and day stand among the three numbers of a date."""

_TIME = (
    r"(?:[T ] *(?P<hh>\d{1,2}):(?P<mm>\d{2})(?::(?P<ss>\d{2}(?:[.,]\d{1,9})?))?"
    r" *(?P<half>[AaPp][Mm])? *(?P<zone>[Zz]|UTC|GMT|[+-]\d{2}:?\d{2})?)?"
)
_LONGEST = 48
_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]


@dataclass(frozen=True)
class Family:
    """Dates of one look. ``digits`` marks those that could as well be plain numbers."""

    name: str
    pattern: re.Pattern[str]
    orders: tuple[str, ...] = (YEAR_FIRST,)
    digits: bool = False

    @property
    def short(self) -> bool:
        """True when years have two digits."""
        return len(self.orders) == 3

    def matches(self, cell: str) -> re.Match[str] | None:
        # No date is longer, and no pattern shall wander through a cell of a megabyte.
        return self.pattern.fullmatch(cell) if len(cell) <= _LONGEST else None


def _family(name: str, pattern: str, *orders: str, digits: bool = False) -> Family:
    return Family(name, re.compile(pattern, re.ASCII), orders or (YEAR_FIRST,), digits)


FAMILIES = (
    _family(
        "YYYY-MM-DD", r"(?P<a>\d{4})(?P<sep>[-/.])(?P<b>\d{1,2})(?P=sep)(?P<c>\d{1,2})" + _TIME
    ),
    _family(
        "YYYYMMDD",
        r"(?P<a>\d{4})(?P<b>\d{2})(?P<c>\d{2})"
        r"(?:T?(?P<hh>\d{2})(?:(?P<mm>\d{2})(?P<ss>\d{2})?)?(?P<zone>Z)?)?",
        digits=True,
    ),
    _family("YYYY-DDD", r"(?P<a>\d{4})-(?P<doy>\d{3})"),
    _family("YYYYDDD", r"(?P<a>\d{4})(?P<doy>\d{3})", digits=True),
    _family(
        "DD/MM/YYYY",
        r"(?P<a>\d{1,2})(?P<sep>[-/.])(?P<b>\d{1,2})(?P=sep)(?P<c>\d{4})" + _TIME,
        DAY_FIRST,
        MONTH_FIRST,
    ),
    _family(
        "DD/MM/YY",
        r"(?P<a>\d{1,2})(?P<sep>[-/.])(?P<b>\d{1,2})(?P=sep)(?P<c>\d{2})" + _TIME,
        DAY_FIRST,
        MONTH_FIRST,
        YEAR_FIRST,
    ),
    _family("Mon DD, YYYY", r"(?P<month>[A-Za-z]{3,9})\.? (?P<c>\d{1,2}),? (?P<a>\d{4})" + _TIME),
    _family(
        "DD Mon YYYY",
        r"(?P<c>\d{1,2})(?P<sep>[- ])(?P<month>[A-Za-z]{3,9})(?P=sep)(?P<a>\d{4})" + _TIME,
    ),
)
"""A further way to write dates is a further line here."""


@dataclass(frozen=True, eq=False)
class Parts:
    numbers: Integers
    """Per cell the three numbers of a date; with a day of the year: year, 1, day."""
    seconds: Floats
    """Of the day, moved to UTC."""
    matched: Flags
    family: Family


def cut(family: Family, cells: Texts, task: Task = QUIET) -> Parts:
    numbers = np.zeros((len(cells), 3), dtype=np.int64)
    seconds = np.zeros(len(cells))
    matched = np.zeros(len(cells), dtype=np.bool_)
    timed = "hh" in family.pattern.groupindex
    for row, cell in enumerate(cells):
        if row % 50_000 == 0:
            task.check()
        match = family.matches(cell)
        if match is None:
            continue
        part = match.groupdict()
        month = part.get("month")
        middle = _month(month) if month else int(part.get("b") or 1)
        numbers[row] = int(part["a"]), middle, int(part.get("c") or part["doy"])
        matched[row] = True
        if timed and part["hh"] is not None:
            seconds[row] = _seconds(part)
    if family.digits:
        # Years out of this range are identifiers and epoch seconds, not dates.
        matched &= (numbers[:, 0] >= 1800) & (numbers[:, 0] < 2200)
    return Parts(numbers, seconds, matched, family)


def _seconds(part: dict[str, str | None]) -> float:
    """Seconds of the day in UTC; NaN for a time that no clock shows."""
    hours, minutes = int(part["hh"] or 0), int(part["mm"] or 0)
    seconds = float((part["ss"] or "0").replace(",", "."))
    half = (part.get("half") or "").lower()
    if half and not 1 <= hours <= 12:
        return np.nan
    if half:
        hours = hours % 12 + (12 if half == "pm" else 0)
    if hours > 23 or minutes > 59 or seconds >= 60:
        return np.nan
    zone = (part.get("zone") or "").replace(":", "")
    offset = 0
    if zone[:1] in ("+", "-"):
        offset = (int(zone[1:3]) * 60 + int(zone[3:5])) * (-60 if zone[0] == "-" else 60)
    return hours * 3600 + minutes * 60 + seconds - offset


def _month(name: str) -> int:
    """1 to 12 by an English name or a beginning of it; 0 for any other word."""
    small = name.lower()
    return next((n for n, full in enumerate(_MONTHS, start=1) if full.startswith(small)), 0)


def days_under(parts: Parts, order: str) -> Floats:
    """Days since 1970-01-01 when the numbers stand in this order; NaN where no such day is."""
    year, month, day = (parts.numbers[:, place] for place in _ORDERS[order])
    by_doy = "doy" in parts.family.pattern.groupindex
    if parts.family.short:
        year = year + np.where(year < 69, 2000, 1900)
    start = (year - 1970) * 12 + np.clip(month, 1, 12) - 1
    months = start.astype("datetime64[M]")
    first = months.astype("datetime64[D]").astype(np.int64)
    after = (months + (12 if by_doy else 1)).astype("datetime64[D]").astype(np.int64)
    fine = parts.matched & (month >= 1) & (month <= 12) & (year >= 1)
    fine &= (day >= 1) & (day <= after - first)
    return np.asarray(np.where(fine, first + day - 1 + parts.seconds / SECONDS, np.nan))

"""The ways people write dates: a further way is a further line in ``FAMILIES``.

A family is a pattern that cuts a cell into numbers; an order says which of the numbers is the day.
What a column of such cells means is decided in ``column``; numbers that count days or seconds are
the business of ``counts``. Patterns are compiled when a cell is first looked at: the window starts
with this module, and is asked for a date later.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal, TypeAlias

from gpstudio.data.dates.clock import CLOCK
from gpstudio.data.dates.months import LETTERS, WEEKDAYS, month_of
from gpstudio.data.decisions import DAY_FIRST, MONTH_FIRST, SWAPPED, YEAR_FIRST, YEAR_MONTH

ORDERS = {
    DAY_FIRST: (2, 1, 0),
    MONTH_FIRST: (2, 0, 1),
    YEAR_FIRST: (0, 1, 2),
    SWAPPED: (0, 2, 1),
}
"""Where year, month and day stand among the three numbers of a date."""

Look: TypeAlias = Literal["plain", "digits", "inside"]
"""Plain dates are nothing else; digits could be any number, and what stands inside an identifier
any part of it: of both the name of the column must say that they are dates."""

Span: TypeAlias = Literal["day", "week", "month", "quarter"]
"""What a date names."""

_LONGEST = {"plain": 64, "digits": 20, "inside": 160}
"""No date is longer, and no pattern shall wander through a cell of a megabyte."""


@dataclass(frozen=True)
class DateFamily:
    """Dates of one look."""

    name: str
    text: str
    """Of the pattern."""
    orders: tuple[str, ...] = (YEAR_FIRST,)
    look: Look = "plain"
    years: tuple[int, int] = (1800, 2200)
    """Outside of these, numbers are identifiers."""
    in_a_row: bool = False
    """Whether the numbers could be anything else, unless they are years in a row, with months."""

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self.text, re.IGNORECASE if "month" in self.text else re.ASCII)

    @cached_property
    def slots(self) -> tuple[str | int, ...]:
        """The groups of the three numbers; 0, the whole match, for one that is not there."""
        known = self.pattern.groupindex
        middle = next((slot for slot in ("b", "month", "week", "quarter") if slot in known), 0)
        last = next((slot for slot in ("c", "doy", "weekday") if slot in known), 0)
        return ("a", middle, last)

    @property
    def short(self) -> bool:
        """True when years may have two digits, and stand at either end."""
        return len(self.orders) > 2

    @property
    def two_digits(self) -> bool:
        """True when years may have two digits."""
        return self.short or re.search(r"(?<!Y)YY(?!Y)", self.name) is not None

    @property
    def by_name(self) -> bool:
        """True when months are words."""
        return "month" in self.pattern.groupindex

    @property
    def by_doy(self) -> bool:
        return "doy" in self.pattern.groupindex

    @property
    def by_week(self) -> bool:
        return "week" in self.pattern.groupindex

    @property
    def by_quarter(self) -> bool:
        return "quarter" in self.pattern.groupindex

    @property
    def span(self) -> Span:
        if self.by_quarter:
            return "quarter"
        if self.by_week:
            return "day" if "weekday" in self.pattern.groupindex else "week"
        return "day" if self.by_doy or "c" in self.pattern.groupindex else "month"

    @property
    def timed(self) -> bool:
        return "clock" in self.pattern.groupindex

    def matches(self, cell: str) -> re.Match[str] | None:
        return self.pattern.fullmatch(cell) if len(cell) <= _LONGEST[self.look] else None

    def reads(self, cell: str) -> bool:
        """Whether a cell has this look, and its word, where it wants one, is a month."""
        found = self.matches(cell)
        return found is not None and (not self.by_name or bool(month_of(found["month"])))

    @property
    def may_be_days(self) -> bool:
        """True for "10-Jan", which is a day as well where its number can be one."""
        return self.in_a_row and self.pattern.groupindex["a"] < self.pattern.groupindex["month"]


def _family(
    name: str,
    pattern: str,
    *orders: str,
    look: Look = "plain",
    years: tuple[int, int] = (1800, 2200),
    in_a_row: bool = False,
) -> DateFamily:
    return DateFamily(name, pattern, orders or (YEAR_FIRST,), look, years, in_a_row)


_TIME = "(?:[T_ ,:] *(?P<clock>" + re.sub(r"\?P<\w+>", "", CLOCK) + "))?"
_PACKED = r"(?P<clock>\d{2}(?:\d{2}(?:\d{2})?)?Z?)"
_WORD = rf"(?P<month>[{LETTERS}]{{3,13}})\.?"
_YEAR = r"(?P<a>\d{4})"
_MARK = r"(?P<sep>[-/._ ])"
_WEEK = r"(?i:kw|cw|wk|week|woche|semana|semaine)[. ]?"
_POINT_ZERO = r"(?:\.0*)?"
"""What whole numbers get that passed through a column of fractions."""
_MODERN = r"(?P<a>(?:19|20)\d{2})"
_MONTH = r"(?P<b>0[1-9]|1[0-2])"
_DAY = r"(?P<c>0[1-9]|[12]\d|3[01])"

DAY_AND_MONTH = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?P<c>\d{1,2})(?:st|nd|rd|th|er|º|°|\.)?[-/ _]? *(?:de )?" + _WORD,
        _WORD + r"[-/ _]? *(?P<c>\d{1,2})(?:st|nd|rd|th)?",
    )
)
"""Days of a year that the cell does not say."""

FAMILIES = (
    _family(
        "YYYY-MM-DD",
        _YEAR + r"(?P<sep>[-/._ ])(?P<b>\d{1,2})(?P=sep)(?P<c>\d{1,2})" + _TIME,
        years=(1, 9999),
    ),
    _family("YYYY-DDD", _YEAR + r"(?P<sep>[-/_])(?P<doy>\d{3})" + _TIME),
    _family("YYYY-Www-D", _YEAR + r"-?W(?P<week>\d{2})-?(?P<weekday>[1-7])"),
    _family("YYYY-Www", _YEAR + r"-?W(?P<week>\d{2})"),
    _family("Www/YYYY", _WEEK + r"(?P<week>\d{1,2})[-/. ]" + _YEAR),
    _family("YYYY Www", _YEAR + r"[-/. ]" + _WEEK + r"(?P<week>\d{1,2})"),
    _family(
        "DD/MM/YYYY",
        r"(?P<a>\d{1,2})"
        + _MARK
        + r"(?P<b>\d{1,2})(?P=sep)(?P<c>[1-9]\d{3}|\d{2}(?=$|[T_ ,:]))"
        + _TIME,
        DAY_FIRST,
        MONTH_FIRST,
        YEAR_FIRST,
        years=(1, 9999),
    ),
    _family(
        "YYYYMMDDThhmmss",
        r"(?P<a>\d{4})(?P<b>\d{2})(?P<c>\d{2})[T_]" + _PACKED,
    ),
    _family(
        "Mon DD, YYYY",
        WEEKDAYS + _WORD + r"[- ] *(?P<c>\d{1,2})(?:st|nd|rd|th)?,?[- ] *" + _YEAR + _TIME,
    ),
    _family(
        "Mon DD hh:mm:ss YYYY",
        WEEKDAYS
        + _WORD
        + r" +(?P<c>\d{1,2}) +(?P<clock>\d{1,2}:\d{2}(?::\d{2})?(?: [A-Z]{2,5})?) +"
        + _YEAR,
    ),
    _family(
        "DD Mon YYYY",
        WEEKDAYS
        + r"(?P<c>\d{1,2})(?:st|nd|rd|th|er|º|°|\.)?(?P<sep>[-/ _]?) *(?:de )?"
        + _WORD
        + r",?[-/ _]? *(?:de )?"
        + _YEAR
        + _TIME,
    ),
    _family(
        "DD Mon YY",
        r"(?P<c>\d{1,2})(?P<sep>[-/ ])" + _WORD + r"(?P=sep)(?P<a>\d{2})" + _TIME,
    ),
    _family(
        "YYYY Mon DD",
        _YEAR + r"(?P<sep>[-/ _]?)" + _WORD + r"[-/ _]?(?P<c>\d{1,2})" + _TIME,
    ),
    _family("Mon YYYY", _WORD + r"(?:,? (?:de )?|[-/_])?" + _YEAR),
    _family("Mon YY", _WORD + r"(?P<sep>[-/ ]?)['’]?(?P<a>\d{2})", in_a_row=True),
    _family("YY Mon", r"['’]?(?P<a>\d{2})(?P<sep>[-/ ]?)" + _WORD, in_a_row=True),
    _family("YYYY Qn", _YEAR + r"(?P<sep>[-/_ ]?)[Qq](?P<quarter>[1-4])"),
    _family("Qn YYYY", r"[Qq](?P<quarter>[1-4])(?P<sep>[-/_ ]?)" + _YEAR),
    _family("YYYY Mon", _YEAR + r"[-/_ ]?" + _WORD),
    _family(
        "YYYYMMDD",
        r"(?P<a>\d{4})(?P<b>\d{2})(?P<c>\d{2})" + _PACKED + "?" + _POINT_ZERO,
        look="digits",
    ),
    _family("YYYYDDD", r"(?P<a>\d{4})(?P<doy>\d{3})" + _POINT_ZERO, look="digits"),
    _family(
        "DDMMYYYY",
        r"(?P<a>\d{1,2})(?P<b>\d{2})(?P<c>\d{4})" + _POINT_ZERO,
        DAY_FIRST,
        MONTH_FIRST,
        look="digits",
        years=(1900, 2100),
    ),
    _family(
        "YYYYMM",
        r"(?P<a>\d{2})(?P<b>\d{2})(?P<c>\d{2})" + _POINT_ZERO,
        YEAR_MONTH,
        YEAR_FIRST,
        DAY_FIRST,
        MONTH_FIRST,
        look="digits",
        years=(1900, 2100),
    ),
    _family("YYYY-MM", _YEAR + r"(?P<sep>[-/_])(?P<b>\d{1,2})", look="digits"),
    _family("MM/YYYY", r"(?P<b>\d{1,2})(?P<sep>[-/._])" + _YEAR, look="digits"),
    _family(
        "AYYYYDDD", r"(?:.*?[^A-Z0-9])??A" + _MODERN + r"(?P<doy>\d{3})(?!\d).*", look="inside"
    ),
    _family(
        "YYYYMMDD in an identifier",
        r"(?:.*?\D)??" + _MODERN + _MONTH + _DAY + r"(?:T(?P<clock>\d{6}))?(?!\d).*",
        look="inside",
    ),
    _family(
        "YYYY-MM-DD in an identifier",
        r"(?:.*?\D)??" + _MODERN + r"(?P<sep>[-_])" + _MONTH + "(?P=sep)" + _DAY + r"(?!\d).*",
        look="inside",
    ),
    _family(
        "YYYYDDD in a scene of Landsat",
        r"L[A-Z]\d\d{6}" + _MODERN + r"(?P<doy>\d{3})[A-Z]{3}\d{2}.*",
        look="inside",
    ),
)
"""A further way to write dates is a further line here; of those that read as much, the first."""

_FRACTION = re.compile(r"[+-]?0?[.,]\d+", re.ASCII)
"""What most cells of an index are; thousands of columns of them are looked at."""


@cache
def _any() -> re.Pattern[str]:
    """All families in one."""
    bare = (re.sub(r"\?P<\w+>", "", family.text) for family in FAMILIES)
    pattern = "|".join(re.sub(r"\(\?P=\w+\)", r"[-/._ ]?", text) for text in bare)
    return re.compile(pattern, re.IGNORECASE)


def may_be_date(cell: str) -> bool:
    """A quick look that lets all dates through and few others."""
    if not 6 <= len(cell) <= _LONGEST["inside"] or _FRACTION.fullmatch(cell):
        return False
    return _any().fullmatch(cell) is not None

"""Numbers that count towards a date: decimal years, serials of spreadsheets, Unix times.

A further way is a further line in ``COUNTS``. Which way a column counts shows in its size; where
two ways come to sensible dates, as the two bases of Excel do, it is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.task import QUIET, Task
from gpstudio.data.columns.arena import Cells
from gpstudio.data.columns.numbers import read_numbers
from gpstudio.data.dates.asking import count_decision
from gpstudio.data.dates.days import MIDDLE_OF_MONTH, calendar_days, days_of_year
from gpstudio.data.dates.names import name_words
from gpstudio.data.dates.reading import DateReading
from gpstudio.data.decisions import Decision
from gpstudio.data.texts import sample

SERIALS_1900, SERIALS_1904 = "serials 1900", "serials 1904"
DECIMAL_YEARS, PLAIN_NUMBERS = "decimal years", "plain numbers"
YEARS_AND_DAYS, YEARS_AND_MONTHS = "years and days", "years and months"
OF_A_FRACTION = (DECIMAL_YEARS, YEARS_AND_DAYS, YEARS_AND_MONTHS)
"""Years with something behind the point; whole years are plain numbers."""
_SHARE = 0.9


@dataclass(frozen=True)
class Count:
    """One way to count: what it makes of numbers, and between which it is sensible."""

    low: float
    high: float
    days: Callable[[Floats], Floats]
    stamp: bool = False
    """True for numbers so large that hardly anything else is meant."""

    def fits(self, numbers: Floats) -> Flags:
        """Which numbers are sensible; a fill value amid dates is none."""
        with np.errstate(invalid="ignore"):
            inside: Flags = np.asarray((numbers >= self.low) & (numbers <= self.high))
        if not inside.any():
            return inside  # as in most columns of numbers
        return np.asarray(inside & np.isfinite(self.days(np.where(inside, numbers, np.nan))))


def from_decimal_years(years: Floats) -> Floats:
    """2015.5 is the middle of 2015: a year is as long as it is, with 29 February or without."""
    whole = np.floor(years)
    ones = np.ones_like(whole)
    first = calendar_days(whole, ones, ones)
    length = calendar_days(whole + 1, ones, ones) - first
    return np.asarray(first + (years - whole) * length)


def _serials_1900(numbers: Floats) -> Floats:
    """Day 1 is 1900-01-01 and day 60 the 29 February 1900 that never was."""
    later = numbers + np.where(numbers < 60, 1.0, 0.0) - 25_569
    return np.asarray(np.where((numbers >= 60) & (numbers < 61), np.nan, later))


def _years_and(parts: float) -> Callable[[Floats], Floats]:
    """2015.035 as day 35 of 2015 (of 1000 parts), 2015.03 as March (of 100)."""

    def days(numbers: Floats) -> Floats:
        year = np.floor(numbers)
        part = (numbers - year) * parts
        whole = np.rint(part)
        part = np.where(np.abs(part - whole) < 1e-6 * parts, whole, np.nan)
        if parts == 1000:
            return days_of_year(year, part)
        return calendar_days(year, part, np.full_like(year, MIDDLE_OF_MONTH))

    return days


def _offset(zero: float, unit: float = 1.0) -> Callable[[Floats], Floats]:
    """Days from a count of ``unit`` to the day, whose ``zero`` is 1970-01-01."""

    def days(numbers: Floats) -> Floats:
        return np.asarray((numbers - zero) / unit)

    return days


COUNTS: dict[str, Count] = {
    SERIALS_1900: Count(20_000, 60_000, _serials_1900),
    SERIALS_1904: Count(18_538, 58_538, _offset(24_107)),
    "days since 1970": Count(3_652, 25_567, _offset(0)),
    "modified Julian days": Count(51_544, 66_154, _offset(40_587)),
    "Julian days": Count(2_433_282, 2_469_807, _offset(2_440_587.5)),
    DECIMAL_YEARS: Count(1_800, 2_200, from_decimal_years),
    YEARS_AND_DAYS: Count(1_800, 2_200, _years_and(1000)),
    YEARS_AND_MONTHS: Count(1_800, 2_200, _years_and(100)),
    "Unix seconds": Count(1e8, 4.2e9, _offset(0, 86_400), True),
    "Unix milliseconds": Count(1e11, 4.2e12, _offset(0, 86_400e3), True),
    "Unix microseconds": Count(1e14, 4.2e15, _offset(0, 86_400e6), True),
    "Unix nanoseconds": Count(1e17, 4.2e18, _offset(0, 86_400e9), True),
}


def sensible_counts(numbers: Floats, words: frozenset[str]) -> list[str]:
    """The ways that put nearly all numbers on a sensible date; a name that speaks of one wins."""
    said = numbers[np.isfinite(numbers)]
    if not said.size:
        return []
    found = [way for way, count in COUNTS.items() if count.fits(said).mean() >= _SHARE]
    if (said == np.rint(said)).all():
        found = [way for way in found if way not in OF_A_FRACTION]
    meant = [way for way in found if not _WORDS.get(way, frozenset()).isdisjoint(words)]
    return meant or found


_EXCEL = frozenset({"excel", "serial"})
_WORDS = {
    SERIALS_1900: _EXCEL,
    SERIALS_1904: _EXCEL,
    "modified Julian days": frozenset({"mjd"}),
    "days since 1970": frozenset({"epoch", "unix", "1970"}),
}


_LARGE = re.compile(r"(?<![.,\d])\d{4}|\d[.,]\d{3}(?!\d)|\d[eE]", re.ASCII)
"""What may be a number of a thousand or more."""


def read_counts(
    name: str, cells: Cells, answers: Mapping[str, str], task: Task = QUIET
) -> DateReading | None:
    """The cells as numbers that count towards a date; None where no way is sensible."""
    words, answer = frozenset(name_words(name)), answers.get("numbers")
    few = sample(cells, 25)
    if answer is None and not any(_LARGE.search(cell) for cell in few):
        return None
    some = read_numbers(name, few, answers.get("decimal"))
    if some.share < _SHARE or not (answer or sensible_counts(some.values, words)):
        return None
    numbers = read_numbers(name, cells, answers.get("decimal"), task)
    offered = ways = sensible_counts(numbers.values, words)
    if answer in COUNTS:
        ways = [answer]
    if numbers.share < _SHARE or not ways:
        return None
    sensible = np.logical_or.reduce([COUNTS[way].fits(numbers.values) for way in ways])
    values = numbers.values if answer in COUNTS else np.where(sensible, numbers.values, np.nan)
    days = {way: COUNTS[way].days(values) for way in ways}
    row = int(np.argmax(np.isfinite(values)))
    dates = {way: float(days[way][row]) for way in ways}
    decisions = [count_decision(name, str(cells[row]), dates, (*offered, PLAIN_NUMBERS))]
    if numbers.question is not None:
        decisions.append(Decision.asking(numbers.question))
    return DateReading(days[ways[0]], ways[0], "count", tuple(decisions))

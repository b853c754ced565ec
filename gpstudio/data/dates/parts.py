"""Dates that are spread over columns: year and day of the year, date and hour, and the like.

A further way is a line in ``BASES``: the parts it needs, and the days they come to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.task import QUIET, Task
from gpstudio.data.columns.coded import Coded
from gpstudio.data.columns.numbers import read_numbers
from gpstudio.data.dates.asking import doy_decision, period_decision, zone_decisions
from gpstudio.data.dates.clock import TimeOfDay, read_clock
from gpstudio.data.dates.column import read_dates
from gpstudio.data.dates.days import (
    MIDDLE_OF_MONTH,
    MIDDLE_OF_WEEK,
    calendar_days,
    days_of_week,
    days_of_year,
)
from gpstudio.data.dates.families import DAY_AND_MONTH
from gpstudio.data.dates.months import month_of
from gpstudio.data.dates.reading import Times
from gpstudio.data.decisions import FIRST_DAY, FROM_ZERO, Decision
from gpstudio.data.series import SECONDS
from gpstudio.data.texts import Texts
from gpstudio.translation import tr

Values: TypeAlias = Mapping[str, Floats]
"""What each part says, one number per row; NaN where it says none."""


def _whole(year: Floats) -> Floats:
    fine = (year >= 1800) & (year <= 2200) & (year == np.floor(year))
    return np.asarray(np.where(fine, year, np.nan))


def _year_and_month(values: Values, first: bool) -> Floats:
    year = _whole(values["year"])
    day = np.full_like(year, 1.0 if first else MIDDLE_OF_MONTH)
    return calendar_days(year, values["month"], day)


def _year_and_week(values: Values, first: bool) -> Floats:
    year = _whole(values["year"])
    weekday = np.full_like(year, 1.0 if first else MIDDLE_OF_WEEK)
    return days_of_week(year, values["week"], weekday)


BASES: dict[frozenset[str], Callable[[Values, bool], Floats]] = {
    frozenset({"year", "month", "day"}): lambda values, _: calendar_days(
        _whole(values["year"]), values["month"], values["day"]
    ),
    frozenset({"year", "doy"}): lambda values, _: days_of_year(
        _whole(values["year"]), values["doy"]
    ),
    frozenset({"year", "daymonth"}): lambda values, _: calendar_days(
        _whole(values["year"]), values["daymonth"] // 100, values["daymonth"] % 100
    ),
    frozenset({"date"}): lambda values, _: np.floor(values["date"]),
    frozenset({"year", "week"}): _year_and_week,
    frozenset({"year", "month"}): _year_and_month,
}
"""In the order of preference; the flag puts months and weeks on their first day."""

FINE = frozenset({"day", "doy", "daymonth"})
"""Parts that name a day."""

CLOCKS = (frozenset({"clock"}), frozenset({"hour", "minute"}), frozenset({"hour"}))
"""Parts that may stand beside any base: the time of the day."""

_SPANS = {frozenset({"year", "month"}): "month", frozenset({"year", "week"}): "week"}


def base_of(parts: frozenset[str]) -> frozenset[str] | None:
    """The base among parts that together tell a time, each needed; None where they do not."""
    rest = {base: parts - base for base in BASES if base <= parts}
    return next((base for base, more in rest.items() if not more or more in CLOCKS), None)


def read_parts(
    parts: Sequence[str],
    names: Sequence[str],
    columns: Sequence[Coded],
    answers: Mapping[str, str],
    task: Task = QUIET,
) -> Times | None:
    """The columns, each of which holds the part in the same place."""
    base = base_of(frozenset(parts))
    if base is None:
        return None
    values: dict[str, Floats] = {}
    decisions: list[Decision] = []
    forms: list[str] = []
    blank: Flags = np.zeros(len(columns[0]), dtype=np.bool_)
    for part, name, column in zip(parts, names, columns, strict=True):
        task.check()
        found = _READ.get(part, _number)(name, column.cells, answers, task)
        values[part] = column.spread(found.values)
        decisions += found.decisions
        forms.append(found.form or part)
        if part in base:
            blank |= column.blank
        else:
            # The day is known where the hour is not.
            values[part] = np.where(column.blank, 0.0, values[part])
    first = answers.get("period") == FIRST_DAY
    days = BASES[base](values, first)
    if base in _SPANS:
        decisions.append(period_decision(_SPANS[base], answers.get("period")))
    seconds = values.get("clock", 0.0) + 60 * values.get("minute", 0.0) + values.get("hour", 0.0)
    when = np.where(blank, np.nan, days + seconds / SECONDS)
    return Times(when, blank, " + ".join(forms), True, tuple(decisions))


class _Found(NamedTuple):
    """What one part says, a number per distinct cell."""

    values: Floats
    decisions: Sequence[Decision] = ()
    form: str = ""
    """How it is written; empty for a plain number."""


def _number(name: str, cells: Texts, answers: Mapping[str, str], task: Task) -> _Found:
    return _Found(read_numbers(name, cells, answers.get("decimal"), task).values)


def _doy(name: str, cells: Texts, answers: Mapping[str, str], task: Task) -> _Found:
    days = _number(name, cells, answers, task).values
    decision = doy_decision(name, days, answers.get("doy"))
    if decision is not None and decision.chosen == FROM_ZERO:
        days = days + 1
    return _Found(days, () if decision is None else (decision,))


def _month(name: str, cells: Texts, answers: Mapping[str, str], task: Task) -> _Found:
    numbers = _number(name, cells, answers, task).values
    named = np.array([month_of(cell.rstrip(".")) or np.nan for cell in cells], dtype=float)
    return _Found(np.where(np.isnan(numbers), named, numbers))


def _day_and_month(name: str, cells: Texts, answers: Mapping[str, str], task: Task) -> _Found:
    days = np.array([day_and_month(cell) or np.nan for cell in cells], dtype=float)
    return _Found(days, form=tr("day and month"))


def day_and_month(cell: str) -> int:
    """Of "10-Jan" or "Jan 10" 110, the month's number before the day's; 0 for anything else."""
    if len(cell) > _LONGEST:
        return 0
    found = next((m for p in DAY_AND_MONTH if (m := p.fullmatch(cell.strip()))), None)
    month = month_of(found["month"]) if found else 0
    return 100 * month + int(found["c"]) if found and month else 0


def _date(name: str, cells: Texts, answers: Mapping[str, str], task: Task) -> _Found:
    dates = read_dates(name, cells, answers, task)
    if dates is None:
        return _Found(np.full(len(cells), np.nan))
    return _Found(dates.days, dates.decisions, dates.format)


def _clock(name: str, cells: Texts, answers: Mapping[str, str], task: Task) -> _Found:
    """Seconds of the day, from "13:30", "1330 UTC", 13 or 1330."""
    texts = [cell.removesuffix("UTC").removesuffix("GMT").strip() for cell in cells]
    packed = any(text.isdigit() and (len(text) == 4 or int(text) > 24) for text in texts)
    clocks = [_clock_of(text, packed) for text in texts]
    seconds = np.array([np.nan if c is None else c.seconds for c in clocks], dtype=float)
    said = [clock for clock in clocks if clock is not None]
    return _Found(seconds, zone_decisions(name, said, answers.get("zone")))


def _clock_of(text: str, packed: bool) -> TimeOfDay | None:
    """``packed`` numbers are 1330, others are hours that may have a fraction: 13.5."""
    number = _POINT.fullmatch(text)
    if number is None:
        return read_clock(text) if len(text) < _LONGEST else None
    hours, seconds = float(text), np.nan
    if packed:
        hours, minutes = divmod(hours, 100)
        hours = hours + minutes / 60 if minutes < 60 else np.nan
    if 0 <= hours <= 24:
        seconds = hours * 3600
    return TimeOfDay(float(np.rint(seconds * 1e3) / 1e3), "", 2)


_POINT = re.compile(r"\d{1,4}(?:\.\d{1,9})?", re.ASCII)
_LONGEST = 32


_READ: dict[str, Callable[[str, Texts, Mapping[str, str], Task], _Found]] = {
    "doy": _doy,
    "month": _month,
    "daymonth": _day_and_month,
    "date": _date,
    "clock": _clock,
    "hour": _clock,
}
"""The parts that are more than numbers."""

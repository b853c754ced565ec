"""Every row of the file is used or set aside with a reason, and the used ones become series.

The accounting is one array: per row the first reason that speaks against it. So rows in are rows
used plus rows set aside, by construction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.cells import Cells
from gpstudio.data.columns import Roles
from gpstudio.data.dates import Dates, read_dates
from gpstudio.data.decisions import Question, SetAside
from gpstudio.data.numbers import Numbers, read_numbers
from gpstudio.data.series import Series
from gpstudio.data.source import shown
from gpstudio.data.texts import is_missing

_FILLS = (-9999.0, -99999.0, -999.0, -32768.0)
"""What instruments and exports write for "nothing measured"."""
_MODIS_FILL = -3000.0


@dataclass(frozen=True, eq=False)
class Rows:
    """What came of all rows; no series while a question is open."""

    used: int
    set_aside: tuple[SetAside, ...]
    series: tuple[Series, ...]
    time_format: str
    value_format: str
    decimal: str
    questions: tuple[Question, ...]


class UnreadableError(Exception):
    """A column whose cells are mostly not what its role needs: ``row`` shows one of them."""

    def __init__(self, place: int, row: int | None, needed: str) -> None:
        super().__init__(needed)
        self.place, self.row, self.needed = place, row, needed


def read_rows(
    cells: Cells, roles: Roles, answers: Mapping[str, str], file: str, task: Task
) -> Rows:
    """Convert time and value on all rows, account for each, and cut the rest into series."""
    task.report("Reading the dates", 0.5)
    time = _time(cells, roles, answers, task)
    time_style = time.format if isinstance(time, Dates) else time.style.format
    questions = [q for q in (roles.question, time.question) if q is not None]
    value = None
    if roles.value is not None:
        task.report("Reading the values", 0.75)
        column = cells.columns[roles.value]
        value = read_numbers(cells.names[roles.value], column, answers.get("decimal"), task)
        _refuse_words(value.values, value.blank, roles.value, "numbers")
        if value.question is not None and value.question.about not in {q.about for q in questions}:
            questions.append(value.question)
    style = value.style if value is not None else None
    decimal, value_style = (style.decimal, style.format) if style else (".", "number")
    if value is None or questions:
        waiting = (SetAside("waiting for an answer", len(cells)),)
        return Rows(0, waiting, (), time_style, value_style, decimal, tuple(questions))
    set_aside, good = _account(cells, roles, time, value, file)
    task.report("Sorting the series", 0.9)
    task.check()
    days = time.days if isinstance(time, Dates) else time.values
    series = _series(cells, roles, days, value.values, good)
    return Rows(int(good.sum()), set_aside, series, time_style, value_style, decimal, ())


def _time(cells: Cells, roles: Roles, answers: Mapping[str, str], task: Task) -> Dates | Numbers:
    name, column = cells.names[roles.time], cells.columns[roles.time]
    if roles.dated:
        dates = read_dates(name, column, answers.get("date"), task)
        if dates is None:
            raise UnreadableError(roles.time, None, "dates")
        _refuse_words(dates.days, dates.blank, roles.time, "dates")
        return dates
    numbers = read_numbers(name, column, answers.get("decimal"), task)
    _refuse_words(numbers.values, numbers.blank, roles.time, "dates or numbers")
    return numbers


def _refuse_words(values: Floats, blank: Flags, place: int, needed: str) -> None:
    """A column that mostly does not read is the wrong column, not a column of faults."""
    unread = np.isnan(values) & ~blank
    if unread.sum() > np.isfinite(values).sum():
        raise UnreadableError(place, int(np.argmax(unread)), needed)
    if blank.all():
        raise UnreadableError(place, None, needed)


def _account(
    cells: Cells, roles: Roles, time: Dates | Numbers, value: Numbers, file: str
) -> tuple[tuple[SetAside, ...], Flags]:
    """The reasons with their counts, most frequent first, and the rows that are used."""
    when = "date" if isinstance(time, Dates) else "time"
    days = time.days if isinstance(time, Dates) else time.values
    reasons: list[tuple[str, Flags]] = [
        ("with more cells than the header", cells.surplus),
        (f"without a {when}", time.blank),
        (
            f"with an unreadable {when}" if when == "date" else "with an unreadable time",
            np.isnan(days),
        ),
        ("without a value", value.blank),
        ("with an unreadable value", np.isnan(value.values)),
    ]
    for fill in (*_FILLS, _MODIS_FILL):
        reasons.append((f"with the fill value {fill:.0f}", _fills(value.values, fill)))
    if roles.group is not None:
        nameless = np.array([is_missing(c) for c in cells.columns[roles.group]], dtype=np.bool_)
        reasons.append((f"without a name in column {shown(cells.names[roles.group])}", nameless))
    good = np.ones(len(cells), dtype=np.bool_)
    counts = []
    for reason, flags in reasons:
        hit = good & flags
        good &= ~flags
        if hit.any():
            counts.append(SetAside(reason, int(hit.sum())))
    counts.sort(key=lambda aside: -aside.count)
    if not good.any():
        listed = ", ".join(f"{a.count} {a.reason}" for a in counts)
        raise InputError(
            f"No row of {file} has both a {when} and a value ({listed}); choose other columns."
        )
    return tuple(counts), good


def _fills(values: Floats, fill: float) -> Flags:
    """Where a column holds its mark for "nothing measured": a number far from all readings."""
    hits = values == fill
    others = values[np.isfinite(values) & ~np.isin(values, (*_FILLS, _MODIS_FILL))]
    if not hits.any() or not others.size:
        return np.zeros(len(values), dtype=np.bool_)
    low, high = others.min(), others.max()
    if fill == _MODIS_FILL:
        # MOD13 stores an index times 10,000, from -2,000 to 10,000, and -3,000 where there is none.
        scaled = low >= -2000 and 1000 < high <= 10_000
        apart = scaled or (low >= -2 and high <= 2)
    else:
        apart = low > fill / 10
    return hits if apart else np.zeros_like(hits)


def _series(
    cells: Cells, roles: Roles, time: Floats, value: Floats, good: Flags
) -> tuple[Series, ...]:
    """Sorted by time within each field; fields in the order in which the file names them."""
    import pandas as pd

    rows: Integers = np.flatnonzero(good)
    names, codes = [""], np.zeros(len(rows), dtype=np.int64)
    if roles.group is not None:
        codes, found = pd.factorize(
            np.array([c.strip() for c in cells.columns[roles.group][rows]], dtype=object)
        )
        names = [str(name) for name in found]
    time, value = time[rows], value[rows]
    order = np.lexsort((time, codes))
    codes, time, value = codes[order], time[order], value[order]
    ends = np.searchsorted(codes, np.arange(len(names) + 1))
    heads = cells.names[roles.time], cells.names[roles.value or 0]
    return tuple(
        Series(name, time[a:b].copy(), value[a:b].copy(), *heads, roles.dated)
        for name, a, b in zip(names, ends[:-1], ends[1:], strict=True)
    )

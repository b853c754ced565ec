"""One parser for preview and import: from a path to series, with every decision on record.

``read_table`` is the only road in. What the dialog shows, what ``gpstudio inspect`` prints and
what is fitted are the same ``Table``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.cells import Cells, line_of, read_cells
from gpstudio.data.columns import Roles, choose_roles
from gpstudio.data.decisions import Column, Question, SetAside, checked_answers
from gpstudio.data.dialect import DELIMITERS, Dialect, sniff
from gpstudio.data.names import unit_of
from gpstudio.data.profile import Profile, profile
from gpstudio.data.rows import Rows, UnreadableError, read_rows
from gpstudio.data.series import Series, iso_from_days
from gpstudio.data.source import read_bytes, shown

UNDECIDED = 0.5
"""The confidence in a column that a question is about: it could as well be otherwise."""


@dataclass(frozen=True, eq=False)
class Table:
    """A file as it was understood; ``series`` is empty while ``questions`` are open."""

    path: Path
    encoding: str
    delimiter: str
    decimal: str
    layout: str
    """"long" (a column names the field of each row) or "one series"."""
    columns: tuple[Column, ...]
    rows_in: int
    rows_used: int
    set_aside: tuple[SetAside, ...]
    series: tuple[Series, ...]
    questions: tuple[Question, ...]

    @property
    def sentence(self) -> str:
        """What was understood, in plain words."""
        dialect = DELIMITERS[self.delimiter]
        if self.decimal == ",":
            dialect += ", decimal comma"
        if self.questions:
            about = " ".join(question.text for question in self.questions)
            return f"{_count(self.rows_in, 'row')}, {dialect}; to be answered: {about}"
        fields = _count(len(self.series), "field") if self.layout == "long" else "one field"
        said = f"{_count(self.rows_used, 'reading')} of {fields}, {dialect}, {self._times}"
        aside = self.rows_in - self.rows_used
        if not aside:
            return said
        reasons = ", ".join(f"{a.count:,} {a.reason}" for a in self.set_aside)
        return f"{said}; {_count(aside, 'row')} set aside: {reasons}"

    @property
    def _times(self) -> str:
        time = next(column for column in self.columns if column.role == "time")
        if self.series and self.series[0].dated:
            return f"dates as {time.format}"
        return f"times as numbers in column {shown(time.name)}"

    def as_json(self) -> dict[str, Any]:
        """The shape that ``gpstudio inspect --json`` prints."""
        return {
            "encoding": self.encoding,
            "delimiter": self.delimiter,
            "decimal": self.decimal,
            "layout": self.layout,
            "columns": [
                {
                    "name": c.name,
                    "role": c.role,
                    "unit": c.unit,
                    "format": c.format,
                    "confidence": c.confidence,
                }
                for c in self.columns
            ],
            "rows_in": self.rows_in,
            "rows_used": self.rows_used,
            "rows_set_aside": [{"reason": a.reason, "count": a.count} for a in self.set_aside],
            "series": [_series_json(series) for series in self.series],
            "questions": [
                {"about": q.about, "text": q.text, "choices": list(q.choices)}
                for q in self.questions
            ],
        }


def read_table(
    path: str | os.PathLike[str],
    *,
    time: str | None = None,
    value: str | None = None,
    group: str | None = None,
    answers: Mapping[str, str] | None = None,
    task: Task = QUIET,
) -> Table:
    """Read a table of readings; raises ``InputError`` where there is nothing to be read.

    ``time``, ``value`` and ``group`` name columns; what is not named is found. ``group=""`` says
    that the whole table is one field. ``answers`` settles questions: ``{"date": "day first"}``.
    """
    path = Path(path)
    file = shown(path)
    task.report(f"Reading {file}", 0.0)
    data = read_bytes(path)
    task.check()
    dialect = sniff(data, file)
    cells = read_cells(data, dialect, file, task)
    if not len(cells):
        raise InputError(f"{file} has a header but no rows; add one row per reading.")
    given = checked_answers(answers, cells.names)
    profiles = []
    for name, column in zip(cells.names, cells.columns, strict=True):
        task.check()
        profiles.append(profile(name, column))
    roles = choose_roles(profiles, cells, file, time, value or given.get("value"), group)
    try:
        rows = read_rows(cells, roles, given, file, task)
    except UnreadableError as error:
        raise _unreadable(error, data, dialect, cells, file) from None
    task.report(f"Read {file}", 1.0)
    return Table(
        path=path,
        encoding=dialect.encoding,
        delimiter=dialect.delimiter,
        decimal=rows.decimal,
        layout="one series" if roles.group is None else "long",
        columns=_columns(profiles, roles, rows),
        rows_in=len(cells),
        rows_used=rows.used,
        set_aside=rows.set_aside,
        series=rows.series,
        questions=rows.questions,
    )


def _columns(profiles: list[Profile], roles: Roles, rows: Rows) -> tuple[Column, ...]:
    formats = {roles.time: rows.time_format}
    if roles.value is not None:
        formats[roles.value] = rows.value_format
    asked = {question.about for question in rows.questions}
    open_places = {roles.time if about == "date" else roles.value for about in asked}
    return tuple(
        Column(
            name=p.name,
            role=roles.of(place),
            unit="day" if place == roles.time and roles.dated else unit_of(p.name),
            format=formats.get(place, p.format),
            confidence=UNDECIDED
            if place in open_places
            else round(roles.confidence.get(place, p.share), 3),
        )
        for place, p in enumerate(profiles)
    )


def _unreadable(
    error: UnreadableError, data: bytes, dialect: Dialect, cells: Cells, file: str
) -> InputError:
    """Which column, an example of what stands there, and on which line."""
    column = shown(cells.names[error.place])
    if error.row is None:
        return InputError(
            f"Column {column} of {file} has no {error.needed}; choose another column."
        )
    cell = shown(cells.columns[error.place][error.row])
    line = line_of(data, dialect, cells, error.row)
    return InputError(
        f"Most cells of column {column} of {file} are not {error.needed}, such as {cell} on line "
        f"{line}; choose another column."
    )


def _series_json(series: Series) -> dict[str, Any]:
    ends = series.time[[0, -1]]
    first, last = iso_from_days(ends) if series.dated else ends.tolist()
    return {
        "group": series.group,
        "n": len(series),
        "first_time": first,
        "last_time": last,
        "first_value": float(series.value[0]),
        "last_value": float(series.value[-1]),
    }


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"

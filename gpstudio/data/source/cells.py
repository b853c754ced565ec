"""How a cell that has a type is written as text: so that reading it gives the same value back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

_UNBROKEN = str.maketrans("\t\r\n", "   ")
"""A cell of our own text holds neither our delimiter nor a line's end: a row stays a line."""


def _number(value: float) -> str:
    """The shortest text that reads back as this number; whole ones, as identifiers are, bare."""
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def _moment(value: datetime) -> str:
    midnight = not (value.hour or value.minute or value.second or value.microsecond)
    return value.date().isoformat() if midnight else value.isoformat()


def _span(value: timedelta) -> str:
    """Hours, minutes and seconds, as a sheet shows more than a day in one cell."""
    seconds = round(value.total_seconds())
    minutes, second = divmod(abs(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{'-' if seconds < 0 else ''}{hours}:{minute:02}:{second:02}"


_WRITTEN: dict[type, Callable[[Any], str]] = {
    type(None): lambda value: "",
    str: lambda value: value.translate(_UNBROKEN).strip(),
    bool: lambda value: "TRUE" if value else "FALSE",
    int: str,
    float: _number,
    datetime: _moment,
    date: date.isoformat,
    time: time.isoformat,
    timedelta: _span,
}


def cell_text(value: object) -> str:
    """The cell as a sheet shows it, in full precision; dates as ISO."""
    return _WRITTEN.get(type(value), str)(value)


def line_of(cells: Sequence[str]) -> str:
    """A row of cells, delimited by tabs; without its line end."""
    return "\t".join('"' + cell.replace('"', '""') + '"' if '"' in cell else cell for cell in cells)

"""What an answer would make of the file's own cells, to stand on its button."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from gpstudio.data.decisions import (
    DAY_FIRST,
    DECIMAL_COMMA,
    FIELDS_ACROSS,
    LONG,
    MONTH_FIRST,
    YEAR_FIRST,
)
from gpstudio.data.table import Table
from gpstudio.phenology.quality.grade import MONTHS
from gpstudio.translation import tr

_DATE = re.compile(r"(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})")
_NUMBER = re.compile(r"[-+]?\d{1,3}(?:[.,]\d{3})+")
_ORDERS = {DAY_FIRST: (2, 1, 0), MONTH_FIRST: (2, 0, 1), YEAR_FIRST: (0, 1, 2)}
"""Where year, month and day stand."""
FIRST = 3


def example(table: Table, about: str, choice: str) -> str:
    """Such as "03/04/2021 is 3 April 2021"; empty where there is nothing to show."""
    make = _EXAMPLES.get(about)
    return make(table, choice) if make is not None else ""


def _cells(table: Table, role: str) -> list[str]:
    places = [j for j, c in enumerate(table.columns) if c.role == role]
    return [row[j].strip() for row in table.preview.rows for j in places]


def _date(table: Table, choice: str) -> str:
    """A date that the choices tell apart: one whose parts are not the same."""
    order = _ORDERS.get(choice)
    for cell in _cells(table, "time") if order else ():
        found = _DATE.match(cell)
        if found and len(set(found.groups())) == 3:
            year, month, day = (int(found.group(place + 1)) for place in order or ())
            try:
                when = date(year + 2000 * (year < 100), month, day)
            except ValueError:
                continue
            return tr(
                "{written} is {day} {month} {year}",
                written=found.group(),
                day=when.day,
                month=MONTHS[when.month - 1],
                year=when.year,
            )
    return ""


def _decimal(table: Table, choice: str) -> str:
    for cell in _cells(table, "value"):
        if _NUMBER.fullmatch(cell):
            bare = re.sub(r"[.,]", "", cell)
            marked = re.sub(r"[.,](?=\d{3}$)", ".", cell)
            return tr(
                "{cell} is {number}", cell=cell, number=marked if choice == DECIMAL_COMMA else bare
            )
    return ""


def _value(table: Table, choice: str) -> str:
    place = next((j for j, c in enumerate(table.columns) if c.name == choice), None)
    if place is None:
        return ""
    cells = [row[place].strip() for row in table.preview.rows]
    return ", ".join([cell for cell in cells if cell][:FIRST])


def _layout(table: Table, choice: str) -> str:
    names = [column.name for column in table.columns if column.role == "value"]
    if choice == FIELDS_ACROSS and names:
        return tr("{column} is a field", column=names[0])
    return tr("of one field, one of them is read") if choice == LONG else ""


def _scale(table: Table, choice: str) -> str:
    """Of the largest of the first readings, which tells most."""
    from gpstudio.data.quality.scale import SCALES  # brings in all that judges

    numbers = {cell: _number(cell) for cell in _cells(table, "value")}
    cell = max(numbers, key=numbers.__getitem__, default="")
    if choice not in SCALES or not cell or numbers[cell] <= 0.0:
        return ""
    scale = SCALES[choice]
    return tr("{cell} is {number}", cell=cell, number=f"{scale.of(numbers[cell]):.4g}")


def _number(cell: str) -> float:
    try:
        return float(cell.replace(",", "."))
    except ValueError:
        return 0.0


_EXAMPLES: dict[str, Callable[[Table, str], str]] = {
    "date": _date,
    "decimal": _decimal,
    "value": _value,
    "layout": _layout,
    "scale": _scale,
}

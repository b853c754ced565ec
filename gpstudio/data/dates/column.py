"""Columns of dates: the way they are written, decided on the whole column.

Where dates can be read in more than one order (day or month first) every cell is a witness. One
witness such as 17/03/2021 settles it; none, or witnesses that contradict each other, make it a
question. Time zones are honoured: all times end up in UTC.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.dates.families import FAMILIES, Family, cut, days_under
from gpstudio.data.decisions import MONTH_FIRST, YEAR_FIRST, Question, closest
from gpstudio.data.series import iso_from_days
from gpstudio.data.texts import Texts, is_missing, sample, shown


@dataclass(frozen=True, eq=False)
class Dates:
    """Days since 1970-01-01, NaN where a cell is blank or unreadable."""

    days: Floats
    blank: Flags
    format: str
    digits: bool
    """True when the dates could as well be plain numbers."""
    question: Question | None = None

    @property
    def share(self) -> float:
        """Which part of the cells that say something are dates."""
        said = len(self.blank) - int(self.blank.sum())
        return int(np.isfinite(self.days).sum()) / said if said else 0.0


def read_dates(
    name: str, column: Texts, answer: str | None = None, task: Task = QUIET
) -> Dates | None:
    """Dates of a whole column; None when no family reads any of a sample of it."""
    import pandas as pd

    task.check()
    codes, found = pd.factorize(column)
    task.check()
    cells = np.array([str(cell).strip() for cell in found], dtype=object)
    said = np.array([not is_missing(cell) for cell in cells], dtype=np.bool_)
    family = _best_family(cells[said])
    if family is None:
        return None
    parts = cut(family, cells, task)
    readings = {order: days_under(parts, order) for order in _orders(family, cells[said])}
    candidates = _candidates(readings)
    order, question = candidates[0], None
    if len(readings) > 1 and answer is not None:
        order = _confirmed(answer, name, cells, readings, candidates)
    elif len(candidates) > 1:
        question = _ask(name, cells, readings, candidates)
    written = _written(family, order, cells[said])
    return Dates(readings[order][codes], ~said[codes], written, family.digits, question)


def is_date(cell: str) -> bool:
    """Whether one cell looks like a date; digits without marks are taken for a number."""
    return any(not family.digits and family.matches(cell) for family in FAMILIES)


def _best_family(cells: Texts) -> Family | None:
    """The family that reads most of a sample: which pattern it is shows on any part of a column."""
    if not any(family.matches(cell) for cell in sample(cells, 25) for family in FAMILIES):
        return None
    chosen = sample(cells, 500)
    counts = []
    for family in FAMILIES:
        parts = cut(family, chosen)
        reads = np.zeros(len(chosen), dtype=np.bool_)
        for order in family.orders:
            reads |= np.isfinite(days_under(parts, order))
        counts.append(int(reads.sum()))
    best = int(np.argmax(counts))
    return FAMILIES[best] if counts[best] else None


def _orders(family: Family, cells: Texts) -> tuple[str, ...]:
    """The orders worth trying: nobody writes the year 2005 as 5."""
    if family.short and any(not cell[1:2].isdigit() for cell in cells if family.matches(cell)):
        return tuple(order for order in family.orders if order != YEAR_FIRST)
    return family.orders


def _candidates(readings: dict[str, Floats]) -> list[str]:
    """The orders that no cell speaks against; all that read anything when each has an enemy.

    Orders that come to the same days throughout (01/01, 02/02) are one.
    """
    reads = {order: np.isfinite(days) for order, days in readings.items()}
    readable = np.logical_or.reduce(list(reads.values()))
    candidates = [order for order, flags in reads.items() if bool(flags[readable].all())]
    if not candidates:
        candidates = [order for order, flags in reads.items() if bool(flags.any())]
    first = readings[candidates[0]]
    if all(np.array_equal(first, readings[o], equal_nan=True) for o in candidates):
        return candidates[:1]
    return candidates


def _confirmed(
    answer: str,
    name: str,
    cells: Texts,
    readings: dict[str, Floats],
    candidates: list[str],
) -> str:
    """The answer, unless the column itself says otherwise."""
    if answer in candidates:
        return answer
    if len(candidates) > 1:
        raise InputError(
            f"{shown(answer)} cannot be right for column {shown(name)}; "
            f"{closest(answer, candidates)}"
        )
    only = readings[candidates[0]]
    other = readings.get(answer, np.full_like(only, np.nan))
    if np.array_equal(only, other, equal_nan=True):
        return answer
    witness = cells[int(np.argmax(np.isfinite(only) & ~np.isfinite(other)))]
    raise InputError(
        f"Column {shown(name)} is {candidates[0]}, as {shown(witness)} shows, not {answer}; "
        "leave the answer out."
    )


def _ask(name: str, cells: Texts, readings: dict[str, Floats], candidates: list[str]) -> Question:
    choices = tuple(candidates)
    days = np.array([readings[order] for order in candidates])
    open_cells = np.isfinite(days).all(axis=0) & (days != days[0]).any(axis=0)
    if open_cells.any():
        row = int(np.argmax(open_cells))
        options = [
            f"{iso_from_days([day])[0]} ({order})"
            for day, order in zip(days[:, row], candidates, strict=True)
        ]
        text = f"Column {shown(name)}: is {cells[row]} the date {' or '.join(options)}?"
    else:
        examples = [
            f"{cells[int(np.argmax(np.isfinite(reading)))]} ({order})"
            for reading, order in zip(days, candidates, strict=True)
        ]
        text = f"Column {shown(name)} mixes {' and '.join(examples)}: which order is right?"
    return Question("date", text, choices)


def _written(family: Family, order: str, cells: Texts) -> str:
    """The format in letters, with the separator and the parts of the time that occur."""
    found = [match.groupdict() for cell in sample(cells, 500) if (match := family.matches(cell))]
    text = family.name
    if order == MONTH_FIRST:
        text = text.replace("DD/MM", "MM/DD")
    elif order == YEAR_FIRST and family.short:
        text = "YY/MM/DD"
    separators = Counter(part["sep"] for part in found if part.get("sep"))
    if separators:
        separator = separators.most_common(1)[0][0]
        text = text.translate({ord(mark): separator for mark in "-/ "})
    if any(part.get("hh") for part in found):
        text += " hh" + "".join(
            f":{mark}" for mark in ("mm", "ss") if any(part.get(mark) for part in found)
        )
    return text + " UTC" * any(part.get("zone") for part in found)

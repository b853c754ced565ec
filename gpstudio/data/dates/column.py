"""Columns of dates: what a whole column says, whichever way its dates are written or counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.task import QUIET, Task
from gpstudio.data.columns.arena import Cells, said_in
from gpstudio.data.dates.counts import read_counts
from gpstudio.data.dates.families import FAMILIES
from gpstudio.data.dates.written import best_family, read_written
from gpstudio.data.decisions import Decision, Question, open_questions
from gpstudio.data.texts import Texts

Answers: TypeAlias = Mapping[str, str]
NO_ANSWERS: Answers = MappingProxyType({})

_DIGITS_SHARE = 0.9
"""Digits are dates when nearly all of them read as dates."""


@dataclass(frozen=True, eq=False)
class ColumnDates:
    """Days since 1970-01-01, NaN where a cell is blank or unreadable."""

    days: Floats
    blank: Flags
    format: str
    look: str
    """As of ``families.Look``, or "count" for numbers that count days, seconds or years."""
    decisions: tuple[Decision, ...] = ()

    @property
    def question(self) -> Question | None:
        """The first that remains."""
        return next(iter(open_questions(self.decisions)), None)

    @property
    def digits(self) -> bool:
        """True when the dates could as well be plain numbers or names."""
        return self.look != "plain"

    @property
    def share(self) -> float:
        """Which part of the cells that say something are dates."""
        said = len(self.blank) - int(self.blank.sum())
        return int(np.isfinite(self.days).sum()) / said if said else 0.0


def read_dates(
    name: str, column: Texts, answers: Answers = NO_ANSWERS, task: Task = QUIET
) -> ColumnDates | None:
    """Dates of a whole column; None when no way to write or count them reads any of a sample."""
    task.check()
    codes, cells = _distinct(column)
    found = read_distinct(name, cells, answers, task)
    if found is None:
        return None
    return replace(found, days=found.days[codes], blank=found.blank[codes])


def read_distinct(
    name: str, cells: Cells, answers: Answers = NO_ANSWERS, task: Task = QUIET
) -> ColumnDates | None:
    """The same for the distinct cells of a column, without blanks around them."""
    task.check()
    said = said_in(cells)
    spoken = cells if said.all() else cells[said]
    found, share = best_family(spoken)
    reading = None
    if found is None or (found.look == "digits" and share < _DIGITS_SHARE):
        reading = read_counts(name, spoken, answers, task)
    if reading is None and found is not None:
        reading = read_written(name, found, spoken, answers, task)
    if reading is None:
        return None
    days = reading.days
    if len(spoken) < len(cells):
        days = np.full(len(cells), np.nan)
        days[said] = reading.days
    return ColumnDates(days, ~said, reading.format, reading.look, reading.decisions)


def is_date(cell: str) -> bool:
    """Whether one cell looks like a date; digits without marks are taken for a number."""
    return any(family.look == "plain" and family.reads(cell) for family in FAMILIES)


def _distinct(column: Texts) -> tuple[NDArray[np.int64], Texts]:
    """Which of the distinct cells stands in each row, and those cells, without blanks around."""
    known: dict[str, int] = {}
    each = (known.setdefault(str(cell).strip(), len(known)) for cell in column)
    codes = np.fromiter(each, dtype=np.int64, count=len(column))
    return codes, np.array([*known, None], dtype=object)[:-1]

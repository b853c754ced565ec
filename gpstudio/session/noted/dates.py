"""Dates that people noted, read as the importer reads dates; what it would ask is refused here.

A date of a stage is a single number that others are measured by: one that could be another is
worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.dates import ColumnDates, read_dates
from gpstudio.data.dates.names import tells_serials
from gpstudio.data.decisions import DAY_ONLY, Question
from gpstudio.data.series import iso_day
from gpstudio.data.texts import Texts, shown
from gpstudio.session.noted.tables import SmallTable
from gpstudio.translation import any_of, tr

WRITE = tr("write dates as YYYY-MM-DD")
FIRST_YEAR, LAST_YEAR = 1900, 2100
_ANSWERS = {"zone": DAY_ONLY}
_CLOCK = re.compile(
    r"[T_ ,] *\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)? ?(?:[AP]M)? ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})?",
    re.IGNORECASE | re.ASCII,
)
"""A stage has the day of the place, which 22:00 -05:00 is not in UTC."""


def year_of(day: float) -> int:
    return int(np.datetime64(int(np.floor(day)), "D").astype("datetime64[Y]").astype(int)) + 1970


def holds_dates(table: SmallTable, place: int) -> bool:
    """Whether any cell of a column reads as a date; bare numbers where its name says so."""
    name = table.names[place]
    dates = read_dates(name, _without_clocks(table.columns[place]), _ANSWERS)
    if dates is None or not np.isfinite(dates.days).any():
        return False
    return dates.look != "count" or tells_serials(name)


def noted_days(table: SmallTable, places: Sequence[int], task: Task = QUIET) -> Floats:
    """Days since 1970 of the columns at ``places``, (rows, columns); NaN where a cell is empty.

    All columns are read together: one day above 12 tells the order of all of them.
    """
    cells: Texts = np.concatenate([table.columns[place] for place in places])
    name = table.names[places[0]]
    where = _Where(table, places, cells)
    dates = read_dates(name, _without_clocks(cells), _ANSWERS, task)
    if dates is None:
        said = np.array([cell != "" for cell in cells], dtype=np.bool_)
        if said.any():
            raise where.unreadable(int(np.argmax(said)))
        return np.full((len(table), len(places)), np.nan)
    if dates.question is not None:
        raise where.open(name, dates.question)
    where.refuse_the_unread(dates)
    days = np.floor(dates.days)
    return np.asarray(days.reshape(len(places), len(table)).T)


def _without_clocks(cells: Texts) -> Texts:
    """Every cell up to a time of day at its end."""
    bare: list[str | None] = []
    for cell in map(str, cells):
        clock = _CLOCK.search(cell, 4)
        bare.append(cell[: clock.start()] if clock and clock.end() == len(cell) else cell)
    return np.array([*bare, None], dtype=object)[:-1]


class _Where:
    """Cells of several columns, one column after the other, and what to say of each."""

    def __init__(self, table: SmallTable, places: Sequence[int], cells: Texts) -> None:
        self._table, self._places, self._cells = table, places, cells

    def _cell(self, at: int) -> str:
        """How a message begins: the line, and what stands there."""
        row, column = at % len(self._table), self._places[at // len(self._table)]
        name = shown(self._table.names[column])
        return tr(
            "{line} has {cell} under {name}",
            line=self._table.line(row),
            cell=shown(self._cells[at]),
            name=name,
        )

    def unreadable(self, at: int) -> InputError:
        return InputError(
            tr(
                "{finding}, which is no date: {advice}, or leave the cell empty.",
                finding=self._cell(at),
                advice=WRITE,
            )
        )

    def open(self, name: str, question: Question) -> InputError:
        """The first cell that comes to another day with another answer."""
        cells = _without_clocks(self._cells)
        readings = [
            dates.days
            for choice in question.choices
            if (dates := read_dates(name, cells, {**_ANSWERS, question.about: choice}))
        ]
        days = np.floor(np.array(readings))
        differ = np.isfinite(days).sum(axis=0) > 1
        differ &= np.nanmax(np.where(differ, days, 0.0), axis=0) > np.nanmin(
            np.where(differ, days, 0.0), axis=0
        )
        if not differ.any():
            what = question.text.rpartition(":")[0] or question.text
            return InputError(
                tr(
                    "{file}: {question}: {advice}.",
                    file=self._table.file,
                    question=what,
                    advice=WRITE,
                )
            )
        at = int(np.argmax(differ))
        could = any_of(dict.fromkeys(map(iso_day, days[np.isfinite(days[:, at]), at])))
        return InputError(
            tr(
                "{finding}, which could be {dates}: {advice}.",
                finding=self._cell(at),
                dates=could,
                advice=WRITE,
            )
        )

    def refuse_the_unread(self, dates: ColumnDates) -> None:
        """What is unreadable, names a month only, or is of a year that no table is of."""
        unread = ~np.isfinite(dates.days) & ~dates.blank
        if unread.any():
            raise self.unreadable(int(np.argmax(unread)))
        said = np.flatnonzero(np.isfinite(dates.days))
        if any(decision.about == "period" for decision in dates.decisions) and len(said):
            raise InputError(
                tr(
                    "{finding}, which names no day: {advice}.",
                    finding=self._cell(int(said[0])),
                    advice=WRITE,
                )
            )
        for at in said.tolist():
            if not FIRST_YEAR <= year_of(dates.days[at]) <= LAST_YEAR:
                raise InputError(
                    tr(
                        "{finding}, which is in the year {year}: mend it.",
                        finding=self._cell(at),
                        year=year_of(dates.days[at]),
                    )
                )

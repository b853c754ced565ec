"""The readings of a wide table, cell after cell by row, gathered from the file block by block.

All columns of a wide table are written by one hand, so that one style of numbers is decided for
all of them together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.task import Task
from gpstudio.data.columns.coded import Coded, CodedColumn
from gpstudio.data.columns.numbers import ColumnNumbers, NumberColumn, NumberStyle
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.decisions import Decision, Said
from gpstudio.data.entries.entries import Entries, UnreadableError
from gpstudio.data.entries.ledger import Ledger
from gpstudio.data.entries.oddities import Oddities
from gpstudio.data.entries.unread import decided_of, set_unread_aside
from gpstudio.data.names import in_percent
from gpstudio.data.plan import LayoutPlan


@dataclass(frozen=True, eq=False)
class Cells:
    """``shape`` is the number of rows of the file and of columns across."""

    shape: tuple[int, int]
    numbers: ColumnNumbers
    coded: dict[int, Coded]
    """The other columns that take part, by place, with an entry per row."""
    oddities: Oddities
    said: Said

    @property
    def values(self) -> Floats:
        return self.numbers.values

    def by_row(self, flags: Flags) -> Flags:
        """What holds for a row, for each of its cells."""
        return np.repeat(flags, self.shape[1])

    def beside(self, plan: LayoutPlan) -> dict[int, Coded]:
        """What stands beside a row, for each of its cells, or beside each cell."""
        across = self.shape[1]
        return {
            place: self._side_by_side(plan.beside_across[place])
            if place in plan.beside_across
            else Coded(np.repeat(self.coded[place].codes, across), self.coded[place].cells)
            for place in plan.beside
        }

    def _side_by_side(self, places: tuple[int, ...]) -> Coded:
        """Columns of which each stands beside one of the columns across, as one."""
        known: dict[str, int] = {"": 0}
        codes = np.zeros(self.shape, dtype=np.int32)
        for across, place in enumerate(places):
            if place >= 0:
                column = self.coded[place]
                number = [known.setdefault(str(cell), len(known)) for cell in column.cells]
                codes[:, across] = column.spread(np.array(number, dtype=np.int32))
        found, first, again = np.unique(codes, return_index=True, return_inverse=True)
        order = np.argsort(first, kind="stable")  # as they first occur, which is what is asked for
        place_of = np.empty(len(order), dtype=np.int32)
        place_of[order] = np.arange(len(order), dtype=np.int32)
        cells = np.array([*known, None], dtype=object)[:-1]
        return Coded(place_of[again.ravel()], cells[found[order]])

    def entries(
        self,
        plan: LayoutPlan,
        ledger: Ledger,
        *,
        time: Floats,
        time_name: str,
        time_format: str,
        fields: Sequence[str],
        field_of: NDArray[np.int32],
        dated: bool = True,
        decided: Sequence[Decision] = (),
    ) -> Entries:
        """An entry per cell."""
        return Entries(
            time=time,
            value=self.values,
            fields=fields,
            field_of=field_of,
            ledger=ledger,
            dated=dated,
            time_name=time_name,
            value_name=in_percent(plan.value_name, self.numbers.style.percent),
            time_format=time_format,
            value_format=self.numbers.style.format,
            decimal=self.numbers.style.decimal,
            beside=self.beside(plan),
            decisions=[*plan.decisions, *decided, *decided_of(self.numbers, self.said)],
        )

    def ledger(self, unread: Flags) -> Ledger:
        """Account of what the cells show; ``unread`` are rows without a time or a name."""
        ledger = Ledger(self.values.size)
        self.oddities.set_aside(ledger, self.by_row(unread), self.shape[1])
        set_unread_aside(ledger, self.numbers, self.said)
        return ledger


def gather_cells(survey: Survey, plan: LayoutPlan, said: Said, task: Task) -> Cells:
    answer = said.answers.get("decimal", plan.decimal) or None
    numbers = NumberColumn(NumberStyle())
    for place in plan.values:
        numbers.take(survey.columns[place])
    # In the style the sample shows; again, in the rare case that the whole file says else.
    while True:
        style = numbers.marks.style(answer)
        numbers = NumberColumn(style)
        coded, oddities = _pass(survey, plan, numbers, task)
        if numbers.marks.style(answer) == style:
            break
    coded |= {place: coded[place].going_on() for place in plan.spans}
    names = [survey.names[place] for place in plan.values]
    found = numbers.finish(f"{names[0]} … {names[-1]}", answer)
    cells = Cells((len(oddities), len(names)), found, coded, oddities, said)
    _refuse_words(survey, plan, cells)
    return cells


def _pass(
    survey: Survey, plan: LayoutPlan, numbers: NumberColumn, task: Task
) -> tuple[dict[int, Coded], Oddities]:
    values = set(plan.values)
    others = [place for place in plan.wanted if place not in values]
    coded = {place: CodedColumn(place in plan.fields) for place in others}
    wanted = [*others, *plan.values]
    oddities = Oddities(survey, wanted)
    for block in survey.blocks(wanted, task):
        for slot, column in enumerate(coded.values()):
            column.add(block, slot)
        numbers.add(block, len(others), len(plan.values))
        oddities.add(block)
    return {place: column.finish() for place, column in coded.items()}, oddities


def _refuse_words(survey: Survey, plan: LayoutPlan, cells: Cells) -> None:
    """A table whose cells mostly do not read is laid out otherwise."""
    blank = cells.numbers.blank
    unread = np.isnan(cells.values) & ~blank
    if not blank.all() and unread.sum() <= np.isfinite(cells.values).sum():
        return
    by_column = unread.reshape(cells.shape)
    j = int(by_column.sum(axis=0).argmax())
    name = survey.names[plan.values[j]]
    for row, cell in enumerate(survey.columns[plan.values[j]]):
        if row < len(by_column) and by_column[row, j]:
            raise UnreadableError(name, "numbers", str(cell), survey.lines[row])
    raise UnreadableError(name, "numbers")

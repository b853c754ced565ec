"""Rows of a table that are no readings: headers that come again, totals and notes at the end.

Gathered while the file streams by, told to the ledger when all of it has been seen. Nothing here
sets a row aside that has a date and a place: a field may be called "Total".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from gpstudio.core.arrays import Flags
from gpstudio.core.errors import InputError
from gpstudio.data.cutting.blocks import Block
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.entries.ledger import Ledger
from gpstudio.data.texts import shown

REPEATED = "that repeat the header"
SURPLUS = "with more cells than the header"
AT_THE_END = "that are totals or notes at the end"

_MOST_NOTES = 60
_WORD = re.compile(
    r"(?:grand |sub)?(?:total|summe?|mean|average|avg|median|mittel(?:wert)?|moyenne|media|m[ée]dia"
    r"|promedio|min(?:imum)?|max(?:imum)?|st\.?d(?:ev)?|n|count|anzahl|source|quelle|fonte|fuente"
    r"|note|notes|remark|remarks|legend|footnote|eor|eof|end|ende|fin)\b",
    re.IGNORECASE,
)


class Oddities:
    """Of the rows of ``survey.blocks(wanted)``, in their order."""

    def __init__(self, survey: Survey, wanted: Sequence[int]) -> None:
        self._survey = survey
        self._names = [survey.raw_names[place] for place in wanted]
        self._first = list(wanted).index(0) if 0 in wanted else len(wanted)
        self._repeated = [np.zeros(0, dtype=np.bool_)]
        self._surplus = [np.zeros(0, dtype=np.bool_)]
        self._tail: list[bool] = []

    def add(self, block: Block) -> None:
        self._repeated.append(self._repeat_the_header(block))
        most = self._survey.dialect.most_cells
        # A delimiter too many may have pushed the cells behind it out of their columns.
        self._surplus.append((block.filled > self._survey.width) | (block.widths > most))
        last = range(max(0, len(block) - _MOST_NOTES), len(block))
        self._tail = [*self._tail, *(self._is_note(block, row) for row in last)][-_MOST_NOTES:]

    def __len__(self) -> int:
        return sum(map(len, self._surplus))

    @property
    def repeated(self) -> Flags:
        return np.concatenate(self._repeated)

    @property
    def surplus(self) -> Flags:
        return np.concatenate(self._surplus)

    @property
    def at_the_end(self) -> Flags:
        """The rows behind the last that is no note."""
        notes = 0
        for is_note in reversed(self._tail):
            if not is_note:
                break
            notes += 1
        return np.asarray(np.arange(len(self)) >= len(self) - notes)

    def set_aside(self, ledger: Ledger, unread: Flags, cells: int = 1) -> Flags:
        """Set such rows aside, each of which is ``cells`` entries; gives those at the end.

        Of the rows at the end only those count that are ``unread``: without a time or a name.
        """
        ledger.set_aside(np.repeat(self.repeated, cells), REPEATED)
        at_the_end = np.repeat(self.at_the_end, cells) & unread
        ledger.set_aside(at_the_end, AT_THE_END)
        ledger.set_aside(np.repeat(self.surplus, cells), SURPLUS)
        return np.asarray(np.repeat(self.repeated, cells) | at_the_end)

    def _repeat_the_header(self, block: Block) -> Flags:
        """Rows whose wanted cells are their columns' names; another table's header is refused."""
        repeated = np.zeros(len(block), dtype=np.bool_)
        if not any(self._names):
            return repeated
        first = next(slot for slot, name in enumerate(self._names) if name)
        sizes = block.ends[:, first] - block.starts[:, first]
        for row in np.flatnonzero(sizes == len(self._names[first].encode())):
            if block.cell(int(row), first) == self._names[first]:
                cells = [block.cell(int(row), slot) for slot in range(len(self._names))]
                if cells == self._names:
                    repeated[row] = True
                elif first == 0:
                    self._refuse_second_table(block, int(row), cells)
        return repeated

    def _refuse_second_table(self, block: Block, row: int, cells: list[str]) -> None:
        others = [cell for cell in cells if cell.strip() and cell not in self._names]
        if others and not any(map(str.isdigit, others[0])):
            raise InputError(
                f"A second table begins on line {block.lines[row]} of {self._survey.source.file}, "
                f"with {shown(others[0])} as a column; put it in a file of its own."
            )

    def _is_note(self, block: Block, row: int) -> bool:
        cell = block.cell(row, self._first).strip()
        if _WORD.match(cell) or cell.startswith(("#", "//", "*")):
            return True
        few = block.filled[row] <= max(1, self._survey.width // 3)
        return bool(few and (not cell or not cell[0].isdigit()))

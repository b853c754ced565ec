"""Rows of a table that are no readings: headers that come again, totals and notes at the end.

Gathered while the file streams by, told to the ledger when all of it has been seen. Nothing here
sets a row aside that has a date and a place: a field may be called "Total".
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gpstudio.core.arrays import Flags
from gpstudio.core.errors import InputError
from gpstudio.data.cutting.blocks import Block
from gpstudio.data.cutting.notes import MOST_NOTES, is_note
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.entries.ledger import Ledger
from gpstudio.data.texts import shown
from gpstudio.translation import tr

REPEATED = tr("that repeat the header")
SURPLUS = tr("with more cells than the header")
FEWER = tr("with fewer cells than the others")
AT_THE_END = tr("of totals or notes at the end")


class Oddities:
    """Of the rows of ``survey.blocks(wanted)``, in their order."""

    def __init__(self, survey: Survey, wanted: Sequence[int]) -> None:
        self._survey = survey
        self._headers = [[_plain(row[place]) for place in wanted] for row in survey.header]
        self._raw = [[row[place] for place in wanted] for row in survey.header]
        self._first = list(wanted).index(0) if 0 in wanted else len(wanted)
        self._repeated = [np.zeros(0, dtype=np.bool_)]
        self._surplus = [np.zeros(0, dtype=np.bool_)]
        self._fewer = [np.zeros(0, dtype=np.bool_)]
        # A blank that stands for nothing leaves no cell, and pulls all behind it along.
        blanks = survey.dialect.delimiter == " "
        self._least = survey.dialect.usual_width if blanks else 0
        self._alone = [np.zeros(0, dtype=np.bool_)]
        self._tail: list[bool] = []

    def add(self, block: Block) -> None:
        self._repeated.append(self._repeat_the_header(block))
        most = self._survey.dialect.most_cells
        # A delimiter too many may have pushed the cells behind it out of their columns.
        self._surplus.append((block.filled > self._survey.width) | (block.widths > most))
        self._alone.append(block.filled == 1)
        self._fewer.append(block.widths < self._least)
        last = range(max(0, len(block) - MOST_NOTES), len(block))
        self._tail = [*self._tail, *(self._is_note(block, row) for row in last)][-MOST_NOTES:]

    def __len__(self) -> int:
        return sum(map(len, self._surplus))

    @property
    def repeated(self) -> Flags:
        return np.concatenate(self._repeated)

    @property
    def surplus(self) -> Flags:
        return np.concatenate(self._surplus)

    @property
    def alone(self) -> Flags:
        """The rows of which nothing but the first cell is filled, and that are no notes."""
        return np.concatenate(self._alone) & ~self.at_the_end

    @property
    def at_the_end(self) -> Flags:
        """The rows behind the last that is no note."""
        notes = 0
        for may_be_a_note in reversed(self._tail):
            if not may_be_a_note:
                break
            notes += 1
        flags = np.zeros(len(self), dtype=np.bool_)
        flags[len(self) - notes :] = True
        return flags

    def set_aside(self, ledger: Ledger, unread: Flags, cells: int = 1) -> Flags:
        """Set such rows aside, each of which is ``cells`` entries; gives those at the end.

        Of the rows at the end only those count that are ``unread``: without a time or a name.
        """
        ledger.set_aside(np.repeat(self.repeated, cells), REPEATED)
        at_the_end = np.repeat(self.at_the_end, cells) & unread
        ledger.set_aside(at_the_end, AT_THE_END)
        ledger.set_aside(np.repeat(self.surplus, cells), SURPLUS)
        ledger.set_aside(np.repeat(np.concatenate(self._fewer), cells), FEWER)
        return np.asarray(np.repeat(self.repeated, cells) | at_the_end)

    def _repeat_the_header(self, block: Block) -> Flags:
        """Rows whose wanted cells are those of a header row; another table's header is refused."""
        repeated = np.zeros(len(block), dtype=np.bool_)
        units = self._survey.dialect.header.units
        for place, (header, raw) in enumerate(zip(self._headers, self._raw, strict=True)):
            names = place < len(self._headers) - units
            first = next((slot for slot, name in enumerate(header) if name), None)
            if first is None:
                continue
            sizes = block.ends[:, first] - block.starts[:, first]
            for row in np.flatnonzero(sizes == len(raw[first].encode())).tolist():
                if _plain(block.cell(row, first)) == header[first]:
                    cells = [_plain(cell) for cell in block.cells(row, len(header))]
                    repeated[row] |= cells == header
                    if first == 0 and names and not repeated[row]:
                        self._refuse_second_table(block, row, cells, header)
        return repeated

    def _refuse_second_table(
        self, block: Block, row: int, cells: list[str], header: list[str]
    ) -> None:
        """The first wanted column, that of the times, names itself above others than ours."""
        others = [cell for cell in cells if cell and cell not in header]
        if others and not any(map(str.isdigit, others[0])):
            raise InputError(
                tr(
                    "A second table begins on line {line} of {file}, with the column {column}; "
                    "put it in a file of its own.",
                    line=block.lines[row],
                    file=self._survey.source.file,
                    column=shown(others[0]),
                )
            )

    def _is_note(self, block: Block, row: int) -> bool:
        return is_note(block.cell(row, self._first), int(block.filled[row]), self._survey.width)


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())

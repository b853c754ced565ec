"""A column as its distinct cells and, for each row, which of them stands there.

Dates, field names and quality words repeat, ten thousand fields share five hundred dates. What a
cell means is worked out once for each distinct one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.arrays import AnyArray, Flags
from gpstudio.core.cached import cached_property
from gpstudio.data.columns.arena import Arena, Cells, said_in
from gpstudio.data.columns.growing import Growing
from gpstudio.data.cutting.blocks import Block
from gpstudio.data.texts import Texts

_FEW = 256
"""Distinct cells for which there is room from the start."""

Entry = TypeVar("Entry", bound=np.generic)


@dataclass(frozen=True, eq=False)
class Coded:
    codes: NDArray[np.int32]
    distinct: Cells
    """In the order in which they first occur, stripped of blanks unless they are names."""

    def __len__(self) -> int:
        return len(self.codes)

    @cached_property
    def cells(self) -> Texts:
        """The distinct cells as texts; where there may be millions, ask ``distinct``."""
        return np.asarray(self.distinct, dtype=object)

    @property
    def blank(self) -> Flags:
        """Which rows have nothing to say."""
        return self.spread(~said_in(self.distinct))

    def joined(self, other: Coded, mark: str = " / ") -> Coded:
        """Both columns as one: its cells are the pairs that occur."""
        pairs = self.codes.astype(np.int64) * max(1, len(other.distinct)) + other.codes
        found, first, codes = np.unique(pairs, return_index=True, return_inverse=True)
        order = np.argsort(first, kind="stable")
        place = np.empty(len(order), dtype=np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        cells = [
            f"{self.cells[pair // len(other.cells)]}{mark}{other.cells[pair % len(other.cells)]}"
            for pair in found[order]
        ]
        return Coded(place[codes], np.array([*cells, None], dtype=object)[:-1])

    def going_on(self) -> Coded:
        """With each blank as the cell above it that says something."""
        rows = np.where(self.blank, -1, np.arange(len(self)))
        above = np.maximum.accumulate(rows) if len(rows) else rows
        return Coded(np.where(above < 0, self.codes, self.codes[above]), self.distinct)

    def spread(self, meanings: NDArray[Entry]) -> NDArray[Entry]:
        """What each row means, from what each distinct cell means."""
        if len(self.distinct) == len(self.codes):
            return meanings  # no cell occurs twice: they stand in the order of the rows
        return meanings[self.codes]


class CodedColumn:
    """Gathers a column block by block."""

    def __init__(self, whole: bool = False) -> None:
        """``whole`` cells keep the blanks around them: two that differ by these are two."""
        self._whole = whole
        self._codes = Growing(np.int32)
        self._known = 0
        self._table = np.empty(0, dtype=np.int32)
        self._hashes = np.empty(0, dtype=np.uint32)
        self._bounds = np.zeros(_FEW + 1, dtype=np.int64)
        self._store = np.empty(16 * _FEW, dtype=np.uint8)

    def add(self, block: Block, slot: int) -> None:
        # numba, which the first paint must not await
        from gpstudio.data.columns.hashing import (
            DONE,
            WANTS_CODES,
            WANTS_LETTERS,
            WANTS_TABLE,
            code_cells,
        )

        codes = self._codes.more(len(block))
        cells = (block.text, block.starts, block.ends, block.marks, slot)
        row, wanted = 0, DONE
        while row < len(codes):
            row, self._known, wanted = code_cells(
                *cells, self._whole, row, *self._room, self._known, codes
            )
            if wanted == WANTS_TABLE:
                self._index()
            elif wanted == WANTS_CODES:
                self._grow()
            elif wanted == WANTS_LETTERS:
                size = int(block.ends[row, slot] - block.starts[row, slot])
                used = int(self._bounds[self._known])
                self._store = _moved(self._store, used, 2 * len(self._store) + size)

    @property
    def _room(self) -> tuple[AnyArray, AnyArray, AnyArray, AnyArray]:
        return self._table, self._hashes, self._bounds, self._store

    def _grow(self) -> None:
        """Make room for twice as many cells."""
        has_table, self._table = len(self._table) > 0, self._table[:0].copy()
        self._bounds = _moved(self._bounds, self._known + 1, 2 * self._known + 1)
        if has_table:
            self._index()

    def _index(self) -> None:
        """Make the table by which a cell is found among all the others."""
        from gpstudio.data.columns.hashing import fill_table, hash_cells

        room = len(self._bounds) - 1
        self._hashes = np.empty(room, dtype=np.uint32)
        hash_cells(self._bounds, self._store, self._known, self._hashes)
        self._table = np.full(2 * room, -1, dtype=np.int32)
        fill_table(self._table, self._hashes, self._known)

    def finish(self) -> Coded:
        """The whole column; what finding its cells took is given back."""
        self._table = np.empty(0, dtype=np.int32)
        self._hashes = np.empty(0, dtype=np.uint32)
        starts, ends = self._bounds[: self._known], self._bounds[1 : self._known + 1]
        return Coded(self._codes.array, Arena(self._store, starts, ends))


def _moved(room: NDArray[Entry], used: int, size: int) -> NDArray[Entry]:
    """What is used of the room, in a larger one: what nothing is written to costs no memory."""
    larger = np.empty(size, dtype=room.dtype)
    larger[:used] = room[:used]
    return larger

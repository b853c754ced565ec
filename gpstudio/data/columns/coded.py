"""A column as its distinct cells and, for each row, which of them stands there.

Dates, field names and quality words repeat, ten thousand fields share five hundred dates. What a
cell means is worked out once for each distinct one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.arrays import Flags
from gpstudio.data.columns.growing import Growing
from gpstudio.data.cutting.blocks import Block
from gpstudio.data.texts import Texts, is_missing

_FEW = 256
"""Distinct cells for which there is room from the start."""

_OFTEN = 1 << 12

Entry = TypeVar("Entry", bound=np.generic)


@dataclass(frozen=True, eq=False)
class Coded:
    codes: NDArray[np.int32]
    cells: Texts
    """Distinct, stripped of blanks, in the order in which they first occur."""

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def blank(self) -> Flags:
        """Which rows have nothing to say."""
        return self.spread(np.array([is_missing(cell) for cell in self.cells], dtype=np.bool_))

    def joined(self, other: Coded, mark: str = " / ") -> Coded:
        """Both columns as one: its cells are the pairs that occur."""
        pairs = self.codes.astype(np.int64) * max(1, len(other.cells)) + other.codes
        found, first, codes = np.unique(pairs, return_index=True, return_inverse=True)
        order = np.argsort(first, kind="stable")
        place = np.empty(len(order), dtype=np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        cells = [
            f"{self.cells[pair // len(other.cells)]}{mark}{other.cells[pair % len(other.cells)]}"
            for pair in found[order]
        ]
        return Coded(place[codes], np.array([*cells, None], dtype=object)[:-1])

    def spread(self, meanings: NDArray[Entry]) -> NDArray[Entry]:
        """What each row means, from what each distinct cell means."""
        return meanings[self.codes]


class CodedColumn:
    """Gathers a column block by block."""

    def __init__(self) -> None:
        self._codes = Growing(np.int32)
        self._known = 0
        self._table = np.full(2 * _FEW, -1, dtype=np.int32)
        self._hashes = np.empty(_FEW, dtype=np.uint64)
        self._stops = np.empty(_FEW, dtype=np.int64)
        self._store = np.empty(16 * _FEW, dtype=np.uint8)

    def add(self, block: Block, slot: int) -> None:
        # numba, which the first paint must not await
        from gpstudio.data.columns.hashing import code_cells

        codes = self._codes.more(len(block))
        cells = (block.text, block.starts, block.ends, block.marks, slot)
        row = 0
        while row < len(codes):
            room = (self._table, self._hashes, self._stops, self._store)
            row, self._known = code_cells(*cells, row, *room, self._known, codes)
            if row < len(codes):
                self._grow(int(block.ends[row, slot] - block.starts[row, slot]))

    def _grow(self, size: int) -> None:
        """Make room for a cell of ``size`` bytes and for others: twice as much as there was."""
        from gpstudio.data.columns.hashing import fill_table

        if self._known == len(self._stops):
            self._stops = np.concatenate([self._stops, np.empty_like(self._stops)])
            self._hashes = np.concatenate([self._hashes, np.empty_like(self._hashes)])
            self._table = np.full(4 * self._known, -1, dtype=np.int32)
            fill_table(self._table, self._hashes, self._known)
        else:
            room = np.empty(len(self._store) + size, dtype=np.uint8)
            self._store = np.concatenate([self._store, room])

    def finish(self) -> Coded:
        """The whole column; what finding its cells took is given back."""
        self._table = self._table[:0].copy()
        self._hashes = self._hashes[:0].copy()
        letters = self._store.data
        cells = np.empty(self._known, dtype=object)
        for begin in range(0, self._known, _OFTEN):
            stops = self._stops[begin : min(begin + _OFTEN, self._known)].tolist()
            starts = [int(self._stops[begin - 1]) if begin else 0, *stops]
            pairs = enumerate(zip(starts, stops, strict=False), start=begin)
            for code, (start, stop) in pairs:
                cells[code] = str(letters[start:stop], "utf-8", "replace")
        return Coded(self._codes.array, cells)

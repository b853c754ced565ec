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
from gpstudio.data.cutting.blocks import Block
from gpstudio.data.texts import Texts, is_missing

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
        self._known: dict[str, int] = {}
        self._codes: list[NDArray[np.int32]] = []

    def add(self, block: Block, slot: int) -> None:
        known = self._known
        codes = [known.setdefault(cell.strip(), len(known)) for cell in block.texts(slot)]
        self._codes.append(np.array(codes, dtype=np.int32))

    def finish(self) -> Coded:
        codes = np.concatenate([np.zeros(0, dtype=np.int32), *self._codes])
        return Coded(codes, np.array([*self._known, None], dtype=object)[:-1])

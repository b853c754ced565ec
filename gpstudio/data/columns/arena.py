"""Cells as bytes that stand one after the other: a Python text is made of one when it is asked for.

A million different times are twenty megabytes so; as texts they are a hundred.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from gpstudio.core.arrays import Flags, Integers
from gpstudio.data.cutting.blocks import Block, block_of
from gpstudio.data.cutting.marks import PLAIN
from gpstudio.data.texts import MISSING, Texts, is_missing

_AT_ONCE = 1 << 12
_BLANK, _LAST_OF_ASCII = 0x20, 0x7F
_PIECE = 1 << 16
"""Cells looked at together, so that many take no memory of their own."""
_LONGEST_MISSING = max(len(word.encode()) for word in MISSING)
"""Bytes. No letter of these words is the small form of a longer one."""


@dataclass(frozen=True, eq=False)
class Arena:
    """Looks like an array of texts to those who ask for one cell, for some, or for all in turn."""

    letters: NDArray[np.uint8]
    starts: Integers
    ends: Integers

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, chosen: int | np.int64) -> str: ...
    @overload
    def __getitem__(self, chosen: slice | Integers | Flags) -> Arena: ...
    def __getitem__(self, chosen: int | np.int64 | slice | Integers | Flags) -> str | Arena:
        starts, ends = self.starts[chosen], self.ends[chosen]
        if starts.ndim:
            return Arena(self.letters, starts, ends)
        return str(self.letters[starts:ends].data, "utf-8", "replace")

    def __iter__(self) -> Iterator[str]:
        letters = self.letters.data
        for begin in range(0, len(self), _AT_ONCE):
            part = slice(begin, begin + _AT_ONCE)
            bounds = zip(self.starts[part].tolist(), self.ends[part].tolist(), strict=True)
            for start, end in bounds:
                yield str(letters[start:end], "utf-8", "replace")

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> Texts:
        return np.fromiter(self, dtype=object, count=len(self))

    @property
    def block(self) -> Block:
        """The one column of a block, as it were cut from a file."""
        ones = np.ones(len(self), dtype=np.int64)
        marks = np.full((len(self), 1), PLAIN, dtype=np.uint8)
        starts, ends = self.starts[:, None], self.ends[:, None]
        return Block(self.letters, starts, ends, marks, ones, ones, ones)


Cells: TypeAlias = Texts | Arena
"""A column in memory."""


def block_in(cells: Cells) -> Block:
    """The cells as the one column of a block."""
    return cells.block if isinstance(cells, Arena) else block_of(cells)


def said_in(cells: Cells) -> Flags:
    """Which cells, stripped of blanks, say something."""
    said = np.ones(len(cells), dtype=np.bool_)
    for place in np.flatnonzero(_may_be_short(cells)).tolist():
        said[place] = not is_missing(cells[place])
    return said


def _may_be_short(cells: Cells) -> Flags:
    """Which cells could be a word for nothing: all short ones, in bytes or, where they are texts,
    in letters, which are no more; and those that begin or end with what may be a blank."""
    if not isinstance(cells, Arena):
        sizes = np.fromiter(map(len, cells), dtype=np.int64, count=len(cells))
        return sizes <= _LONGEST_MISSING
    found: Flags = np.empty(len(cells.starts), dtype=np.bool_)
    for begin in range(0, len(found), _PIECE):
        starts, ends = (each[begin : begin + _PIECE] for each in (cells.starts, cells.ends))
        short = ends - starts <= _LONGEST_MISSING
        long = np.flatnonzero(~short)
        for place in (starts[long], ends[long] - 1):
            edge = cells.letters[place]
            short[long] |= (edge <= _BLANK) | (edge > _LAST_OF_ASCII)
        found[begin : begin + _PIECE] = short
    return found

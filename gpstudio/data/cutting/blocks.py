"""The rows of a text, a block at a time, each cell still where it stands in the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.arrays import Integers
from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.cutting.marks import DOUBLED, PLAIN
from gpstudio.data.texts import Texts
from gpstudio.translation import tr

MOST_CELLS = 1 << 21
"""Noted at once: 34 MB of places."""
_NEAR = 1 << 16
"""Bytes from which the length of the rows is guessed."""
LONGEST_ROW = 1 << 25
"""Bytes. A longer row is a quotation that never ends, or no table."""


@dataclass(frozen=True, eq=False)
class Block:
    """Some rows. ``starts``, ``ends`` and ``marks`` have a row per row, a column per slot."""

    text: NDArray[np.uint8]
    starts: Integers
    ends: Integers
    marks: NDArray[np.uint8]
    widths: Integers
    """How many cells each row has."""
    filled: Integers
    """How many up to the last one that says something: a delimiter at the end makes no cell."""
    lines: Integers
    """The line of the file on which each row begins, from 1."""

    def __len__(self) -> int:
        return len(self.widths)

    def rows(self, chosen: slice | Integers) -> Block:
        return replace(
            self,
            starts=self.starts[chosen],
            ends=self.ends[chosen],
            marks=self.marks[chosen],
            widths=self.widths[chosen],
            filled=self.filled[chosen],
            lines=self.lines[chosen],
        )

    def cell(self, row: int, slot: int) -> str:
        return self._decoded((slice(row, row + 1), slot))[0]

    def cells(self, row: int, count: int | None = None) -> list[str]:
        """The cells of one row, or the first ones, as they stand in the file."""
        return self._decoded((row, slice(count)))

    def texts(self, slot: int) -> Texts:
        """The cells of one column as they stand in the file, blanks and all."""
        return np.array([*self._decoded((slice(None), slot)), None], dtype=object)[:-1]

    def _decoded(self, chosen: tuple[Any, Any]) -> list[str]:
        letters = self.text.data
        starts, ends, marks = self.starts[chosen], self.ends[chosen], self.marks[chosen]
        cells = [
            str(letters[start:end], "utf-8", "replace")
            for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
        ]
        for place in np.flatnonzero(marks == DOUBLED).tolist():
            cells[place] = cells[place].replace('""', '"')
        return cells


def block_of(cells: Sequence[str] | Texts) -> Block:
    """Cells that are in memory, as the one column of a block."""
    count, text = len(cells), "".join(cells)
    # in plain letters a cell has as many bytes as letters
    sized = cells if text.isascii() else [cell.encode("utf-8", "replace") for cell in cells]
    ends = np.cumsum(np.fromiter(map(len, sized), dtype=np.int64, count=count))
    starts = np.concatenate([np.zeros(1, dtype=np.int64), ends])[:-1]
    ones = np.ones(count, dtype=np.int64)
    return Block(
        text=np.frombuffer(text.encode("utf-8", "replace"), dtype=np.uint8),
        starts=starts[:, None],
        ends=ends[:, None],
        marks=np.full((count, 1), PLAIN, dtype=np.uint8),
        widths=ones,
        filled=ones,
        lines=np.cumsum(ones),
    )


def cut_blocks(
    pieces: Iterable[bytes],
    delimiter: str,
    wanted: Sequence[int],
    file: str,
    *,
    skipped: int = 0,
    first_line: int = 1,
    to_the_end: bool = True,
    task: Task = QUIET,
) -> Iterator[Block]:
    """Rows of the text in ``pieces``; ``wanted[slot]`` is the column whose cells go to a slot.

    ``skipped`` lines are passed over first. With ``to_the_end`` false the pieces are a sample:
    a row that they cut off is left out.
    """
    slots = np.full(max(wanted, default=0) + 1, -1, dtype=np.int64)
    slots[list(wanted)] = np.arange(len(wanted))
    most_rows = max(1, MOST_CELLS // max(1, len(wanted)))
    line, rest = first_line, b""
    for piece, last in _ending(pieces):
        task.check()
        rest += piece
        if skipped:
            rest, passed = _without_lines(rest, skipped, last)
            skipped -= passed
            line += passed
            if skipped:
                continue
        text = np.frombuffer(rest, dtype=np.uint8)
        at = 0
        whole = last and to_the_end
        while True:
            rows = min(most_rows, _expected_rows(rest, at))
            block, at, line, is_open = _cut(
                text, at, whole, ord(delimiter), slots, rows, line, len(wanted)
            )
            if len(block):
                yield block
            if len(block) < rows:
                break
            task.check()
        rest = rest[at:]
        if is_open and whole:
            raise never_closed(line, file)
        if len(rest) > LONGEST_ROW:
            raise too_long(line, file)


def never_closed(line: int, file: str) -> InputError:
    return InputError(
        tr(
            "A quotation mark on line {line} of {file} is never closed; close or remove it.",
            line=line,
            file=file,
        )
    )


def too_long(line: int, file: str) -> InputError:
    return InputError(
        tr(
            "Line {line} of {file} goes on for megabytes; check its line ends and its "
            "quotation marks.",
            line=line,
            file=file,
        )
    )


def _expected_rows(text: bytes, at: int) -> int:
    """Somewhat more than there will be; where there are still more, they are cut in two turns."""
    near = text[at : at + _NEAR]
    ends = max(near.count(b"\n"), near.count(b"\r"))
    return 16 + int(1.2 * ends * (len(text) - at) / max(1, len(near)))


def _cut(
    text: NDArray[np.uint8],
    at: int,
    last: bool,
    delimiter: int,
    slots: Integers,
    rows: int,
    line: int,
    wanted: int,
) -> tuple[Block, int, int, bool]:
    from gpstudio.data.cutting.tokens import cut_rows  # numba, which the first paint must not await

    starts = np.empty((rows, wanted), dtype=np.int64)
    ends = np.empty((rows, wanted), dtype=np.int64)
    marks = np.empty((rows, wanted), dtype=np.uint8)
    widths = np.empty(rows, dtype=np.int64)
    filled = np.empty(rows, dtype=np.int64)
    lines = np.empty(rows, dtype=np.int64)
    found, at, line, is_open = cut_rows(
        text, at, last, delimiter, slots, starts, ends, marks, widths, filled, lines, line
    )
    block = Block(text, starts, ends, marks, widths, filled, lines).rows(slice(0, found))
    return block, at, line, is_open


def _ending(pieces: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Each piece, and whether it is the last."""
    held: bytes | None = None
    for piece in pieces:
        if held is not None:
            yield held, False
        held = piece
    yield held or b"", True


def _without_lines(text: bytes, count: int, last: bool) -> tuple[bytes, int]:
    """The text behind its first ``count`` lines, or behind as many as it has."""
    passed = 0
    at = 0
    while passed < count:
        ends = [end for end in (text.find(b"\n", at), text.find(b"\r", at)) if end >= 0]
        if not ends:
            break
        end = min(ends)
        if text[end : end + 1] == b"\r":
            if end + 1 == len(text) and not last:
                break
            end += text[end + 1 : end + 2] == b"\n"
        at = end + 1
        passed += 1
    return text[at:], passed

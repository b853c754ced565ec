"""A first look at a text: its dialect, its header, and a sample of its rows from all over it.

What is decided on a sample is what a sample can show (which column is the date, how the table is
laid out). What only the whole file can tell (day or month first, the decimal mark) is decided when
the whole file has been read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.cutting.blocks import Block, cut_blocks
from gpstudio.data.cutting.dialect import Dialect, sniff
from gpstudio.data.cutting.header import begins_with_reading, unique_names
from gpstudio.data.decisions import Decision
from gpstudio.data.source.encodings import BLOCK, utf8_blocks
from gpstudio.data.source.local import reading
from gpstudio.data.source.source import Source, empty
from gpstudio.data.texts import Texts

SAMPLE_ROWS = 2_000
SAMPLE_CELLS = 400_000
FIRST_ROWS = 200
"""The sample begins with so many rows of the file without a gap: those a person is shown."""
_HEAD = 1 << 18
"""Characters in which the dialect is sought."""
_PIECES = 12
_PIECE = 1 << 18
_SPARE = 50
"""A row this much wider than the header is not a slip of the pen: the header is another line."""


@dataclass(frozen=True, eq=False)
class Survey:
    """What a table looks like before it is read."""

    source: Source
    dialect: Dialect
    names: tuple[str, ...]
    header_rows: int
    """Rows of the table that are header, and not readings."""
    columns: tuple[Texts, ...]
    """A sample of the rows, by column, in the order of the file."""
    lines: tuple[int, ...]
    """On which line each row of the sample begins."""
    head: str
    """The beginning of the text as it stands in the file."""
    decisions: tuple[Decision, ...] = ()

    @property
    def size(self) -> int:
        """How many rows the sample has."""
        return len(self.lines)

    @property
    def width(self) -> int:
        return len(self.names)

    def blocks(self, wanted: Sequence[int], task: Task = QUIET) -> Iterator[Block]:
        """All readings' rows, header left out, with the cells of the wanted columns."""
        pieces = utf8_blocks(self.source, self.dialect.encoding, task)
        header = self.header_rows
        for block in cut_blocks(
            pieces,
            self.dialect.delimiter,
            wanted,
            self.source.file,
            skipped=self.dialect.skipped,
            task=task,
        ):
            passed = min(header, len(block))
            header -= passed
            if passed < len(block):
                yield block.rows(slice(passed, None))


def survey(source: Source, encoding: str, answers: Mapping[str, str], task: Task = QUIET) -> Survey:
    """Look at the beginning of a text, and at pieces from all over it where it is long."""
    pieces = utf8_blocks(source, encoding, task)
    beginning = next(pieces, b"")
    if not beginning.strip(b" \t\r\n\x0b\x0c"):
        raise empty(source.file)
    short = next(pieces, None) is None
    head = beginning[: 4 * _HEAD].decode("utf-8", "ignore")[:_HEAD]
    if len(head) == _HEAD:
        head = head[: max(head.rfind("\n"), head.rfind("\r")) + 1] or head
    dialect = sniff(head, encoding, source, answers)
    width = _width(beginning, dialect, source, short)
    rows = _sample(source, dialect, beginning, short, width, task)
    return _headed(source, dialect, rows, width, head)


def _width(beginning: bytes, dialect: Dialect, source: Source, short: bool) -> int:
    """How many columns there are: as many as the header has cells."""
    found = cut_blocks(
        [beginning],
        dialect.delimiter,
        [0],
        source.file,
        skipped=dialect.skipped,
        to_the_end=short,
    )
    rows = next(found, None)
    first = 1 if rows is None else int(rows.widths[0])
    if rows is None or first < 2:
        raise InputError(
            f"{source.file} has only one column; a table needs one column of dates and one of "
            "readings, separated by commas, semicolons, tabs or bars."
        )
    far = np.flatnonzero(rows.filled > first + _SPARE)
    if far.size:
        row = int(far[0])
        raise InputError(
            f"Line {rows.lines[row]} of {source.file} has {rows.filled[row]} cells but its "
            f"first line has {first}; remove the lines above the header, or mend that line."
        )
    said = rows.filled[1:]
    if said.size and (said > first).sum() > said.size / 2:
        raise InputError(
            f"Most lines of {source.file} have more cells than its first line, which has {first}; "
            "remove the lines above the header, or give every column a name."
        )
    return first


def _sample(
    source: Source, dialect: Dialect, beginning: bytes, short: bool, width: int, task: Task
) -> list[tuple[int, list[str]]]:
    """Rows with their lines: the first ones, and others spread over the whole text."""
    wanted = list(range(width))
    most = max(50, min(SAMPLE_ROWS, SAMPLE_CELLS // width))
    found: list[tuple[int, list[str]]] = []

    def take(
        blocks: Iterator[Block], count: int, whole_rows_only: bool, beginning_rows: int = 0
    ) -> None:
        parts = list(blocks)
        total = sum(len(block) for block in parts)
        spread = np.linspace(0, max(total - 1, 0), min(count, total)).astype(np.int64)
        chosen = np.union1d(np.arange(min(beginning_rows, total)), spread)
        begun = 0
        for block in parts:
            here = chosen[(chosen >= begun) & (chosen < begun + len(block))] - begun
            begun += len(block)
            for row in here:
                if not whole_rows_only or block.widths[row] == width:
                    cells = [block.cell(int(row), slot) for slot in wanted]
                    found.append((int(block.lines[row]), cells))

    first = cut_blocks(
        [beginning],
        dialect.delimiter,
        wanted,
        source.file,
        skipped=dialect.skipped,
        to_the_end=short,
        task=task,
    )
    take(first, most if short else most // 3, False, min(most, FIRST_ROWS + 2))
    if not short:
        for piece in _pieces(source, dialect.encoding, task):
            rows = cut_blocks([piece], dialect.delimiter, wanted, source.file, to_the_end=False)
            take(rows, most // (2 * _PIECES) + 1, True)
    return found


def _pieces(source: Source, encoding: str, task: Task) -> Iterator[bytes]:
    """Pieces from behind the beginning, each from the start of a row on, as far as one can tell."""
    if not source.seekable or source.size is None or encoding.startswith("utf-16"):
        return
    with reading(source.path), source.open() as handle:
        for start in np.linspace(BLOCK, max(BLOCK, source.size - _PIECE), _PIECES).astype(int):
            task.check()
            raw = _piece(handle, int(start))
            yield raw.decode(encoding, "replace").encode("utf-8")


def _piece(handle: BinaryIO, start: int) -> bytes:
    handle.seek(start)
    raw = handle.read(_PIECE)
    return raw[raw.find(b"\n") + 1 :]


def _headed(
    source: Source,
    dialect: Dialect,
    rows: list[tuple[int, list[str]]],
    width: int,
    head: str,
) -> Survey:
    """Split the header off; a file that begins with a reading has none, and loses none."""
    first = [cell.strip() for cell in rows[0][1]]
    if dialect.marked_header:
        first[0] = first[0].lstrip("# \t")
    below = rows[1:]
    columns = _columns(below, width)
    if below and begins_with_reading(first, columns):
        names, header, kept = unique_names([""] * width), 0, rows
        columns = _columns(rows, width)
    else:
        names, header, kept = unique_names(first), 1, below
    if not kept:
        raise InputError(f"{source.file} has a header but no rows; add one row per reading.")
    lines = tuple(line for line, _ in kept)
    return Survey(source, dialect, names, header, columns, lines, head)


def _columns(rows: list[tuple[int, list[str]]], width: int) -> tuple[Texts, ...]:
    grid = np.empty((len(rows), width), dtype=object)
    for place, (_, cells) in enumerate(rows):
        grid[place] = cells
    return tuple(np.asarray(grid[:, j]) for j in range(width))

"""Rows from all over a text that is too long to be looked at whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO, TypeAlias

import numpy as np

from gpstudio.core.task import QUIET, Task
from gpstudio.data.cutting.blocks import Block, cut_blocks
from gpstudio.data.cutting.dialect import Dialect
from gpstudio.data.source.encodings import BLOCK
from gpstudio.data.source.local import reading
from gpstudio.data.source.source import Source

SAMPLE_ROWS = 2_000
SAMPLE_CELLS = 400_000
FIRST_ROWS = 200
"""The sample begins with so many rows of the file without a gap: those a person is shown."""
_PIECES = 12
_PIECE = 1 << 18

Row: TypeAlias = tuple[int, list[str]]
"""The line on which it begins, and its cells."""


def sample_rows(
    source: Source, dialect: Dialect, beginning: bytes, short: bool, task: Task = QUIET
) -> list[Row]:
    """The header's rows and the first ones below, then others spread over the whole text.

    ``short`` says that the beginning is all there is.
    """
    header = dialect.header
    wanted = list(range(header.width))
    most = max(50, min(SAMPLE_ROWS, SAMPLE_CELLS // header.width))
    delimiter, file = dialect.delimiter, source.file
    first = cut_blocks(
        [beginning],
        delimiter,
        wanted,
        file,
        skipped=header.skipped,
        to_the_end=short,
        task=task,
    )
    found = _taken(first, most if short else most // 3, min(most, FIRST_ROWS + header.rows))
    if not short:
        for piece in _pieces(source, dialect.encoding, task):
            rows = cut_blocks([piece], delimiter, wanted, file, to_the_end=False)
            # A piece may begin inside a quotation: what is then cut has another width.
            found += _taken(rows, most // (2 * _PIECES) + 1, 0, dialect.usual_width)
    return found


def _taken(blocks: Iterable[Block], count: int, from_the_first: int, width: int = 0) -> list[Row]:
    """``count`` rows spread evenly, beginning with some without a gap; only those of ``width``."""
    parts = list(blocks)
    total = sum(map(len, parts))
    spread = np.linspace(0, max(total - 1, 0), min(count, total)).astype(np.int64)
    chosen = np.union1d(np.arange(min(from_the_first, total)), spread)
    found: list[Row] = []
    begun = 0
    for block in parts:
        here = chosen[(chosen >= begun) & (chosen < begun + len(block))] - begun
        begun += len(block)
        for row in here.tolist():
            if not width or block.widths[row] == width:
                found.append((int(block.lines[row]), block.cells(row)))
    return found


def _pieces(source: Source, encoding: str, task: Task) -> Iterator[bytes]:
    """Pieces from behind the beginning, each from the start of a row on, as far as one can tell."""
    if not in_pieces(source, encoding) or source.size is None:
        return
    with reading(source.path), source.open() as handle:
        for start in np.linspace(BLOCK, max(BLOCK, source.size - _PIECE), _PIECES).astype(int):
            task.check()
            raw = _piece(handle, int(start))
            yield raw.decode(encoding, "replace").encode("utf-8")


def in_pieces(source: Source, encoding: str) -> bool:
    """Whether pieces can be had from the middle of a text."""
    return source.seekable and source.size is not None and not encoding.startswith("utf-16")


def _piece(handle: BinaryIO, start: int) -> bytes:
    handle.seek(start)
    raw = handle.read(_PIECE)
    return raw[max(raw.find(b"\n"), raw.find(b"\r") if b"\n" not in raw else -1) + 1 :]

"""Rows inside a quotation: one mark too many makes a single cell of all rows up to the next."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

import numpy as np

from gpstudio.core.errors import InputError
from gpstudio.data.cutting.blocks import Block
from gpstudio.data.cutting.dialect import Dialect
from gpstudio.data.cutting.kinds import TYPED, kind_of
from gpstudio.data.cutting.marks import PLAIN
from gpstudio.translation import tr

_MOST_LOOKED_INTO = 1_000
"""Rows a block that take up several lines; many where notes are written over several."""


def refuse_swallowed_rows(block: Block, first: int, dialect: Dialect, file: str) -> None:
    """``first`` is the slot of the first column: where each row begins."""
    steps = np.flatnonzero(np.diff(block.lines) > 1)
    for row in steps[:_MOST_LOOKED_INTO].tolist():
        begin, end = block.starts[row, first], block.starts[row + 1, first]
        if block.marks[row, first] != PLAIN:
            begin -= 1  # its cell begins behind the quotation mark
        text = block.text[begin:end].tobytes().decode("utf-8", "replace")
        for number, line in _taken_in(text, dialect):
            if _is_row(_cells_of(line, dialect), dialect):
                raise InputError(
                    tr(
                        "A quotation mark on line {line} of {file} swallows line {other}, which "
                        "looks like a row; close or remove the mark.",
                        line=block.lines[row],
                        file=file,
                        other=int(block.lines[row]) + max(number, 1),
                    )
                )


def _taken_in(text: str, dialect: Dialect) -> Iterator[tuple[int, str]]:
    """The lines that a quotation holds, by their number in the row.

    Where the row is one like all others, a name holds a line break: then only what stands between
    the marks is looked at, for behind them the row goes on. Otherwise a mark is one too many, and
    each line is.
    """
    cells = _cut(text, dialect)
    if not _is_row(cells, dialect):
        yield from enumerate(text.splitlines()[1:], start=1)
        return
    number = 0
    for cell in cells:
        lines = cell.splitlines()
        if len(lines) > 1:
            yield from enumerate(lines, start=number)
            number += len(lines) - 1


def _cut(text: str, dialect: Dialect) -> list[str]:
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=dialect.delimiter)
        return next(rows, [])
    except csv.Error:  # longer than any name
        return []


def _cells_of(line: str, dialect: Dialect) -> list[str]:
    return line.split() if dialect.delimiter == " " else line.split(dialect.delimiter)


def _is_row(cells: list[str], dialect: Dialect) -> bool:
    """Whether there are as many cells as in most rows, dates and numbers where these have them."""
    if len(cells) != dialect.usual_width:
        return False
    kinds = [kind_of(cell.strip(' "')) for cell in cells]
    typed = [
        (kind, usual) for kind, usual in zip(kinds, dialect.kinds, strict=False) if usual in TYPED
    ]
    return bool(typed) and all(kind == usual for kind, usual in typed)

"""Rows inside a quotation: one mark too many makes a single cell of all rows up to the next."""

from __future__ import annotations

import numpy as np

from gpstudio.core.errors import InputError
from gpstudio.data.cutting.blocks import Block
from gpstudio.data.cutting.dialect import Dialect
from gpstudio.data.cutting.kinds import TYPED, kind_of
from gpstudio.translation import tr

_MOST_LOOKED_INTO = 1_000
"""Rows a block that take up several lines; many where notes are written over several."""


def refuse_swallowed_rows(block: Block, first: int, dialect: Dialect, file: str) -> None:
    """``first`` is the slot of the first column: where each row begins."""
    steps = np.flatnonzero(np.diff(block.lines) > 1)
    for row in steps[:_MOST_LOOKED_INTO].tolist():
        begin, end = block.starts[row, first], block.starts[row + 1, first]
        lines = block.text[begin:end].tobytes().decode("utf-8", "replace").splitlines()
        for number, line in enumerate(lines[1:], start=int(block.lines[row]) + 1):
            if _is_row(line, dialect):
                raise InputError(
                    tr(
                        "A quotation mark on line {lines} of {file} takes in line "
                        "{number}, which looks like a row of its own; close or remove the mark.",
                        lines=block.lines[row],
                        file=file,
                        number=number,
                    )
                )


def _is_row(line: str, dialect: Dialect) -> bool:
    """Whether a line has as many cells as most rows, and dates and numbers where these have."""
    cells = line.split() if dialect.delimiter == " " else line.split(dialect.delimiter)
    if len(cells) != dialect.usual_width:
        return False
    kinds = [kind_of(cell.strip(' "')) for cell in cells]
    typed = [
        (kind, usual) for kind, usual in zip(kinds, dialect.kinds, strict=False) if usual in TYPED
    ]
    return bool(typed) and all(kind == usual for kind, usual in typed)

"""Rows of cells, written out as the text that every other table comes as."""

from __future__ import annotations

from collections.abc import Iterable

from gpstudio.core.task import Task
from gpstudio.data.source import limits
from gpstudio.data.source.cells import BrokenError, Cells, line_of
from gpstudio.data.source.source import Source
from gpstudio.data.source.spool import Spool
from gpstudio.translation import tr

_BLOCK, _LETTERS = 2_000, 1 << 22
"""Rows, and characters, that are written in one go."""


def written(
    source: Source, rows: Iterable[tuple[int, Cells]], what: str, task: Task, *, lines: bool = False
) -> Spool:
    """The rows as text; empty rows are empty lines, and none follow the last filled row.

    ``lines``: each row is a cell that holds a whole line of text.
    """
    spool = Spool()
    at, letters, pieces = 1, 0, list[str]()
    for number, row in rows:
        if number < at:
            raise BrokenError
        line = " ".join(text for _, text in row) if lines else line_of(row)
        pieces.append("\n" * (number - at) + line + "\n")
        at, letters = number + 1, letters + len(pieces[-1])
        if len(pieces) == _BLOCK or letters > _LETTERS:
            task.report(tr("Reading {name}: {number:,} rows", name=what, number=number))
            spool.write("".join(pieces).encode("utf-8", "replace"))
            pieces.clear()
            letters = 0
            limits.check_swelling(source.file, source.size or 0, spool.size, limits.TEXT)
    spool.write("".join(pieces).encode("utf-8", "replace"))
    return spool

"""A first look at a text: its dialect, its header, and a sample of its rows from all over it.

What is decided on a sample is what a sample can show (which column is the date, how the table is
laid out). What only the whole file can tell (day or month first, the decimal mark) is decided when
the whole file has been read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.cutting.blocks import Block, cut_blocks, too_long
from gpstudio.data.cutting.dialect import Dialect, sniff
from gpstudio.data.cutting.notes import notes_below
from gpstudio.data.cutting.sampling import FIRST_ROWS, Row, in_pieces, sample_rows
from gpstudio.data.cutting.swallowed import refuse_swallowed_rows
from gpstudio.data.decisions import Decision
from gpstudio.data.source.encodings import encoding_decision, utf8_blocks
from gpstudio.data.source.source import Source, empty
from gpstudio.data.texts import Texts
from gpstudio.translation import tr

__all__ = ["FIRST_ROWS", "Survey", "survey"]

_HEAD = 1 << 18
"""Bytes in which the dialect is sought."""
_FEW_LINES = 40
"""Fewer lines in them are long ones: then it is sought in all that was read."""
_FROM_THE_START = 1 << 24
"""Bytes that stand for a text of which no piece can be had from the middle."""


@dataclass(frozen=True, eq=False)
class Survey:
    """What a table looks like before it is read."""

    source: Source
    dialect: Dialect
    names: tuple[str, ...]
    header: tuple[tuple[str, ...], ...]
    """The header's rows as they stand there, by which they are known again."""
    columns: tuple[Texts, ...]
    """A sample of the rows, by column, in the order of the file."""
    typical: tuple[Texts, ...]
    """The same without rows that repeat the header, and without notes below the table."""
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
        """All readings' rows, header left out, with the cells of the wanted columns.

        The first column comes in a last slot where it is not wanted: it tells totals from readings.
        """
        pieces = utf8_blocks(self.source, self.dialect.encoding, task, told=True)
        header = self.dialect.header.rows
        slots = list(wanted) if 0 in wanted else [*wanted, 0]
        for block in cut_blocks(
            pieces,
            self.dialect.delimiter,
            slots,
            self.source.file,
            skipped=self.dialect.header.skipped,
            task=task,
        ):
            passed = min(header, len(block))
            header -= passed
            if passed < len(block):
                readings = block.rows(slice(passed, None))
                refuse_swallowed_rows(readings, slots.index(0), self.dialect, self.source.file)
                yield readings


def survey(source: Source, encoding: str, answers: Mapping[str, str], task: Task = QUIET) -> Survey:
    """Look at the beginning of a text, and at pieces from all over it where it is long."""
    beginning, short = _beginning(source, encoding, task)
    if not beginning.strip(b" \t\r\n\x0b\x0c"):
        raise empty(source.file)
    if not short and b"\n" not in beginning and b"\r" not in beginning:
        raise too_long(1, source.file)
    head = _head(beginning, short)
    dialect = sniff(head, encoding, source, answers)
    if dialect.header.width < 2:
        raise InputError(
            tr(
                "{file} has only one column; a table needs dates and readings, separated by "
                "commas, semicolons, tabs or bars.",
                file=source.file,
            )
        )
    rows = sample_rows(source, dialect, beginning, short, task)
    if not short and len(rows) <= dialect.header.rows:
        raise too_long(rows[-1][0] + 1 if rows else dialect.header.skipped + 1, source.file)
    return _headed(source, dialect, rows, head.decode("utf-8", "replace"))


def _beginning(source: Source, encoding: str, task: Task) -> tuple[bytes, bool]:
    """The first block of a text, or several of one that can only be read from its start.

    Also whether that is all there is.
    """
    blocks = utf8_blocks(source, encoding, task)
    beginning = next(blocks, b"")
    following = next(blocks, None)
    if not in_pieces(source, encoding):
        while following is not None and len(beginning) < _FROM_THE_START:
            beginning += following
            following = next(blocks, None)
    return beginning, following is None


def _head(beginning: bytes, short: bool) -> bytes:
    """Whole lines from the start of the text."""
    head = beginning[:_HEAD]
    if head.count(b"\n") + head.count(b"\r") < _FEW_LINES:
        head = beginning
    if len(head) == len(beginning) and short:
        return head + b"\n"
    return head[: max(head.rfind(b"\n"), head.rfind(b"\r")) + 1] or head


def _headed(source: Source, dialect: Dialect, rows: list[Row], head: str) -> Survey:
    """The header's rows make the names, the others the sample."""
    header = dialect.header
    above = [cells for _, cells in rows[: header.rows]]
    below = rows[header.rows :]
    if not below:
        raise InputError(
            tr("{file} has a header but no rows; add one row per reading.", file=source.file)
        )
    cells_below = [cells for _, cells in below]
    return Survey(
        source=source,
        dialect=dialect,
        names=header.names(above),
        header=tuple(map(tuple, above)),
        columns=_columns(cells_below, header.width),
        typical=_columns(_typical(cells_below, above), header.width),
        lines=tuple(line for line, _ in below),
        head=head,
        decisions=(encoding_decision(dialect.encoding),),
    )


def _typical(rows: list[list[str]], header: list[list[str]]) -> list[list[str]]:
    """The rows from which a column is judged; all of them where none would remain."""
    kept = [cells for cells in rows[: len(rows) - notes_below(rows)] if cells not in header]
    return kept or rows


def _columns(rows: list[list[str]], width: int) -> tuple[Texts, ...]:
    grid = np.empty((len(rows), width), dtype=object)
    for place, cells in enumerate(rows):
        grid[place] = cells
    return tuple(np.asarray(grid[:, j]) for j in range(width))

"""From text to columns of cells, every cell still the text that stood in the file.

The fast C parser cuts the rows; nothing is converted yet, because what a column means is decided
on all of it. Rows with more cells than the header are marked, not cut off: they will be set aside
and counted.
"""

from __future__ import annotations

import csv
import io
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

import numpy as np

from gpstudio.core.arrays import Flags
from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.dialect import Dialect, open_text, records
from gpstudio.data.header import begins_with_reading, unique_names
from gpstudio.data.texts import Texts

_BLOCK = 50_000
"""Rows parsed at once: a Stop is noticed, and the window drawn, between two blocks."""
_SPARE = 50
"""A row this much wider than the header is not a slip of the pen: the header is another line."""


@dataclass(frozen=True, eq=False)
class Cells:
    """The rows of a file by column; the header, where there is one, is not among them."""

    names: tuple[str, ...]
    columns: tuple[Texts, ...]
    surplus: Flags
    """Rows that have more cells than the header."""
    headed: bool

    def __len__(self) -> int:
        return len(self.surplus)


def read_cells(data: bytes, dialect: Dialect, file: str, task: Task = QUIET) -> Cells:
    """Parse the whole file; raises ``InputError`` where the rows do not make a table."""
    width = _first_width(data, dialect, file)
    if width < 2:
        raise InputError(
            f"{file} has only one column; a table needs one column of dates and one of readings, "
            "separated by commas, semicolons, tabs or bars."
        )
    try:
        columns = _parsed(data, dialect, width + 1, file, task)
    except _WiderError:
        widest = _widest(data, dialect, width, file)
        try:
            columns = _parsed(data, dialect, widest, file, task)
        except _WiderError:
            raise _broken(data, dialect, file, "") from None
    surplus = np.zeros(len(columns[0]), dtype=np.bool_)
    for column in columns[width:]:
        surplus |= column != ""
    if surplus.sum() > len(surplus) / 2:
        raise InputError(
            f"Most lines of {file} have more cells than its first line, which has {width}; "
            "remove the lines above the header, or give every column a name."
        )
    return _headed(columns[:width], surplus, dialect)


def line_of(data: bytes, dialect: Dialect, cells: Cells, row: int) -> int:
    """The line in the file on which a row ends; walked only when a message needs it."""
    handle = _rows_from(data, dialect)
    found = next(islice(records(handle, dialect.delimiter), row + cells.headed, None), (0, []))
    return dialect.skipped + found[0]


class _WiderError(Exception):
    """A row has more cells than there was room for."""


def _rows_from(data: bytes, dialect: Dialect) -> io.TextIOWrapper:
    """The text from the header on."""
    handle = open_text(data, dialect.encoding)
    for _ in range(dialect.skipped):
        handle.readline()
    return handle


def _first_width(data: bytes, dialect: Dialect, file: str) -> int:
    try:
        return len(next(records(_rows_from(data, dialect), dialect.delimiter), (0, [""]))[1])
    except csv.Error:
        raise InputError(
            f"The first line of {file} has a cell too long for a header; check the file."
        ) from None


def _parsed(data: bytes, dialect: Dialect, width: int, file: str, task: Task) -> list[Texts]:
    """The first record is parsed as a row, so that pandas measures every row by ``width``."""
    import pandas as pd

    handle = _rows_from(data, dialect)
    read = cast(io.BytesIO, handle.buffer)
    blocks: list[Any] = []
    try:
        with pd.read_csv(
            handle,
            sep=dialect.delimiter,
            header=None,
            names=list(range(width)),
            index_col=False,
            dtype=object,
            na_filter=False,
            engine="c",
            chunksize=_BLOCK,
        ) as reader:
            for block in reader:
                task.check()
                blocks.append(block)
                task.report(f"Reading {file}", 0.5 * read.tell() / len(data))
    except pd.errors.ParserError as error:
        if "Expected" in str(error):
            raise _WiderError from None
        raise _broken(data, dialect, file, str(error)) from None
    return [np.concatenate([b[j].to_numpy(dtype=object) for b in blocks]) for j in range(width)]


def _broken(data: bytes, dialect: Dialect, file: str, message: str) -> InputError:
    if "EOF inside string" not in message:
        return InputError(f"{file} cannot be cut into rows and cells; save it again as CSV.")
    # The row with the open quotation mark swallows the rest of the file, so it begins on the line
    # after the last row that is whole.
    ends = [0, 0]
    with suppress(csv.Error):
        ends += [line for line, _ in records(_rows_from(data, dialect), dialect.delimiter)]
        ends.pop()
    return InputError(
        f"A quotation mark on line {dialect.skipped + ends[-1] + 1} of {file} is never closed; "
        "close or remove it."
    )


def _widest(data: bytes, dialect: Dialect, width: int, file: str) -> int:
    widest = width
    try:
        for line, row in records(_rows_from(data, dialect), dialect.delimiter):
            if len(row) > width + _SPARE:
                raise InputError(
                    f"Line {dialect.skipped + line} of {file} has {len(row)} cells but its first "
                    f"line has {width}; remove the lines above the header, or mend that line."
                )
            widest = max(widest, len(row))
    except csv.Error:
        raise InputError(
            f"{file} has a cell too long to read; check its quotation marks."
        ) from None
    return widest + 1


def _headed(columns: list[Texts], surplus: Flags, dialect: Dialect) -> Cells:
    """Split the header off; a file that begins with a reading has none, and loses none."""
    first = [str(column[0]).strip() for column in columns]
    if dialect.marked_header:
        first[0] = first[0].lstrip("# \t")
    if len(surplus) > 1 and begins_with_reading(first, [column[1:] for column in columns]):
        names = unique_names([""] * len(columns))
        return Cells(names, tuple(columns), surplus, headed=False)
    return Cells(unique_names(first), tuple(c[1:] for c in columns), surplus[1:], headed=True)

"""Tables as Excel workbooks, written by ourselves: the usual writers keep 16 digits of 17.

Office Open XML is a zip of small XML parts (ECMA-376). Texts are written as inline strings, which
are never formulas; one that would become a formula when somebody edits it is marked as quoted, as
Excel does. Dates are dates, shown as ISO.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import TextIO

import numpy as np

from gpstudio.core.arrays import AnyArray
from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.harmless import harmless
from gpstudio.data.series import SECONDS, iso_from_days, whole_seconds
from gpstudio.data.texts import shown
from gpstudio.data.writing.form import WrittenAs
from gpstudio.data.writing.kinds.xlsx_parts import (
    DAY,
    HEADER,
    INSTANT,
    PARTS,
    QUOTED,
    ROWS_BEGIN,
    SHEET_BEGIN,
    SHEET_END,
    SHEET_PART,
    columns_of_widths,
)
from gpstudio.data.writing.sheet import WRITTEN_ROWS, Block, CellKind, Sheet
from gpstudio.translation import tr

MOST_ROWS = 1_048_576
MOST_CHARACTERS = 32_767
EPOCH = 25_569
"""1970-01-01 as Excel counts days."""
FIRST_DAY = 61 - EPOCH
"""1900-03-01: before it Excel believes in a 29 February 1900."""
LAST_DAY = 2_958_466 - EPOCH
"""10000-01-01, the first day that Excel does not know."""

MEASURED = 200
"""Rows whose cells say how wide a column is."""
MOST_OF_A_NUMBER = 12
"""Letters: what a sheet shows of a number in a column that is as wide as that."""

_ODD = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)|[\x00-\x08\x0b-\x1f\ufffe\uffff]")
_MARKUP = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_MARKS = re.compile("[&<>]")


def write_xlsx(path: Path, sheet: Sheet, form: WrittenAs, task: Task) -> None:
    from io import TextIOWrapper
    from zipfile import ZIP_DEFLATED, ZipFile

    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=3) as book:
        for name, content in PARTS.items():
            book.writestr(name, content.replace("{title}", _escaped(sheet.name)))
        # sizes beyond 4 GB are announced beforehand, since the file is written as a stream
        with (
            book.open(SHEET_PART, "w", force_zip64=True) as part,
            TextIOWrapper(part, encoding="utf-8", newline="") as handle,
        ):
            _write_rows(handle, sheet, task)


def _write_rows(handle: TextIO, sheet: Sheet, task: Task) -> None:
    letters = [_letters(place) for place in range(len(sheet.columns))]
    chunks = sheet.chunks(task, WRITTEN_ROWS)
    first = next(chunks, None)
    handle.write(SHEET_BEGIN + columns_of_widths(_widths(sheet, first)) + ROWS_BEGIN)
    handle.write('<row r="1">')
    for letter, column in zip(letters, sheet.columns, strict=True):
        handle.write(f'<c r="{letter}1"{_string(column.name, HEADER)}')
    handle.write("</row>")
    row = 1
    for chunk in chain([] if first is None else [first], chunks):
        cells = [
            list(_WAYS[column.kind](cells))
            for column, cells in zip(sheet.columns, chunk, strict=True)
        ]
        if row + len(chunk[0]) > MOST_ROWS:
            raise InputError(
                tr(
                    "An Excel sheet ends at row {last:,} and this table is longer; write CSV "
                    "or Parquet.",
                    last=MOST_ROWS,
                )
            )
        for line in zip(*cells, strict=True):
            row += 1
            filled = zip(letters, line, strict=True)
            inner = "".join(f'<c r="{letter}{row}"{cell}' for letter, cell in filled if cell)
            handle.write(f'<row r="{row}">{inner}</row>')
    handle.write(SHEET_END)


def _widths(sheet: Sheet, block: Block | None) -> list[int]:
    """In letters, from the names and the first cells."""
    longest = [0] * len(sheet.columns)
    if block is not None:
        longest = [_longest(c.kind, cells) for c, cells in zip(sheet.columns, block, strict=True)]
    return [max(len(c.name), many) for c, many in zip(sheet.columns, longest, strict=True)]


def _longest(kind: CellKind, cells: AnyArray) -> int:
    some = cells[:MEASURED]
    if kind == "text":
        return max((len(str(cell or "")) for cell in some), default=0)
    if kind == "date":
        return max(map(len, iso_from_days(some)), default=0)
    return MOST_OF_A_NUMBER if kind == "number" else 0


def _letters(place: int) -> str:
    """A, B, …, Z, AA, AB, …"""
    first, last = divmod(place, 26)
    return (_letters(first - 1) if first else "") + chr(ord("A") + last)


def _texts(cells: AnyArray) -> Iterator[str]:
    known = {cell: "" if not cell else _string(cell) for cell in set(cells)}
    return (known[cell] for cell in cells)


def _string(text: str, style: int = 0) -> str:
    if len(text) > MOST_CHARACTERS:
        raise InputError(
            tr(
                "{text} is too long for a cell of Excel, which takes {most:,} "
                "characters; write CSV or Parquet.",
                text=shown(text),
                most=MOST_CHARACTERS,
            )
        )
    if harmless(text) != text:
        style = QUOTED
    styled = f' s="{style}"' if style else ""
    return f'{styled} t="inlineStr"><is><t xml:space="preserve">{_escaped(text)}</t></is></c>'


def _escaped(text: str) -> str:
    """XML knows no control characters, and would read ``_x0041_`` as a letter A."""
    plain = _ODD.sub(lambda odd: f"_x{ord(odd[0]):04X}_", text)
    return _MARKS.sub(lambda mark: _MARKUP[mark[0]], plain)


def _numbers(cells: AnyArray) -> Iterator[str]:
    for value in cells.tolist():
        if math.isfinite(value):
            yield f"><v>{value!r}</v></c>"
        else:  # a sheet has no infinity
            yield "" if math.isnan(value) else _string(repr(value))


def _flags(cells: AnyArray) -> Iterator[str]:
    return (f' t="b"><v>{int(flag)}</v></c>' for flag in cells.tolist())


def _dates(cells: AnyArray) -> Iterator[str]:
    known = whole_seconds(np.where(np.isfinite(cells), cells, 0.0)) / SECONDS
    for day, iso in zip(known.tolist(), iso_from_days(cells), strict=True):
        if not iso:
            yield ""
        elif not FIRST_DAY <= day < LAST_DAY:
            yield _string(iso)
        elif len(iso) == len("2024-03-01"):
            yield f' s="{DAY}"><v>{round(day) + EPOCH}</v></c>'
        else:
            yield f' s="{INSTANT}"><v>{day + EPOCH!r}</v></c>'


_WAYS: dict[CellKind, Callable[[AnyArray], Iterator[str]]] = {
    "text": _texts,
    "number": _numbers,
    "flag": _flags,
    "date": _dates,
}

"""A sheet of an Excel workbook, written out as the text that every other table comes as.

openpyxl reads; which sheet, how a cell is written and when to give up is decided here. Values are
those that Excel last calculated. A row of the sheet is a line of the text, so that messages that
name a line name the row.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import Any, BinaryIO, TypeAlias

from gpstudio.core.errors import InputError
from gpstudio.core.task import Cancelled, Task
from gpstudio.data.decisions import Decision, check_choice
from gpstudio.data.source import limits
from gpstudio.data.source.archive import members_of
from gpstudio.data.source.cells import cell_text, line_of
from gpstudio.data.source.extras import needed
from gpstudio.data.source.local import reading
from gpstudio.data.source.looks import cut_lines, rank_of_sheet
from gpstudio.data.source.source import Source
from gpstudio.data.source.spool import Spool, spooled, watched
from gpstudio.data.texts import shown

Rows: TypeAlias = Iterator[tuple[int, list[str]]]
"""The rows that say something: which row of the sheet, and its cells up to the last filled one."""

_MOST_ROWS = 1 << 20
"""As many as Excel has: who claims more is damaged, or means harm."""
_LOOKED_AT = 50
_BLOCK = 2_000


def unpack_workbook(source: Source, answers: Mapping[str, str], task: Task) -> Source:
    source = spooled(source, task)
    with _workbook(source, task) as book:
        sheets = {s.title: s for s in book.worksheets if s.sheet_state == "visible"}
        beginnings = {name: _beginning(source, sheet, task) for name, sheet in sheets.items()}
        decisions = _chosen(source, beginnings, answers)
        name = decisions[0].chosen
        first = beginnings[name]
        # A comma-separated text opened in Excel stands in column A, each line in one cell.
        lines = all(len(row) == 1 for row in first) and cut_lines([row[0] for row in first])
        spool = _written(source, name, sheets[name], lines, task)
    return replace(
        source,
        open=spool.open,
        size=spool.size,
        seekable=True,
        share=None,
        encoding="utf-8",
        delimiter=None if lines else "\t",
        kind=", ".join(filter(None, [f"sheet {shown(name)} of a workbook", source.kind])),
        decisions=(*source.decisions, *(decisions if len(sheets) > 1 else ())),
    )


def _chosen(
    source: Source, beginnings: Mapping[str, list[list[str]]], answers: Mapping[str, str]
) -> list[Decision]:
    """The only sheet that looks like a table of readings, else like any table; else it is asked."""
    names = tuple(beginnings)
    answer = answers.get("sheet")
    if answer is not None:
        check_choice("sheet", answer, names)
        return [Decision("sheet", answer, names)]
    filled = [name for name, rows in beginnings.items() if rows]
    if not filled:
        raise InputError(f"No sheet of {source.file} has a filled cell; choose another workbook.")
    tables = [name for name in filled if _is_table(beginnings[name])]
    ranks = {name: rank_of_sheet(beginnings[name]) for name in tables}
    best = [name for name in tables if ranks[name] == max(ranks.values())] or filled
    if len(best) == 1:
        why = f"{shown(best[0])} is the only sheet with a table of readings"
        return [Decision("sheet", best[0], names, why if len(names) > 1 else "")]
    listed = ", ".join(shown(name) for name in best[:8]) + (", …" if len(best) > 8 else "")
    text = f"Which sheet of {source.file} holds the readings: {listed}?"
    return [Decision("sheet", best[0], tuple(best), question=text)]


def _is_table(rows: list[list[str]]) -> bool:
    wide = sum(sum(cell != "" for cell in row) > 1 for row in rows)
    return wide >= 2 or cut_lines([row[0] for row in rows if len(row) == 1])


def _beginning(source: Source, sheet: Any, task: Task) -> list[list[str]]:
    return [row for _, row in islice(_rows(source, sheet, task), _LOOKED_AT)]


def _rows(source: Source, sheet: Any, task: Task) -> Rows:
    # What a sheet says of its size is often a million rows for a hundred: what counts is there.
    sheet.reset_dimensions()
    for number, values in enumerate(sheet.iter_rows(values_only=True), start=1):
        if number % _BLOCK == 0:
            task.check()
        if number > _MOST_ROWS:
            raise _damaged(source)
        row = [cell_text(value) for value in values]
        while row and not row[-1]:
            row.pop()
        if row:
            yield number, row


def _written(source: Source, name: str, sheet: Any, lines: bool, task: Task) -> Spool:
    """The sheet as text; empty rows are empty lines, and none follow the last filled row."""
    spool = Spool()
    at, pieces = 1, []
    for number, row in _rows(source, sheet, task):
        pieces.append("\n" * (number - at) + (row[0] if lines else line_of(row)) + "\n")
        at = number + 1
        if len(pieces) == _BLOCK:
            task.report(f"Reading sheet {shown(name)}: {number:,} rows")
            spool.write("".join(pieces).encode("utf-8", "replace"))
            pieces.clear()
    spool.write("".join(pieces).encode("utf-8", "replace"))
    return spool


@contextmanager
def _workbook(source: Source, task: Task) -> Iterator[Any]:
    """The workbook while it is read; whatever openpyxl stumbles over becomes one sentence."""
    openpyxl = needed("openpyxl", "excel", source.file, "an Excel workbook")
    warnings.filterwarnings("ignore", module="openpyxl")
    with reading(source.path), watched(source, task) as handle:
        _check_parts(source, handle)
        try:
            book = openpyxl.load_workbook(
                handle, read_only=True, data_only=True, keep_links=False, rich_text=False
            )
            yield book
        except (InputError, Cancelled, MemoryError):
            raise
        except Exception:  # KeyError, TypeError, BadZipFile, ParseError, IndexError, …
            raise _damaged(source) from None


def _check_parts(source: Source, handle: BinaryIO) -> None:
    """No part swells beyond measure; none is read further than it says."""
    for part in members_of(source, handle):
        if part.flag_bits & 1:
            raise InputError(f"{source.file} has a password; save it without one.")
        limits.check_swelling(source.file, part.compress_size, part.file_size, limits.PARTS)


def _damaged(source: Source) -> InputError:
    return InputError(
        f"{source.file} is a damaged or unusual Excel workbook; save it again from Excel, as .xlsx "
        "or CSV."
    )

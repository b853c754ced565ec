"""A sheet of a workbook, written out as the text that every other table comes as.

``xlsx``, ``ods`` and ``xls`` read; which sheet, and when to give up, is decided here. Values are
those that were last calculated. A row of the sheet is a line of the text, so that messages that
name a line name the row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import BinaryIO, Protocol, TypeAlias

from gpstudio.core.errors import InputError
from gpstudio.core.task import Cancelled, Task
from gpstudio.data.decisions import Decision, check_choice
from gpstudio.data.source.archive import names_told
from gpstudio.data.source.in_rows import written
from gpstudio.data.source.local import reading
from gpstudio.data.source.looks import cut_lines, rank_of_sheet
from gpstudio.data.source.sheets import LOOKED_AT, TOGETHER, Alike, alike, told
from gpstudio.data.source.source import Source
from gpstudio.data.source.spool import as_our_text, spooled, watched
from gpstudio.data.source.xlsx import Rows
from gpstudio.data.texts import shown
from gpstudio.translation import any_of, tr


class Book(Protocol):
    """What is asked of a workbook, whoever wrote it."""

    sheets: dict[str, str]
    """By name."""

    def rows(self, sheet: str) -> Rows: ...


Opener: TypeAlias = Callable[[Source, BinaryIO, Task], Book]


def unpack_workbook(
    source: Source, answers: Mapping[str, str], task: Task, opened: Opener
) -> Source:
    source = spooled(source, task)
    with _workbook(source, task, opened) as book:
        beginnings = {name: _beginning(book, name) for name in book.sheets}
        tables = {name: rows for name, rows in beginnings.items() if _is_table(rows)}
        together = alike(tables, "sheet")
        decisions = _chosen(source, beginnings, together, answers)
        name = decisions[0].chosen
        if together is not None and name in TOGETHER:
            lines, kind = False, told(together)
            rows = together.rows(book.rows, name)
        else:
            first = beginnings[name]
            # A comma-separated text opened in Excel stands in column A, each line in one cell.
            lines = all(len(row) == 1 for row in first) and cut_lines([row[0] for row in first])
            kind, rows = tr("sheet {name} of a workbook", name=shown(name)), book.rows(name)
        spool = written(source, rows, tr("sheet {name}", name=shown(name)), task, lines=lines)
    text = as_our_text(source, spool, kind, None if lines else "\t")
    return replace(text, decisions=(*source.decisions, *(decisions if len(beginnings) > 1 else ())))


def _chosen(
    source: Source,
    beginnings: Mapping[str, list[list[str]]],
    together: Alike | None,
    answers: Mapping[str, str],
) -> list[Decision]:
    """The only sheet that looks like a table of readings, else like any table; else it is asked."""
    names = (*(TOGETHER if together is not None else ()), *beginnings)
    answer = answers.get("sheet")
    if answer is not None:
        check_choice("sheet", answer, names)
        return [Decision("sheet", answer, names, aloud=False)]
    filled = [name for name, rows in beginnings.items() if rows]
    if not filled:
        raise InputError(
            tr("No sheet of {file} has a filled cell; choose another workbook.", file=source.file)
        )
    tables = [name for name in filled if _is_table(beginnings[name])]
    ranks = {name: rank_of_sheet(beginnings[name]) for name in tables}
    best = [name for name in tables if ranks[name] == max(ranks.values())] or filled
    if len(best) == 1:
        why = tr("{name} is the only sheet with a table of readings", name=shown(best[0]))
        return [Decision("sheet", best[0], names, why if len(names) > 1 else "", aloud=False)]
    if together is not None and not set(best).isdisjoint(together.sheets):
        return [together.question(source.file, tuple(best))]
    text = tr(
        "Which sheet of {file} holds the readings: {sheets}?",
        file=source.file,
        sheets=names_told(best, any_of),
    )
    return [Decision("sheet", best[0], tuple(best), question=text)]


def _is_table(rows: list[list[str]]) -> bool:
    wide = sum(sum(cell != "" for cell in row) > 1 for row in rows)
    return wide >= 2 or cut_lines([row[0] for row in rows if len(row) == 1])


def _beginning(book: Book, name: str) -> list[list[str]]:
    rows = [dict(row) for _, row in islice(book.rows(name), LOOKED_AT)]
    return [[row.get(place, "") for place in range(1, max(row) + 1)] for row in rows]


@contextmanager
def _workbook(source: Source, task: Task, opened: Opener) -> Iterator[Book]:
    """The workbook while it is read; whatever is wrong inside it becomes one sentence."""
    with reading(source.path), watched(source, task) as handle:
        try:
            yield opened(source, handle, task)
        except (InputError, Cancelled, MemoryError):
            raise
        except Exception:  # parts that are missing, attributes that are no numbers, XML, zip, …
            raise _damaged(source) from None


def locked(source: Source) -> InputError:
    return InputError(tr("{file} has a password; save it without one.", file=source.file))


def _damaged(source: Source) -> InputError:
    return InputError(
        tr(
            "{file} is a damaged or unusual workbook; save it again from your spreadsheet, as "
            ".xlsx or CSV.",
            file=source.file,
        )
    )

"""A sheet of a workbook, written out as the text that every other table comes as.

``xlsx``, ``ods`` and ``xls`` read; which sheet, and when to give up, is decided here. Values are
those that were last calculated. A row of the sheet is a line of the text, so that messages that
name a line name the row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import BinaryIO, Protocol, TypeAlias

from gpstudio.core.errors import InputError
from gpstudio.core.task import Cancelled, Task
from gpstudio.data.decisions import EACH_A_FIELD, ONE_TABLE, Decision, check_choice
from gpstudio.data.source import limits
from gpstudio.data.source.archive import names_told
from gpstudio.data.source.cells import Cells, line_of
from gpstudio.data.source.local import reading
from gpstudio.data.source.looks import cut_lines, rank_of_sheet
from gpstudio.data.source.sheets import Alike, alike, told
from gpstudio.data.source.source import Source
from gpstudio.data.source.spool import Spool, as_our_text, spooled, watched
from gpstudio.data.source.xlsx import Rows
from gpstudio.data.texts import shown
from gpstudio.translation import any_of, tr

_LOOKED_AT = 50
_BLOCK, _LETTERS = 2_000, 1 << 22
"""Rows, and characters, that are written in one go."""


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
        together = alike({name: rows for name, rows in beginnings.items() if _is_table(rows)})
        decisions = _chosen(source, beginnings, together, answers)
        name = decisions[0].chosen
        if together is not None and name in (EACH_A_FIELD, ONE_TABLE):
            lines, kind = False, told(len(together.sheets))
            rows = together.rows(book.rows, name)
        else:
            first = beginnings[name]
            # A comma-separated text opened in Excel stands in column A, each line in one cell.
            lines = all(len(row) == 1 for row in first) and cut_lines([row[0] for row in first])
            kind, rows = tr("sheet {name} of a workbook", name=shown(name)), book.rows(name)
        spool = _written(source, rows, name, lines, task)
    text = as_our_text(source, spool, kind, None if lines else "\t")
    return replace(text, decisions=(*source.decisions, *(decisions if len(beginnings) > 1 else ())))


def _chosen(
    source: Source,
    beginnings: Mapping[str, list[list[str]]],
    together: Alike | None,
    answers: Mapping[str, str],
) -> list[Decision]:
    """The only sheet that looks like a table of readings, else like any table; else it is asked."""
    names = (*((EACH_A_FIELD, ONE_TABLE) if together is not None else ()), *beginnings)
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
    rows = [dict(row) for _, row in islice(book.rows(name), _LOOKED_AT)]
    return [[row.get(place, "") for place in range(1, max(row) + 1)] for row in rows]


def _written(
    source: Source, rows: Iterable[tuple[int, Cells]], name: str, lines: bool, task: Task
) -> Spool:
    """The rows as text; empty rows are empty lines, and none follow the last filled row."""
    spool = Spool()
    at, letters, pieces = 1, 0, list[str]()
    for number, row in rows:
        if number < at:
            raise _damaged(source)
        pieces.append("\n" * (number - at) + _line(row, quoted=not lines) + "\n")
        at, letters = number + 1, letters + len(pieces[-1])
        if len(pieces) == _BLOCK or letters > _LETTERS:
            task.report(
                tr("Reading sheet {name}: {number:,} rows", name=shown(name), number=number)
            )
            spool.write("".join(pieces).encode("utf-8", "replace"))
            pieces.clear()
            letters = 0
            limits.check_swelling(source.file, source.size or 0, spool.size, limits.TEXT)
    spool.write("".join(pieces).encode("utf-8", "replace"))
    return spool


def _line(cells: Cells, *, quoted: bool) -> str:
    """A row, delimited by tabs; as it is where it holds a whole line of text."""
    return line_of(cells) if quoted else " ".join(text for _, text in cells)


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

"""``gpstudio inspect``: what the importer understood and why."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from gpstudio.cli.reading import answer_words, read
from gpstudio.data.decisions import Decision, Question, TableColumn
from gpstudio.data.table import Table
from gpstudio.data.texts import shown
from gpstudio.translation import any_typed, tr

if TYPE_CHECKING:
    from gpstudio.cli.main import Pictures

NO_SERIES = '"series": []'
FEWEST_LEFT_OUT = 4
"""Columns alike: fewer between the first and the last are told by name."""
MOST_ROWS = 40
MOST_CHOICES = 8


def run(words: argparse.Namespace, pictures: Pictures) -> int:
    table = read(words)
    if words.json:
        for piece in _written(table):
            print(piece, end="")
    else:
        print("\n".join(_told(table)))
    return 0


def _written(table: Table) -> Iterator[str]:
    """``Table.as_json``, indented; field by field, for there may be a million."""
    shape = replace(table, series=()).as_json()
    before, series, after = json.dumps(shape, indent=2, ensure_ascii=False).partition(NO_SERIES)
    yield f"{before}{series[:-1]}"
    mark = ""
    for each in table.series_json():
        # flat, so that the quick writer can be told to indent
        told = json.dumps(each, ensure_ascii=False, separators=(",\n      ", ": "))
        yield f"{mark}\n    {{\n      {told[1:-1]}\n    }}"
        mark = ","
    yield f"{mark and chr(10) + '  '}]{after}\n"


def _told(table: Table) -> Iterator[str]:
    """The sentence, then what it rests on, what is left to a person last: nearest to the prompt."""
    yield table.sentence
    yield "\n" + tr("Columns")
    yield from _columns(table.columns)
    yield "\n" + tr("Decisions")
    yield from _decisions([d for d in table.decisions if not d.is_open])
    if table.set_aside:
        yield "\n" + tr("Rows set aside")
        width = max(len(f"{aside.count:,}") for aside in table.set_aside)
        yield from (f"  {aside.count:>{width},} {aside.reason}" for aside in table.set_aside)
    for question in table.questions:
        yield from _question(question)


def _columns(columns: tuple[TableColumn, ...]) -> Iterator[str]:
    """Aligned; of a long run of columns that are alike the first and the last. Where runs are many,
    as with nine variables beneath each date, all that are alike are one."""
    rows = _in_runs(columns)
    if len(rows) > MOST_ROWS:
        rows = _in_runs(sorted(columns, key=_first_alike(columns)))
    widths = [max(len(row[place]) for row in rows) for place in range(4)]
    for row in rows:
        cells = (f"{cell:<{width}}" for cell, width in zip(row, [*widths, 0], strict=True))
        yield f"  {'  '.join(cells)}".rstrip()


def _in_runs(columns: Iterable[TableColumn]) -> list[tuple[str, ...]]:
    return [row for _, run in groupby(columns, key=_understood) for row in _run(list(run))]


def _first_alike(columns: tuple[TableColumn, ...]) -> Callable[[TableColumn], int]:
    """Where in the file the first column stands that was understood like one."""
    first: dict[tuple[str, ...], int] = {}
    for place, column in enumerate(columns):
        first.setdefault(_understood(column), place)
    return lambda column: first[_understood(column)]


def _understood(column: TableColumn) -> tuple[str, ...]:
    sure = (
        ""
        if column.role == "ignored"
        else tr("{confidence:.0%} sure", confidence=column.confidence)
    )
    return column.role, column.format, column.unit, sure


def _run(columns: list[TableColumn]) -> Iterator[tuple[str, ...]]:
    like = len(columns) - 2
    if like < FEWEST_LEFT_OUT:
        yield from ((shown(column.name), *_understood(column)) for column in columns)
        return
    yield shown(columns[0].name), *_understood(columns[0])
    yield f"  … {like:,} more …", "", "", "", ""
    yield shown(columns[-1].name), *_understood(columns[-1])


def _decisions(decisions: list[Decision]) -> Iterator[str]:
    """Those that rest on something with what it is; the others go without saying."""
    plain = [f"{d.about}={shown(d.chosen)}" for d in decisions if not d.why]
    yield "  " + (", ".join(plain) or tr("none"))
    for decision in (d for d in decisions if d.why):
        choice = f"{decision.about}={shown(decision.chosen)}"
        yield "  " + tr("{choice}, because {reason}", choice=choice, reason=decision.why)
        others = tuple(choice for choice in decision.choices if choice != decision.chosen)
        more = ["…"] if len(others) > MOST_CHOICES else []
        if others:
            instead = answer_words(decision.about, others[:MOST_CHOICES])
            words = tr("to read it otherwise: {answers}", answers=any_typed([*instead, *more]))
            yield f"    {words}"


def _question(question: Question) -> Iterator[str]:
    yield "\n" + tr("Question: {question}", question=question.text)
    yield from (f"  {words}" for words in answer_words(question.about, question.choices))

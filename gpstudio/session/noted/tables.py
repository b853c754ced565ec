"""Small tables of named columns, such as a field officer's notes, read by the importer's road.

Source, encoding, cutting and header are the importer's own; only what the columns mean differs.
Every row counts here: nothing that is unreadable is set aside.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gpstudio.core.errors import InputError
from gpstudio.core.frozen import frozen
from gpstudio.core.task import QUIET, Task
from gpstudio.data.cutting.survey import Survey, survey
from gpstudio.data.decisions import open_questions
from gpstudio.data.harmless import as_it_was
from gpstudio.data.source import open_source
from gpstudio.data.source.encodings import OtherEncodingError, proposed_encoding, utf8_blocks
from gpstudio.data.source.source import Source
from gpstudio.data.texts import Texts, bare, is_missing
from gpstudio.translation import tr

MOST_ROWS = 100_000
"""Nobody writes more by hand; a longer table is one of readings."""
NO_ANSWERS: Mapping[str, str] = frozen({})
_MARKS = ",;\t|"
_NAMED = {";": "semicolon", "\t": "tab", "|": "bar", ",": "comma"}
MOST_COUNTED = 200
"""Lines that tell the mark between cells."""


@dataclass(frozen=True)
class NamedColumn:
    """A column that a file may have, declared once: for finding it, for help and for messages."""

    name: str
    help: str
    also: tuple[str, ...] = ()
    """Further names, in small letters and without marks, the most telling first."""


@dataclass(frozen=True, eq=False)
class SmallTable:
    """All of a file's rows that say something, as texts without blanks around them."""

    file: str
    """How messages call it."""
    names: tuple[str, ...]
    headed: bool
    """Whether the names are the file's own."""
    columns: tuple[Texts, ...]
    """Empty where a cell says nothing, in whichever words."""
    lines: tuple[int, ...]
    """On which line of the file each row begins."""

    def __len__(self) -> int:
        return len(self.lines)

    def line(self, row: int) -> str:
        """How a message calls a row."""
        return tr("Line {line} of {file}", line=self.lines[row], file=self.file)

    def find(self, column: NamedColumn, taken: Collection[int] = ()) -> int | None:
        """The place of a column, by its own name or the first of its others."""
        known = {
            folded(name): place
            for place, name in reversed(list(enumerate(self.names)))
            if place not in taken
        }
        return next((known[name] for name in (column.name, *column.also) if name in known), None)

    def texts(self, place: int | None) -> list[str]:
        """The cells of a column; empty ones where there is no such column."""
        return [""] * len(self) if place is None else [str(cell) for cell in self.columns[place]]


def folded(text: str) -> str:
    """Words in small letters without accents, units and marks: "Sowing_Date (ISO)" is "sowing
    date", and so is "sowingDate"."""
    plain = re.sub(r"[\[(][^\[\]()]*[\])]", " ", text)
    apart = re.sub(r"(?<=[^\W_A-ZÀ-Þ])(?=[A-ZÀ-Þ])", " ", plain)
    return " ".join(word for word in re.split(r"[\W_]+", bare(apart)) if word)


def read_small_table(
    path: str | os.PathLike[str],
    columns: Sequence[NamedColumn],
    task: Task = QUIET,
    all_words: bool = False,
    answers: Mapping[str, str] = NO_ANSWERS,
) -> SmallTable:
    """The table at a path; ``columns`` are those that messages tell of. Where all may be words, no
    number or day tells marks from words and names from rows: the first line is taken for names, and
    that mark parts cells of which all lines have as many. ``answers`` are those of a person."""
    source = open_source(Path(path), answers, task)
    for question in open_questions(source.decisions):
        raise InputError(
            tr(
                "{file}: {text} Save the right one as a CSV file of its own.",
                file=source.file,
                text=question.text,
            )
        )
    encoding = proposed_encoding(source, answers.get("encoding"))
    while True:
        try:
            return _read(source, encoding, columns, task, all_words, answers)
        except OtherEncodingError as other:
            encoding = other.encoding


def missing(table: SmallTable, column: NamedColumn, columns: Sequence[NamedColumn]) -> InputError:
    """What to say where a needed column is not there."""
    wanted = _listed(columns)
    if not table.headed:
        return InputError(
            tr(
                "{file} has no line of column names: begin it with a line such as {wanted}.",
                file=table.file,
                wanted=wanted,
            )
        )
    there = ", ".join(table.names[:12]) + (", …" if len(table.names) > 12 else "")
    return InputError(
        tr(
            "{file} has no column {name} (it has {found}): name its columns {wanted}.",
            file=table.file,
            name=column.name,
            found=there,
            wanted=wanted,
        )
    )


def _listed(columns: Sequence[NamedColumn]) -> str:
    return ",".join(column.name for column in columns)


def _read(
    source: Source,
    encoding: str,
    columns: Sequence[NamedColumn],
    task: Task,
    all_words: bool,
    answers: Mapping[str, str],
) -> SmallTable:
    _refuse_nothing(source, encoding, columns, task)
    said = {**(_said_of_words(source, encoding, task) if all_words else {}), **answers}
    seen = survey(source, encoding, said, task)
    rows = list(_rows(seen, task))
    grid = np.empty((len(rows), seen.width), dtype=object)
    for place, (_, cells) in enumerate(rows):
        grid[place] = cells
    return SmallTable(
        file=source.file,
        names=seen.names,
        headed=bool(seen.dialect.header.rows or seen.dialect.header.told),
        columns=tuple(np.asarray(grid[:, place]) for place in range(seen.width)),
        lines=tuple(line for line, _ in rows),
    )


def _said_of_words(source: Source, encoding: str, task: Task) -> dict[str, str]:
    """How a table is cut of which nothing but words may be there."""
    said = {"header": "1 row"}
    if source.is_ours:
        return said
    beginning = next(utf8_blocks(source, encoding, task), b"").decode("utf-8", "replace")
    lines = [line for line in beginning.splitlines() if line.strip()][:MOST_COUNTED]
    for mark, name in _NAMED.items():
        counts = {len(re.sub(r'"[^"]*"', "", line).split(mark)) for line in lines}
        if len(counts) == 1 and counts != {1}:
            return {**said, "delimiter": name}
    return said


def _refuse_nothing(
    source: Source, encoding: str, columns: Sequence[NamedColumn], task: Task
) -> None:
    """Words for a file without rows, or of one column: the importer's speak of readings."""
    beginning = next(utf8_blocks(source, encoding, task), b"").decode("utf-8", "replace")
    lines = [line for line in beginning.splitlines() if line.strip()]
    wanted = _listed(columns)
    if not lines:
        raise InputError(
            tr(
                "{file} is empty: write a line of column names, {wanted}, and rows below it.",
                file=source.file,
                wanted=wanted,
            )
        )
    if not source.is_ours and not any(mark in line for line in lines for mark in _MARKS + " "):
        raise InputError(
            tr(
                "{file} has only one column: name its columns {wanted} and part the cells "
                "by commas.",
                file=source.file,
                wanted=wanted,
            )
        )
    if len(lines) == 1:
        raise InputError(
            tr(
                "{file} has only one line: write column names, {wanted}, and rows below them.",
                file=source.file,
                wanted=wanted,
            )
        )


def _rows(seen: Survey, task: Task) -> Iterator[tuple[int, list[str]]]:
    """Line and cells of every row that says something and is no header come again."""
    places = range(seen.width)
    headers = [[cell.strip() for cell in header] for header in seen.header]
    count = 0
    for block in seen.blocks(places, task):
        for row in range(len(block)):
            line, file = int(block.lines[row]), seen.source.file
            if block.filled[row] > seen.width:
                raise InputError(
                    tr(
                        "Line {line} of {file} has {filled} cells but there are {width} columns: "
                        "put a cell that holds a {mark} in quotation marks.",
                        line=line,
                        file=file,
                        filled=block.filled[row],
                        width=seen.width,
                        mark=_mark(seen),
                    )
                )
            plain = [cell.strip() for cell in block.cells(row)]
            cells = ["" if is_missing(cell) else as_it_was(cell) for cell in plain]
            if not any(cells) or plain in headers:
                continue
            count += 1
            if count > MOST_ROWS:
                raise InputError(
                    tr(
                        "{file} has more than {most_rows:,} rows, which is more than is read "
                        "here: choose another file, or some of its rows.",
                        file=file,
                        most_rows=MOST_ROWS,
                    )
                )
            yield line, cells


def _mark(seen: Survey) -> str:
    return _NAMED.get(seen.dialect.delimiter, "blank")

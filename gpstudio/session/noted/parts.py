"""Dates that are spread over columns: year, month and day, or year and day of the year."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.columns.coded import Coded
from gpstudio.data.dates.names import part_of
from gpstudio.data.dates.parts import read_parts
from gpstudio.data.decisions import open_questions
from gpstudio.data.texts import Texts, shown
from gpstudio.session.noted.dates import WRITE
from gpstudio.session.noted.tables import SmallTable
from gpstudio.translation import tr

BASES = (("year", "month", "day"), ("year", "doy"))
"""What names a day; a month or a week alone does not."""


def part_places(table: SmallTable, taken: Collection[int]) -> dict[str, int]:
    """The columns that together hold a date, by part; empty where there are none."""
    found: dict[str, int] = {}
    for place, name in enumerate(table.names):
        if place not in taken and part_of(name):
            found.setdefault(part_of(name), place)
    base = next((base for base in BASES if found.keys() >= set(base)), ())
    return {part: found[part] for part in base}


def days_of_parts(table: SmallTable, places: dict[str, int], task: Task = QUIET) -> Floats:
    """Days since 1970, NaN in rows that have none of the parts."""
    names = [table.names[place] for place in places.values()]
    columns = [_coded(table.columns[place]) for place in places.values()]
    times = read_parts(list(places), names, columns, {}, task)
    assert times is not None  # the places are those of a base
    for question in open_questions(times.decisions):
        raise InputError(
            tr(
                "{file}: {question} In this file {advice} in a column date.",
                file=table.file,
                question=question.text,
                advice=WRITE,
            )
        )
    some = np.logical_or.reduce([~column.blank for column in columns])
    unread = some & ~np.isfinite(times.when)
    if unread.any():
        row = int(np.argmax(unread))
        cells = ", ".join(shown(table.columns[place][row]) for place in places.values())
        under = ", ".join(map(shown, names))
        raise InputError(
            tr(
                "{line} has {cells} under {names}, which is no date: mend it, or leave "
                "all of them empty.",
                line=table.line(row),
                cells=cells,
                names=under,
            )
        )
    return np.floor(times.when)


def _coded(column: Texts) -> Coded:
    known: dict[str, int] = {}
    codes = [known.setdefault(str(cell), len(known)) for cell in column]
    return Coded(np.array(codes, dtype=np.int32), np.array([*known, None], dtype=object)[:-1])

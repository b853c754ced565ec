"""Where a table comes from that Python names: a path, a DataFrame, or one that was read before."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.adding.reading import add_readings
from gpstudio.data.decisions import Question, Role
from gpstudio.data.series import days_from_dates
from gpstudio.data.table import Names, Table, read_table
from gpstudio.translation import any_typed, tr

if TYPE_CHECKING:
    import pandas as pd

When: TypeAlias = float | str | date | np.datetime64
"""A time: a date where the table has dates, else a number of its own."""
Source: TypeAlias = "str | os.PathLike[str] | pd.DataFrame | Table"
File: TypeAlias = "str | os.PathLike[str] | pd.DataFrame"
VALUE: Role = "value"


@dataclass(frozen=True, eq=False)
class Columns:
    """What is said of the columns of a file, and in answer to its questions."""

    time: Names = None
    value: str | None = None
    group: Names = None
    roles: Mapping[str, Role] | None = None
    answers: Mapping[str, str] | None = None

    @property
    def are_told(self) -> bool:
        return any(said is not None for said in vars(self).values())

    def of(self, column: str) -> Columns:
        """For a further column of readings of the same file."""
        others = {name: role for name, role in (self.roles or {}).items() if role != VALUE}
        return replace(self, value=column, roles=others)


@dataclass(frozen=True, eq=False)
class TableSource:
    """A file with others whose new readings join its own."""

    source: Source
    columns: Columns
    add: Sequence[File] = ()
    add_answers: Mapping[str, str] | None = None
    task: Task = field(default=QUIET)

    @property
    def table(self) -> Table:
        """As it is read; an ``InputError`` where something is still asked."""
        table = self._read()
        if table.questions:
            raise InputError(told_of_questions(table))
        for other in self.add:
            table = add_readings(table, other, self.add_answers, self.task)
        return table

    def beside(self, column: str) -> Table:
        """A further column of the same file."""
        if isinstance(self.source, Table):
            raise InputError(
                tr("A Table holds one column of readings: give the file for further indices.")
            )
        return replace(self, columns=self.columns.of(column)).table

    def _read(self) -> Table:
        if not isinstance(self.source, Table):
            return read_table(self.source, **vars(self.columns), task=self.task)
        if self.columns.are_told:
            raise InputError(
                tr("A Table has been read already: say its columns and answers to read_table.")
            )
        return self.source


def told_of_questions(table: Table) -> str:
    """What is asked, and the words of Python that answer it."""
    return " ".join(map(_asked, table.questions))


def _asked(question: Question) -> str:
    choices = [repr({question.about: choice}) for choice in question.choices]
    return tr(
        "{question} Say answers={choices}.", question=question.text, choices=any_typed(choices)
    )


def times_in(asked: tuple[When, When, float], dated: bool) -> tuple[float, float, float]:
    """First, last and the step between."""
    first, last, step = asked
    return day_in("predict", first, dated), day_in("predict", last, dated), float(step)


def day_in(name: str, when: When, dated: bool) -> float:
    """On the axis of a table; ``name`` is what a person said it by."""
    number = isinstance(when, int | float)  # numpy's doubles are floats
    if dated and not number:
        return float(days_from_dates([cast("str | date | np.datetime64", when)])[0])
    if number and not dated:
        return float(cast("float", when))
    raise InputError(
        tr("{name} wants a date such as '2024-03-01', since the table has dates.", name=name)
        if dated
        else tr("{name} wants a number, since the times of the table are numbers.", name=name)
    )

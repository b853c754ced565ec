"""Labelled rows of a table: which columns are inputs, which rows are whole, what was left out."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.errors import InputError, suggestion
from gpstudio.core.task import QUIET, Task
from gpstudio.data.columns.numbers import (
    ColumnNumbers,
    NumberColumn,
    NumberMarks,
    NumberStyle,
    read_numbers,
)
from gpstudio.data.decisions import DECIMAL_COMMA, DECIMAL_POINT
from gpstudio.data.texts import shown
from gpstudio.session.noted.tables import (
    NO_ANSWERS,
    NamedColumn,
    SmallTable,
    folded,
    read_small_table,
)
from gpstudio.translation import some_of, tr, tr_count

FEW = 10
"""Fewer rows than these may well be one after the other by chance."""
NAMED = 6
"""Columns that one sentence names."""


@dataclass(frozen=True)
class Asked:
    """What a person says of the columns."""

    label: str
    features: tuple[str, ...] = ()
    """None named: all columns of numbers."""
    group: str = ""


@dataclass(frozen=True, eq=False)
class ClassRows:
    """Rows of which no input is missing."""

    file: str
    features: tuple[str, ...]
    inputs: Floats
    """(rows, features)"""
    labels: tuple[str, ...]
    """Empty where a row has none."""
    groups: tuple[str, ...]
    """Empty where nobody named a column of them."""
    lines: tuple[int, ...]
    """Of the file, on which each row begins."""
    remarks: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    """Of rows that are seasons: whose; of rows of the file, how they are called; empty where no
    column names them."""
    seasons: tuple[str, ...] = ()
    """And which."""
    days: tuple[float, ...] = ()
    """Of the growing year, on which the first of the inputs are a season's curve."""
    named_by: str = ""
    """The column that calls each row by a name of its own."""
    asked: Floats | None = None
    """(rows, several, features): what the inputs could be as well, where they are not sure."""

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def labelled(self) -> Flags:
        return np.array([bool(label) for label in self.labels], dtype=np.bool_)

    def only(self, chosen: Flags) -> ClassRows:
        rows = np.flatnonzero(chosen).tolist()
        return replace(
            self,
            inputs=self.inputs[rows],
            labels=tuple(self.labels[row] for row in rows),
            groups=tuple(self.groups[row] for row in rows),
            lines=tuple(self.lines[row] for row in rows),
            fields=tuple(self.fields[row] for row in rows) if self.fields else (),
            seasons=tuple(self.seasons[row] for row in rows) if self.seasons else (),
            asked=None if self.asked is None else self.asked[rows],
        )


def read_rows(
    path: str | os.PathLike[str],
    asked: Asked,
    answers: Mapping[str, str] = NO_ANSWERS,
    task: Task = QUIET,
) -> ClassRows:
    """Of a table to learn from."""
    table = _table(path, asked, answers, task)
    label = _place(table, asked.label, tr("label"))
    group = _place(table, asked.group, tr("group")) if asked.group else None
    taken = {label, group}
    if asked.features:
        wanted = [_place(table, name, tr("input")) for name in asked.features]
        if any(place in taken for place in wanted) or len(set(wanted)) < len(wanted):
            raise InputError(
                tr("A column is named twice among inputs, label and group: name each of them once.")
            )
        columns = _of_numbers(table, wanted, answers, task)
        return _whole(Path(path).name, table, wanted, columns, label, group, None, ())
    wanted, columns, name, remarks = _chosen(table, taken, answers, task)
    return _whole(Path(path).name, table, wanted, columns, label, group, name, remarks)


def read_asked(
    path: str | os.PathLike[str],
    like: ClassRows,
    label: str,
    answers: Mapping[str, str] = NO_ANSWERS,
    task: Task = QUIET,
) -> ClassRows:
    """Of rows to be foretold; they may have labels."""
    table = _table(path, Asked("", like.features), answers, task)
    wanted = [_place(table, name, tr("input")) for name in like.features]
    columns = _of_numbers(table, wanted, answers, task)
    own, name = _found(table, label), _found(table, like.named_by) if like.named_by else None
    own, name = (None if place in wanted else place for place in (own, name))
    return _whole(Path(path).name, table, wanted, columns, own, None, name, ())


def columns_in(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """The names of a file's columns."""
    return _table(path, Asked(""), NO_ANSWERS, QUIET).names


def _table(
    path: str | os.PathLike[str], asked: Asked, answers: Mapping[str, str], task: Task
) -> SmallTable:
    names = [name for name in (*asked.features, asked.label) if name] or ["…"]
    told = [NamedColumn(name, "") for name in names]
    return read_small_table(path, told, task, answers=answers)


def _found(table: SmallTable, name: str) -> int | None:
    """The column of that name; written in other letters where there is no such one."""
    if name in table.names:
        return table.names.index(name)
    return table.find(NamedColumn(folded(name), ""))


def _place(table: SmallTable, name: str, purpose: str) -> int:
    place = _found(table, name)
    if place is None:
        raise InputError(
            tr(
                "{file} has no column {name} for the {purpose}: {hint}",
                file=table.file,
                name=shown(name),
                purpose=purpose,
                hint=suggestion(name, table.names),
            )
        )
    return place


def _whole(
    file: str,
    table: SmallTable,
    places: Sequence[int],
    columns: Sequence[ColumnNumbers],
    label: int | None,
    group: int | None,
    name: int | None,
    remarks: tuple[str, ...],
) -> ClassRows:
    """Without rows that an input, or the group, is missing from."""
    inputs = np.column_stack([column.values for column in columns])
    groups = table.texts(group)
    there = np.asarray(np.isfinite(inputs).all(axis=1))
    if group is not None:
        there = there & np.array([bool(name) for name in groups], dtype=np.bool_)
    found = ClassRows(
        file,
        tuple(table.names[place] for place in places),
        inputs,
        tuple(table.texts(label)),
        tuple(groups),
        table.lines,
        fields=() if name is None else tuple(table.texts(name)),
        named_by="" if name is None else table.names[name],
    )
    left = len(table) - int(there.sum())
    if left == len(table):
        raise InputError(
            tr(
                "No row of {file} has numbers in all of the columns {names}: leave out those "
                "mostly empty, by --features.",
                file=table.file,
                names=some_of([shown(name) for name in found.features], NAMED),
            )
        )
    if left:
        first = table.lines[int(np.argmin(there))]
        told = tr_count(
            left,
            "{n:,} row of {file} is left out, having an empty cell (line {first})",
            "{n:,} rows of {file} are left out, having an empty cell (the first on line {first})",
            file=table.file,
            first=first,
        )
        remarks = (*remarks, told)
    return replace(found.only(there), remarks=remarks)


def _chosen(
    table: SmallTable, taken: set[int | None], answers: Mapping[str, str], task: Task
) -> tuple[list[int], list[ColumnNumbers], int | None, tuple[str, ...]]:
    """All columns of numbers, the one that names rows, and what is told of the others."""
    rest = [place for place in range(len(table.names)) if place not in taken]
    every = _numbers(table, rest, answers, task)
    wanted, columns, words, counting = [], [], [], []
    named: int | None = None
    for place, found in zip(rest, every, strict=True):
        name = shown(table.names[place])
        if found.blank.all() or len(_strange(found)):
            if named is None and _is_of_names(table.texts(place)):
                named = place
            else:
                words.append(name)
        elif _counts_rows(found.values):
            counting.append(name)
        else:
            wanted.append(place)
            columns.append(found)
    if not wanted:
        raise InputError(
            tr(
                "{file} has no column of numbers beside the label: inputs are numbers, such as "
                "the amplitude of a season.",
                file=table.file,
            )
        )
    remarks = []
    if named is not None:
        remarks.append(tr("rows are called as {column} says", column=shown(table.names[named])))
    if words:
        told = some_of(words, NAMED)
        remarks.append(tr("no numbers, so no inputs: {columns}", columns=told))
    if counting:
        told = some_of(counting, NAMED)
        remarks.append(tr("numbers of the rows, so no inputs: {columns}", columns=told))
    return wanted, columns, named, tuple(remarks)


def _is_of_names(cells: Sequence[str]) -> bool:
    """Whether each row has one of its own."""
    return len(cells) > 1 and all(cells) and len(set(cells)) == len(cells)


def _counts_rows(values: Floats) -> bool:
    """Whether a column is 0, 1, 2, …: it would tell classes that come one after the other."""
    counted = np.arange(len(values)) + values[0]
    return len(values) >= FEW and values[0] in (0.0, 1.0) and bool((values == counted).all())


def _of_numbers(
    table: SmallTable, places: Sequence[int], answers: Mapping[str, str], task: Task
) -> list[ColumnNumbers]:
    """Of columns that a person named."""
    columns = _numbers(table, places, answers, task)
    for place, found in zip(places, columns, strict=True):
        for row in _strange(found)[:1].tolist():
            raise InputError(
                tr(
                    "{line}: {cell} in column {name} is no number, and inputs are numbers: mend "
                    "the cell, or leave the column out.",
                    line=table.line(row),
                    cell=shown(table.columns[place][row]),
                    name=shown(table.names[place]),
                )
            )
    return columns


def _strange(column: ColumnNumbers) -> Integers:
    """Rows whose cells say something that is no number."""
    return np.flatnonzero(~column.blank & ~np.isfinite(column.values))


def _numbers(
    table: SmallTable, places: Sequence[int], answers: Mapping[str, str], task: Task
) -> list[ColumnNumbers]:
    """By one decimal mark, since a table is written by one hand."""
    answer = answers.get("decimal")
    if answer is None:
        heard = NumberMarks()
        for place in places:
            task.check()
            column = NumberColumn(NumberStyle())
            column.take(table.columns[place])
            heard.join(column.marks)
        if not heard.is_open:
            answer = DECIMAL_COMMA if heard.style().decimal == "," else DECIMAL_POINT
    found = [read_numbers(table.names[p], table.columns[p], answer, task) for p in places]
    for question in (column.question for column in found if column.question):
        raise InputError(
            tr(
                "{file}: {question} Say it by --answer 'decimal={choice}', or by the other.",
                file=table.file,
                question=question.text,
                choice=question.choices[0],
            )
        )
    return found

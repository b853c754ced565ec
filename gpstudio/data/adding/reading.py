"""From a file to what it would add to a table: read as the table was, then held against it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError, nearest
from gpstudio.core.task import QUIET, Task
from gpstudio.data.adding.addition import Addition, one_a_field
from gpstudio.data.adding.joining import (
    AT_ONCE,
    BOTH,
    NEW,
    OLD,
    SAME_DAY,
    clashes,
    fields_in,
    has_several_a_day,
    join_fields,
    with_joined,
)
from gpstudio.data.decisions import (
    ABOUT,
    FIELDS_ACROSS,
    LONG,
    ONE_SERIES,
    Question,
    Role,
    Said,
    check_choice,
    checked_answers,
)
from gpstudio.data.field_names import fields_named
from gpstudio.data.names import index_of
from gpstudio.data.source.source import Source
from gpstudio.data.table import Table
from gpstudio.data.texts import shown
from gpstudio.translation import some_of, tr, tr_count

if TYPE_CHECKING:
    import pandas as pd

Opened: TypeAlias = Callable[[Mapping[str, str], Task], Source]
"""The text of the file, given the answers that may say where it stands."""
KEPT_ROLES: frozenset[Role] = frozenset({"time", "value", "group"})
"""Of the columns that play the same part in a file of the same shape."""
CHOICES = (BOTH, NEW, OLD)
FAR = 5.0
"""So many times larger than all readings of the table, or smaller, is another scale."""
NAMED = 3
MANY = 1_000
"""Fields whose readings tell between which values they lie."""
MOST_COMPARED = 200_000
"""Pairs of names that are held against each other."""


def add_readings(
    table: Table,
    source: str | os.PathLike[str] | pd.DataFrame,
    answers: Mapping[str, str] | None = None,
    task: Task = QUIET,
) -> Table:
    """The table with what is new in another file; raises ``InputError`` where something of it must
    be answered. ``answers`` are about that file alone; what was said of the table holds for it
    too."""
    from gpstudio.data.source import open_source
    from gpstudio.data.source.framed import framed_source, is_frame

    def opened(given: Mapping[str, str], task: Task) -> Source:
        if is_frame(source):
            return framed_source(source)
        return open_source(Path(cast("str | os.PathLike[str]", source)), given, task)

    addition = added_from(table, opened, answers, task)
    if addition.questions:
        raise InputError(addition.sentence)
    return addition.table


def added_from(
    table: Table, opened: Opened, answers: Mapping[str, str] | None = None, task: Task = QUIET
) -> Addition:
    """What a file would add to the table, and what a person must say before."""
    if not table.series:
        raise InputError(tr("Open a table of readings first: new ones are added to it."))
    given = dict(answers or {})
    same_day = given.get(SAME_DAY)
    if same_day is not None:
        check_choice(SAME_DAY, same_day, CHOICES)
    of_file = checked_answers({a: choice for a, choice in given.items() if a != SAME_DAY})
    other = read_alike(table, opened, of_file, task)
    name = other.path.name
    questions = tuple(other.questions) or tuple(_asked_beside(table, other, of_file))
    if questions:
        return Addition(table, name, given, table, questions=questions)
    task.report(tr("Looking for what is new"), 0.9)
    if same_day is None and (count := _corrected(table, other, task)):
        question = Question(SAME_DAY, _same_day_words(count, name), CHOICES)
        return Addition(table, name, given, table, questions=(question,))
    found = list(join_fields(table, other, same_day or BOTH, task))
    gains = one_a_field(one.gain for one in found)
    joined = with_joined(table, other, found, given)
    if not any(gain.readings for gain in gains):
        joined = table
    return Addition(table, name, given, joined, gains, remarks=tuple(_strangers(table, other)))


def read_alike(
    table: Table, opened: Opened, answers: Mapping[str, str], task: Task = QUIET
) -> Table:
    """A file read as the table was, as far as it allows: columns of the same names, what was said,
    and, where it leaves something open, what was decided then."""
    for said in _ways(table, opened, answers, task):
        with suppress(InputError):
            return _as_decided(table, opened, said, task)
    return _as_decided(table, opened, Said({}, dict(answers)), task)


def _ways(table: Table, opened: Opened, answers: Mapping[str, str], task: Task) -> Iterator[Said]:
    """What is said of the file, the most first: what it refuses is left out."""
    from gpstudio.data.glance import look

    before = table.said.answers
    of_any = {about: choice for about, choice in before.items() if ABOUT[about]}
    for kept in (before, of_any):
        said = Said({}, {**kept, **answers})
        names: set[str] = set()
        with suppress(InputError):
            names = set(look(opened(said.answers, task), said, task)[1].names)
        roles = {**_found_roles(table), **table.said.roles}
        if names and roles.keys() <= names and not answers.keys() & {"value", "time", "field"}:
            one_field = table.said.one_field
            yield replace(said, roles=roles, one_field=one_field)
        yield said


def _found_roles(table: Table) -> dict[str, Role]:
    """Those of a table with a row for each reading; the columns of a wide one are days or fields,
    which another file need not have."""
    if table.layout not in (LONG, ONE_SERIES):
        return {}
    return {column.name: column.role for column in table.columns if column.role in KEPT_ROLES}


def _as_decided(table: Table, opened: Opened, said: Said, task: Task) -> Table:
    """With what was decided of the table as the answer to what the file asks."""
    from gpstudio.data.reading import read_source

    found = read_source(opened(said.answers, task), said, task)
    decided = {d.about: d.chosen for d in table.decisions if not d.is_open}
    if not _value_columns(table) & {column.name for column in found.columns}:
        decided.pop("scale", None)  # other numbers, another scale
    if len(fields_named([column.name for column in found.columns], table.groups)) > 1:
        decided["layout"] = FIELDS_ACROSS  # its columns are called as fields are
    settled = {
        question.about: decided[question.about]
        for question in found.questions
        if decided.get(question.about) in question.choices
    }
    if not settled:
        return found
    again = replace(said, answers={**said.answers, **settled})
    with suppress(InputError):
        return read_source(opened(again.answers, task), again, task)
    return found


def _value_columns(table: Table) -> set[str]:
    return {column.name for column in table.columns if column.role == "value"}


def _asked_beside(table: Table, other: Table, answers: Mapping[str, str]) -> Iterator[Question]:
    """What the file does not leave open by itself, and does beside the table."""
    if table.is_dated != other.is_dated:
        raise InputError(_other_times(table, other))
    if "value" not in answers and _is_other_index(table, other):
        yield _which_column(table, other)
    elif "scale" not in answers and _is_other_scale(table, other):
        yield _which_scale(table, other)


def _other_times(table: Table, other: Table) -> str:
    name = shown(other.path)
    if table.is_dated:
        return tr(
            "The table has dates and {name} plain numbers for times: write dates in it.", name=name
        )
    return tr(
        "The table has plain numbers for times and {name} dates: write such numbers in it.",
        name=name,
    )


def _is_other_index(table: Table, other: Table) -> bool:
    """Whether the columns speak of different indices, or of something else by other names."""
    mine, theirs = table.series[0].value_name, other.series[0].value_name
    if mine.casefold() == theirs.casefold():
        return False
    one, another = index_of(mine), index_of(theirs)
    if other.layout not in (LONG, ONE_SERIES):  # what its cells hold stands in no column
        if None not in (one, another) and one is not another:
            raise InputError(
                tr(
                    "{name} holds {column} and the table {index}: add a file of {index}.",
                    name=shown(other.path),
                    column=shown(theirs),
                    index=shown(mine),
                )
            )
        return False
    return one is not another or one is None


def _which_column(table: Table, other: Table) -> Question:
    mine, theirs = table.series[0].value_name, other.series[0].value_name
    taken = [column.name for column in other.columns if column.role == "value"]
    rest = [column.name for column in other.columns if column.role == "ignored"]
    text = tr(
        "The table holds {index}, and {name} was read for {column}: which of its columns holds "
        "what the table holds?",
        index=shown(mine),
        name=shown(other.path),
        column=shown(theirs),
    )
    return Question("value", text, tuple(dict.fromkeys((*taken, *rest))))


def _scale_of(table: Table) -> str:
    from gpstudio.data.quality.scale import AS_WRITTEN

    return next((d.chosen for d in table.decisions if d.about == "scale"), AS_WRITTEN)


def _is_other_scale(table: Table, other: Table) -> bool:
    """Whether it was decided otherwise, or readings are as far from those of the table as numbers
    of another unit."""
    if _scale_of(table) != _scale_of(other):
        return True
    low, high = _ends(table)
    _, highest = _ends(other)
    return 0.0 < FAR * high < highest or 0.0 < FAR * highest < low


def _ends(table: Table) -> tuple[float, float]:
    values: list[Floats] = [series.value for series in table.series[:MANY]]
    every = np.concatenate(values)
    return float(every.min()), float(every.max())


def _which_scale(table: Table, other: Table) -> Question:
    from gpstudio.data.quality.scale import SCALES

    (low, high), (lowest, highest) = _ends(table), _ends(other)
    text = tr(
        "Readings of the table run from {low:,.4g} to {high:,.4g} ({scale}); those of {name} from "
        "{lowest:,.4g} to {highest:,.4g} ({other_scale}): how is the file scaled?",
        low=low,
        high=high,
        scale=tr(_scale_of(table)),
        name=shown(other.path),
        lowest=lowest,
        highest=highest,
        other_scale=tr(_scale_of(other)),
    )
    likely = (_scale_of(other), _scale_of(table))
    return Question("scale", text, tuple(dict.fromkeys((*likely, *SCALES))))


def _corrected(table: Table, other: Table, task: Task) -> int:
    """Readings with another value than the table has of their day; none where days of several
    readings are usual."""
    fields, count = fields_in(table, other), 0
    for place, series in enumerate(other.series):
        if place % AT_ONCE == 0:
            task.check()
        group = fields.get(series.group)
        if group is None:
            continue
        mine = table.by_group[group]
        if has_several_a_day(mine) or has_several_a_day(series):
            return 0
        count += clashes(mine, series)
    return count


def _same_day_words(count: int, name: str) -> str:
    return tr_count(
        count,
        "{n:,} reading of {name} has another value than the table on the same day: which counts?",
        "{n:,} readings of {name} have other values than the table on the same days: which count?",
        name=shown(name),
    )


def _strangers(table: Table, other: Table) -> Iterator[str]:
    """New fields whose names nearly are those of fields that are there."""
    fields = fields_in(table, other)
    new = [group for group in other.groups if group not in fields]
    if len(new) * len(table.groups) > MOST_COMPARED:
        return
    close = {group: nearest(group, table.groups) for group in new}
    told = [
        tr("{field} (did you mean {close}?)", field=shown(group), close=shown(near))
        for group, near in close.items()
        if near is not None and not _differ_by_digits(group, near)
    ]
    if told:
        yield tr(
            "New fields that are named almost as others: {fields}", fields=some_of(told, NAMED)
        )


def _differ_by_digits(one: str, other: str) -> bool:
    """As names that count do: field 3 is not a slip for field 4."""
    return re.sub(r"\d+", "0", one) == re.sub(r"\d+", "0", other)

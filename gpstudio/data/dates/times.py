"""When each row was taken, from the columns that tell it together.

A further way to spread a time over columns is a further line in ``KINDS``: it gets the columns,
coded, in the order of the plan's ``time``, and gives one time per row. Parts of dates, such as year
and day of the year, are no line each: their kind is the parts' names, in the order of the columns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from gpstudio.core.task import QUIET, Task
from gpstudio.data.columns.coded import Coded
from gpstudio.data.columns.numbers import read_numbers
from gpstudio.data.dates.column import read_distinct
from gpstudio.data.dates.composite import read_composite
from gpstudio.data.dates.counts import PLAIN_NUMBERS
from gpstudio.data.dates.parts import read_parts
from gpstudio.data.dates.reading import Times
from gpstudio.data.decisions import Decision

__all__ = ["COMPOSITE", "DATES", "KINDS", "NUMBERS", "Times", "read_times"]

DATES, NUMBERS = "dates", "numbers"
"""The two kinds of a single column."""
COMPOSITE = "composite"
"""The start of a composite, and the day of the year of its reading."""

Read: TypeAlias = Callable[[Sequence[str], Sequence[Coded], Mapping[str, str], Task], Times | None]
"""Names of the columns, the columns, the answers; None where nothing is such a time."""


def _dates(
    names: Sequence[str], columns: Sequence[Coded], answers: Mapping[str, str], task: Task
) -> Times | None:
    if answers.get("numbers") == PLAIN_NUMBERS:
        return _numbers(names, columns, answers, task)
    column = columns[0]
    dates = read_distinct(names[0], column.distinct, answers, task)
    if dates is None:
        return None
    when, blank = column.spread(dates.days), column.spread(dates.blank)
    return Times(when, blank, dates.format, True, dates.decisions)


def _numbers(
    names: Sequence[str], columns: Sequence[Coded], answers: Mapping[str, str], task: Task
) -> Times | None:
    if answers.get("numbers", PLAIN_NUMBERS) != PLAIN_NUMBERS:
        return _dates(names, columns, answers, task)
    column = columns[0]
    numbers = read_numbers(names[0], column.distinct, answers.get("decimal"), task)
    decisions = () if numbers.question is None else (Decision.asking(numbers.question),)
    when, blank = column.spread(numbers.values), column.spread(numbers.blank)
    return Times(when, blank, numbers.style.format, False, decisions)


KINDS: dict[str, Read] = {DATES: _dates, NUMBERS: _numbers, COMPOSITE: read_composite}


def read_times(
    kind: str,
    names: Sequence[str],
    columns: Sequence[Coded],
    answers: Mapping[str, str],
    task: Task = QUIET,
) -> Times | None:
    if kind in KINDS:
        return KINDS[kind](names, columns, answers, task)
    return read_parts(kind.split(), names, columns, answers, task)

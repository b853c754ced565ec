"""When each row was taken, from the columns that tell it together.

A further way to spread a time over columns is a further line in ``KINDS``: it gets the columns,
coded, in the order of the plan's ``time``, and gives one time per row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.task import QUIET, Task
from gpstudio.data.columns.coded import Coded
from gpstudio.data.columns.numbers import read_numbers
from gpstudio.data.dates.column import read_dates
from gpstudio.data.decisions import Decision

DATES, NUMBERS = "dates", "numbers"
"""The two kinds of a single column."""


@dataclass(frozen=True, eq=False)
class Times:
    """One entry per row; NaN where it is blank or cannot be read."""

    when: Floats
    blank: Flags
    format: str
    dated: bool
    """True when ``when`` counts days since 1970-01-01."""
    decisions: tuple[Decision, ...] = ()


Read: TypeAlias = Callable[[Sequence[str], Sequence[Coded], Mapping[str, str], Task], Times | None]
"""Names of the columns, the columns, the answers; None where nothing is such a time."""


def _dates(
    names: Sequence[str], columns: Sequence[Coded], answers: Mapping[str, str], task: Task
) -> Times | None:
    column = columns[0]
    dates = read_dates(names[0], column.cells, answers.get("date"), task)
    if dates is None:
        return None
    decisions = () if dates.question is None else (Decision.asking(dates.question),)
    when, blank = column.spread(dates.days), column.spread(dates.blank)
    return Times(when, blank, dates.format, True, decisions)


def _numbers(
    names: Sequence[str], columns: Sequence[Coded], answers: Mapping[str, str], task: Task
) -> Times | None:
    column = columns[0]
    numbers = read_numbers(names[0], column.cells, answers.get("decimal"), task)
    decisions = () if numbers.question is None else (Decision.asking(numbers.question),)
    when, blank = column.spread(numbers.values), column.spread(numbers.blank)
    return Times(when, blank, numbers.style.format, False, decisions)


KINDS: dict[str, Read] = {DATES: _dates, NUMBERS: _numbers}


def read_times(
    kind: str,
    names: Sequence[str],
    columns: Sequence[Coded],
    answers: Mapping[str, str],
    task: Task = QUIET,
) -> Times | None:
    return KINDS[kind](names, columns, answers, task)

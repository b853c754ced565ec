"""One row per year and one column per month, or per day of the year, as climate tables are."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.columns.coded import Coded
from gpstudio.data.columns.field_choice import choose_fields
from gpstudio.data.columns.field_join import (
    answered_fields,
    joined_names,
    told_fields,
)
from gpstudio.data.columns.numbers import read_numbers
from gpstudio.data.columns.profile import Profile
from gpstudio.data.columns.roles import Roles, said_roles
from gpstudio.data.columns.time_parts import fits
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.dates.asking import period_decision
from gpstudio.data.dates.days import MIDDLE_OF_MONTH, calendar_days, days_of_year
from gpstudio.data.dates.months import month_of
from gpstudio.data.dates.names import part_of
from gpstudio.data.decisions import (
    DATES_ACROSS,
    FIELDS_ACROSS,
    FIRST_DAY,
    LONG,
    ONE_FIELD,
    Decision,
    Said,
)
from gpstudio.data.entries.entries import Entries
from gpstudio.data.field_names import Names
from gpstudio.data.layouts.cells import gather_cells
from gpstudio.data.layouts.row_names import is_one_field
from gpstudio.data.plan import LayoutPlan
from gpstudio.data.texts import shown
from gpstudio.translation import tr

_FEWEST = 6
"""Columns that are parts of a year."""
_DAY = re.compile(r"(?:doy|jday|yday)[ _-]?(\d{1,3})", re.IGNORECASE | re.ASCII)


def _day_of(name: str) -> int:
    found = _DAY.fullmatch(name)
    return int(found[1]) if found else 0


@dataclass(frozen=True)
class ColumnPart:
    """What the columns are parts of a year in."""

    number: Callable[[str], int]
    """From a column's name; 0 for none."""
    days: Callable[[Floats, Floats, bool], Floats]
    """From years, numbers and whether the first day is meant."""
    span: str = ""
    """What is asked about where a part is more than a day."""


def _months(year: Floats, month: Floats, first: bool) -> Floats:
    return calendar_days(year, month, np.full_like(year, 1.0 if first else MIDDLE_OF_MONTH))


PARTS = {
    "YYYY + month": ColumnPart(month_of, _months, "month"),
    "YYYY + DOY": ColumnPart(_day_of, lambda year, doy, _: days_of_year(year, doy)),
}


def plan_parts_across(survey: Survey, profiles: list[Profile], said: Said) -> LayoutPlan | None:
    told = said.answers.get("layout")
    roles = said_roles(profiles, survey.source.file, said)
    named = bool(roles.time or roles.values) or not {"time", "value"}.isdisjoint(said.answers)
    if told not in (None, DATES_ACROSS) or named:
        return None
    years = [i for i, p in enumerate(profiles) if part_of(p.name) == "year" and fits(p, "year")]
    free = [i for i in range(len(profiles)) if i not in roles.taken and i not in years]
    for written, part in PARTS.items():
        heads = {
            place: number
            for place in free
            if profiles[place].kind in ("number", "empty")
            and (number := part.number(profiles[place].name.strip()))
        }
        if len(heads) < _FEWEST or len(set(heads.values())) < len(heads):
            continue
        if len(years) == 1:
            answered_fields(survey, roles, said)
            return _plan(survey, profiles, said, roles, years[0], heads, written)
        if part.span and not years and not any(p.kind == "date" for p in profiles):
            raise _yearless(survey.source.file, profiles[next(iter(heads))].name)
    return None


def _yearless(file: str, name: str) -> InputError:
    return InputError(
        tr(
            "The columns of {file}, such as {name}, are months of no year: add a column 'year', "
            "or write the year above the months.",
            file=file,
            name=shown(name),
        )
    )


def _plan(
    survey: Survey,
    profiles: list[Profile],
    said: Said,
    roles: Roles,
    year: int,
    heads: dict[int, int],
    written: str,
) -> LayoutPlan:
    decisions = [Decision("layout", DATES_ACROSS, (DATES_ACROSS, LONG, FIELDS_ACROSS))]
    found = choose_fields(profiles, {*roles.taken, *heads, year}, (year,))
    fields = roles.fields
    if not fields and not is_one_field(said) and found is not None:
        fields = (found[0],)
    if (found is not None or "field" in said.answers) and not said.names("group"):
        chosen = joined_names([profiles[place].name for place in fields])
        offered = () if found is None else (profiles[found[0]].name,)
        choices = tuple(dict.fromkeys((chosen, *offered, ONE_FIELD)))
        decisions.append(Decision("field", chosen, choices, told=told_fields(chosen)))
    if PARTS[written].span:
        decisions.append(period_decision(PARTS[written].span, said.answers.get("period")))
    return LayoutPlan(
        layout=DATES_ACROSS,
        time=(year,),
        time_kind="",
        values=tuple(heads),
        fields=fields,
        beside=roles.beside,
        across=tuple(map(float, heads.values())),
        across_format=written,
        value_name="value",
        confidence=roles.confidence,
        decisions=tuple(decisions),
    )


def gather_parts_across(
    survey: Survey, plan: LayoutPlan, said: Said, task: Task = QUIET
) -> Entries:
    """An entry per cell below a part of the year, row by row."""
    cells = gather_cells(survey, plan, said, task)
    rows, across = cells.shape
    column = cells.coded[plan.time[0]]
    years = column.spread(read_numbers("year", column.cells, task=task).values)
    year = np.repeat(years, across)
    part = np.tile(np.array(plan.across, dtype=np.float64), rows)
    first = said.answers.get("period") == FIRST_DAY
    time = PARTS[plan.across_format].days(year, part, first)
    named = Coded(np.zeros(rows, np.int32), np.array([""], dtype=object))
    if plan.fields:
        named = cells.coded[plan.fields[0]]
        for place in plan.fields[1:]:
            named = named.joined(cells.coded[place])
    ledger = cells.ledger(np.isnan(years))
    ledger.set_aside(cells.by_row(column.blank), tr("without a date"))
    ledger.set_aside(np.isnan(time), tr("with an unreadable date"))
    if plan.fields:
        ledger.set_aside(cells.by_row(named.blank), tr("in a row without a name"))
    return cells.entries(
        plan,
        ledger,
        time=time,
        time_name=survey.names[plan.time[0]],
        time_format=plan.across_format,
        fields=Names(named.distinct),
        field_of=np.repeat(named.codes, across),
    )

"""One row per field and one column per date, or several columns: one for each variable."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.columns.coded import Coded
from gpstudio.data.columns.field_join import answered_fields
from gpstudio.data.columns.profile import Profile
from gpstudio.data.columns.roles import Roles, said_roles
from gpstudio.data.columns.spans import rows_of, spanning
from gpstudio.data.columns.variable_choice import choose_rows_of
from gpstudio.data.cutting.kinds import A_NUMBER, NOTHING, kind_of
from gpstudio.data.cutting.notes import is_total
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.dates import read_dates
from gpstudio.data.decisions import DATES_ACROSS, FIELDS_ACROSS, LONG, Decision, Said
from gpstudio.data.entries.entries import Entries
from gpstudio.data.field_names import Names
from gpstudio.data.layouts.cells import gather_cells
from gpstudio.data.layouts.exports_by_name import known_roles
from gpstudio.data.layouts.heads import Head, Heads, find_heads, with_words
from gpstudio.data.layouts.long import of_others
from gpstudio.data.layouts.row_names import (
    choose_row_names,
    is_one_field,
    row_names_decision,
    rows_named,
)
from gpstudio.data.layouts.variables import (
    QUALITY,
    choose_variable,
    quality_across,
    quality_to_the_right,
)
from gpstudio.data.names import NUMERIC_TIMES, index_rank, words
from gpstudio.data.plan import LayoutPlan
from gpstudio.data.texts import Texts, shown
from gpstudio.translation import tr

YEARS = "YYYY"
"""The format of years across: the times are the years' own numbers."""
_FEWEST, _FEWEST_YEARS = 1, 3


def plan_dates_across(survey: Survey, profiles: list[Profile], said: Said) -> LayoutPlan | None:
    roles = said_roles(profiles, survey.source.file, said)
    told = said.answers.get("layout")
    if told not in (None, DATES_ACROSS) or (told is None and _is_said_long(roles, said)):
        return None
    places = list(roles.values) or [
        place
        for place, p in enumerate(profiles)
        if place not in roles.taken and p.kind in ("number", "empty")
    ]
    heads = find_heads([p.name for p in profiles], places)
    if roles.values and (heads is None or len(heads.columns) < len(roles.values)):
        heads = None
    if heads is None or (told is None and not _is_across(heads, profiles, places)):
        if told is None:
            return None
        raise InputError(
            tr(
                "{file} has no columns of readings with dates in their names; its "
                "layout is another one.",
                file=survey.source.file,
            )
        )
    answered_fields(survey, roles, said)
    exports = known_roles(survey, profiles, said, roles)
    layout = Decision("layout", DATES_ACROSS, (DATES_ACROSS, LONG, FIELDS_ACROSS))
    dates = {head.place for head in heads.columns}
    free = [place for place in range(len(profiles)) if place not in roles.taken]
    every = find_heads([p.name for p in profiles], free) or heads
    heads, decisions = choose_variable(heads, survey.source.file, said.answers.get("variable"))
    if not roles.values:
        heads = with_words(heads, [p.name for p in profiles], roles.taken)
        dates |= {head.place for head in heads.columns}
    across = quality_across(every, heads)
    across |= quality_to_the_right(survey.names, heads, free)
    dates |= {place for group in across.values() for place in group}
    days, format, asked = _days(survey, heads, said)
    taken = (roles.taken - set(roles.fields)) | dates
    free = [i for i in range(len(profiles)) if i not in taken]
    below = _Below(survey) if decisions else _below(survey, profiles, free, said)
    free = [place for place in free if below.only is None or place != below.only[0]]
    fields = roles.fields
    if not fields and not is_one_field(said):
        fields = choose_row_names(below.rows, profiles, free)
    named = row_names_decision(profiles, free, fields, said)
    return LayoutPlan(
        layout=DATES_ACROSS,
        time=(),
        time_kind="",
        values=tuple(head.place for head in heads.columns),
        fields=fields,
        beside={**roles.beside, **dict.fromkeys(across, QUALITY)},
        beside_across=across,
        across=tuple(days.tolist()),
        across_format=format,
        value_name=_value_name(heads) if below.only is None else below.only[1],
        spans=below.spans,
        only=below.only,
        confidence=roles.confidence,
        decisions=(
            *exports,
            layout,
            *decisions,
            *below.decisions,
            *named,
            *asked,
            *_second_header(survey, heads, said),
        ),
    )


@dataclass(frozen=True)
class _Below:
    """Variables that stand one below the other, with the rows of the one that is read."""

    rows: Survey
    only: tuple[int, str] | None = None
    spans: tuple[int, ...] = ()
    decisions: tuple[Decision, ...] = ()


def _below(survey: Survey, profiles: list[Profile], free: list[int], said: Said) -> _Below:
    only, about = choose_rows_of(
        profiles, survey.columns, None, survey.source.file, said.answers.get("variable")
    )
    if only is None:
        return _Below(survey)
    others = [place for place in free if place != only[0]]
    spans, gaps = spanning(survey, [*others, only[0]], said)
    decisions = gaps if about is None else (*gaps, about)
    return _Below(rows_of(survey, spans, only), only, spans, decisions)


def _is_said_long(roles: Roles, said: Said) -> bool:
    """Whether a person named the one column of times or of readings that no wide table has."""
    return bool(roles.time) or not {"time", "value"}.isdisjoint(said.answers)


def gather_dates_across(
    survey: Survey, plan: LayoutPlan, said: Said, task: Task = QUIET
) -> Entries:
    """An entry per cell below a date, row by row."""
    cells = gather_cells(survey, plan, said, task)
    rows, across = cells.shape
    days = np.array(plan.across, dtype=np.float64)
    time = np.tile(days, rows)
    named = Coded(np.zeros(rows, np.int32), np.array([""], dtype=object))
    nameless = np.zeros(rows, dtype=np.bool_)
    if not is_one_field(said):
        named = rows_named(survey, plan.fields, cells.coded, rows)
        nameless = named.blank & (len(named.cells) > 1)
    totals = np.array([is_total(str(cell)) for cell in named.distinct], dtype=np.bool_)
    unread = named.blank | named.spread(totals)
    ledger = cells.ledger(unread)
    if plan.only is not None:
        others, reason = of_others(plan.only, survey.names, cells.coded)
        ledger.set_aside(cells.by_row(others), reason)
    time[cells.by_row(unread & cells.oddities.at_the_end)] = np.nan  # so they are no fields
    ledger.set_aside(np.isnan(time), tr("under an unreadable date"))
    ledger.set_aside(cells.by_row(nameless), tr("in a row without a name"))
    dated = plan.across_format != YEARS
    return cells.entries(
        plan,
        ledger,
        time=time,
        time_name="date" if dated else "year",
        time_format=plan.across_format,
        fields=Names(named.distinct),
        field_of=np.repeat(named.codes, across),
        dated=dated,
    )


def _is_across(heads: Heads, profiles: list[Profile], places: Sequence[int]) -> bool:
    """Whether these columns are dates across the top, and not a few columns of a long table."""
    count = len(heads.columns)
    dates = any(p.kind == "date" or _tells_time(p) for p in profiles)
    if heads.years_only:
        # Columns of years beside a column of dates are seasons side by side.
        apart = len({head.when for head in heads.columns}) == count
        named = all(len(head.words) <= len(heads.common) for head in heads.columns)
        return count >= _FEWEST_YEARS and apart and named and not dates and 2 * count > len(places)
    return count >= (_FEWEST + dates) and 2 * count > len(places) - len(heads.columns)


def _tells_time(p: Profile) -> bool:
    """Whether it is a column of days of the year and such, in which each row is another time."""
    named = not set(NUMERIC_TIMES).isdisjoint(words(p.name))
    return p.kind == "number" and p.ascending and p.distinct > p.size / 2 and named


def _days(survey: Survey, heads: Heads, said: Said) -> tuple[Floats, str, tuple[Decision, ...]]:
    """The dates across the top, decided on all of them together."""
    when = _texts(heads.columns)
    if heads.years_only:
        return when.astype(np.float64), YEARS, ()
    first = survey.names[heads.columns[0].place]
    dates = read_dates(first, when, said.answers)
    if dates is None:
        raise InputError(
            tr(
                "The names of the columns of {file}, such as {name}, are no "
                "dates; write them as YYYY-MM-DD.",
                file=survey.source.file,
                name=shown(first),
            )
        )
    decisions = tuple(_of_all(decision, first, heads) for decision in dates.decisions)
    return dates.days, dates.format, decisions


def _of_all(decision: Decision, first: str, heads: Heads) -> Decision:
    """As the file writes its dates; the name is that of one column, the question is of all."""
    told = {head.when: head.written for head in heads.columns}

    def as_written(text: str) -> str:
        return re.sub(r"\d+/\d+/\d+", lambda found: told.get(found.group(), found.group()), text)

    question = decision.question.removeprefix(f"Column {shown(first)}: ")
    asked = (
        tr("Dates across the top: {question}", question=as_written(question)) if question else ""
    )
    return replace(decision, why=as_written(decision.why), question=asked)


def _second_header(survey: Survey, heads: Heads, said: Said) -> tuple[Decision, ...]:
    """A question where words stand right below the dates, which may name variables."""
    cells = [str(survey.columns[head.place][0]).strip() for head in heads.columns]
    words = [cell for cell in cells if kind_of(cell) not in (NOTHING, A_NUMBER)]
    if 2 * len(words) <= len(cells) or "header" in said.answers:
        return ()
    text = tr(
        "Line {line} of {file} has {cell} below a date: does it belong to the header?",
        line=survey.lines[0],
        file=survey.source.file,
        cell=shown(words[0]),
    )
    return (Decision("header", "2 rows", ("2 rows", "1 row"), question=text),)


def _texts(columns: Sequence[Head]) -> Texts:
    return np.array([*(head.when for head in columns), None], dtype=object)[:-1]


def _value_name(heads: Heads) -> str:
    words = (*heads.common, *heads.variables[0].split())
    named = [word for word in words if index_rank(word) is not None]
    return named[0] if named else heads.variables[0] or "value"

"""One row per reading: a column of times, a column of values, perhaps one that names the field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.task import QUIET, Task
from gpstudio.data.columns.coded import Coded, CodedColumn
from gpstudio.data.columns.field_join import answered_fields, settle_fields
from gpstudio.data.columns.numbers import ColumnNumbers, NumberColumn, NumberStyle
from gpstudio.data.columns.profile import Profile
from gpstudio.data.columns.roles import choose_roles, said_roles
from gpstudio.data.columns.spans import spanning
from gpstudio.data.columns.variable_choice import choose_rows_of
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.dates.times import Times, read_times
from gpstudio.data.decisions import DATES_ACROSS, FIELDS_ACROSS, LONG, ONE_SERIES, Decision, Said
from gpstudio.data.entries.entries import Entries, UnreadableError
from gpstudio.data.entries.ledger import Ledger
from gpstudio.data.entries.oddities import Oddities
from gpstudio.data.entries.unread import decided_of, set_unread_aside
from gpstudio.data.field_names import Names
from gpstudio.data.layouts.exports_by_name import known_roles
from gpstudio.data.layouts.titles import NAMING, fields_by_titles, settle_titles
from gpstudio.data.names import in_percent
from gpstudio.data.plan import LayoutPlan
from gpstudio.data.texts import shown
from gpstudio.translation import tr


def plan_long(survey: Survey, profiles: list[Profile], said: Said) -> LayoutPlan:
    file = survey.source.file
    roles = said_roles(profiles, file, said)
    answered_fields(survey, roles, said)
    exports = known_roles(survey, profiles, said, roles)
    roles = choose_roles(profiles, file, said, roles)
    only, about = choose_rows_of(
        profiles,
        survey.columns,
        next(iter(roles.values), None),
        file,
        said.answers.get("variable"),
    )
    spans, gaps = spanning(survey, [*roles.fields, *roles.time], said)
    settle_fields(survey, profiles, roles, said, only, spans)
    title = settle_titles(survey, roles, said)
    return LayoutPlan(
        layout=LONG if roles.fields or title else ONE_SERIES,
        time=roles.time,
        time_kind=roles.time_kind,
        values=roles.values,
        value_name="" if only is None else only[1],
        fields=roles.fields,
        title=title,
        spans=spans,
        beside=roles.beside,
        only=only,
        confidence=roles.confidence,
        decisions=(
            *_layout_decision(said),
            *exports,
            *roles.decisions,
            *gaps,
            *(() if about is None else (about,)),
        ),
    )


def _layout_decision(said: Said) -> tuple[Decision, ...]:
    """On record where a person decided it; a long table itself leaves no doubt."""
    if "layout" not in said.answers:
        return ()
    return (Decision("layout", LONG, (LONG, DATES_ACROSS, FIELDS_ACROSS)),)


def gather_long(survey: Survey, plan: LayoutPlan, said: Said, task: Task = QUIET) -> Entries:
    """All rows of the file, converted; which of them are used is for ``quality`` to say."""
    gathered = _Gathered(survey, plan, said, task)
    names = survey.names
    untimed = gathered.go_on()
    times = read_rows_times(survey, plan, gathered.coded, said, task)
    gathered.give_back_times()
    decisions = [*plan.decisions, *times.decisions]
    ledger = Ledger(len(gathered))
    if plan.only is not None:
        ledger.set_aside(*of_others(plan.only, names, gathered.coded))
    task.check()
    gathered.oddities.set_aside(ledger, np.isnan(times.when) | untimed)
    task.check()
    titles = gathered.oddities.alone & np.isnan(times.when) if plan.title else None
    if titles is not None:
        ledger.set_aside(titles, NAMING)
    ledger.set_aside(times.blank, times.reason_of_blank)
    ledger.set_aside(np.isnan(times.when), times.reason_of_unreadable)
    if gathered.numbers is None:
        value_name, values = "", np.full(len(gathered), np.nan)
    else:
        numbers, place = gathered.numbers, plan.values[0]
        value_name = in_percent(plan.value_name or names[place], gathered.style.percent)
        values = numbers.values
        _refuse_words(survey, values, numbers.blank, place, "numbers", task)
        decisions += decided_of(numbers, said)
        set_unread_aside(ledger, numbers, said)
    task.check()
    if titles is None:
        fields, field_of = _fields(survey, plan, gathered, ledger)
    else:
        fields, field_of = fields_by_titles(plan.title, titles, gathered.coded[0])
    return Entries(
        time=times.when,
        value=values,
        fields=fields,
        field_of=field_of,
        ledger=ledger,
        dated=times.dated,
        time_name=names[plan.time[0]],
        value_name=value_name,
        time_format=times.format,
        value_format=gathered.style.format,
        decimal=gathered.style.decimal,
        beside={place: gathered.coded[place] for place in plan.beside},
        decisions=decisions,
    )


def of_others(
    only: tuple[int, str], names: Sequence[str], coded: Mapping[int, Coded]
) -> tuple[Flags, str]:
    """The rows of other variables than the one that is read, and how they are told."""
    place, variable = only
    about = coded[place]
    reason = tr(
        "of another {column} than {variable}", column=names[place], variable=shown(variable)
    )
    return about.spread(about.cells != variable), reason


def read_rows_times(
    survey: Survey, plan: LayoutPlan, coded: Mapping[int, Coded], said: Said, task: Task
) -> Times:
    """When each row was taken."""
    task.report(tr("Reading the dates"), 0.8)
    names = [survey.names[place] for place in plan.time]
    times = read_times(
        plan.time_kind, names, [coded[place] for place in plan.time], said.answers, task
    )
    if times is None:
        raise UnreadableError(names[0], "dates")
    task.check()
    needed = "dates" if times.dated else tr("dates or numbers")
    _refuse_words(survey, times.when, times.blank, plan.time[0], needed, task)
    return times


class _Gathered:
    """The wanted columns of the whole file."""

    def __init__(self, survey: Survey, plan: LayoutPlan, said: Said, task: Task) -> None:
        self._survey, self._plan = survey, plan
        self._coded_places = [p for p in plan.wanted if p not in plan.values]
        self.coded: dict[int, Coded] = {}
        answer = said.answers.get("decimal", plan.decimal) or None
        numbers = NumberColumn(NumberStyle())
        for place in plan.values:
            numbers.take(survey.columns[place])
        # In the style the sample shows; again, in the rare case that the whole file says else.
        while True:
            self.style = numbers.marks.style(answer)
            numbers = NumberColumn(self.style)
            self._pass(numbers, task)
            if numbers.marks.style(answer) == self.style:
                break
        self.numbers: ColumnNumbers | None = None
        if plan.values:
            self.numbers = numbers.finish(survey.names[plan.values[0]], answer)

    def __len__(self) -> int:
        return len(self.oddities)

    def go_on(self) -> Flags | bool:
        """Fill the empty cells of columns that stand only where something new begins; which rows
        have no cell of their own for the time."""
        time, spans = self._plan.time[0], self._plan.spans
        untimed = time in spans and self.coded[time].blank
        self.coded |= {place: self.coded[place].going_on() for place in spans}
        return untimed

    def give_back_times(self) -> None:
        """Forget the cells of the times, which may be millions, unless they say more than when."""
        only = () if self._plan.only is None else self._plan.only[:1]
        kept = {*only, *((0,) if self._plan.title else ()), *self._plan.fields, *self._plan.beside}
        self.coded = {place: column for place, column in self.coded.items() if place in kept}

    def _pass(self, numbers: NumberColumn, task: Task) -> None:
        coded = {place: CodedColumn(place in self._plan.fields) for place in self._coded_places}
        wanted = [*coded, *self._plan.values]
        self.oddities = Oddities(self._survey, wanted)
        for block in self._survey.blocks(wanted, task):
            for slot, column in enumerate(coded.values()):
                column.add(block, slot)
            if self._plan.values:
                numbers.add(block, len(coded))
            self.oddities.add(block)
        self.coded = {place: column.finish() for place, column in coded.items()}


def _refuse_words(
    survey: Survey, values: Floats, blank: Flags, place: int, needed: str, task: Task
) -> None:
    """A column that mostly does not read is the wrong column, not a column of faults."""
    name = survey.names[place]
    unread = np.isnan(values) & ~blank
    if unread.sum() > np.isfinite(values).sum():
        row = int(np.argmax(unread))
        for block in survey.blocks([place], task):
            if row < len(block):
                raise UnreadableError(name, needed, block.cell(row, 0), int(block.lines[row]))
            row -= len(block)
    if blank.all():
        raise UnreadableError(name, needed)


def _fields(
    survey: Survey, plan: LayoutPlan, gathered: _Gathered, ledger: Ledger
) -> tuple[Sequence[str], NDArray[np.int32]]:
    """The fields' names, and which of them each row belongs to."""
    if not plan.fields:
        return ("",), np.zeros(len(gathered), dtype=np.int32)
    whole = gathered.coded[plan.fields[0]]
    for place in plan.fields:
        ledger.set_aside(
            gathered.coded[place].blank,
            tr("without a name in column {column}", column=shown(survey.names[place])),
        )
        if place != plan.fields[0]:
            whole = whole.joined(gathered.coded[place])
    return Names(whole.distinct), whole.codes

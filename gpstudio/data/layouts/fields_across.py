"""One row per time and one column per field."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.columns.field_choice import choose_fields
from gpstudio.data.columns.profile import Profile
from gpstudio.data.columns.roles import Roles, said_roles
from gpstudio.data.columns.time_choice import choose_time
from gpstudio.data.columns.variable_choice import choose_rows_of
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.decisions import FIELDS_ACROSS, LONG, Decision, Said
from gpstudio.data.entries.entries import Entries
from gpstudio.data.layouts.cells import gather_cells
from gpstudio.data.layouts.exports_by_name import known_export
from gpstudio.data.layouts.long import read_rows_times
from gpstudio.data.layouts.side_by_side import Meaning, meaning_of
from gpstudio.data.layouts.variables import QUALITY, quality_by_field
from gpstudio.data.names import index_rank, is_beside, words
from gpstudio.data.plan import LayoutPlan
from gpstudio.data.texts import shown
from gpstudio.translation import tr


def plan_fields_across(survey: Survey, profiles: list[Profile], said: Said) -> LayoutPlan | None:
    told = said.answers.get("layout")
    roles = said_roles(profiles, survey.source.file, said)
    if told not in (None, FIELDS_ACROSS) or (told is None and _is_said_long(survey, roles, said)):
        return None
    if not _with_time(survey, profiles, roles, said):
        return None
    free = [place for place in range(len(profiles)) if place not in roles.taken]
    places = roles.values or _without_companions(
        survey.names, [place for place in free if profiles[place].kind in ("number", "empty")]
    )
    apart = [place for place in free if place not in places]
    quality = quality_by_field(survey.names, places, apart)
    beside = {place for group in quality.values() for place in group}
    decided = told is not None or len(roles.values) > 1
    if not places:
        if not decided:
            return None
        raise InputError(
            tr("{file} has no columns of numbers besides the time.", file=survey.source.file)
        )
    decision = _decision(survey, profiles, roles.taken | beside, roles.time, places, decided)
    if decision is None:
        return None
    names = tuple(survey.names[place] for place in places)
    return LayoutPlan(
        layout=FIELDS_ACROSS,
        time=roles.time,
        time_kind=roles.time_kind,
        values=places,
        beside={**roles.beside, **dict.fromkeys(quality, QUALITY)},
        beside_across=quality,
        across=names,
        value_name=_value_name(names) or _said_of_all(survey, profiles),
        confidence=roles.confidence,
        decisions=(*roles.decisions, decision),
    )


def gather_fields_across(
    survey: Survey, plan: LayoutPlan, said: Said, task: Task = QUIET
) -> Entries:
    """An entry per cell below a field, row by row."""
    cells = gather_cells(survey, plan, said, task)
    times = read_rows_times(survey, plan, cells.coded, said, task)
    rows, across = cells.shape
    ledger = cells.ledger(np.isnan(times.when))
    ledger.set_aside(cells.by_row(times.blank), times.reason_of_blank)
    ledger.set_aside(cells.by_row(np.isnan(times.when)), times.reason_of_unreadable)
    return cells.entries(
        plan,
        ledger,
        time=np.repeat(times.when, across),
        time_name=survey.names[plan.time[0]],
        time_format=times.format,
        fields=tuple(str(name) for name in plan.across),
        field_of=np.tile(np.arange(across, dtype=np.int32), rows),
        dated=times.dated,
        decided=times.decisions,
    )


def _is_said_long(survey: Survey, roles: Roles, said: Said) -> bool:
    """Whether something a person said, or a known export, only makes sense in a long table."""
    one_value = len(roles.values) == 1 or "value" in said.answers
    one_field = bool(roles.fields) or said.one_field
    return one_value or one_field or known_export(survey, said) is not None


def _with_time(survey: Survey, profiles: list[Profile], roles: Roles, said: Said) -> bool:
    """Find the column of times; False where there is none and another layout may know better."""
    if roles.time:
        return True
    try:
        time = choose_time(profiles, roles.taken, survey.source.file, said.answers)
    except InputError:
        if "layout" in said.answers:
            raise
        return False
    if not roles.taken.isdisjoint(time.places):
        return False
    roles.time, roles.time_kind = time.places, time.kind
    roles.decisions.extend(time.decisions)
    roles.confidence.update(dict.fromkeys(time.places, time.confidence))
    return True


def _decision(
    survey: Survey,
    profiles: list[Profile],
    taken: set[int],
    time: tuple[int, ...],
    places: tuple[int, ...],
    decided: bool,
) -> Decision | None:
    choices = (FIELDS_ACROSS, LONG)
    if decided:
        return Decision("layout", FIELDS_ACROSS, choices)
    whole = [place for place in places if profiles[place].kind == "number"]
    free = [p for i, p in enumerate(profiles) if i not in taken]
    others = [p for p in free if p.kind == "text" and p.distinct > 1]
    if len(whole) < 2 or others or choose_fields(profiles, {*taken, *places}, time):
        return None
    names = [survey.names[place] for place in whole]
    meaning = meaning_of(names, [survey.columns[place] for place in whole])
    if meaning is Meaning.VARIABLES:
        return None
    if meaning is Meaning.FIELDS:
        return Decision("layout", FIELDS_ACROSS, choices)
    listed = ", ".join(map(shown, names[:8])) + (", …" if len(names) > 8 else "")
    text = tr(
        "Are the columns {listed} of {file} fields side by side ({fields_across}) "
        "or different things measured in one field ({long})?",
        listed=listed,
        file=survey.source.file,
        fields_across=FIELDS_ACROSS,
        long=LONG,
    )
    return Decision("layout", FIELDS_ACROSS, choices, question=text)


def _without_companions(names: Sequence[str], places: Sequence[int]) -> tuple[int, ...]:
    """Without columns such as "North sd" beside "North NDVI"."""
    split = {place: (names[place].rpartition(" ")) for place in places}
    read = {head for head, _, last in split.values() if head and index_rank(last) is not None}
    return tuple(
        place
        for place, (head, _, last) in split.items()
        if not (head in read and is_beside(words(last)))
    )


def _value_name(names: tuple[str, ...]) -> str:
    """The index that all columns speak of; empty where they speak of none."""
    shared = set.intersection(*(set(words(name)) for name in names))
    return next((word for word in shared if index_rank(word) is not None), "")


def _said_of_all(survey: Survey, profiles: list[Profile]) -> str:
    """What a column beside the fields, the same in every row, says that their readings are."""
    only, about = choose_rows_of(profiles, survey.columns, None, survey.source.file, None)
    return "value" if only is None or about is not None else only[1]

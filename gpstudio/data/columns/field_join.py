"""Whether one column is enough to name the field, or several do so together.

Where most times occur more than once within a field and one more column tells the readings apart,
or several do so together, the table holds several points, pixels or plots of each field, and each
of them is a series.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Integers
from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.columns.coded import Coded, CodedColumn
from gpstudio.data.columns.field_choice import choose_fields, dividing, holders
from gpstudio.data.columns.profile import Profile
from gpstudio.data.columns.roles import Roles
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.decisions import ONE_FIELD, TITLES, Decision, Said, closest
from gpstudio.data.texts import is_missing, shown
from gpstudio.translation import all_of, tr, tr_count

_MARK = " / "
_ROWS = 100_000
"""The first rows of the file, on which times are counted."""
_TOGETHER = 6
"""So many columns at most are tried together."""
_MOST, _FEW = 0.5, 0.1
"""Parts of the rows that share their time with another one."""


@dataclass(frozen=True)
class Start:
    """The columns that may name the field and tell the time, in the first rows of a file."""

    columns: dict[int, Coded]
    rows: Integers
    """Those that count."""

    def repeated(self, places: tuple[int, ...]) -> float:
        """The part of the rows that share all of these columns' cells with another row."""
        codes = self._codes(places, self.rows)
        counts = np.bincount(codes)
        return float((counts[codes] > 1).mean()) if len(codes) else 0.0

    def recur(self, places: tuple[int, ...], other: int) -> bool:
        """Whether rows that share these columns' cells differ in that of the other."""
        column = self.columns[other]
        told = np.array([not is_missing(cell) for cell in column.distinct], dtype=np.bool_)
        rows = self.rows[told[column.codes[self.rows]]]
        alone, both = (self._codes(some, rows) for some in (places, (*places, other)))
        return len(rows) > 0 and both.max() > alone.max()

    def _codes(self, places: tuple[int, ...], rows: Integers) -> Integers:
        """Of rows, by these columns together."""
        codes = np.zeros(len(rows), dtype=np.int64)
        for place in places:
            column = self.columns[place]
            pairs = codes * len(column.distinct) + column.codes[rows]
            codes = np.unique(pairs, return_inverse=True)[1].astype(np.int64)
        return codes


def settle_fields(
    survey: Survey,
    profiles: list[Profile],
    roles: Roles,
    said: Said,
    only: tuple[int, str] | None,
    spans: tuple[int, ...] = (),
) -> None:
    """Add a column that divides the fields where it is needed, and put the choice on record."""
    names = survey.names
    if said.one_field or said.names("group"):
        return
    answer = said.answers.get("field")
    taken = (roles.taken - set(roles.fields)) | (set() if only is None else {only[0]})
    # What is offered does not depend on what was answered.
    found = None if answer is None else choose_fields(profiles, taken, roles.time)
    first = roles.fields if answer is None else () if found is None else (found[0],)
    further = list(dividing(profiles, taken | set(first)))
    ways = [first, *((*first, place) for place, _ in further)]
    choices = [joined_names([names[i] for i in fields]) for fields in ways if fields]
    chosen, why, question = joined_names([names[i] for i in first]), "", ""
    holder = _holder(survey, profiles, first, taken, only, spans)
    if holder is not None:
        held = joined_names([names[i] for i in (*first, holder)])
        choices = list(dict.fromkeys((*choices, held)))
        if answer is None:
            why = tr(
                "one name in {fields} is used by several of {column}",
                fields=shown(chosen),
                column=shown(names[holder]),
            )
            roles.fields, chosen = (*first, holder), held
            roles.confidence[holder] = 0.8
            further = [pair for pair in further if pair[0] != holder]
    needed = _needed(survey, roles, further, only, spans) if further and answer is None else ()
    if answer is not None:
        chosen = answer
    elif needed:
        roles.fields = (*roles.fields, *needed)
        roles.confidence.update(dict.fromkeys(needed, 0.8))
        chosen = joined_names([names[i] for i in roles.fields])
        if all(dict(further)[place] for place in needed):
            why = (
                tr("most times occur more than once within one {column}", column=shown(choices[0]))
                if first
                else tr("most times occur more than once")
            )
        else:
            question = _do_they(survey, [names[place] for place in needed])
    if choices or answer is not None:
        likely = () if answer is not None else (chosen,)
        ordered = tuple(dict.fromkeys((*likely, *choices, ONE_FIELD, chosen)))
        told = told_fields(chosen)
        roles.decisions.append(Decision("field", chosen, ordered, why, question, told))


def _do_they(survey: Survey, names: list[str]) -> str:
    return tr_count(
        len(names),
        "Most times of {file} occur more than once; does column {columns} tell fields apart?",
        "Most times of {file} occur more than once; do columns {columns} tell fields apart?",
        file=survey.source.file,
        columns=all_of(map(shown, names)),
    )


def joined_names(names: Sequence[str]) -> str:
    """How the columns that name the field are called together, as an answer says it."""
    return _MARK.join(names) or ONE_FIELD


def told_fields(chosen: str) -> str:
    return (
        tr("everything taken as one field")
        if chosen == ONE_FIELD
        else tr("fields named by {columns}", columns=chosen)
    )


def answered_fields(survey: Survey, roles: Roles, said: Said) -> None:
    """Take the columns that a person answered; what they are for is then settled."""
    answer = said.answers.get("field")
    if answer in (None, ONE_FIELD, TITLES) or said.names("group"):
        return
    assert answer is not None
    for part in [answer] if answer in survey.names else answer.split(_MARK):
        if part not in survey.names:
            raise InputError(
                tr(
                    "{answer} is no answer about 'field': {file} has no column {column}; {hint}",
                    answer=shown(answer),
                    file=survey.source.file,
                    column=shown(part),
                    hint=closest(part, survey.names),
                )
            )
        place = survey.names.index(part)
        if place in roles.taken:
            raise InputError(
                tr(
                    "Column {column} cannot name the field, it has another role; choose another.",
                    column=shown(part),
                )
            )
        roles.fields = (*roles.fields, place)
        roles.confidence[place] = 1.0


def _holder(
    survey: Survey,
    profiles: list[Profile],
    fields: tuple[int, ...],
    taken: set[int],
    only: tuple[int, str] | None,
    spans: tuple[int, ...],
) -> int | None:
    """The column of whose a field is, where two of them call a field alike: theirs would be taken
    as one, whether or not they were seen on the same days."""
    for place in holders(profiles, taken | set(fields)) if fields else ():
        start = _start(survey, [*fields, place], only, spans)
        if start.recur(fields, place):
            return place
    return None


def _needed(
    survey: Survey,
    roles: Roles,
    further: list[tuple[int, bool]],
    only: tuple[int, str] | None,
    spans: tuple[int, ...],
) -> tuple[int, ...]:
    """Further columns that tell readings of the same time apart, if any are needed.

    One where one is enough; else, as for the plots of a trial, the fewest from the front.
    """
    places = [place for place, _ in further]
    start = _start(survey, [*roles.time, *roles.fields, *places], only, spans)
    known = (*roles.fields, *roles.time)
    if start.repeated(known) < _MOST:
        return ()
    for place in places:
        if start.repeated((*known, place)) < _FEW:
            return (place,)
    kept = places[:_TOGETHER]
    if start.repeated((*known, *kept)) >= _FEW:
        return ()
    for place in reversed(kept):
        others = [other for other in kept if other != place]
        if start.repeated((*known, *others)) < _FEW:
            kept = others
    return tuple(kept)


def _start(
    survey: Survey, wanted: list[int], only: tuple[int, str] | None, spans: tuple[int, ...]
) -> Start:
    places = list(dict.fromkeys([*wanted, *(() if only is None else only[:1])]))
    gathered = {place: CodedColumn() for place in places}
    count = 0
    for block in survey.blocks(places, Task()):
        for slot, column in enumerate(gathered.values()):
            column.add(block, slot)
        count += len(block)
        if count >= _ROWS:
            break
    columns = {place: column.finish() for place, column in gathered.items()}
    columns |= {place: columns[place].going_on() for place in spans}
    rows = np.arange(count)
    if only is not None:
        about = columns[only[0]]
        rows = np.flatnonzero(about.spread(about.cells == only[1]))
    return Start(columns, rows)

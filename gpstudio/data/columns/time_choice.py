"""Which column, or which columns together, tell when a reading was taken.

Names decide between columns about different things (a sowing date is no reading's). Columns are
tried out on the sample, and where two that should say the same do not, or two are as good, it is
asked. ``TimeColumns`` for columns of dates are found here, for others in ``time_others``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from gpstudio.core.errors import InputError
from gpstudio.data.columns.profile import Profile
from gpstudio.data.columns.time_dates import choose_dates
from gpstudio.data.columns.time_others import (
    choose_numbers,
    choose_parts,
    choose_perhaps,
    refuse_days_alone,
)
from gpstudio.data.columns.time_parts import named_parts
from gpstudio.data.columns.time_trial import Bench, TimeColumns
from gpstudio.data.dates.names import tells_composite
from gpstudio.data.dates.times import COMPOSITE, DATES, NUMBERS
from gpstudio.data.decisions import Decision, check_choice
from gpstudio.data.texts import shown
from gpstudio.translation import tr

__all__ = ["TimeColumns", "choose_time", "kind_of_time"]

_WAYS = (choose_dates, choose_parts, choose_perhaps, choose_numbers)
"""In the order in which they are tried."""


def kind_of_time(profiles: list[Profile], places: tuple[int, ...]) -> str:
    """How columns that a person named tell the time, in the order named."""
    first, *others = (profiles[place] for place in places)
    if not others:
        return DATES if first.kind == "date" or first.perhaps else NUMBERS
    if first.kind == "date" and len(others) == 1 and tells_composite(others[0].name):
        return COMPOSITE
    parts = named_parts(profiles, places)
    if parts is None:
        named = " and ".join(shown(profiles[place].name) for place in places)
        raise InputError(
            tr(
                "Columns {columns} tell no time together; name a column of dates, a year with "
                "its day or with month and day, or a date with an hour.",
                columns=named,
            )
        )
    return " ".join(parts)


def choose_time(
    profiles: list[Profile],
    taken: set[int],
    file: str,
    answers: Mapping[str, str] = MappingProxyType({}),
) -> TimeColumns:
    bench = Bench(profiles, [i for i in range(len(profiles)) if i not in taken], dict(answers))
    found = next((time for way in _WAYS if (time := way(bench)) is not None), None)
    answer = answers.get("time")
    if answer is not None:
        return _answered(bench, answer, found)
    if found is None or found.kind == NUMBERS:
        refuse_days_alone(bench)
    if found is None:
        raise InputError(
            tr(
                "{file} has no column of dates; write dates as YYYY-MM-DD, or say which column "
                "is the time.",
                file=file,
            )
        )
    return found


def _answered(bench: Bench, answer: str, found: TimeColumns | None) -> TimeColumns:
    """The columns a person answered: of the options there are, or any column by its name."""
    options = {} if found is None else {bench.label(o.places): o for o in (found, *found.options)}
    names = [p.name for p in bench.profiles]
    choices = tuple(dict.fromkeys((*options, *names)))
    check_choice("time", answer, choices)
    option = options.get(answer)
    if option is None:
        places = (names.index(answer),)
        option = TimeColumns(places, kind_of_time(bench.profiles, places), 1.0)
    others = tuple(d for d in option.decisions if d.about != "time")
    said = Decision("time", answer, tuple(options) or (answer,))
    return replace(option, confidence=1.0, decisions=(said, *others))

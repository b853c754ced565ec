"""What the rows of a wide table are called: each is a field, named by one column or several."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from gpstudio.data.columns.coded import Coded
from gpstudio.data.columns.field_join import joined_names, told_fields
from gpstudio.data.columns.profile import Profile
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.decisions import ONE_FIELD, Decision, Said
from gpstudio.data.names import GROUPS, NOT_A_GROUP, sounds_like_value, words
from gpstudio.data.texts import is_missing

_SHAPES = frozenset(["geo", "geometry", "wkt", "shape"])
_SOURCES = frozenset(["indicator", "unit", "units", "source", "description"])
_MOST = 2_000


def choose_row_names(
    survey: Survey, profiles: list[Profile], free: Iterable[int]
) -> tuple[int, ...]:
    """The first choice among columns that tell all rows of the sample apart; else several."""
    places = _ranked(profiles, free)
    for place in places:
        if _tells_apart(survey, (place,)):
            return (place,)
    named: tuple[int, ...] = ()
    for place in places:
        if _distinct(survey, (*named, place)) > _distinct(survey, named):
            named = (*named, place)
        if _tells_apart(survey, named):
            return tuple(sorted(named))
    return tuple(places[:1])


def row_names_decision(
    profiles: list[Profile], free: Iterable[int], fields: tuple[int, ...], said: Said
) -> tuple[Decision, ...]:
    """Nothing where a role says it, or where no column could name the rows."""
    if said.one_field or said.names("group"):
        return ()
    chosen = joined_names([profiles[place].name for place in fields])
    offered = [profiles[place].name for place in _ranked(profiles, free)]
    choices = tuple(dict.fromkeys((chosen, *offered, ONE_FIELD)))
    if not offered and "field" not in said.answers:
        return ()
    return (Decision("field", chosen, choices, told=told_fields(chosen)),)


def is_one_field(said: Said) -> bool:
    return said.one_field or said.answers.get("field") == ONE_FIELD


def _ranked(profiles: list[Profile], free: Iterable[int]) -> list[int]:
    ranked = ((_rank(profiles[place], place), place) for place in free)
    return [place for _, place in sorted((rank, place) for rank, place in ranked if rank)]


def rows_named(
    survey: Survey, places: tuple[int, ...], coded: dict[int, Coded], rows: int
) -> Coded:
    """One cell per row of the table.

    Where nothing stands in the columns that name the rows, one row is called as their header says,
    and several get numbers.
    """
    if places:
        whole = coded[places[0]]
        for place in places[1:]:
            whole = whole.joined(coded[place])
        if not all(is_missing(cell) for cell in whole.cells):
            return whole
    if rows == 1:
        title = survey.names[places[0]] if places else ""
        return Coded(np.zeros(1, np.int32), _texts(["" if _is_made_up(title) else title]))
    return Coded(np.arange(rows, dtype=np.int32), _texts([f"row {n}" for n in range(1, rows + 1)]))


def _rank(p: Profile, place: int) -> tuple[bool, int, bool, int] | None:
    """Smaller is better; None for a column that names nothing."""
    name = words(p.name)
    if not _SHAPES.isdisjoint(name) or (p.kind == "number" and not p.whole):
        return None
    if sounds_like_value(p.name):
        return None
    known = [GROUPS.index(word) for word in name if word in GROUPS]
    beside = not (NOT_A_GROUP | _SOURCES).isdisjoint(name)
    return beside, min(known, default=len(GROUPS)), p.kind == "number" and not known, place


def _tells_apart(survey: Survey, places: tuple[int, ...]) -> bool:
    rows = min(survey.size, _MOST)
    blank = any(is_missing(cell) for place in places for cell in survey.columns[place][:rows])
    return _distinct(survey, places) == rows and not blank


def _distinct(survey: Survey, places: tuple[int, ...]) -> int:
    if not places:
        return 0
    columns = [survey.columns[place][:_MOST] for place in places]
    return len(set(zip(*columns, strict=True)))


def _is_made_up(title: str) -> bool:
    return title.startswith("column ")


def _texts(cells: list[str]) -> np.ndarray[tuple[int, ...], np.dtype[np.object_]]:
    return np.array([*cells, None], dtype=object)[:-1]

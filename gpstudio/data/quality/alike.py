"""Fields whose names look the same: a blank behind one, another kind of blank in it, an accent that
is a letter of its own. Nobody means two fields by them, and on screen nobody could tell them apart.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gpstudio.data.decisions import Decision
from gpstudio.data.entries.entries import Entries
from gpstudio.data.field_names import Names, normal
from gpstudio.data.quality.case import Case
from gpstudio.data.texts import shown
from gpstudio.translation import tr, tr_count

JOINED, APART = "joined", "kept apart"
CHOICES = (JOINED, APART)


def join_names(entries: Entries, case: Case) -> None:
    names = Names.of(entries.fields)
    otherwise = {place: normal(names[place]) for place in names.odd()}
    otherwise = {place: name for place, name in otherwise.items() if name != names[place]}
    if not otherwise:
        return
    alike = _alike(names, otherwise)
    if alike:
        chosen = case.answer("names") or JOINED
        why = tr_count(
            len(alike),
            "{name} is written in more than one way",
            "{n:,} names are written in more than one way, such as {name}",
            name=shown(next(iter(alike))),
        )
        told = tr("names that look the same {choice}", choice=tr(chosen))
        entries.decisions.append(Decision("names", chosen, CHOICES, why, told=told))
        if chosen == APART:
            return
        first = np.arange(len(names), dtype=np.int32)
        for places in alike.values():
            first[places] = places[0]
        entries.field_of = first[entries.field_of]
    entries.fields = Names(names.cells, {**names.instead, **otherwise})


def _alike(names: Names, otherwise: Mapping[int, str]) -> dict[str, list[int]]:
    """The places of the names that look like another, by what they look like."""
    wanted = set(otherwise.values())
    found: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        looks = otherwise.get(place, name)
        if looks in wanted:
            found.setdefault(looks, []).append(place)
    return {looks: places for looks, places in found.items() if len(places) > 1}

"""The columns of one variable, where a wide table holds several for each date."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from gpstudio.data.columns.variable_choice import decide_variable
from gpstudio.data.cutting.naming import unnumbered
from gpstudio.data.decisions import Decision, Role
from gpstudio.data.layouts.heads import Heads
from gpstudio.data.names import words
from gpstudio.data.quality.decoders import DECODERS

QUALITY: Role = "quality"


def choose_variable(
    heads: Heads, file: str, answer: str | None
) -> tuple[Heads, tuple[Decision, ...]]:
    """The columns of one variable, and what was decided."""
    names = tuple(dict.fromkeys(heads.variables))
    decision = decide_variable(names, file, answer, stacked=False)
    if decision is None:
        return heads, ()
    kept = [k for k, name in enumerate(heads.variables) if (name or "value") == decision.chosen]
    columns = tuple(heads.columns[k] for k in kept)
    variables = tuple(heads.variables[k] for k in kept)
    return replace(heads, columns=columns, variables=variables), (decision,)


def quality_across(heads: Heads, read: Heads) -> dict[int, tuple[int, ...]]:
    """Of a table with a column that tells the quality beside each date: those columns in the order
    of the readings, -1 where a date has none, under the first of them.

    ``heads`` are all columns of dates, ``read`` those of the readings.
    """
    found: dict[int, tuple[int, ...]] = {}
    for variable in dict.fromkeys(heads.variables):
        if not any(decoder.named(variable) for decoder in DECODERS):
            continue
        columns = zip(heads.columns, heads.variables, strict=True)
        by_day = {head.when: head.place for head, its in columns if its == variable}
        places = tuple(by_day.get(head.when, -1) for head in read.columns)
        first = next((place for place in places if place >= 0), -1)
        mine = {head.place for head in read.columns}
        if first >= 0 and mine.isdisjoint(places) and 2 * places.count(-1) < len(places):
            found[first] = places
    return found


def quality_by_field(
    names: Sequence[str], places: Sequence[int], free: Sequence[int]
) -> dict[int, tuple[int, ...]]:
    """The same of fields side by side: "North QA" belongs to "North NDVI"."""
    found: dict[tuple[str, ...], dict[int, int]] = {}
    for place in free:
        named = words(names[place])
        telling = tuple(word for word in named if any(d.named(word) for d in DECODERS))
        rest = set(named) - set(telling)
        mine = [value for value in places if rest and rest <= set(words(names[value]))]
        if telling and len(mine) == 1:
            found.setdefault(telling, {})[mine[0]] = place
    return {
        min(beside.values()): tuple(beside.get(value, -1) for value in places)
        for beside in found.values()
        if 2 * len(beside) > len(places)
    }


def quality_to_the_right(
    names: Sequence[str], read: Heads, free: Sequence[int]
) -> dict[int, tuple[int, ...]]:
    """The same where such columns have no date in their names, but stand right of one each."""
    places = [head.place for head in read.columns]
    step = min((after - before for before, after in pairwise(places)), default=1)
    found: dict[int, tuple[int, ...]] = {}
    for right in range(1, step):
        bare = {
            place: unnumbered(names[place + right])
            for place in places
            if place + right in free and place + right < len(names)
        }
        name, times = Counter(bare.values()).most_common(1)[0] if bare else ("", 0)
        if 2 * times > len(places) and any(decoder.named(name) for decoder in DECODERS):
            across = tuple(p + right if bare.get(p) == name else -1 for p in places)
            found[next(place for place in across if place >= 0)] = across
    return found

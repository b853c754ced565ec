"""Which column holds the readings."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from gpstudio.core.errors import InputError
from gpstudio.data.columns.profile import Profile
from gpstudio.data.decisions import Decision, check_choice
from gpstudio.data.names import (
    GENERIC_VALUES,
    NOT_THE_VALUE,
    SECOND_HAND,
    index_rank,
    is_beside,
    sounds_like_value,
    words,
)
from gpstudio.data.texts import shown
from gpstudio.phenology.indices import INDICES
from gpstudio.translation import tr

_TRUST = (1.0, 0.9, 0.7, 0.5)
"""In a value column: named as an index, with an index in its name, "mean" and such, any number."""
ANY_NUMBER = 3


def choose_value(
    profiles: list[Profile],
    taken: set[int],
    file: str,
    answer: str | None,
    preferred: int | None = None,
    describing: Collection[int] = (),
) -> tuple[tuple[int, float] | None, Decision | None]:
    """The column and how sure that is, and the decision where there was a choice.

    Columns that seem to describe readings, such as a share of cloud, are taken where no other is.
    """
    names = tuple(p.name for p in profiles)
    if answer is not None:
        check_choice("value", answer, names)
        decision = Decision("value", answer, names, told=told_value(answer))
        return (names.index(answer), 1.0), decision
    free = [place for place in range(len(profiles)) if place not in taken]
    ranked = []
    for place in free:
        found = rank_of(profiles[place].name)
        if found is not None and profiles[place].kind == "number":
            ranked.append((found, place))
    ranked = [(found, place) for found, place in ranked if place not in describing] or ranked
    ranked = [
        (found, place)
        for found, place in ranked
        if found[0] < ANY_NUMBER or not profiles[place].counts
    ] or ranked
    if preferred is not None:
        others = (names[found] for _, found in sorted(ranked) if found != preferred)
        choices = (names[preferred], *others)
        why = (
            tr("it is the usual one of {count} columns", count=len(choices)) if choices[1:] else ""
        )
        told = told_value(names[preferred])
        return (preferred, 1.0), Decision("value", names[preferred], choices, why, told=told)
    if not ranked:
        # A column of words under a value's name, or the only one left, is shown to be words later.
        meant = [i for i in free if sounds_like_value(profiles[i].name)] or free
        if len(meant) == 1 and profiles[meant[0]].kind in ("text", "empty"):
            return (meant[0], 0.0), None
        raise InputError(
            tr(
                "{file} has no column that looks like readings of a vegetation index; "
                "say which column holds the readings.",
                file=file,
            )
        )
    rank, place = min(ranked)
    choices = tuple(names[found] for _, found in sorted(ranked))
    alike = sum(other == rank for other, _ in ranked)
    if (rank[0] < ANY_NUMBER and alike == 1) or len(ranked) == 1:
        decision = _found(names[place], choices, [found for found, _ in ranked])
        return (place, _TRUST[rank[0]] * profiles[place].share), decision
    text = tr(
        "Which of {count} columns of {file} holds the readings?", count=len(choices), file=file
    )
    return None, Decision("value", choices[0], choices, question=text)


Rank: TypeAlias = tuple[int, int, bool, bool, int]


def _found(name: str, choices: tuple[str, ...], ranks: list[Rank]) -> Decision:
    """Told where another column could be meant too: the only one named as an index could not."""
    kind = min(ranks)[0]
    other = len(choices) > 1 and (kind > 0 or sum(rank[0] == 0 for rank in ranks) > 1)
    why = tr("it is the likeliest of {count} columns", count=len(choices)) if other else ""
    return Decision("value", name, choices, why, told=told_value(name))


def told_value(name: str) -> str:
    return tr("{name} is read", name=shown(name))


def rank_of(name: str) -> Rank | None:
    """How much a name sounds like readings, smaller is more; None for what only describes them."""
    found = words(name)
    index = index_rank(name)
    describes = bool(found) and found[-1] in NOT_THE_VALUE
    if is_beside(found) or (describes and index is None):
        return None
    second_hand = describes or not SECOND_HAND.isdisjoint(found)
    if index is not None:
        # PhenoCam's own advice: the 90th percentile is the least troubled by weather.
        exact = len(found) == 1 and found[0] in INDICES
        return (0 if exact else 1), index, second_hand, "90" not in found, _statistic(found)
    if _statistic(found) < len(GENERIC_VALUES):
        return 2, _statistic(found), second_hand, False, 0
    return ANY_NUMBER, 0, second_hand, False, 0


def _statistic(found: list[str]) -> int:
    known = [GENERIC_VALUES.index(word) for word in found if word in GENERIC_VALUES]
    return min(known, default=len(GENERIC_VALUES))

"""Which column holds the readings."""

from __future__ import annotations

from gpstudio.core.errors import InputError
from gpstudio.data.columns.profile import Profile
from gpstudio.data.decisions import Decision, check_choice
from gpstudio.data.names import (
    BESIDE_A_VALUE,
    GENERIC_VALUES,
    INDICES,
    NOT_THE_VALUE,
    SECOND_HAND,
    index_rank,
    sounds_like_value,
    words,
)
from gpstudio.data.texts import shown

_TRUST = (1.0, 0.9, 0.7, 0.5)
"""In a value column: named as an index, with an index in its name, "mean" and such, any number."""
_ANY_NUMBER = 3


def choose_value(
    profiles: list[Profile], taken: set[int], file: str, answer: str | None
) -> tuple[tuple[int, float] | None, Decision | None]:
    """The column and how sure that is, and the decision where there was a choice."""
    names = tuple(p.name for p in profiles)
    if answer is not None:
        check_choice("value", answer, names)
        return (names.index(answer), 1.0), Decision("value", answer, names)
    free = [place for place in range(len(profiles)) if place not in taken]
    ranked = []
    for place in free:
        found = _value_rank(profiles[place], place)
        if found is not None and profiles[place].kind == "number":
            ranked.append((found, place))
    if not ranked:
        # A column of words under a value's name, or the only one left, is shown to be words later.
        meant = [i for i in free if sounds_like_value(profiles[i].name)] or free
        if len(meant) == 1 and profiles[meant[0]].kind in ("text", "empty"):
            return (meant[0], 0.0), None
        raise InputError(
            f"{file} has no column that looks like readings of a vegetation index; "
            "say which column holds the value."
        )
    rank, place = min(ranked)
    choices = tuple(names[found] for _, found in sorted(ranked))
    if rank[0] < _ANY_NUMBER or len(ranked) == 1:
        decision = Decision("value", names[place], choices)
        return (place, _TRUST[rank[0]] * profiles[place].share), decision
    text = f"Which column of {file} holds the readings: {', '.join(map(shown, choices[:8]))}?"
    return None, Decision("value", choices[0], choices, question=text)


def _value_rank(p: Profile, place: int) -> tuple[int, int, bool, bool, int] | None:
    """Smaller is better; None for a column that describes readings but holds none."""
    name = words(p.name)
    index = index_rank(p.name)
    describes = bool(name) and name[-1] in NOT_THE_VALUE
    if not BESIDE_A_VALUE.isdisjoint(name) or (describes and index is None):
        return None
    second_hand = describes or not SECOND_HAND.isdisjoint(name)
    if index is not None:
        # PhenoCam's own advice: the 90th percentile is the least troubled by weather.
        exact = name == [INDICES[index]]
        return (0 if exact else 1), index, second_hand, "90" not in name, place
    generic = [GENERIC_VALUES.index(word) for word in name if word in GENERIC_VALUES]
    if generic:
        return 2, min(generic), second_hand, False, place
    return _ANY_NUMBER, 0, second_hand, False, place

"""Which column is the time, which the reading, which names the field.

Profiles say what kind of column each is; names decide between columns of the same kind. What a
person said explicitly is taken as said. Where several columns could equally well hold the reading,
that is a question.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gpstudio.core.errors import InputError
from gpstudio.data.cells import Cells
from gpstudio.data.dates import is_date
from gpstudio.data.decisions import Question, Role, closest
from gpstudio.data.names import (
    BESIDE_A_VALUE,
    GENERIC_VALUES,
    GROUPS,
    INDICES,
    NOT_A_GROUP,
    NOT_THE_TIME,
    NOT_THE_VALUE,
    NUMERIC_TIMES,
    SECOND_HAND,
    TIMES,
    WHOLE_FIELDS,
    index_rank,
    words,
)
from gpstudio.data.profile import Profile
from gpstudio.data.source import shown

_TRUST = (1.0, 0.9, 0.7, 0.5)
"""In a value column: named as an index, with an index in its name, "mean" and such, any number."""
_ANY_NUMBER = 3


@dataclass(frozen=True)
class Roles:
    """Places of the columns that take part; ``value`` is None while it is asked for."""

    time: int
    value: int | None
    group: int | None
    dated: bool
    confidence: dict[int, float]
    question: Question | None = None

    def of(self, place: int) -> Role:
        if place == self.time:
            return "time"
        if place == self.value:
            return "value"
        return "group" if place == self.group else "ignored"


def choose_roles(
    profiles: list[Profile],
    cells: Cells,
    file: str,
    time: str | None,
    value: str | None,
    group: str | None,
) -> Roles:
    """Roles for all columns; ``group`` may be empty to say that the table holds one field."""
    given = {
        role: _place(name, cells, file)
        for role, name in (("time", time), ("value", value), ("group", group or None))
        if name is not None
    }
    if len(set(given.values())) < len(given):
        raise InputError(
            "Time, value and group must be different columns; name one column for each."
        )
    taken = set(given.values())
    confidence = dict.fromkeys(taken, 1.0)
    if "time" not in given:
        given["time"], confidence[given["time"]] = _choose_time(profiles, taken, file)
    if "group" not in given and group is None:
        found = _choose_group(profiles, set(given.values()))
        if found is not None:
            given["group"], confidence[given["group"]] = found
    question = None
    if "value" not in given:
        found, question = _choose_value(profiles, set(given.values()), file)
        if found is not None:
            given["value"], confidence[given["value"]] = found
    dated = profiles[given["time"]].kind == "date"
    places = given["time"], given.get("value"), given.get("group")
    return Roles(*places, dated, confidence, question)


def _place(name: str, cells: Cells, file: str) -> int:
    if name not in cells.names:
        raise InputError(f"{file} has no column {shown(name)}; {closest(name, cells.names)}")
    return cells.names.index(name)


def _choose_time(profiles: list[Profile], taken: set[int], file: str) -> tuple[int, float]:
    def rank(place: int) -> tuple[bool, int, float]:
        name = words(profiles[place].name)
        known = [TIMES.index(word) for word in name if word in TIMES]
        # A composite's own date is the day the satellite looked; its start is up to weeks earlier.
        first = -1 if "composite" in name else min(known, default=len(TIMES))
        return not NOT_THE_TIME.isdisjoint(name), first, -profiles[place].share

    dates = [i for i, p in enumerate(profiles) if p.kind == "date" and i not in taken]
    if dates:
        best = min(dates, key=rank)
        return best, profiles[best].share * (0.7 if rank(best)[0] else 1.0)
    _refuse_other_layouts(profiles, file)
    numbers = [i for i, p in enumerate(profiles) if p.kind == "number" and i not in taken]
    named = [
        (NUMERIC_TIMES.index(word), i)
        for i in numbers
        for word in words(profiles[i].name)
        if word in NUMERIC_TIMES
    ]
    if named and len(numbers) + len(taken) > 1:
        best = min(named)[1]
        return best, 0.8 * profiles[best].share
    for i in numbers:
        p = profiles[i]
        if p.ascending and p.distinct > p.size / 2 and len(numbers) + len(taken) > 1:
            return i, 0.5 * p.share
    raise InputError(
        f"{file} has no column of dates; write dates as YYYY-MM-DD, or say which column "
        "is the time."
    )


def _refuse_other_layouts(profiles: list[Profile], file: str) -> None:
    """Tables whose dates are there but not in one column: named, so that nothing is misread."""
    names = {p.name.lower(): p.name for p in profiles if p.kind == "number"}
    for part in ("doy", "dayofyear", "day_of_year", "month"):
        if "year" in names and part in names:
            raise InputError(
                f"The dates of {file} are split over columns {shown(names['year'])} and "
                f"{shown(names[part])}; join them in one column written YYYY-MM-DD or YYYY-DDD."
            )
    across = [p.name for p in profiles if is_date(p.name) or _holds_day(p.name)]
    if len(across) > 2:
        raise InputError(
            f"The dates of {file} stand across the top, as in {shown(across[0])}; give it one row "
            "per reading, with a column of dates and a column of values."
        )


def _holds_day(name: str) -> bool:
    return re.search(r"(?<!\d)(19|20)\d\d[-_]?[01]\d[-_]?[0-3]\d(?!\d)", name) is not None


def _choose_group(profiles: list[Profile], taken: set[int]) -> tuple[int, float] | None:
    if len(profiles) < 3:
        return None
    best: tuple[tuple[int, int], int, float] | None = None
    for place, p in enumerate(profiles):
        name = words(p.name)
        if place in taken or p.kind not in ("text", "number") or _sounds_like_value(p.name):
            continue
        if p.kind == "number" and not p.whole:
            continue
        known = [GROUPS.index(word) for word in name if word in GROUPS]
        if not NOT_A_GROUP.isdisjoint(name) and p.name.lower() not in GROUPS and not known:
            continue
        if known and (p.repeats or p.size == 1 or not WHOLE_FIELDS.isdisjoint(name)):
            candidate = (int(len(name) > 1), min(known)), place, 0.95 if len(name) == 1 else 0.85
        elif p.kind == "text" and p.repeats and p.distinct > 1 and not known:
            candidate = ((2, place), place, 0.5)
        else:
            continue
        if best is None or candidate[0] < best[0]:
            best = candidate
    return None if best is None else (best[1], best[2])


def _choose_value(
    profiles: list[Profile], taken: set[int], file: str
) -> tuple[tuple[int, float] | None, Question | None]:
    free = [place for place in range(len(profiles)) if place not in taken]
    ranked = []
    for place in free:
        found = _value_rank(profiles[place], place)
        if found is not None and profiles[place].kind == "number":
            ranked.append((found, place))
    if not ranked:
        # A column of words under a value's name, or the only one left, is shown to be words later.
        meant = [i for i in free if _sounds_like_value(profiles[i].name)] or free
        if len(meant) == 1 and profiles[meant[0]].kind in ("text", "empty"):
            return (meant[0], 0.0), None
        raise InputError(
            f"{file} has no column that looks like readings of a vegetation index; "
            "say which column holds the value."
        )
    rank, place = min(ranked)
    if rank[0] < _ANY_NUMBER or len(ranked) == 1:
        return (place, _TRUST[rank[0]] * profiles[place].share), None
    names = tuple(profiles[place].name for _, place in sorted(ranked))
    text = f"Which column of {file} holds the readings: {', '.join(map(shown, names[:8]))}?"
    return None, Question("value", text, names)


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


def _sounds_like_value(name: str) -> bool:
    return index_rank(name) is not None or not set(GENERIC_VALUES).isdisjoint(words(name))

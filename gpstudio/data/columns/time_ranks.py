"""How well the name of a column of dates says that they are those of the readings."""

from __future__ import annotations

from typing import NamedTuple

from gpstudio.data.columns.profile import Profile
from gpstudio.data.dates.names import beside_a_part, name_words, tells_composite
from gpstudio.data.names import NOT_THE_TIME, TIMES

_SPARSE = 0.5
_VARIES = 3
"""A column with so many times the dates of another is the readings'; sowing dates repeat."""


_RECORDED = frozenset(
    "upload uploaded download downloaded ingestion ingested inserted entry entered received "
    "release released published printed analysed analyzed report reported".split()
)
"""When somebody wrote it down, sent or worked on it."""


class Rank(NamedTuple):
    """Smaller is better. What ties in all but the last is equally good."""

    other: bool
    """Another event's, such as "sowing_date"."""
    sparse: bool
    """Said in few rows."""
    naming: int
    """0 for a composite's own day, 1 for a name that says no more than "date", 2 for one with
    "date" in it, 3 for any other."""
    preferred: int

    @property
    def goodness(self) -> tuple[bool, bool, int]:
        return self[:3]


def rank_of(p: Profile, most: int) -> Rank:
    """``most`` is how many rows the fullest column of dates has."""
    said = name_words(p.name)
    known = [TIMES.index(word) for word in said if word in TIMES]
    if tells_composite(p.name):
        naming = 0
    elif known and all(word in TIMES or beside_a_part(word) for word in said):
        naming = 1
    else:
        naming = 2 if known else 3
    other = not (NOT_THE_TIME | _RECORDED).isdisjoint(said)
    return Rank(other, p.size < _SPARSE * most, naming, min(known, default=len(TIMES)))


def varies_more(p: Profile, than: Profile) -> bool:
    return p.distinct >= _VARIES * than.distinct

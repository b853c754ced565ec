"""Which column, or which columns together, tell when a reading was taken."""

from __future__ import annotations

from dataclasses import dataclass

from gpstudio.core.errors import InputError
from gpstudio.data.columns.profile import Profile
from gpstudio.data.dates.times import DATES, NUMBERS
from gpstudio.data.names import NOT_THE_TIME, NUMERIC_TIMES, TIMES, words
from gpstudio.data.texts import shown


@dataclass(frozen=True)
class TimeColumns:
    places: tuple[int, ...]
    kind: str
    """One of ``gpstudio.data.dates.times.KINDS``."""
    confidence: float


def kind_of_time(profiles: list[Profile], places: tuple[int, ...]) -> str:
    """How columns that a person named tell the time."""
    return DATES if profiles[places[0]].kind == "date" else NUMBERS


def choose_time(profiles: list[Profile], taken: set[int], file: str) -> TimeColumns:
    def rank(place: int) -> tuple[bool, int, float]:
        name = words(profiles[place].name)
        known = [TIMES.index(word) for word in name if word in TIMES]
        # A composite's own date is the day the satellite looked; its start is up to weeks earlier.
        first = -1 if "composite" in name else min(known, default=len(TIMES))
        return not NOT_THE_TIME.isdisjoint(name), first, -profiles[place].share

    dates = [i for i, p in enumerate(profiles) if p.kind == "date" and i not in taken]
    if dates:
        best = min(dates, key=rank)
        confidence = profiles[best].share * (0.7 if rank(best)[0] else 1.0)
        return TimeColumns((best,), DATES, confidence)
    _refuse_split_dates(profiles, file)
    numbers = [i for i, p in enumerate(profiles) if p.kind == "number" and i not in taken]
    named = [
        (NUMERIC_TIMES.index(word), i)
        for i in numbers
        for word in words(profiles[i].name)
        if word in NUMERIC_TIMES
    ]
    if named and len(numbers) + len(taken) > 1:
        best = min(named)[1]
        return TimeColumns((best,), NUMBERS, 0.8 * profiles[best].share)
    for i in numbers:
        p = profiles[i]
        if p.ascending and p.distinct > p.size / 2 and len(numbers) + len(taken) > 1:
            return TimeColumns((i,), NUMBERS, 0.5 * p.share)
    raise InputError(
        f"{file} has no column of dates; write dates as YYYY-MM-DD, or say which column "
        "is the time."
    )


def _refuse_split_dates(profiles: list[Profile], file: str) -> None:
    names = {p.name.lower(): p.name for p in profiles if p.kind == "number"}
    for part in ("doy", "dayofyear", "day_of_year", "month"):
        if "year" in names and part in names:
            raise InputError(
                f"The dates of {file} are split over columns {shown(names['year'])} and "
                f"{shown(names[part])}; join them in one column written YYYY-MM-DD or YYYY-DDD."
            )

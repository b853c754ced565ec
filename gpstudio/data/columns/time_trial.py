"""Times tried out on the sample: what columns come to, and whether they say the same."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.data.columns.coded import Coded
from gpstudio.data.columns.numbers import read_numbers
from gpstudio.data.columns.profile import Profile
from gpstudio.data.columns.time_parts import find_parts
from gpstudio.data.dates.composite import day_seen
from gpstudio.data.dates.times import read_times
from gpstudio.data.decisions import Decision
from gpstudio.data.texts import Texts

_SAME = 1.0
"""Days by which two columns may differ that say the same: time zones, days counted from 0."""
_NEARLY_ALL = 0.95


@dataclass(frozen=True)
class TimeColumns:
    """Columns that together tell the time."""

    places: tuple[int, ...]
    kind: str
    """One of ``gpstudio.data.dates.times.KINDS``, or names of parts."""
    confidence: float
    decisions: tuple[Decision, ...] = ()
    options: tuple[TimeColumns, ...] = ()
    """What else could be meant."""


@dataclass(frozen=True, eq=False)
class Trial:
    """What some columns come to on the sample."""

    readings: tuple[Floats, ...]
    """Days of each row; several where a question is open, one per choice."""

    @property
    def is_open(self) -> bool:
        return len(self.readings) > 1

    @property
    def has_hours(self) -> bool:
        days = self.readings[0]
        return bool((days[np.isfinite(days)] % 1 != 0).any())

    def agrees(self, other: Trial) -> bool:
        """Whether some reading of the one comes to some reading of the other."""
        gaps = [_gap(mine, theirs) for mine in self.readings for theirs in other.readings]
        return min(gaps) <= _SAME


@dataclass(eq=False)
class Bench:
    """The columns that may tell the time."""

    profiles: list[Profile]
    free: list[int]
    answers: dict[str, str]
    parts: dict[str, int] = field(init=False)
    """Part of a date to the column that holds it."""

    def __post_init__(self) -> None:
        self.parts = find_parts(self.profiles, self.free)

    def label(self, places: tuple[int, ...]) -> str:
        return " + ".join(self.profiles[place].name for place in places)

    def of_parts(self, parts: tuple[str, ...]) -> TimeColumns:
        places = tuple(self.parts[part] for part in parts)
        return TimeColumns(places, " ".join(parts), 0.95)

    def try_out(self, places: tuple[int, ...], kind: str) -> Trial | None:
        """None where the columns come to no date."""
        names = [self.profiles[place].name for place in places]
        columns = [_coded(self.profiles[place].cells) for place in places]

        def read(answers: dict[str, str]) -> tuple[Floats | None, Decision | None]:
            times = read_times(kind, names, columns, answers)
            if times is None or not times.dated or not np.isfinite(times.when).any():
                return None, None
            return times.when, next((d for d in times.decisions if d.is_open), None)

        try:
            days, asked = read(self.answers)
        except InputError:  # the answer is about another column
            days, asked = read({})
        if days is None:
            return None
        if asked is None:
            return Trial((days,))
        every = [read({**self.answers, asked.about: choice})[0] for choice in asked.choices]
        return Trial(tuple(found for found in every if found is not None))


def says_day_seen(start: Trial, doys: Profile, *, named: bool) -> bool:
    """Whether a column of days of the year says when within its composite each reading was."""
    if start.is_open or doys.kind != "number":
        return False
    first = start.readings[0]
    numbers = read_numbers(doys.name, doys.cells).values
    said = np.isfinite(first) & (numbers >= 1) & (numbers < 367)
    into = day_seen(first, numbers)[said] - np.floor(first[said])
    if not said.any() or np.isfinite(into).mean() < _NEARLY_ALL:
        return False
    return named or float(np.nanmax(into) - np.nanmin(into)) > _SAME


def _gap(mine: Floats, theirs: Floats) -> float:
    both = np.isfinite(mine) & np.isfinite(theirs)
    return float(np.abs(mine - theirs)[both].max()) if both.any() else np.inf


def _coded(cells: Texts) -> Coded:
    known: dict[str, int] = {}
    codes = [known.setdefault(str(cell).strip(), len(known)) for cell in cells]
    return Coded(np.array(codes, dtype=np.int32), np.array([*known, None], dtype=object)[:-1])

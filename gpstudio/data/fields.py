"""All fields of a table: each is a series that is made when it is asked for.

The readings of all fields stand in columns that they share. A million fields of one reading each
are fifty megabytes so; as a million objects with arrays of their own they would be ten times that.
A field is the same object as long as anybody holds it, and a while longer, so that what is made of
it, such as the fingerprint of its readings, is made once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from threading import Lock
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

from gpstudio.core.cached import cached_property
from gpstudio.data.made import Made
from gpstudio.data.series import Series

Make: TypeAlias = Callable[[int], Series]
"""The series at a place."""

RECENT = 1 << 14
"""So many series are kept although nobody holds them: lists walk over all of them repeatedly."""


class Roster:
    """The fields as they were read: names, and series made once while anybody has them."""

    def __init__(self, names: Sequence[str], make: Make) -> None:
        self._names, self._make = names, make
        self._held: WeakValueDictionary[int, Series] = WeakValueDictionary()
        self._recent: deque[Series] = deque(maxlen=RECENT)
        self._lock = Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        """With the series that somebody holds, so that they are the same on the other side too."""
        held = dict(self._held)
        return _roster_again, (self._names, self._make, held)

    def get(self, place: int) -> Series:
        found = self._held.get(place)
        if found is None:
            with self._lock:  # two threads must not have one each
                found = self._held.get(place)
                if found is None:
                    found = self._held[place] = self._make(place)
                    self._recent.append(found)
        return found

    def hold(self, series: Mapping[int, Series]) -> None:
        """What was made of these places before."""
        self._held.update(series)
        self._recent.extend(series.values())

    @cached_property
    def groups(self) -> list[str]:
        return list(self._names)

    @cached_property
    def place_of(self) -> Mapping[str, int]:
        last = len(self) - 1
        return {group: last - back for back, group in enumerate(reversed(self.groups))}

    def __len__(self) -> int:
        return len(self._names)


def _roster_again(names: Sequence[str], make: Make, held: Mapping[int, Series]) -> Roster:
    roster = Roster(names, make)
    roster.hold(held)
    return roster


class Fields(Made[Series]):
    """Looks like a tuple of series; what was changed by hand stands in ``_changed``."""

    def __init__(self, roster: Roster, changed: Mapping[int, Series] | None = None) -> None:
        self._roster, self._changed = roster, changed or {}

    @classmethod
    def of(cls, series: Iterable[Series]) -> Fields:
        """Of series that are there already."""
        if isinstance(series, Fields):
            return series
        whole = tuple(series)
        roster = Roster([each.group for each in whole], whole.__getitem__)
        return cls(roster, dict(enumerate(whole)))

    @property
    def groups(self) -> Sequence[str]:
        """The names of all fields, in their order."""
        return self._roster.groups

    @property
    def place_of(self) -> Mapping[str, int]:
        """Where each field stands; of fields with one name the first."""
        return self._roster.place_of

    @property
    def has_excluded(self) -> bool:
        """Whether a person has taken a reading out."""
        return any(series.excluded is not None for series in self._changed.values())

    def replacing(self, series: Series) -> Fields:
        """With other readings of one field."""
        place = self.place_of[series.group]
        return Fields(self._roster, {**self._changed, place: series})

    def joined(self, changed: Mapping[str, Series], more: Sequence[Series]) -> Fields:
        """With other readings of some fields, by group, and with fields behind the last."""
        places = {self.place_of[group]: series for group, series in changed.items()}
        if not more:
            return Fields(self._roster, {**self._changed, **places})
        names = [*self.groups, *(series.group for series in more)]
        last = {len(self) + place: series for place, series in enumerate(more)}
        roster = Roster(names, self._roster.get)
        return Fields(roster, {**self._changed, **places, **last})

    def __len__(self) -> int:
        return len(self._roster)

    def at(self, place: int) -> Series:
        changed = self._changed.get(place)
        return self._roster.get(place) if changed is None else changed

    def __iter__(self) -> Iterator[Series]:
        return map(self.at, range(len(self)))

    def __eq__(self, other: object) -> bool:
        """The very same series in the same order."""
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(a is b for a, b in zip(self, other, strict=True))

    __hash__ = object.__hash__


class ByGroup(Mapping[str, Series]):
    """Fields by their names."""

    def __init__(self, fields: Fields) -> None:
        self._fields = fields

    def __getitem__(self, group: str) -> Series:
        return self._fields[self._fields.place_of[group]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields.place_of)

    def __len__(self) -> int:
        return len(self._fields.place_of)

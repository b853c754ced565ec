"""A field's readings as a hand meets them: used, taken out or set aside, in the order of time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.cached import cached_property
from gpstudio.data.series import Series

Kind: TypeAlias = Literal["used", "excluded", "aside", "later"]
KINDS: tuple[Kind, ...] = ("used", "excluded", "aside", "later")
USED, EXCLUDED, ASIDE, LATER = range(len(KINDS))
MOVABLE: tuple[Kind, ...] = ("used", "excluded")
"""What a person may take out or bring back: not what the importer set aside, nor what the day that
is asked about hides."""


@dataclass(frozen=True)
class Spot:
    """One reading."""

    kind: Kind
    time: float
    value: float
    weight: float | None

    @property
    def is_movable(self) -> bool:
        return self.kind in MOVABLE

    @property
    def name(self) -> tuple[float, float]:
        """What commands call it."""
        return self.time, self.value


@dataclass(frozen=True, eq=False)
class Spots:
    time: Floats
    """Ascending."""
    value: Floats
    weight: Floats
    """NaN where no weight is known."""
    kind: Integers
    """Places in ``KINDS``."""

    @classmethod
    def of(cls, series: Series | None) -> Spots:
        nothing = np.empty(0)
        if series is None:
            return cls(nothing, nothing, nothing, np.empty(0, dtype=np.int64))
        parts = [(series.time, series.value, series.weight)]
        out = series.excluded
        parts.append((nothing, nothing, None) if out is None else (out.time, out.value, out.weight))
        parts.append((*(series.aside or (nothing, nothing)), None))
        later = series.later
        parts.append((nothing, nothing, None) if later is None else (later.time, later.value, None))
        time, value = (np.concatenate([part[i] for part in parts]) for i in (0, 1))
        unknown = [np.full(len(part[0]), np.nan) if part[2] is None else part[2] for part in parts]
        weight = np.concatenate(unknown)
        kind = np.repeat(np.arange(len(KINDS)), [len(part[0]) for part in parts])
        order = np.argsort(time, kind="stable")
        return cls(time[order], value[order], weight[order], kind[order])

    def __len__(self) -> int:
        return len(self.time)

    def __getitem__(self, place: int) -> Spot:
        weight = float(self.weight[place])
        return Spot(
            KINDS[int(self.kind[place])],
            float(self.time[place]),
            float(self.value[place]),
            None if np.isnan(weight) else weight,
        )

    @cached_property
    def movable(self) -> Flags:
        return np.asarray((self.kind == USED) | (self.kind == EXCLUDED))

    def nearest(self, time: float, value: float, reach: tuple[float, float]) -> int | None:
        """The reading closest to a place, if it is within reach: an ellipse of these half axes."""
        first = int(np.searchsorted(self.time, time - reach[0], side="left"))
        last = int(np.searchsorted(self.time, time + reach[0], side="right"))
        if first == last:
            return None
        across = (self.time[first:last] - time) / reach[0]
        down = (self.value[first:last] - value) / reach[1]
        distance = across * across + down * down
        best = int(np.argmin(distance))
        return first + best if distance[best] <= 1.0 else None

    def beside(self, place: int, reach: tuple[float, float]) -> list[int]:
        """The readings that lie on one spot with this one, itself among them, in an order that
        stays when one of them is taken out."""
        time, value = self.time[place], self.value[place]
        first = int(np.searchsorted(self.time, time - reach[0], side="left"))
        last = int(np.searchsorted(self.time, time + reach[0], side="right"))
        found = np.flatnonzero(np.abs(self.value[first:last] - value) <= reach[1]) + first
        return sorted(found.tolist(), key=lambda one: self[one].name)

    def in_time(self, time: float) -> int | None:
        """The reading closest in time, however far; used ones only, where there is any."""
        places = self._used_places
        if not len(places):
            return None
        times = self.time[places]
        after = int(np.clip(np.searchsorted(times, time), 1, max(len(times) - 1, 1)))
        near = [p for p in (after - 1, after) if p < len(times)]
        return int(places[min(near, key=lambda place: abs(times[place] - time))])

    @cached_property
    def _used_places(self) -> Integers:
        return np.asarray(np.flatnonzero(self.kind == USED))

    def find(self, name: tuple[float, float]) -> int | None:
        """Where the reading of this time and value stands now."""
        first = int(np.searchsorted(self.time, name[0], side="left"))
        last = int(np.searchsorted(self.time, name[0], side="right"))
        same = np.flatnonzero(self.value[first:last] == name[1])
        return first + int(same[0]) if len(same) else None

    def inside(self, corners: Floats) -> Integers:
        """Places of the readings in a polygon, (corners, 2) of time and value: those from which a
        ray to the right meets its edges an odd number of times."""
        low, high = corners.min(axis=0), corners.max(axis=0)
        near = np.flatnonzero(
            (self.time >= low[0])
            & (self.time <= high[0])
            & (self.value >= low[1])
            & (self.value <= high[1])
        )
        x, y = self.time[near], self.value[near]
        odd = np.zeros(len(near), dtype=np.bool_)
        for (x0, y0), (x1, y1) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            if y0 != y1:
                crosses = (y0 > y) != (y1 > y)
                odd ^= crosses & (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0))
        return np.asarray(near[odd])

    def names(self, places: Integers) -> tuple[tuple[float, float], ...]:
        """What commands call them."""
        return tuple(zip(self.time[places].tolist(), self.value[places].tolist(), strict=True))

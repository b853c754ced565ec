"""A mapping that grows without being changed: what has one before has it as it was.

Documents are never changed, and ten thousand fields are fitted one after the other: a copy of the
whole for each would be copied fifty million times. Here a few newer values lie over a ground that
is shared, and only those are copied; when they have become many they make a new ground. One more of
n values costs about √n.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar, overload

V = TypeVar("V")
T = TypeVar("T")

FEWEST = 64
"""Newer values that always may lie over the ground."""


class Overlay(Mapping[str, V], Generic[V]):
    """In the order in which keys came; a key that comes again keeps its place."""

    __slots__ = ("_added", "_ground", "_newer")

    def __init__(self, values: Mapping[str, V] | None = None) -> None:
        self._ground: dict[str, V] = dict(values or {})
        self._newer: dict[str, V] = {}
        self._added = 0
        """How many of the newer keys the ground does not have."""

    def with_values(self, values: Mapping[str, V]) -> Overlay[V]:
        """With these in place of what was there under their names."""
        made: Overlay[V] = Overlay.__new__(Overlay)
        newer = {**self._newer, **values}
        if len(newer) ** 2 > max(FEWEST**2, 4 * len(self._ground)):
            made._ground, made._newer, made._added = {**self._ground, **newer}, {}, 0
            return made
        ground, before = self._ground, self._newer
        fresh = sum(key not in ground and key not in before for key in values)
        made._ground, made._newer, made._added = ground, newer, self._added + fresh
        return made

    def __getitem__(self, key: str) -> V:
        return self._newer[key] if key in self._newer else self._ground[key]

    @overload
    def get(self, key: str, /) -> V | None: ...
    @overload
    def get(self, key: str, /, default: V | T) -> V | T: ...
    def get(self, key: str, /, default: V | T | None = None) -> V | T | None:
        """Without an exception for what is not there: ten thousand fields ask."""
        newer = self._newer
        return newer[key] if key in newer else self._ground.get(key, default)

    def __contains__(self, key: object) -> bool:
        return key in self._newer or key in self._ground

    def __iter__(self) -> Iterator[str]:
        yield from self._ground
        yield from (key for key in self._newer if key not in self._ground)

    def __len__(self) -> int:
        return len(self._ground) + self._added

    def __repr__(self) -> str:
        return f"Overlay({dict(self)!r})"


def overlay_of(values: Mapping[str, V]) -> Overlay[V]:
    """The mapping itself where it is one; else a copy of it that is."""
    return values if isinstance(values, Overlay) else Overlay(values)

"""Sequences of things that are made when they are asked for."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeVar, overload

Thing_co = TypeVar("Thing_co", covariant=True)


class Made(Sequence[Thing_co]):
    """One place at a time, by ``at``; a slice is a tuple."""

    @abstractmethod
    def at(self, place: int) -> Thing_co:
        """What stands at a place that is there."""

    @overload
    def __getitem__(self, place: int) -> Thing_co: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Thing_co, ...]: ...
    def __getitem__(self, place: int | slice) -> Thing_co | tuple[Thing_co, ...]:
        if isinstance(place, slice):
            return tuple(map(self.at, range(*place.indices(len(self)))))
        return self.at(range(len(self))[place])

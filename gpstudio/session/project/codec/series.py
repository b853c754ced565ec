"""The series of a table as a few long arrays: ten thousand fields cost hardly more than one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.data.series import Series
from gpstudio.session.project.codec.arrays import array_of, array_part
from gpstudio.session.project.codec.records import parts_of, value_of
from gpstudio.session.project.codec.texts import not_understood
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.part import Part

NO_ASIDE = -1


@dataclass(frozen=True, eq=False)
class _Heads:
    """What is said of each series; its readings follow each other in long arrays."""

    group: tuple[str, ...]
    names: tuple[tuple[str, str], ...]
    """Each pair of names, of time and value, that occurs."""
    named: Integers
    dated: Flags
    size: Integers
    weighted: Flags
    set_aside: Integers
    """How many readings; ``NO_ASIDE`` where there is no record of any."""


def parts_of_series(series: Sequence[Series], name: str) -> tuple[Part, ...]:
    asides = [each.aside for each in series if each.aside is not None]
    arrays = {
        "time": [each.time for each in series],
        "value": [each.value for each in series],
        "weight": [each.weight for each in series if each.weight is not None],
        "aside/time": [time for time, _ in asides],
        "aside/value": [value for _, value in asides],
    }
    held = {word: np.concatenate(each) for word, each in arrays.items() if each}
    numbers = (array_part(f"{name}/{word}", array) for word, array in held.items())
    return *parts_of(name, _heads(series)), *numbers


def series_of(contents: Contents, name: str) -> tuple[Series, ...]:
    """Raises where any of them is damaged: which series are whole is not to be known."""
    heads: _Heads = value_of(_Heads, contents, name)

    def cut(*words: str) -> _Cut:
        return _Cut([_numbers(contents, f"{name}/{word}") for word in words])

    cuts = cut("time", "value"), cut("weight"), cut("aside/time", "aside/value")
    try:
        return tuple(_apart(heads, *cuts))
    except (ValueError, IndexError):
        raise not_understood(contents, name) from None


def _heads(series: Sequence[Series]) -> _Heads:
    pairs = [(each.time_name, each.value_name) for each in series]
    names = tuple(dict.fromkeys(pairs))
    place = {pair: number for number, pair in enumerate(names)}
    asides = [NO_ASIDE if each.aside is None else len(each.aside[0]) for each in series]
    return _Heads(
        group=tuple(each.group for each in series),
        names=names,
        named=np.array([place[pair] for pair in pairs], dtype=np.int64),
        dated=np.array([each.dated for each in series], dtype=np.bool_),
        size=np.array([len(each) for each in series], dtype=np.int64),
        weighted=np.array([each.weight is not None for each in series], dtype=np.bool_),
        set_aside=np.array(asides, dtype=np.int64),
    )


def _apart(heads: _Heads, readings: _Cut, weights: _Cut, asides: _Cut) -> Iterator[Series]:
    columns = (heads.named, heads.dated, heads.size, heads.weighted, heads.set_aside)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    for group, (named, dated, size, weighted, aside) in zip(heads.group, rows, strict=True):
        time, value = readings.next(size)
        time_name, value_name = heads.names[named]
        weight = weights.next(size)[0] if weighted else None
        apart = asides.next(aside) if aside != NO_ASIDE else None
        pair = (apart[0], apart[1]) if apart is not None else None
        yield Series(group, time, value, time_name, value_name, dated, weight, pair)
    for each in (readings, weights, asides):
        each.end()


class _Cut:
    """Long arrays, given back stretch by stretch."""

    def __init__(self, arrays: Sequence[Floats]) -> None:
        self._arrays = arrays
        self._at = 0

    def next(self, size: int) -> list[Floats]:
        first, self._at = self._at, self._at + size
        if first > self._at or any(len(array) < self._at for array in self._arrays):
            raise ValueError("fewer readings than are spoken of")
        return [array[first : self._at] for array in self._arrays]

    def end(self) -> None:
        if any(len(array) != self._at for array in self._arrays):
            raise ValueError("more readings than are spoken of")


def _numbers(contents: Contents, name: str) -> Floats:
    """None of them where no series has any; a damaged part is not that."""
    if name not in contents.parts and name not in contents.damaged:
        return np.zeros(0)
    return array_of(contents, name)

"""The arrays of a value, all of one type in one part: ten thousand fields make no more parts."""

from __future__ import annotations

from typing import Any, ClassVar

from gpstudio.core.arrays import AnyArray
from gpstudio.session.project.codec.arrays import (
    DIGITS,
    DTYPES,
    MOST_AXES,
    array_of,
    flat_part,
    word_of,
)
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.part import Part

MOST_NUMBERS = 10**DIGITS


class Misfit(Exception):
    """A record that does not say what its type declares."""


class Pool:
    """Takes arrays while a value is written; each is known by type, place and shape."""

    briefly: ClassVar[bool] = False
    """Whether what stands as its declaration has it is left out: what is written is read by the
    same version."""

    def __init__(self) -> None:
        self._held: dict[str, list[AnyArray]] = {word: [] for word in DTYPES}
        self._size = dict.fromkeys(DTYPES, 0)

    def put(self, array: AnyArray) -> list[Any]:
        word = word_of(array)
        at = self._size[word]
        self._held[word].append(array)
        self._size[word] += array.size
        return [word, at, list(array.shape)]

    def parts(self, name: str) -> tuple[Part, ...]:
        """``name/float64`` and so on, of the types that occurred."""
        return tuple(
            flat_part(f"{name}/{word}", word, held) for word, held in self._held.items() if held
        )


class Drawn:
    """Gives the arrays back while a value is read.

    Each was put in once, and may be tried twice where a declared type leaves a choice: more would
    make of a small file as much as memory holds.
    """

    def __init__(self, contents: Contents, name: str) -> None:
        self._contents = contents
        self._name = name
        self._pools: dict[str, AnyArray] = {}
        self._left: dict[str, int] = {}

    def get(self, record: Any) -> AnyArray:
        try:
            word, at, shape = record
            size = _size_of(shape)
            pool = self._pool(word)
        except (TypeError, ValueError):
            raise Misfit from None
        self._left[word] -= size
        if type(at) is not int or not 0 <= at <= at + size <= pool.size or self._left[word] < 0:
            raise Misfit
        array = pool[at : at + size]
        return array if len(shape) == 1 else array.reshape(shape)

    def _pool(self, word: str) -> AnyArray:
        if word not in self._pools:
            if word not in DTYPES:
                raise Misfit
            pool = array_of(self._contents, f"{self._name}/{word}").reshape(-1)
            self._pools[word], self._left[word] = pool, 2 * pool.size
        return self._pools[word]


def _size_of(shape: Any) -> int:
    if type(shape) is not list or len(shape) > MOST_AXES:
        raise Misfit
    size = 1
    for each in shape:
        if type(each) is not int or not 0 <= each <= MOST_NUMBERS:
            raise Misfit
        size *= each
    return size

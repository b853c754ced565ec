"""The arrays of a value, all of one type in one part: ten thousand fields make no more parts."""

from __future__ import annotations

from math import prod
from typing import Any

from gpstudio.core.arrays import AnyArray
from gpstudio.session.project.codec.arrays import DTYPES, array_of, flat_part, word_of
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.part import Part


class Misfit(Exception):
    """A record that does not say what its type declares."""


class Pool:
    """Takes arrays while a value is written; each is known by type, place and shape."""

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
    """Gives the arrays back while a value is read."""

    def __init__(self, contents: Contents, name: str) -> None:
        self._contents = contents
        self._name = name
        self._pools: dict[str, AnyArray] = {}

    def get(self, record: Any) -> AnyArray:
        try:
            word, at, shape = record
            size = prod(shape)
            pool = self._pool(word)
            if not 0 <= at <= at + size <= pool.size:
                raise Misfit
            return pool[at : at + size].reshape(shape)
        except (TypeError, ValueError):
            raise Misfit from None

    def _pool(self, word: str) -> AnyArray:
        if word not in self._pools:
            if word not in DTYPES:
                raise Misfit
            self._pools[word] = array_of(self._contents, f"{self._name}/{word}").reshape(-1)
        return self._pools[word]

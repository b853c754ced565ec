"""Random numbers of a seed, made once: fields of a table ask for the same ones in the same order.

What follows in a stream depends on what was asked of it before. Each answer is kept behind the one
before it, with the state of the generator there: whoever asks alike is handed the same arrays,
which nobody may change. What nobody has asked yet is made as numpy makes it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from gpstudio.core.arrays import Floats

MOST = 2_000
"""Answers of one seed that are kept: normals of a thousand draws take 8 kB."""


class Random(Protocol):
    """What is asked of a stream, numpy's own or one that is kept."""

    def standard_normal(self, size: Any, /) -> Any: ...

    def uniform(self) -> Any: ...


@dataclass(eq=False)
class _Answer:
    state: Any
    """Of the generator, after it."""
    value: Any = None
    after: dict[tuple[str, Any], _Answer] = field(default_factory=dict)


class Chance:
    """The numbers of ``np.random.default_rng(seed)``, in the order in which they are asked for."""

    def __init__(self, *seed: int) -> None:
        self._begun, self._room = _begun(seed)
        self._last = self._begun

    def standard_normal(self, size: Any, /) -> Floats:
        found: Floats = self._next("standard_normal", size)
        return found

    def uniform(self) -> float:
        return float(self._next("random", None))

    def _next(self, name: str, size: Any) -> Any:
        last, asked = self._last, (name, size)
        found = last.after.get(asked)
        if found is None:
            found = _made(last.state, name, size)
            if len(self._room) < MOST:
                self._room.append(found)
                last.after[asked] = found
        self._last = found
        return found.value


@lru_cache(maxsize=32)
def _begun(seed: tuple[int, ...]) -> tuple[_Answer, list[_Answer]]:
    """The start of a stream, and what is kept of it."""
    return _Answer(np.random.default_rng(list(seed)).bit_generator.state), []


def _made(state: Any, name: str, size: Any) -> _Answer:
    generator = np.random.default_rng(0)
    generator.bit_generator.state = state
    value = getattr(generator, name)(size)
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
    return _Answer(generator.bit_generator.state, value)

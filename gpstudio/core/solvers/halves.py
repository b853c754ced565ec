"""A long pass along time in two halves side by side, with the very numbers of one after the other.

What a filter carries from reading to reading forgets where it began: after some thousand readings
two that began apart carry the same, down to the last bit, and go on alike from there. So the second
half is begun a little before its first reading, from nothing, and when the first half has come to
its end, what that carries is held beside what the second began with there. Where one bit is other
(a curve that forgets slowly, or never) the second half is walked again, from what is right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from gpstudio.core.arrays import Floats
from gpstudio.core.threads import side_by_side, workers

Leg: TypeAlias = tuple[int, int]
"""From one reading to before another."""
Carried: TypeAlias = tuple[Floats, ...]
Found = TypeVar("Found")

RUN_UP = 8_192
"""Readings before the second half: a hundredth of a million."""


def walked(
    legs: Sequence[Leg],
    carried: Carried,
    walk: Callable[[Leg, Carried], Found],
    run_up: Callable[[Leg], Carried] | None,
) -> list[Found]:
    """What ``walk`` finds on each leg, in their order; it moves on what is ``carried``.

    ``run_up`` gives what is carried to the beginning of a leg from nothing, a little before it;
    without one all legs are walked in turn.
    """
    half = len(legs) // 2
    if run_up is None or not half or workers() < 2:
        return [walk(leg, carried) for leg in legs]
    begin = run_up

    def first() -> tuple[list[Found], Carried, list[bytes]]:
        return [walk(leg, carried) for leg in legs[:half]], carried, _bits(carried)

    def second() -> tuple[list[Found], Carried, list[bytes]]:
        held = begin(legs[half])
        met = _bits(held)
        return [walk(leg, held) for leg in legs[half:]], held, met

    (found, _, right), (later, ended, met) = side_by_side(lambda part: part(), (first, second))
    if met != right:
        return found + [walk(leg, carried) for leg in legs[half:]]
    for part, last in zip(carried, ended, strict=True):
        part[...] = last
    return found + later


def _bits(carried: Carried) -> list[bytes]:
    return [part.tobytes() for part in carried]

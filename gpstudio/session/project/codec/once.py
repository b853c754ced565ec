"""Parts that are made once: who saves again and again hands over the same ones for the same things.

What is in a document never changes in place, so the same object is the same content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from gpstudio.session.project.part import Part

Made: TypeAlias = dict[str, tuple[tuple[Any, ...], tuple[Part, ...]]]
"""By name: the things, and the parts that were made of them. For one thread."""


def once(
    made: Made, name: str, things: tuple[Any, ...], make: Callable[[], Iterable[Part]]
) -> tuple[Part, ...]:
    """The parts of these very things, made anew where one of them is another."""
    held, parts = made.get(name, ((), ()))
    same = bool(parts) and len(held) == len(things)
    if not (same and all(one is other for one, other in zip(held, things, strict=True))):
        parts = tuple(make())
        made[name] = things, parts
    return parts

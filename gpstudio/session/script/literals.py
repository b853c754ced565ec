"""Values as Python source: what is read back is the same to the last digit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from textwrap import wrap
from typing import Any

import numpy as np

from gpstudio.core.arrays import Floats

WIDTH = 92


def record(value: Any, /, but: Iterable[str] = (), **other: str) -> str:
    """A dataclass with those of its fields that are not their defaults; ``other`` gives the source
    of some in their stead."""
    given = []
    for one in fields(value):
        if not one.metadata.get("saved", True):  # what only the running program knows
            continue
        mine = getattr(value, one.name)
        if one.name in other:
            given.append(f"{one.name}={other[one.name]}")
        elif one.name not in but and (one.default is MISSING or mine != one.default):
            given.append(f"{one.name}={plain(mine)}")
    return f"{type(value).__name__}({', '.join(given)})"


def plain(value: Any) -> str:
    """Texts, numbers, and what is made of them."""
    match value:
        case tuple() | list():
            inside = ", ".join(map(plain, value))
            ends = "[]" if isinstance(value, list) else "()"
            more = "," if len(value) == 1 and ends == "()" else ""
            return f"{ends[0]}{inside}{more}{ends[1]}"
        case dict():
            return "{" + ", ".join(f"{plain(a)}: {plain(b)}" for a, b in value.items()) + "}"
        case None | bool() | str() | int():
            return repr(value)
        case float() | np.floating():
            return number(float(value))
        case _:
            return record(value)


def number(value: float) -> str:
    """Infinite ones have no name of their own in Python."""
    return repr(value) if np.isfinite(value) else f'float("{value}")'


def array(values: Floats, indent: str = "    ") -> str:
    """In lines of a width that people can read."""
    inside = ", ".join(number(value) for value in np.asarray(values, dtype=float).tolist())
    lines = wrap(inside, WIDTH, initial_indent=indent, subsequent_indent=indent)
    return "np.array([\n" + "\n".join(lines) + "\n])"


def mapping(values: Mapping[str, str]) -> str:
    """Of texts to what is source already."""
    if not values:
        return "{}"
    lines = "".join(f"    {name!r}: {source},\n" for name, source in values.items())
    return "{\n" + lines + "}"


def comment(text: str) -> str:
    """On one line whatever stands in it, since the next line would be run."""
    shown = "".join(c if c.isprintable() else " " for c in " ".join(text.split()))
    return f"# {shown}"

"""What the columns are called, from the cells of the header's rows."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gpstudio.translation import tr


def joined(upper: list[str], lower: list[str]) -> list[str]:
    """ "lai" above "median" is "lai median"; an empty upper cell continues the one left of it."""
    names, span = [], ""
    for above, below in zip(upper, lower, strict=False):
        span = above or (span if below else "")
        names.append(below if below == span else f"{span} {below}".strip())
    return names


def plain(name: str) -> str:
    return " ".join(name.replace("\ufeff", "").split())


def unique_names(names: Iterable[str]) -> tuple[str, ...]:
    """Each column gets a name of its own: "column 2" where empty, "lai (2)" where repeated."""
    taken: dict[str, int] = {}
    for place, name in enumerate(names, start=1):
        base = candidate = name.strip() or tr("column {place}", place=place)
        while candidate in taken:
            taken[base] = taken.get(base, 1) + 1
            candidate = f"{base} ({taken[base]})"
        taken.setdefault(candidate, 1)
    return tuple(taken)


def unnumbered(name: str) -> str:
    """A name that occurs again, as it stands in the file: "lai" of "lai (2)"."""
    return re.sub(r" \(\d+\)$", "", name)

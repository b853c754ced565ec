"""What a treatment knows of the file besides its entries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.data.decisions import Role, Said
from gpstudio.data.entries.entries import Entries
from gpstudio.data.names import words
from gpstudio.data.plan import Plan

SAMPLE = 200_000
"""Readings from all over a file that tell what most of them are like."""

_BOUNDED = frozenset(
    "ndvi evi evi2 kndvi gcc rcc ndre gndvi savi osavi msavi msavi2 ndwi ndmi lswi nbr wdrvi "
    "ngrdi gli nirv fapar fpar fcover".split()
)
_SIGNED = _BOUNDED - {"gcc", "rcc", "fapar", "fpar", "fcover"}


@dataclass(frozen=True)
class Case:
    plan: Plan
    names: Sequence[str]
    """Of the file's columns."""
    said: Said

    def answer(self, about: str) -> str | None:
        return self.said.answers.get(about)

    def places(self, role: Role) -> list[int]:
        return [place for place, given in self.plan.beside.items() if given == role]


Treatment: TypeAlias = Callable[[Entries, Case], None]


def is_bounded(name: str) -> bool:
    """Whether a column speaks of an index that by nature lies between -1 and 1 or so.

    Leaf area, temperature and height are no such thing, and of other names nothing is known.
    """
    return _speaks_of(name, _BOUNDED)


def is_signed(name: str) -> bool:
    """Whether it is one that crosses 0 without stopping there: bare soil, water and snow differ.

    A cover fraction, on the other hand, may well be exactly 0.
    """
    return _speaks_of(name, _SIGNED)


def _speaks_of(name: str, indices: frozenset[str]) -> bool:
    # "meanNDVI" is one word; no other word has these letters inside.
    return any(word in indices or "ndvi" in word or "savi" in word for word in words(name))


def sample_of(entries: Entries) -> Floats:
    """Values of entries that are used, from all over the file."""
    step = max(1, len(entries) // SAMPLE)
    used = entries.ledger.verdicts[::step] == 0
    found = entries.value[::step][used]
    if len(found) < SAMPLE // 100 and step > 1:
        found = entries.value[entries.ledger.used][:SAMPLE]
    return np.asarray(found[np.isfinite(found)])

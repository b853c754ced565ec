"""What a treatment knows of the file besides its entries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.data.decisions import Role, Said
from gpstudio.data.entries.entries import Entries
from gpstudio.data.plan import LayoutPlan

SAMPLE = 200_000
"""Readings from all over a file that tell what most of them are like."""


@dataclass(frozen=True)
class Case:
    plan: LayoutPlan
    names: Sequence[str]
    """Of the file's columns."""
    said: Said

    def answer(self, about: str) -> str | None:
        return self.said.answers.get(about)

    def places(self, role: Role) -> list[int]:
        return [place for place, given in self.plan.beside.items() if given == role]


Treatment: TypeAlias = Callable[[Entries, Case], None]


def sample_of(entries: Entries) -> Floats:
    """Values of entries that are used, from all over the file."""
    step = max(1, len(entries) // SAMPLE)
    used = entries.ledger.verdicts[::step] == 0
    found = entries.value[::step][used]
    if len(found) < SAMPLE // 100 and step > 1:
        found = entries.value[entries.ledger.used][:SAMPLE]
    return np.asarray(found[np.isfinite(found)])

"""Readings that were set aside, for the eye only: under clouds, flagged, masked, counted once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.data.entries.entries import Entries

MOST = 200_000
"""Of more nobody sees one: a table with more of them shows none."""


@dataclass(frozen=True, eq=False)
class Aside:
    """Times, ascending within each field, and values, field after field."""

    fields: Integers
    first: Integers
    """Where those of each of ``fields`` begin, and behind the last where they end."""
    time: Floats
    value: Floats

    def of(self, field: int) -> tuple[Floats, Floats] | None:
        place = self.fields.searchsorted(field)
        if place == len(self.fields) or self.fields[place] != field:
            return None
        part = slice(self.first[place], self.first[place + 1])
        return self.time[part], self.value[part]


def aside_of(entries: Entries) -> Aside:
    """What is no reading at all (a fill value) is no dot."""
    rows = np.flatnonzero(entries.ledger.verdicts)
    rows = rows[np.isfinite(entries.time[rows]) & np.isfinite(entries.value[rows])]
    if len(rows) > MOST:
        rows = rows[:0]
    rows = rows[np.lexsort((entries.time[rows], entries.field_of[rows]))]
    fields, first = np.unique(entries.field_of[rows], return_index=True)
    ends = np.append(first, len(rows)).astype(np.int64)
    return Aside(fields.astype(np.int64), ends, entries.time[rows], entries.value[rows])

"""Readings that were set aside, for the eye only: under clouds, flagged, masked, counted once."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.data.entries.entries import Entries

MOST = 200_000
"""Of more nobody sees one: a table with more of them shows none."""


def aside_of(entries: Entries) -> Mapping[int, tuple[Floats, Floats]]:
    """Times, ascending, and values by field. What is no reading at all (a fill value) is no dot."""
    rows = np.flatnonzero(entries.ledger.verdicts)
    rows = rows[np.isfinite(entries.time[rows]) & np.isfinite(entries.value[rows])]
    if not 0 < len(rows) <= MOST:
        return {}
    rows = rows[np.lexsort((entries.time[rows], entries.field_of[rows]))]
    fields, first = np.unique(entries.field_of[rows], return_index=True)
    pieces = np.split(rows, first[1:])
    return {
        int(code): (entries.time[piece], entries.value[piece])
        for code, piece in zip(fields, pieces, strict=True)
    }

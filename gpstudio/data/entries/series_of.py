"""From entries to series: sorted by time within each field, fields in the order of the file."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Integers
from gpstudio.data.entries.entries import Entries
from gpstudio.data.series import Series


def series_of(entries: Entries) -> tuple[Series, ...]:
    rows: Integers = np.flatnonzero(entries.ledger.used)
    codes = entries.field_of[rows]
    order = rows[np.lexsort((entries.time[rows], codes))]
    codes = entries.field_of[order]
    _, first = np.unique(entries.field_of[rows], return_index=True)
    present = entries.field_of[rows[np.sort(first)]]
    starts = np.searchsorted(codes, present)
    ends = np.searchsorted(codes, present, side="right")
    time, value = entries.time[order], entries.value[order]
    weight = None if entries.weight is None else entries.weight[order]
    return tuple(
        Series(
            entries.fields[code],
            time[a:b],
            value[a:b],
            entries.time_name,
            entries.value_name,
            entries.dated,
            None if weight is None or (weight[a:b] == 1.0).all() else weight[a:b],
        )
        for code, a, b in zip(present.tolist(), starts, ends, strict=True)
    )

"""Between which heights a plot shows a field: readings whole, bands as far as the index can be."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.data.names import index_of
from gpstudio.data.series import Series
from gpstudio.phenology.indices import OPEN, Limits

FARTHEST = 1e200
"""What a fit with senseless numbers puts beyond that is beyond every view."""


def reach_of(series: Series, bands: Floats) -> tuple[float, float] | None:
    """``bands`` are the heights of all that is drawn besides readings, in any order. What was read
    later counts too: who looks back from day to day sees the same heights."""
    parts = (series.excluded, series.later)
    read = np.concatenate([series.value, *(part.value for part in parts if part is not None)])
    limits = limits_of(series.value_name, read)
    seen = np.concatenate([read, np.clip(bands, limits.low, limits.high)])
    seen = seen[np.abs(seen) < FARTHEST]
    return (float(seen.min()), float(seen.max())) if len(seen) else None


def limits_of(name: str, read: Floats) -> Limits:
    """Open where a reading leaves them: the column is then not what it is called."""
    index = index_of(name)
    if index is None or not len(read):
        return OPEN
    low, high = index.limits
    inside = low <= float(np.min(read)) and float(np.max(read)) <= high
    return index.limits if inside else OPEN

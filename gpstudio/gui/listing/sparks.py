"""Sparklines: a field's readings in a few pixels, made when they are first painted."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPolygonF

from gpstudio.core.arrays import Floats, Integers
from gpstudio.data.series import Series
from gpstudio.phenology.indices import smallest_amplitude

BINS = 48
"""Stretches of time, each drawn from its lowest to its highest reading: extremes are kept."""
LEAST = 3.0
"""Times the smallest rise that can be a crop: less than that does not fill the box."""
MOST_KEPT = 4_000
"""Sparklines that are remembered: more than anybody scrolls past at a time."""


class Sparks:
    """The sparkline of each series, in a box from 0 to 1 with the highest reading on top."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[Series, QPolygonF]] = {}

    def of(self, series: Series) -> QPolygonF:
        known = self._made.get(id(series))
        if known is None or known[0] is not series:
            if len(self._made) >= MOST_KEPT:
                self._made.clear()
            least = LEAST * smallest_amplitude(series.value_name, series.value)
            known = (series, _polygon(*downsampled(series.time, series.value, least)))
            self._made[id(series)] = known
        return known[1]


def downsampled(
    time: Floats, value: Floats, least: float = 0.0, bins: int = BINS
) -> tuple[Floats, Floats]:
    """In the unit box; beyond two readings a bin, its lowest and highest in their order.

    ``least`` is the range that fills the box at least: bare soil is to look level.
    """
    kept = extremes(time, value, bins) if len(time) > 2 * bins else np.arange(len(time))
    t, v = time[kept], value[kept]
    reach, own = float(time[-1] - time[0]), float(np.ptp(v))
    range_ = max(own, least)
    x = (t - time[0]) / reach if reach > 0.0 else np.full(len(t), 0.5)
    y = np.full(len(v), 0.5)
    if range_ > 0.0:
        y = (v.max() - v) / range_ + 0.5 * (1.0 - own / range_)
    return x, y


def extremes(time: Floats, value: Floats, bins: int) -> Integers:
    """Places of the lowest and the highest value in each stretch of ascending time."""
    edges = time[0] + (time[-1] - time[0]) * np.arange(1, bins) / bins
    starts = np.unique(np.concatenate([[0], np.searchsorted(time, edges)]))
    ends = np.append(starts[1:], len(time))
    kept: list[int] = []
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        if end > start:
            part = value[start:end]
            kept += [start + int(np.argmin(part)), start + int(np.argmax(part))]
    return np.unique(kept)


def _polygon(x: Floats, y: Floats) -> QPolygonF:
    return QPolygonF([QPointF(*point) for point in zip(x.tolist(), y.tolist(), strict=True)])

"""Colours and shapes of points: one of each a word, a scale for numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QColor

from gpstudio.core.arrays import Floats
from gpstudio.gui.theme import Theme
from gpstudio.session.season_map.colouring import Colouring

SHADES = 24
EDGE = 0.02
"""The share of the numbers at each end that has the end's colour."""
FIRST, LAST = 0.0, 1.0
SCALE = "cividis"


@dataclass(frozen=True, eq=False)
class Looks:
    colours: tuple[QColor, ...]
    """The last is that of points of which nothing is known."""
    of: np.ndarray
    """The place of each point's colour."""
    low: float = np.nan
    high: float = np.nan
    """Between which numbers the scale runs."""

    @property
    def is_scale(self) -> bool:
        return bool(np.isfinite(self.low))


def looks_of(colouring: Colouring, theme: Theme) -> Looks:
    unknown = QColor(theme.edge)
    if colouring.words:
        colours = tuple(QColor(theme.of_stages[i % 8]) for i in range(len(colouring.words)))
        return Looks((*colours, unknown), _places(colouring.values, len(colours)))
    known = colouring.values[np.isfinite(colouring.values)]
    if not len(known):
        return Looks((unknown,), np.zeros(len(colouring.values), dtype=np.int64))
    low, high = (float(end) for end in np.quantile(known, [EDGE, 1.0 - EDGE]))
    share = (colouring.values - low) / (high - low) if high > low else 0.0 * colouring.values
    shades = np.minimum(np.floor(np.clip(share, 0.0, 1.0) * SHADES), SHADES - 1)
    table = pg.colormap.get(SCALE).getLookupTable(FIRST, LAST, SHADES)
    colours = tuple(QColor(*(int(part) for part in one[:3])) for one in table)
    return Looks((*colours, unknown), _places(shades, SHADES), low, high)


def _places(values: Floats, unknown: int) -> np.ndarray:
    return np.where(np.isfinite(values), np.nan_to_num(values), unknown).astype(np.int64)

"""A faint grid behind a plot.

The axes of pyqtgraph draw one too, but as a part of their recorded pictures, which takes a third of
a frame to play.
"""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QLineF
from PySide6.QtGui import QColor, QPainter, QPen

from gpstudio.gui.curve.colours import mixed
from gpstudio.gui.curve.overlay import PixelOverlay
from gpstudio.gui.theme import Theme

FAINT = 0.10
"""How far its colour is from the background's to that of the grid."""


class GridLines(PixelOverlay):
    """Lines at the axes' first ticks."""

    def __init__(self, plot: Any) -> None:
        """``plot`` is a pyqtgraph ``PlotItem``."""
        super().__init__(plot.getViewBox(), height=-100.0)
        self._plot = plot
        self._colour = QColor()

    def set_theme(self, theme: Theme) -> None:
        self._colour = QColor(mixed(theme.card, theme.grid, FAINT))
        self.update()

    def paint(self, painter: QPainter, *_: Any) -> None:
        box = self.box.rect()
        width, height = float(box.width()), float(box.height())
        if width < 1.0 or height < 1.0:
            return  # squeezed away, for a moment: axes of no length have no ticks
        (left, right), (low, high) = self.box.viewRange()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(self._colour, 1.0))
        lines = []
        for place in self._ticks("bottom", left, right, width):
            x = self.across(place)
            lines.append(QLineF(x, 0.0, x, height))
        for place in self._ticks("left", low, high, height):
            y = self.down(place)
            lines.append(QLineF(0.0, y, width, y))
        painter.drawLines(lines)

    def _ticks(self, side: str, first: float, last: float, length: float) -> list[float]:
        axis: pg.AxisItem = self._plot.getAxis(side)
        found = axis.tickValues(first, last, length)
        return [float(value) for value in found[0][1]] if found else []

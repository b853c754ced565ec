"""Readings as dots: however many there are, and fainter where they count less."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter

from gpstudio.core.arrays import Floats, Integers
from gpstudio.gui.curve_items import Everywhere, thick


class Dots(Everywhere):
    """Readings. Where many are in view, one of those that would cover each other is drawn.

    So no place that has a reading stays empty, and 100,000 readings are painted in a few
    milliseconds; pyqtgraph's symbols first take half a second to be set.
    """

    MANY = 3_000
    """Beyond so many the dots are small, so that the curve stays visible."""
    LARGE, SMALL = 5.5, 3.0
    """Pixels."""

    FAINTEST = 0.30
    """How opaque a reading is that hardly counts."""
    SHADES = 4

    def __init__(self) -> None:
        super().__init__()
        self._x = self._y = np.empty(0)
        self._shade: Integers | None = None
        self._colour = QColor()
        self._hole: QColor | None = None

    RIM = 1.6
    """Of a hollow dot, pixels across both sides."""

    def set_colour(self, colour: str, hole: str | None = None) -> None:
        """With the background's colour as ``hole`` they are rings: readings that do not count."""
        self._colour, self._hole = QColor(colour), None if hole is None else QColor(hole)
        self.update()

    def set_places(self, x: Floats, y: Floats, weight: Floats | None = None) -> None:
        """``x`` ascends; what counts less is fainter."""
        self._x, self._y = x, y
        self._shade = None if weight is None else np.ceil(weight * self.SHADES).astype(np.int64)
        self.update()

    def dataBounds(self, axis: int, frac: float = 1.0, orthoRange: Any = None) -> Any:
        values = self._y if axis else self._x
        return (float(values.min()), float(values.max())) if len(values) else (None, None)

    def paint(self, painter: QPainter, *_: Any) -> None:
        across, down = self.pixelVectors()
        if across is None or down is None or not len(self._x):
            return
        view = self.boundingRect()
        first = np.searchsorted(self._x, view.left(), side="left")
        last = np.searchsorted(self._x, view.right(), side="right")
        x, y = self._x[first:last], self._y[first:last]
        inside = (y >= view.top()) & (y <= view.bottom())
        if self._shade is None:
            self._paint(painter, x[inside], y[inside], 1.0)
            return
        shades = self._shade[first:last]
        for shade in range(self.SHADES + 1):  # the faint ones beneath
            here = inside & (shades == shade)
            opacity = self.FAINTEST + (1.0 - self.FAINTEST) * shade / self.SHADES
            self._paint(painter, x[here], y[here], opacity)

    def _paint(self, painter: QPainter, x: Floats, y: Floats, opacity: float) -> None:
        if not len(x):
            return
        across, down = self.pixelVectors()
        many = len(x) > self.MANY
        size = self.SMALL if many else self.LARGE
        if many:
            kept = thinned(x, y, size * across.x(), size * abs(down.y()))
            x, y = x[kept], y[kept]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not many)
        colour = QColor(self._colour)
        colour.setAlphaF(opacity)
        looks = [(colour, size)]
        if self._hole is not None:
            looks.append((self._hole, size - self.RIM))
        pens = [thick(look, width, painter) for look, width in looks]
        # Qt draws a point as a line a sixty-third of a unit long: in pixels that is a point
        to_pixels = painter.transform()
        x = to_pixels.m11() * x + to_pixels.dx()
        y = to_pixels.m22() * y + to_pixels.dy()
        painter.resetTransform()
        points = pg.functions.arrayToQPolygonF(x, y)
        for pen in pens:
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawPoints(points)
        painter.setTransform(to_pixels)


def thinned(x: Floats, y: Floats, width: float, height: float) -> Integers:
    """Places of one point for every cell of that size that holds any."""
    column = np.floor((x - x.min()) / width).astype(np.int64)
    row = np.floor((y - y.min()) / height).astype(np.int64)
    cell = row * (int(column.max()) + 1) + column
    keeper = np.full(int(cell.max()) + 1, -1, dtype=np.int64)
    keeper[cell] = np.arange(len(x))
    return np.asarray(np.sort(keeper[keeper >= 0]))

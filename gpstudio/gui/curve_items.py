"""Plot items for what pyqtgraph draws too slowly or not at all."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPainterPath, QPen

from gpstudio.core.arrays import Floats

PIECE = 24
"""Steps of a curve that are painted at a time. Pieces much shorter would be many objects, which
Python stops everything to count; much longer ones take Qt longer."""


def thick(colour: QColor, width: float, painter: QPainter) -> QPen:
    """A pen so many points wide on every device: Qt counts its pixels, which may be finer."""
    pen = QPen(colour, width * painter.device().devicePixelRatioF())
    pen.setCosmetic(True)
    return pen


class Curve(pg.GraphicsObject):
    """A smooth line.

    On screen it is painted piece by piece with round ends: as one thick path it would take Qt seven
    times as long, and a curve that follows a hand is painted at every step.
    """

    def __init__(self, width: float = 2.0) -> None:
        super().__init__()
        self._width = width
        self._path = QPainterPath()
        self._pieces: list[Any] = []
        self._colour = QColor()
        self.is_dashed = False
        self.size = 0
        """How many points it is drawn through."""

    def set_look(self, colour: str, dashed: bool) -> None:
        self._colour, self.is_dashed = QColor(colour), dashed
        self.update()

    def set_places(self, x: Floats, y: Floats) -> None:
        self.prepareGeometryChange()
        self.size = len(x)
        self._path = pg.functions.arrayToQPath(x, y, connect="all") if len(x) else QPainterPath()
        self._pieces = [
            pg.functions.arrayToQPolygonF(
                x[start : start + PIECE + 1], y[start : start + PIECE + 1]
            )
            for start in range(0, len(x) - 1, PIECE)
        ]
        self.update()

    def boundingRect(self) -> QRectF:
        """With room for the pen, also about a line that is level."""
        across, down = self.pixelVectors()
        if across is None or down is None:
            return self._path.boundingRect()
        x, y = 2.0 * self._width * across.x(), 2.0 * self._width * abs(down.y())
        return self._path.boundingRect().adjusted(-x, -y, x, y)

    def viewTransformChanged(self) -> None:
        super().viewTransformChanged()
        self.prepareGeometryChange()

    def paint(self, painter: QPainter, *_: Any) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = thick(self._colour, self._width, painter)
        if self.is_dashed:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # a dash goes on over the pieces' ends
        if self.is_dashed or not self._pieces or not _is_screen(painter):
            painter.setPen(pen)
            painter.drawPath(self._path)
        else:
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            for piece in self._pieces:
                painter.drawPolyline(piece)


class Band(pg.GraphicsObject):
    """The room between two curves; FillBetweenItem takes 100 times as long.

    On screen it is painted in strips that overlap by a step, so that no seam shows: Qt takes six
    times as long to fill one shape with so many corners. Its colour must not be see-through.
    """

    def __init__(self) -> None:
        super().__init__()
        self._path = QPainterPath()
        self._strips: list[Any] = []
        self._brush = pg.mkBrush(None)

    def set_colour(self, colour: str) -> None:
        self._brush = pg.mkBrush(colour)
        self.update()

    def set_edges(self, x: Floats, lower: Floats, upper: Floats) -> None:
        self.prepareGeometryChange()
        self._path, self._strips = QPainterPath(), []
        if len(x) >= 2:
            self._path = pg.functions.arrayToQPath(*_around(x, lower, upper), connect="all")
            self._path.closeSubpath()
            for start in range(0, len(x) - 1, PIECE):
                part = slice(start, start + PIECE + 2)
                corners = _around(x[part], lower[part], upper[part])
                self._strips.append(pg.functions.arrayToQPolygonF(*corners))
        self.update()

    def boundingRect(self) -> QRectF:
        return self._path.boundingRect()

    def paint(self, painter: QPainter, *_: Any) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pg.mkPen(None))
        painter.setBrush(self._brush)
        if not _is_screen(painter):
            painter.drawPath(self._path)
            return
        for strip in self._strips:
            painter.drawPolygon(strip)


def _around(x: Floats, lower: Floats, upper: Floats) -> tuple[Floats, Floats]:
    """The corners of the room between two curves, there and back."""
    return np.concatenate([x, x[::-1]]), np.concatenate([upper, lower[::-1]])


def _is_screen(painter: QPainter) -> bool:
    """Whether pixels are painted; a drawing for a file keeps its shapes whole."""
    return painter.paintEngine().type() == QPaintEngine.Type.Raster


class Everywhere(pg.GraphicsObject):
    """An item that may draw anywhere in the view, however it is moved."""

    def boundingRect(self) -> QRectF:
        return QRectF(self.viewRect() or QRectF())

    def dataBounds(self, axis: int, frac: float = 1.0, orthoRange: Any = None) -> Any:
        """What should be in view; nothing asks for room unless it says so."""
        return None, None

    def viewTransformChanged(self) -> None:
        super().viewTransformChanged()  # forgets the old view
        self.prepareGeometryChange()


class Stripe(Everywhere):
    """As high as the view: the forecast."""

    def __init__(self) -> None:
        super().__init__()
        self._ends: tuple[float, float] | None = None
        self._colour = QColor()

    def set_ends(self, ends: tuple[float, float] | None, colour: str) -> None:
        self._ends, self._colour = ends, QColor(colour)
        self.update()

    def paint(self, painter: QPainter, *_: Any) -> None:
        if self._ends is None:
            return
        view = self.boundingRect()
        left, right = max(self._ends[0], view.left()), min(self._ends[1], view.right())
        if left < right:
            painter.fillRect(QRectF(left, view.top(), right - left, view.height()), self._colour)

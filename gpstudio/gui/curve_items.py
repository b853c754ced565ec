"""Plot items for what pyqtgraph draws too slowly or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPen, QTransform

from gpstudio.core.arrays import Floats
from gpstudio.data.series import Series
from gpstudio.gui.curve.of_field import OfField
from gpstudio.gui.curve.sampling import cut, envelope, sampled

PIECE = 64
"""Steps of a curve that are painted at a time. Pieces much shorter would be many objects, which
Python stops everything to count; much longer ones take Qt longer."""
COLUMN = 2.0
"""Pixels: of more points than these in a column the first, last, lowest and highest are painted."""
MARGIN = 4.0
"""Pixels beyond what is to be painted anew, so that ends of pieces meet."""


def thick(colour: QColor, width: float, painter: QPainter) -> QPen:
    """A pen so many points wide on every device: Qt counts its pixels, which may be finer."""
    pen = QPen(colour, width * painter.device().devicePixelRatioF())
    pen.setCosmetic(True)
    return pen


@dataclass(frozen=True)
class Pixels:
    """From the units of the axes to those of the device: files write few digits of a number, and
    seconds since 1970 want many."""

    way: QTransform

    def polygon(self, x: Floats, y: Floats) -> Any:
        """A Qt polygon; the way neither turns nor shears."""
        way = self.way
        return pg.functions.arrayToQPolygonF(way.m11() * x + way.dx(), way.m22() * y + way.dy())


@contextmanager
def in_pixels(painter: QPainter) -> Iterator[Pixels]:
    """The painter takes pixels meanwhile."""
    way = painter.transform()
    painter.resetTransform()
    try:
        yield Pixels(way)
    finally:
        painter.setTransform(way)


class CurveLine(OfField, pg.GraphicsObject):
    """A smooth line.

    On screen it is painted piece by piece with round ends: as one thick path it would take Qt seven
    times as long, and a curve that follows a hand is painted at every step. Of points that share a
    column of pixels those are painted that show in it (``sampling``).
    """

    def __init__(self, width: float = 2.0) -> None:
        super().__init__()
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._width = width
        self._x = self._y = np.empty(0)
        self._bounds = QRectF()
        self._colour = QColor()
        self.is_dashed = False

    @property
    def size(self) -> int:
        """How many points it is drawn through."""
        return len(self._x)

    def set_look(self, colour: str, dashed: bool) -> None:
        self._colour, self.is_dashed = QColor(colour), dashed
        self.update()

    def set_places(self, x: Floats, y: Floats, of: Series | None = None) -> None:
        """``x`` ascends."""
        self.be_of(of)
        self.prepareGeometryChange()
        self._x, self._y = x, y
        self._bounds = _bounds(x, y, y)
        self.update()

    def boundingRect(self) -> QRectF:
        """With room for the pen, also about a line that is level."""
        pixel = pixel_of(self)
        if pixel is None:
            return self._bounds
        x, y = 2.0 * self._width * pixel[0], 2.0 * self._width * pixel[1]
        return self._bounds.adjusted(-x, -y, x, y)

    def viewTransformChanged(self) -> None:
        super().viewTransformChanged()
        self.prepareGeometryChange()

    def paint(self, painter: QPainter, option: Any = None, *_: Any) -> None:
        if len(self._x) < 2:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = thick(self._colour, self._width, painter)
        if self.is_dashed:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # dashes are counted from the line's start, also where a part is painted anew
        view = _view_of(self, None if self.is_dashed else option)
        whole = not is_screen(painter)
        if whole or view is None:
            x, y = _in_view(view, self._x, self._y)
        else:
            places = sampled(self._x, self._y, *view)
            x, y = self._x[places], self._y[places]
        # a dash goes on over the pieces' ends
        piece = max(len(x), 1) if whole or self.is_dashed else PIECE
        if not self.is_dashed:
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        with in_pixels(painter) as pixels:
            for start in range(0, len(x) - 1, piece):
                part = slice(start, start + piece + 1)
                painter.drawPolyline(pixels.polygon(x[part], y[part]))


class Band(OfField, pg.GraphicsObject):
    """The room between two curves; FillBetweenItem takes 100 times as long.

    On screen it is painted in strips that overlap by a step, so that no seam shows: Qt takes six
    times as long to fill one shape with so many corners. Its colour must not be see-through.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._x = self._lower = self._upper = np.empty(0)
        self._bounds = QRectF()
        self._brush = pg.mkBrush(None)

    def set_colour(self, colour: str) -> None:
        self._brush = pg.mkBrush(colour)
        self.update()

    def set_edges(self, x: Floats, lower: Floats, upper: Floats, of: Series | None = None) -> None:
        """``x`` ascends."""
        self.be_of(of)
        self.prepareGeometryChange()
        self._x, self._lower, self._upper = x, lower, upper
        self._bounds = _bounds(x, lower, upper) if len(x) >= 2 else QRectF()
        self.update()

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(self, painter: QPainter, option: Any = None, *_: Any) -> None:
        if len(self._x) < 2:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pg.mkPen(None))
        painter.setBrush(self._brush)
        edges = self._x, self._lower, self._upper
        view = _view_of(self, option)
        whole = not is_screen(painter)
        x, lower, upper = (
            _in_view(view, *edges) if whole or view is None else envelope(*edges, *view)
        )
        piece = max(len(x), 1) if whole else PIECE
        with in_pixels(painter) as pixels:
            for start in range(0, len(x) - 1, piece):
                part = slice(start, start + piece + 2)
                painter.drawPolygon(pixels.polygon(*_around(x[part], lower[part], upper[part])))


def pixel_of(item: Any) -> tuple[float, float] | None:
    """How much of either axis a pixel is; None outside of a plot. pyqtgraph's own way to it is
    fifty times as long."""
    box = item.getViewBox()
    if box is None:
        return None
    (left, right), (low, high) = box.viewRange()
    room = box.rect()
    if not (room.width() and room.height()):
        return None
    return (right - left) / room.width(), (high - low) / room.height()


def exposed(view: QRectF, option: Any, margin: float) -> QRectF:
    """What of a view is to be painted anew; ``margin`` is how far to either side items reach."""
    if option is None:
        return view
    part = option.exposedRect.adjusted(-margin, 0.0, margin, 0.0)
    left, right = max(view.left(), part.left()), min(view.right(), part.right())
    return QRectF(left, view.top(), max(right - left, 0.0), view.height())


def _view_of(item: Any, option: Any) -> tuple[float, float, float] | None:
    """Left and right of what is to be painted, and the width of a column that is told from the
    next; None outside of a plot."""
    pixel = pixel_of(item)
    if pixel is None:
        return None
    part = exposed(item.getViewBox().viewRect(), option, MARGIN * pixel[0])
    return part.left(), part.right(), COLUMN * pixel[0]


def _in_view(view: tuple[float, float, float] | None, *lines: Floats) -> tuple[Floats, ...]:
    """Places and heights, as far as they are in view."""
    return lines if view is None else cut(lines[0], view[0], view[1], *lines[1:])


def _bounds(x: Floats, lower: Floats, upper: Floats) -> QRectF:
    if not len(x):
        return QRectF()
    low, high = float(np.min(lower)), float(np.max(upper))
    return QRectF(float(x[0]), low, float(x[-1] - x[0]), high - low)


def _around(x: Floats, lower: Floats, upper: Floats) -> tuple[Floats, Floats]:
    """The corners of the room between two curves, there and back."""
    return np.concatenate([x, x[::-1]]), np.concatenate([upper, lower[::-1]])


def is_screen(painter: QPainter) -> bool:
    """Whether pixels are painted; a drawing for a file keeps its shapes whole."""
    return painter.paintEngine().type() == QPaintEngine.Type.Raster


class Everywhere(OfField, pg.GraphicsObject):
    """An item that may draw anywhere in the view, however it is moved."""

    def __init__(self) -> None:
        super().__init__()
        # so that painting is told which part is wanted
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def boundingRect(self) -> QRectF:
        box = self.getViewBox()
        return QRectF() if box is None else QRectF(box.viewRect())

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

    def set_ends(
        self, ends: tuple[float, float] | None, colour: str, of: Series | None = None
    ) -> None:
        self.be_of(of)
        self._ends, self._colour = ends, QColor(colour)
        self.update()

    def paint(self, painter: QPainter, option: Any = None, *_: Any) -> None:
        if self._ends is None:
            return
        view = exposed(self.boundingRect(), option, 0.0)
        left, right = max(self._ends[0], view.left()), min(self._ends[1], view.right())
        if left < right:
            box = QRectF(left, view.top(), right - left, view.height())
            with in_pixels(painter) as pixels:
                painter.fillRect(pixels.way.mapRect(box), self._colour)

"""Plot items for what pyqtgraph draws too slowly or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
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


@dataclass(frozen=True)
class Span:
    """A vertical stripe of the plot, from top to bottom, with a line in it or without."""

    left: float
    right: float
    colour: str
    opacity: float
    line: float | None = None
    line_opacity: float = 1.0
    line_width: float = 1.5


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


class Spans(Everywhere):
    """Stripes as high as the view: the forecast, the intervals of stages."""

    def __init__(self) -> None:
        super().__init__()
        self._spans: Sequence[Span] = ()

    def set_spans(self, spans: Sequence[Span]) -> None:
        self._spans = spans
        self.update()

    def paint(self, painter: QPainter, *_: Any) -> None:
        view = self.boundingRect()
        for span in self._spans:
            fill = QColor(span.colour)
            fill.setAlphaF(span.opacity)
            left, right = max(span.left, view.left()), min(span.right, view.right())
            if left < right:
                painter.fillRect(QRectF(left, view.top(), right - left, view.height()), fill)
        for span in self._spans:
            if span.line is None or not view.left() <= span.line <= view.right():
                continue
            colour = QColor(span.colour)
            colour.setAlphaF(span.line_opacity)
            painter.setPen(thick(colour, span.line_width, painter))
            painter.drawLine(QPointF(span.line, view.top()), QPointF(span.line, view.bottom()))


@dataclass(frozen=True)
class Tag:
    """A text that stays beside a place on the time axis."""

    x: float
    text: str
    colour: str


class Tags:
    """Texts along the top of a plot, put in rows so that none covers another."""

    GAP = 6.0
    """Pixels between two texts, and between a text and its line."""

    def __init__(self, plot: Any) -> None:
        self._plot = plot
        self._box = plot.getViewBox()
        self._items: list[tuple[Tag, Any]] = []
        self._box.sigRangeChanged.connect(self.place)
        # a new size reaches the transform only when it is next used
        self._box.sigTransformChanged.connect(self.place)

    @property
    def shown(self) -> list[Tag]:
        return [tag for tag, _ in self._items]

    @property
    def items(self) -> list[Any]:
        return [item for _, item in self._items]

    def set_tags(self, tags: Sequence[Tag], text: str, fill: str) -> None:
        for _, item in self._items:
            self._plot.removeItem(item)
        self._items = []
        for tag in sorted(tags, key=lambda tag: tag.x):
            back = QColor(fill)
            back.setAlphaF(0.88)
            item = pg.TextItem(
                tag.text, color=text, fill=pg.mkBrush(back), border=pg.mkPen(tag.colour, width=1)
            )
            item.setZValue(50)
            self._plot.addItem(item, ignoreBounds=True)
            self._items.append((tag, item))
        self.place()

    def place(self, *_: Any) -> None:
        """Each text in the first row that has room; right of its line unless the edge is near."""
        (left, right), (_, top) = self._box.viewRange()
        across, down = self._box.viewPixelSize()
        ends: list[float] = []
        for tag, item in self._items:
            size = item.boundingRect()
            item.setVisible(bool(left <= tag.x <= right))
            if not item.isVisible():
                continue
            flipped = (right - tag.x) / across < size.width() + self.GAP
            start = (tag.x - left) / across + (-size.width() - self.GAP if flipped else self.GAP)
            row = next((r for r, end in enumerate(ends) if end < start), len(ends))
            ends[row : row + 1] = [start + size.width() + self.GAP]
            item.setAnchor((0, 0))
            item.setPos(left + start * across, top - (row * (size.height() + 4) + 6) * down)

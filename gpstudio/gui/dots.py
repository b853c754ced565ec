"""Readings as dots: however many there are, and fainter where they count less."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from gpstudio.core.arrays import Floats, Integers
from gpstudio.data.series import Series
from gpstudio.gui.curve_items import (
    Everywhere,
    exposed,
    in_pixels,
    is_screen,
    pixel_of,
    thick,
)
from gpstudio.gui.dot_picture import draw_levels, stamped

MARGIN = 6.0
"""Pixels by which a dot reaches beyond its place."""


class Dots(Everywhere):
    """Readings. Where many are in view they are marked in a picture, each on its own pixels.

    So no place that has a reading stays empty, and 100,000 readings are painted in a few
    milliseconds; pyqtgraph's symbols first take half a second to be set. In drawings for files one
    of those that would cover each other is drawn.
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
        self._reach = (0.0, 0.0)
        self._shade: Integers | None = None
        self._colour = QColor()
        self._hole: QColor | None = None

    RIM = 1.6
    """Of a hollow dot, pixels across both sides."""

    def set_colour(self, colour: str, hole: str | None = None) -> None:
        """With the background's colour as ``hole`` they are rings: readings that do not count."""
        self._colour, self._hole = QColor(colour), None if hole is None else QColor(hole)
        self.update()

    def set_places(
        self, x: Floats, y: Floats, weight: Floats | None = None, of: Series | None = None
    ) -> None:
        """``x`` ascends; what counts less is fainter."""
        self.be_of(of)
        self._x, self._y = x, y
        # where a height is none, each is looked at
        self._reach = (float(np.min(y)), float(np.max(y))) if len(y) else (0.0, 0.0)
        self._shade = None if weight is None else np.ceil(weight * self.SHADES).astype(np.int64)
        self.update()

    @property
    def places(self) -> tuple[Floats, Floats]:
        """Where the dots are, across and up."""
        return self._x, self._y

    def dataBounds(self, axis: int, frac: float = 1.0, orthoRange: Any = None) -> Any:
        values = self._y if axis else self._x
        return (float(values.min()), float(values.max())) if len(values) else (None, None)

    def paint(self, painter: QPainter, option: Any = None, *_: Any) -> None:
        pixel = pixel_of(self)
        if pixel is None or not len(self._x):
            return
        view = exposed(self.boundingRect(), option, MARGIN * pixel[0])
        first = np.searchsorted(self._x, view.left(), side="left")
        last = np.searchsorted(self._x, view.right(), side="right")
        inside = self._within(int(first), int(last), view)
        if not len(inside):
            return
        if self._in_view() <= self.MANY:
            self._paint_each(painter, inside, self.LARGE, smooth=True)
        elif is_screen(painter):
            self._paint_picture(painter, inside, view)
        else:
            size = self.SMALL * pixel[0], self.SMALL * pixel[1]
            kept = inside[thinned(self._x[inside], self._y[inside], *size)]
            self._paint_each(painter, kept, self.SMALL, smooth=False)

    def _within(self, first: int, last: int, view: QRectF) -> Integers:
        """Places between two that are in view upright too; all of them at a glance, as a rule."""
        if self._reach[0] >= view.top() and self._reach[1] <= view.bottom():
            return np.arange(first, last)
        y = self._y[first:last]
        return np.asarray(first + np.flatnonzero((y >= view.top()) & (y <= view.bottom())))

    def _in_view(self) -> int:
        """How many there are, whatever part of them is painted anew."""
        view = self.boundingRect()
        first, last = np.searchsorted(self._x, [view.left(), view.right()])
        return int(last - first)

    def _looks(self) -> list[QColor]:
        """A colour for each shade, the faint ones first."""
        if self._shade is None:
            return [self._colour]
        made = []
        for shade in range(self.SHADES + 1):
            colour = QColor(self._colour)
            colour.setAlphaF(self.FAINTEST + (1.0 - self.FAINTEST) * shade / self.SHADES)
            made.append(colour)
        return made

    def _paint_each(self, painter: QPainter, places: Integers, size: float, smooth: bool) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
        for shade, colour in enumerate(self._looks()):
            some = places if self._shade is None else places[self._shade[places] == shade]
            if not len(some):
                continue
            looks = [(colour, size)]
            if self._hole is not None:
                looks.append((self._hole, size - self.RIM))
            pens = [thick(look, width, painter) for look, width in looks]
            # Qt draws a point as a line a sixty-third of a unit long: in pixels that is a point
            with in_pixels(painter) as pixels:
                points = pixels.polygon(self._x[some], self._y[some])
                for pen in pens:
                    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                    painter.setPen(pen)
                    painter.drawPoints(points)

    def _paint_picture(self, painter: QPainter, places: Integers, view: QRectF) -> None:
        """Every reading marks its pixel: none is left out."""
        fine = painter.device().devicePixelRatioF()
        size = round(self.SMALL * fine)
        with in_pixels(painter) as pixels:
            box, way = pixels.way.mapRect(view), pixels.way
            left, top = np.floor(box.left()), np.floor(box.top())
            shape = (int(np.ceil(fine * box.height())) + 1, int(np.ceil(fine * box.width())) + 1)
            some: Any = places
            if len(places) == places[-1] - places[0] + 1:
                some = slice(int(places[0]), int(places[-1]) + 1)  # which copies nothing
            x = (fine * way.m11()) * self._x[some] + fine * (way.dx() - left)
            y = (fine * way.m22()) * self._y[some] + fine * (way.dy() - top)
            columns, rows = x.astype(np.int64), y.astype(np.int64)
            shades = 1 if self._shade is None else (1 + self._shade[some]).astype(np.uint8)
            levels = stamped(columns, rows, shades, shape, size)
            colours = self._looks()
            if self._hole is not None:
                inner = stamped(columns, rows, 1, shape, max(size - round(2 * fine), 1))
                levels = np.where(inner > 0, np.uint8(len(colours) + 1), levels)
                colours = [*colours, self._hole]
            draw_levels(painter, levels, colours, QPointF(left, top), fine)


def thinned(x: Floats, y: Floats, width: float, height: float) -> Integers:
    """Places of one point for every cell of that size that holds any."""
    column = np.floor((x - x.min()) / width).astype(np.int64)
    row = np.floor((y - y.min()) / height).astype(np.int64)
    cell = row * (int(column.max()) + 1) + column
    keeper = np.full(int(cell.max()) + 1, -1, dtype=np.int64)
    keeper[cell] = np.arange(len(x))
    return np.asarray(np.sort(keeper[keeper >= 0]))

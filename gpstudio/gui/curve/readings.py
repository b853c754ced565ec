"""The layer of the readings: used ones as dots, those set aside as rings, those taken out crossed.

Knows which reading is under the mouse, and which one the keyboard stands on.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from gpstudio.core.arrays import Floats
from gpstudio.data.series import Series
from gpstudio.gui.curve.of_field import OfField
from gpstudio.gui.curve.overlay import PixelOverlay
from gpstudio.gui.curve.spots import EXCLUDED, Spot, Spots
from gpstudio.gui.date_axis import on_axis
from gpstudio.gui.dots import Dots, thinned
from gpstudio.gui.theme import Theme

REACH = 9.0
"""Pixels from a reading within which it is meant."""
SAME_SPOT = 4.0
"""Pixels between two readings along either axis that no hand tells apart."""


class Crosses(OfField, PixelOverlay):
    """Readings taken out by hand: rings with a cross, which no eye takes for another reading."""

    SIZE = 9.0
    ARM = 0.31
    """Of its size: how far a cross reaches from its middle."""
    MANY = 1_000
    """Beyond so many one of those that cover each other is drawn."""

    def __init__(self, box: pg.ViewBox) -> None:
        super().__init__(box, height=10.0)
        self._x = self._y = np.empty(0)
        self._colour, self._hole = QColor(), QColor()

    def set_theme(self, theme: Theme) -> None:
        self._colour, self._hole = QColor(theme.quiet), QColor(theme.card)
        self.update()

    def set_places(self, x: Floats, y: Floats, of: Series | None = None) -> None:
        """``x`` ascends."""
        self.be_of(of)
        self._x, self._y = x, y
        self.update()

    def paint(self, painter: QPainter, *_: Any) -> None:
        (left, right), (low, high) = self.box.viewRange()
        room = self.box.rect()
        part = slice(*np.searchsorted(self._x, [left, right]))
        x = (self._x[part] - left) / (right - left) * room.width()
        y = (high - self._y[part]) / (high - low) * room.height()
        if not len(x):
            return
        if len(x) > self.MANY:
            kept = thinned(x, y, 0.5 * self.SIZE, 0.5 * self.SIZE)
            x, y = x[kept], y[kept]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        points = pg.functions.arrayToQPolygonF(x, y)
        for colour, size in ((self._colour, self.SIZE), (self._hole, self.SIZE - 2.6)):
            pen = QPen(colour, size)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawPoints(points)
        painter.setPen(QPen(self._colour, 1.3))
        painter.drawPath(self._arms(x, y))

    def _arms(self, x: Floats, y: Floats) -> QPainterPath:
        """Two strokes about each place, as one path."""
        arm = self.ARM * self.SIZE
        across = np.stack([x - arm, x + arm, x - arm, x + arm], axis=1).ravel()
        down = np.stack([y - arm, y + arm, y + arm, y - arm], axis=1).ravel()
        return pg.functions.arrayToQPath(across, down, connect="pairs")


class Halo(OfField, PixelOverlay):
    """A circle about one reading: the one that is meant."""

    RADIUS = 8.0

    def __init__(self, box: pg.ViewBox) -> None:
        super().__init__(box, height=60.0)
        self._place: tuple[float, float] | None = None
        self._colour = QColor()

    def set_theme(self, theme: Theme) -> None:
        self._colour = QColor(theme.accent)
        self.update()

    def show_at(self, place: tuple[float, float] | None, of: Series | None = None) -> None:
        self.be_of(of)
        if place != self._place:
            self.prepareGeometryChange()
            self._place = place
            self.update()

    def moved(self, *_: object) -> None:
        self.prepareGeometryChange()

    def boundingRect(self) -> QRectF:
        if self._place is None:
            return QRectF()
        middle, reach = self.at(*self._place), self.RADIUS + 2.0
        return QRectF(middle.x() - reach, middle.y() - reach, 2.0 * reach, 2.0 * reach)

    def paint(self, painter: QPainter, *_: Any) -> None:
        if self._place is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._colour, 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(self.at(*self._place), self.RADIUS, self.RADIUS)


class ReadingsLayer:
    """All of a field's readings."""

    def __init__(self, box: pg.ViewBox) -> None:
        self._box = box
        self.used, self.aside = Dots(), Dots()
        self.crosses, self.halo = Crosses(box), Halo(box)
        self.spots = Spots.of(None)
        self._series: Series | None = None
        self.picked: int | None = None
        """The reading the keyboard stands on."""
        self.hovered: int | None = None
        """The one under the mouse."""
        self._turn: tuple[float, float] | None = None
        """The name of the one that comes next, of several on the spot under the mouse."""

    def set_theme(self, theme: Theme) -> None:
        self.used.set_colour(theme.reading)
        self.aside.set_colour(theme.quiet, hole=theme.card)
        self.crosses.set_theme(theme)
        self.halo.set_theme(theme)

    @property
    def meant(self) -> Spot | None:
        """The reading under the mouse, else the one the keyboard stands on."""
        place = self.picked if self.hovered is None else self.hovered
        return None if place is None else self.spots[place]

    def show_series(self, series: Series | None, same_field: bool) -> None:
        """Draw all readings; in the same field the keyboard stays where it was."""
        before = self.spots[self.picked] if same_field and self.picked is not None else None
        self._series = series
        self.spots = Spots.of(series)
        self.hovered = None
        self.picked = None if before is None else self.spots.find(before.name)
        nothing = np.empty(0)
        if series is None:
            self.used.set_places(nothing, nothing)
            self.aside.set_places(nothing, nothing)
        else:
            time, value = series.unused or (nothing, nothing)
            self.aside.set_places(on_axis(series, time), value, of=series)
            self.used.set_places(on_axis(series, series.time), series.value, series.weight, series)
        out = self.spots.kind == EXCLUDED
        places = self._on_axis(self.spots.time[out]), self.spots.value[out]
        self.crosses.set_places(*places, of=series)
        self._move_halo()

    def find(self, place: QPointF) -> int | None:
        """The reading at a place in pixels of the box; of several on one spot the one whose turn it
        is."""
        pixel = self._pixel
        if pixel is None:
            return None
        there, unit = self._box.mapToView(place), float(self._on_axis(np.ones(1))[0])
        reach = (REACH * pixel[0], REACH * pixel[1])
        nearest = self.spots.nearest(there.x() / unit, there.y(), reach)
        if nearest is None or self._turn is None:
            return nearest
        turn = [one for one in self.on_spot_of(nearest) if self.spots[one].name == self._turn]
        return turn[0] if turn else nearest

    def on_spot_of(self, place: int) -> list[int]:
        """Which readings no hand can tell from this one."""
        pixel = self._pixel
        if pixel is None:
            return [place]
        return self.spots.beside(place, (SAME_SPOT * pixel[0], SAME_SPOT * pixel[1]))

    def go_on(self, place: int) -> None:
        """The next one on this reading's spot has its turn."""
        there = self.on_spot_of(place)
        after = there[(there.index(place) + 1) % len(there)]
        self._turn = self.spots[after].name

    @property
    def _pixel(self) -> tuple[float, float] | None:
        """How much of the series' own times and values a pixel is."""
        room = self._box.rect()
        if not len(self.spots) or self._series is None or not room.width() or not room.height():
            return None
        (left, right), (low, high) = self._box.viewRange()
        unit = float(self._on_axis(np.ones(1))[0])
        return (right - left) / room.width() / unit, (high - low) / room.height()

    def point_at(self, place: QPointF | None) -> None:
        self.hovered = None if place is None else self.find(place)
        if self.hovered is None:
            self._turn = None
        self._move_halo()

    def pick(self, place: int | None) -> None:
        self.picked = place
        self._move_halo()

    def step(self, by: int) -> None:
        """On to the next reading in time: from the one under the mouse, else from the one before; a
        first step goes to the middle of what is in view."""
        if not len(self.spots):
            return
        if self.hovered is not None:
            self.picked, self.hovered = self.hovered, None
        if self.picked is None and abs(by) == 1:
            left, right = self._box.viewRange()[0]
            middle = 0.5 * (left + right) / float(self._on_axis(np.ones(1))[0])
            after = int(np.searchsorted(self.spots.time, middle))
            self.pick(min(after, len(self.spots) - 1))
        else:
            self.pick(int(np.clip((self.picked or 0) + by, 0, len(self.spots) - 1)))

    def place_of(self, spot: Spot) -> tuple[float, float]:
        """On the axes."""
        return float(self._on_axis(np.array([spot.time]))[0]), spot.value

    def _on_axis(self, time: Floats) -> Floats:
        return time if self._series is None else on_axis(self._series, time)

    def _move_halo(self) -> None:
        meant = self.meant
        self.halo.show_at(None if meant is None else self.place_of(meant), self._series)

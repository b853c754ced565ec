"""The points themselves: looked at, pointed at, drawn around."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.gui.fields import describe
from gpstudio.gui.literal import tip
from gpstudio.gui.season_map.colours import Looks
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr

MARGIN = 14.0
DOT, MANY_DOT, MANY = 4.0, 2.8, 600
"""Pixels from the middle to the rim; less where there are many."""
MOST_RINGS, PALE = 25, 0.25
REACH = 9.0
"""Pixels within which a point is meant."""
ZOOM, CLOSEST = 1.2, 60.0
ARROWS = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Down: (0.0, 1.0),
}


class MapPicture(QWidget):
    """A click opens a point's field; a stroke takes what it goes around; the wheel looks closer."""

    chosen = Signal(int)
    taken = Signal(object)
    """Places of the points that a stroke went around."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("season_map")
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        describe(
            self,
            tr("Map of seasons"),
            tr(
                "Each point is a year of a field. Click or Enter shows the field; draw around "
                "several to take them; the wheel zooms, arrow keys go from point to point."
            ),
        )
        self.theme = theme
        self.words: tuple[str, ...] = ()
        """What is told of each point."""
        self._places = np.empty((0, 2))
        self._looks: Looks | None = None
        self._shown: Flags = np.empty(0, dtype=bool)
        self._marked: Flags = np.empty(0, dtype=bool)
        self._here = -1
        self._closer, self._middle = 1.0, QPointF(0.5, 0.5)
        self._stroke: list[QPointF] = []

    def sizeHint(self) -> QSize:
        return QSize(360, 240)

    def show_places(self, places: Floats, words: tuple[str, ...]) -> None:
        """(n, 2), across and up."""
        self._places, self.words, self._here = places, words, -1
        self._shown = np.ones(len(places), dtype=bool)
        self._marked = np.zeros(len(places), dtype=bool)
        self._closer, self._middle = 1.0, QPointF(0.5, 0.5)
        self._stroke = []
        self.update()

    def show_looks(self, looks: Looks | None) -> None:
        self._looks = looks
        self.update()

    def mark(self, marked: Flags) -> None:
        """The shown field's, and what was taken: a ring each, or where they are many the others
        fade."""
        self._marked = marked
        self.update()

    @property
    def here(self) -> int:
        """The point that is pointed at; -1 where none is."""
        return self._here

    def spots(self) -> Floats:
        """Where the points are in pixels, (n, 2)."""
        if not len(self._places):
            return np.empty((0, 2))
        off = (self._shares() - [self._middle.x(), self._middle.y()]) * self._unit()
        return np.asarray(off + 0.5 * np.array([self.width(), self.height()]))

    def _shares(self) -> Floats:
        """Of all that is shown, from the left and from the top: places have no unit."""
        low, high = self._places.min(axis=0), self._places.max(axis=0)
        shares = (self._places - low) / np.where(high > low, high - low, 1.0)
        return np.asarray(np.stack([shares[:, 0], 1.0 - shares[:, 1]], axis=1))

    def _unit(self) -> Floats:
        """Pixels of the whole, across and up."""
        room = np.array([self.width(), self.height()]) - 2.0 * MARGIN
        return np.asarray(np.maximum(room, 1.0) * self._closer)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self.theme.card))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        spots = self.spots()
        if self._looks is not None and len(spots):
            self._paint_points(painter, spots, self._looks)
        if len(self._stroke) > 1:
            colour = QColor(self.theme.accent)
            painter.setPen(QPen(colour, 1.2, Qt.PenStyle.DashLine))
            colour.setAlphaF(0.12)
            painter.setBrush(colour)
            painter.drawPolygon(QPolygonF(self._stroke))
        painter.end()

    def _paint_points(self, painter: QPainter, spots: Floats, looks: Looks) -> None:
        size = DOT if len(spots) <= MANY else MANY_DOT
        painter.setPen(QPen(QColor(self.theme.card), 0.8))
        if self._is_crowd:
            painter.setOpacity(PALE)
            self._paint_dots(painter, spots, looks, ~self._marked, size)
            painter.setOpacity(1.0)
            self._paint_dots(painter, spots, looks, self._marked, size)
        else:
            self._paint_dots(painter, spots, looks, np.ones(len(spots), dtype=bool), size)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self.theme.text), 1.4))
            for x, y in spots[self._marked]:
                painter.drawEllipse(QPointF(x, y), size + 2.0, size + 2.0)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._here >= 0:
            painter.setPen(QPen(QColor(self.theme.accent), 2.0))
            x, y = spots[self._here]
            painter.drawEllipse(QPointF(x, y), size + 4.0, size + 4.0)

    @property
    def _is_crowd(self) -> bool:
        """Whether so many are marked that their rings would hide them: the others fade instead."""
        return int(self._marked.sum()) > MOST_RINGS

    def _paint_dots(
        self, painter: QPainter, spots: Floats, looks: Looks, shown: Flags, size: float
    ) -> None:
        # what is unknown below, the rest above it
        for which in reversed(range(len(looks.colours))):
            painter.setBrush(looks.colours[which])
            for x, y in spots[(looks.of == which) & shown]:
                painter.drawEllipse(QPointF(x, y), size, size)

    def point_near(self, where: QPointF) -> int:
        """-1 where none is near enough."""
        spots = self.spots()
        if not len(spots):
            return -1
        away = np.hypot(spots[:, 0] - where.x(), spots[:, 1] - where.y())
        nearest = int(away.argmin())
        return nearest if away[nearest] <= REACH else -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._stroke = [event.position()]

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._stroke:
            self._stroke.append(event.position())
            self.update()
            return
        self._point_at(self.point_near(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        stroke, self._stroke = self._stroke, []
        self.update()
        if not stroke:
            return
        gone = event.position() - stroke[0]
        short = gone.manhattanLength() < QApplication.startDragDistance()
        if len(stroke) < 4 or (short and _reach_of(stroke) < REACH):
            point = self.point_near(stroke[0])
            if point >= 0:
                self._point_at(point)
                self.chosen.emit(point)
            return
        self.taken.emit(self.within(QPolygonF(stroke)))

    def within(self, shape: QPolygonF) -> Integers:
        rule = Qt.FillRule.OddEvenFill
        inside = [shape.containsPoint(QPointF(x, y), rule) for x, y in self.spots()]
        return np.flatnonzero(np.array(inside, dtype=bool))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """All of it again."""
        if self.point_near(event.position()) < 0:
            self._closer, self._middle = 1.0, QPointF(0.5, 0.5)
            self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """What lies under the mouse stays there."""
        closer = self._closer * ZOOM ** (event.angleDelta().y() / 120.0)
        closer = float(np.clip(closer, 1.0, CLOSEST))
        off = np.array([event.position().x(), event.position().y()])
        off -= 0.5 * np.array([self.width(), self.height()])
        before = off / self._unit()
        self._closer = closer
        across, down = before - off / self._unit()
        self._middle += QPointF(float(across), float(down))
        if closer == 1.0:
            self._middle = QPointF(0.5, 0.5)
        self.update()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in ARROWS:
            self._step(*ARROWS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._here >= 0:
            self.chosen.emit(self._here)
        else:
            super().keyPressEvent(event)

    def _step(self, across: float, down: float) -> None:
        """To the nearest point that lies that way; the first one where none is pointed at."""
        spots = self.spots()
        if not len(spots):
            return
        if self._here < 0:
            self._point_at(0)
            return
        gap = spots - spots[self._here]
        along = gap @ np.array([across, down])
        aside = abs(gap @ np.array([down, across]))
        ahead = (along > 0.5) & (aside <= 2.0 * along)
        if ahead.any():
            cost = np.where(ahead, along + 2.0 * aside, np.inf)
            self._point_at(int(cost.argmin()))

    def _point_at(self, point: int) -> None:
        if point != self._here:
            self._here = point
            self.setCursor(
                Qt.CursorShape.PointingHandCursor if point >= 0 else Qt.CursorShape.ArrowCursor
            )
            self.setAccessibleDescription(self.words[point] if point >= 0 else "")
            self.update()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            point = self.point_near(QPointF(event.pos()))
            if point >= 0:
                area = QRectF(event.pos().x() - 4, event.pos().y() - 4, 8, 8).toRect()
                QToolTip.showText(event.globalPos(), tip(self.words[point]), self, area)
                return True
        return super().event(event)


def _reach_of(stroke: list[QPointF]) -> float:
    return max((point - stroke[0]).manhattanLength() for point in stroke)

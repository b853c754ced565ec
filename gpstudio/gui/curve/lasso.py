"""The lasso: readings are taken by drawing around them.

A stroke that runs straight spans a rectangle, as in every program; one that goes around takes what
it encloses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from gpstudio.core.arrays import Floats
from gpstudio.gui.curve.box import CurveBox
from gpstudio.gui.curve.describing import Description
from gpstudio.gui.curve.gestures import Stroke
from gpstudio.gui.curve.overlay import PixelOverlay
from gpstudio.gui.theme import Theme

STEP = 3.0
"""Pixels between two corners of a lasso: nobody draws finer."""
ROUND = 0.25
"""A stroke encloses what it goes around if that is more than this share of its rectangle."""


class Lasso(PixelOverlay):
    """Wants strokes while Shift is held, or all where a person has asked to select."""

    def __init__(
        self,
        box: CurveBox,
        take: Callable[[Floats], None],
        tell: Callable[[Floats], Description | None],
    ) -> None:
        """``take`` and ``tell`` are given the corners of what was drawn around, in the units of
        the axes."""
        super().__init__(box, height=70.0)
        self.is_on = False
        self._take, self._tell = take, tell
        self._corners: list[QPointF] = []
        self._line, self._fill = QColor(), QColor()

    def set_theme(self, theme: Theme) -> None:
        self._line, self._fill = QColor(theme.accent), QColor(theme.accent)
        self._fill.setAlphaF(0.12)

    def wants(self, stroke: Stroke) -> bool:
        return self.is_on or stroke.holds(Qt.KeyboardModifier.ShiftModifier)

    def move(self, stroke: Stroke) -> None:
        if not self._corners:
            self._corners.append(stroke.start)
        gone = stroke.now - self._corners[-1]
        if abs(gone.x()) + abs(gone.y()) >= STEP:
            self._corners.append(stroke.now)
        self.update()

    def end(self, stroke: Stroke) -> None:
        self.move(stroke)
        corners = self._on_axes()
        self.cancel()
        if len(corners):
            self._take(corners)

    def cancel(self) -> None:
        self._corners = []
        self.update()

    @property
    def description(self) -> Description | None:
        corners = self._on_axes()
        return self._tell(corners) if len(corners) else None

    def _on_axes(self) -> Floats:
        low, high = self.box.mapToView(QPointF(0.0, 0.0)), self.box.mapToView(QPointF(1.0, 1.0))
        scale = np.array([high.x() - low.x(), high.y() - low.y()])
        return np.array([low.x(), low.y()]) + self.shape_drawn * scale

    @property
    def shape_drawn(self) -> Floats:
        """Corners in pixels, (corners, 2): the way gone, or the rectangle of its ends."""
        if len(self._corners) < 2:
            return np.empty((0, 2))
        way = np.array([[point.x(), point.y()] for point in self._corners])
        (left, top), (right, bottom) = way.min(axis=0), way.max(axis=0)
        if enclosed(way) > ROUND * (right - left) * (bottom - top):
            return way
        return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])

    def paint(self, painter: QPainter, *_: Any) -> None:
        shape = self.shape_drawn
        if len(shape):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._line, 1.2, Qt.PenStyle.DashLine))
            painter.setBrush(self._fill)
            painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in shape]))


def enclosed(way: Floats) -> float:
    """The area that a closed way goes around, by the shoelace formula."""
    x, y = way[:, 0], way[:, 1]
    return 0.5 * abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1)))

"""Rivals on the curve's plot: a broken line each, and a legend that shows the same lines.

No two have the same dashes, so that they are told apart without their colours; the curve of the
Gaussian process alone is unbroken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QIcon, QPainter, QPainterPath, QPen

from gpstudio.core.arrays import Floats, Integers
from gpstudio.data.series import Series
from gpstudio.gui.broken_lines import (
    BENEATH_TAGS,
    GAP,
    MARGIN,
    ROOM_FOR_STRIP,
    SAMPLE,
    LineLegend,
    broken_pen,
    line_icon,
)
from gpstudio.gui.curve.of_field import OfField
from gpstudio.gui.date_axis import on_axis
from gpstudio.gui.theme import Theme
from gpstudio.phenology.rivals import METHODS
from gpstudio.session.rival_lines import RivalLine

WIDTH = 1.6
NEAR = 1.0 / 1_000.0
"""Of the readings' range: how far a drawn line may be from its curve. Broken lines of every point
would take Qt three times as long, and nobody would see more."""


def rival_name(method: str) -> str:
    """As short as a legend wants it."""
    return method.replace("_", " ").title()


def rival_pen(method: str, theme: Theme, painter: QPainter) -> QPen:
    place = METHODS.names.index(method)
    return broken_pen(place, QColor(theme.stage(place)), WIDTH, painter)


def rival_icon(method: str, theme: Theme, size: QSize, ratio: float) -> QIcon:
    return line_icon(lambda painter: rival_pen(method, theme, painter), size, ratio)


class RivalLines:
    """What is drawn of the rivals, on a plot that knows nothing of them."""

    def __init__(self, plot: Any, theme: Theme) -> None:
        """``plot`` is pyqtgraph's ``PlotItem``; rivals are drawn above all but what moves."""
        self._plot = plot
        self._theme = theme
        self.shown: tuple[RivalLine, ...] = ()
        self._items: dict[RivalLine, Any] = {}
        self.legend = _Legend(plot.getViewBox(), theme)

    def show(self, series: Series | None, lines: Sequence[RivalLine]) -> None:
        """These and no others; nothing where there is no series."""
        wanted = tuple(lines) if series is not None else ()
        if wanted == self.shown:
            return
        self.shown = wanted
        before, self._items = self._items, {}
        for line in wanted:
            item = before.pop(line, None)
            if item is None and series is not None:
                item = _Line(line, series, self._theme)
                item.setZValue(BENEATH_TAGS)
                self._plot.addItem(item, ignoreBounds=True)
            self._items[line] = item
        for item in before.values():
            self._plot.removeItem(item)
        self.legend.be_of(series)
        self.legend.show_methods([line.method for line in wanted])

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for item in self._items.values():
            item.theme = theme
            item.update()
        self.legend.theme = theme
        self.legend.update()


class _Line(OfField, pg.GraphicsObject):
    """One rival; its pieces are not joined, because they do not meet."""

    def __init__(self, line: RivalLine, series: Series, theme: Theme) -> None:
        super().__init__()
        self.be_of(series)
        self.theme = theme
        self._method = line.method
        self._path = path_of(line, series)

    def boundingRect(self) -> QRectF:
        across, down = self.pixelVectors()
        if across is None or down is None:
            return self._path.boundingRect()
        x, y = 2.0 * WIDTH * across.x(), 2.0 * WIDTH * abs(down.y())
        return self._path.boundingRect().adjusted(-x, -y, x, y)

    def viewTransformChanged(self) -> None:
        super().viewTransformChanged()
        self.prepareGeometryChange()

    def paint(self, painter: QPainter, *_: Any) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(rival_pen(self._method, self.theme, painter))
        painter.drawPath(self._path)


def path_of(line: RivalLine, series: Series) -> QPainterPath:
    """Piece by piece, without what is not there."""
    x, y = on_axis(series, line.time), line.value
    there = np.isfinite(y)
    tolerance = NEAR * (float(np.ptp(series.value)) or 1.0)
    path = QPainterPath()
    breaks = np.flatnonzero((np.diff(line.part) != 0) | (np.diff(there.astype(np.int8)) != 0)) + 1
    for piece in np.split(np.arange(len(x)), breaks):
        if len(piece) > 1 and there[piece[0]]:
            kept = piece[telling(y[piece], tolerance)]
            path.addPolygon(pg.functions.arrayToQPolygonF(x[kept], y[kept]))
    return path


def telling(y: Floats, tolerance: float) -> Integers:
    """Which of even points suffice: lines between them miss no other by more than the tolerance.

    A cone of slopes that pass all points so far gets narrower; a point outside of it begins anew
    from the one before."""
    kept, low, high = [0], -np.inf, np.inf
    values = y.tolist()
    for place in range(1, len(values)):
        begun = kept[-1]
        rise, run = values[place] - values[begun], place - begun
        if not low <= rise / run <= high:
            kept.append(place - 1)
            rise, run, low, high = values[place] - values[place - 1], 1, -np.inf, np.inf
        low, high = max(low, (rise - tolerance) / run), min(high, (rise + tolerance) / run)
    return np.array([*kept, len(values) - 1])


class _Legend(LineLegend):
    """In as many rows as it needs."""

    def __init__(self, box: pg.ViewBox, theme: Theme) -> None:
        super().__init__(box, theme, 60.0)
        self.methods: list[str] = []
        self._high = 0.0

    @property
    def taken(self) -> float:
        """Pixels that it takes with a gap above it, for legends that stand there."""
        return self._high + GAP if self.methods else 0.0

    def show_methods(self, methods: Sequence[str]) -> None:
        self.methods = list(methods)
        self.setVisible(bool(methods))
        self.update()

    def paint(self, painter: QPainter, *_: Any) -> None:
        metrics = QFontMetricsF(painter.font())
        widest = max(metrics.horizontalAdvance(rival_name(method)) for method in self.methods)
        whole, wide, high = self.boundingRect(), SAMPLE + 3 * GAP + widest, metrics.height()
        across = min(max(int((whole.width() - 2 * MARGIN) / wide), 1), len(self.methods))
        rows = -(-len(self.methods) // across)
        frame = QRectF(0.0, 0.0, across * wide + GAP, rows * high + GAP)
        self._high = frame.height()
        frame.moveBottomLeft(whole.bottomLeft() + QPointF(MARGIN, -ROOM_FOR_STRIP))
        self.paint_ground(painter, frame)
        for place, method in enumerate(self.methods):
            left = frame.left() + GAP + place % across * wide
            top = frame.top() + GAP / 2 + place // across * high
            pen = rival_pen(method, self.theme, painter)
            entry = QRectF(left, top, SAMPLE + 2 * GAP + widest, high)
            self.paint_entry(painter, pen, rival_name(method), entry)

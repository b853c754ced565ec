"""Kept fits on the curve's plot: a broken line and a band each, and a legend in words.

No two have the same dashes, so that they are told apart without their colours; the curve of the
newest fit alone is unbroken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pyqtgraph as pg
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QIcon,
    QPainter,
    QPen,
    QTransform,
)

from gpstudio.core.arrays import Floats
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
from gpstudio.gui.curve_items import exposed, in_pixels, is_screen, pixel_of
from gpstudio.gui.date_axis import on_axis
from gpstudio.gui.kept.dashes import strokes
from gpstudio.gui.theme import Theme
from gpstudio.session.kept import KeptCurve

WIDTH, EDGE = 2.0, 0.9
"""Pixels of the mean, and of the band's edges."""
ROOM_FOR_STROKES = 20.0
"""Widths of a line by which more of it is painted than was asked for: dashes end beyond."""
COLOURS = (1, 0, 2, 3, 5)
"""Places among the theme's stage colours; the sky blue there is too near the curve's own."""


@dataclass(frozen=True, eq=False)
class KeptLine:
    """One kept fit as it is drawn."""

    key: str
    words: str
    curve: KeptCurve
    slot: int
    """Which dashes and colour it has."""

    @property
    def drawn(self) -> tuple[str, int, int]:
        """Equal for what looks alike."""
        return self.key, self.slot, id(self.curve.mean)


def kept_colour(slot: int, theme: Theme) -> QColor:
    return QColor(theme.stage(COLOURS[slot % len(COLOURS)]))


def kept_pen(slot: int, theme: Theme, painter: QPainter, width: float = WIDTH) -> QPen:
    return broken_pen(slot, kept_colour(slot, theme), width, painter)


def kept_icon(slot: int, theme: Theme, size: QSize, ratio: float) -> QIcon:
    return line_icon(lambda painter: kept_pen(slot, theme, painter), size, ratio)


class KeptLines:
    """What is drawn of kept fits, on a plot that knows nothing of them."""

    def __init__(self, plot: Any, theme: Theme, beneath: Callable[[], float]) -> None:
        """``plot`` is pyqtgraph's ``PlotItem``; ``beneath`` says how many pixels other legends
        take at the lower edge."""
        self._plot = plot
        self._theme = theme
        self.shown: tuple[KeptLine, ...] = ()
        self.items: dict[tuple[str, int, int], _Line] = {}
        self.legend = _Legend(plot.getViewBox(), theme, beneath)

    def show(self, series: Series | None, lines: Sequence[KeptLine]) -> None:
        """These and no others; nothing where there is no series."""
        wanted = tuple(lines) if series is not None else ()
        before, self.items = self.items, {}
        for line in wanted:
            item = before.pop(line.drawn, None)
            if item is None and series is not None:
                item = _Line(line, series, self._theme)
                item.setZValue(BENEATH_TAGS)
                self._plot.addItem(item, ignoreBounds=True)
            if item is not None:
                self.items[line.drawn] = item
        for item in before.values():
            self._plot.removeItem(item)
        self.shown = wanted
        self.legend.be_of(series)
        self.legend.show_lines(wanted)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for item in self.items.values():
            item.theme = theme
            item.update()
        self.legend.theme = theme
        self.legend.update()


class _Line(OfField, pg.GraphicsObject):
    """Mean and band of one kept fit; the band by its edges, since the curve's own lies there."""

    def __init__(self, line: KeptLine, series: Series, theme: Theme) -> None:
        super().__init__()
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.be_of(series)
        self.theme = theme
        self._slot = line.slot
        curve = line.curve
        self._x = on_axis(series, curve.time)
        self._drawn = ((curve.upper, EDGE), (curve.lower, EDGE), (curve.mean, WIDTH))
        low, high = float(curve.lower.min()), float(curve.upper.max())
        self._reach = QRectF(self._x[0], low, self._x[-1] - self._x[0], high - low)

    def boundingRect(self) -> QRectF:
        pixel = pixel_of(self)
        if pixel is None:
            return self._reach
        x, y = 2.0 * WIDTH * pixel[0], 2.0 * WIDTH * pixel[1]
        return self._reach.adjusted(-x, -y, x, y)

    def viewTransformChanged(self) -> None:
        super().viewTransformChanged()
        self.prepareGeometryChange()

    def paint(self, painter: QPainter, option: Any = None, *_: Any) -> None:
        if len(self._x) < 2:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        box = self.getViewBox()
        with in_pixels(painter) as pixels:
            for y, width in self._drawn:
                pen = kept_pen(self._slot, self.theme, painter, width)
                if box is None or not is_screen(painter):
                    painter.setPen(pen)
                    painter.drawPolyline(pixels.polygon(self._x, y))
                else:
                    self._stroke(painter, pen, pixels.way, y, exposed(box.viewRect(), option, 0.0))

    def _stroke(
        self, painter: QPainter, pen: QPen, way: QTransform, y: Floats, part: QRectF
    ) -> None:
        """On screen, stroke by stroke."""
        x = way.m11() * self._x + way.dx()
        left, right = (way.m11() * end + way.dx() for end in (part.left(), part.right()))
        width, pattern = pen.widthF(), pen.dashPattern()
        far = ROOM_FOR_STROKES * width
        found = strokes(x, way.m22() * y + way.dy(), pattern, width, left - far, right + far)
        pen.setStyle(Qt.PenStyle.SolidLine)
        painter.setPen(pen)
        lines = PrimitiveArray(QLineF, 4)
        lines.resize(len(found))
        lines.ndarray()[:] = found
        painter.drawLines(*lines.drawargs())


class _Legend(LineLegend):
    """One line under the other, above other legends."""

    def __init__(self, box: pg.ViewBox, theme: Theme, beneath: Callable[[], float]) -> None:
        super().__init__(box, theme, 61.0)
        self._beneath = beneath
        self.lines: tuple[KeptLine, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(line.words for line in self.lines)

    def show_lines(self, lines: tuple[KeptLine, ...]) -> None:
        self.lines = lines
        self.setVisible(bool(lines))
        self.update()

    def paint(self, painter: QPainter, *_: Any) -> None:
        metrics, whole = QFontMetricsF(painter.font()), self.boundingRect()
        room = max(whole.width() - 2 * MARGIN - SAMPLE - 3 * GAP, 40.0)
        middle = Qt.TextElideMode.ElideMiddle
        texts = [metrics.elidedText(words, middle, room) for words in self.words]
        widest, high = max(map(metrics.horizontalAdvance, texts)), metrics.height()
        frame = QRectF(0.0, 0.0, SAMPLE + 3 * GAP + widest, len(texts) * high + GAP)
        lift = ROOM_FOR_STRIP + self._beneath()
        frame.moveBottomLeft(whole.bottomLeft() + QPointF(MARGIN, -lift))
        self.paint_ground(painter, frame)
        for place, (line, text) in enumerate(zip(self.lines, texts, strict=True)):
            left, top = frame.left() + GAP, frame.top() + GAP / 2 + place * high
            pen = kept_pen(line.slot, self.theme, painter)
            self.paint_entry(painter, pen, text, QRectF(left, top, SAMPLE + 2 * GAP + widest, high))

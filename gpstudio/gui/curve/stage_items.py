"""What the plot draws of stages beneath and on the curve: intervals, lines, and their marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gpstudio.data.series import Series
from gpstudio.gui.curve.of_field import OfField
from gpstudio.gui.curve.overlay import PixelOverlay
from gpstudio.gui.curve.stage_marks import StageMark, mine
from gpstudio.gui.curve_items import Everywhere, exposed, in_pixels, pixel_of, thick
from gpstudio.gui.doubt import Doubt
from gpstudio.gui.stage_looks import draw_mark
from gpstudio.gui.theme import Theme

WIDEST = 3.0
"""Pixels of a line."""
SIZE = 9.0
"""Pixels of a mark."""
OUTER, INNER = 0.16, 0.20
"""Opacities of the 90 % interval, and of the 50 % interval on top of it."""
TICK = 8.0
"""Pixels: how far the stages of other seasons reach into the plot."""


class StageLines(Everywhere):
    """Intervals as stripes, the darker half of them inside, and a line on each date; ticks at the
    upper edge for other seasons', and one grey band where a season's dates are in doubt."""

    def __init__(self) -> None:
        super().__init__()
        self._stripes: list[tuple[float, float, QColor]] = []
        self._lines: list[tuple[float, QColor, float, Qt.PenStyle, bool]] = []
        self._pens: list[tuple[float, QPen, bool]] = []
        self._fine = 0.0
        """Of the device that the pens were made for."""

    def show_marks(
        self,
        marks: Sequence[StageMark],
        meant: tuple[str, str] | None,
        theme: Theme,
        of: Series | None = None,
        doubt: Doubt | None = None,
    ) -> None:
        """Everything is made ready here, since painting follows a hand."""
        self.be_of(of)
        self._stripes, self._lines, self._fine = [], [], 0.0
        if doubt is not None:
            grey = QColor(theme.quiet)
            grey.setAlphaF(OUTER)
            self._stripes.append((*doubt.ends, grey))
        for mark in marks:
            is_meant = mark.name == meant
            if (mark.is_shaded and mark.is_mine) or is_meant:
                for ends, opacity in ((mark.outer, OUTER), (mark.inner, INNER)):
                    self._stripes.append((*ends, mark.colour(theme, opacity)))
            is_whole = mark.is_mine or is_meant
            width = 3.0 if is_meant else 2.0
            stroke = mark.stroke if is_whole else Qt.PenStyle.SolidLine
            self._lines.append((mark.x, mark.colour(theme), width, stroke, is_whole))
        self.update()

    @property
    def stripes(self) -> list[tuple[float, float]]:
        """From where to where it is shaded."""
        return [(left, right) for left, right, _ in self._stripes]

    def paint(self, painter: QPainter, option: Any = None, *_: Any) -> None:
        pixel = pixel_of(self)
        if pixel is None:
            return
        view = exposed(self.boundingRect(), option, WIDEST * pixel[0])
        self._make_pens(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        with in_pixels(painter) as pixels:
            box, way = pixels.way.mapRect(view), pixels.way
            for start, end, colour in self._stripes:
                left, right = max(start, view.left()), min(end, view.right())
                if left < right:
                    x = way.m11() * left + way.dx()
                    wide = way.m11() * (right - left)
                    painter.fillRect(QRectF(x, box.top(), wide, box.height()), colour)
            tick = TICK * painter.device().devicePixelRatioF()
            for place, pen, is_whole in self._pens:
                if view.left() <= place <= view.right():
                    painter.setPen(pen)
                    x = way.m11() * place + way.dx()
                    foot = box.bottom() if is_whole else box.top() + tick
                    painter.drawLine(QPointF(x, box.top()), QPointF(x, foot))

    def _make_pens(self, painter: QPainter) -> None:
        """Once for a device."""
        fine = painter.device().devicePixelRatioF()
        if fine == self._fine:
            return
        self._fine, self._pens = fine, []
        for place, colour, width, stroke, is_whole in self._lines:
            pen = thick(colour, width, painter)
            pen.setStyle(stroke)
            self._pens.append((place, pen, is_whole))


class StageSigns(OfField, PixelOverlay):
    """The mark of each of the shown season's stages on the curve; with bars for intervals that are
    not shaded."""

    def __init__(self, box: pg.ViewBox) -> None:
        super().__init__(box, height=12.0)
        self._marks: Sequence[StageMark] = ()
        self._theme: Theme | None = None

    def show_marks(
        self, marks: Sequence[StageMark], theme: Theme, of: Series | None = None
    ) -> None:
        self.be_of(of)
        self._marks, self._theme = mine(marks), theme
        self.update()

    def paint(self, painter: QPainter, *_: Any) -> None:
        left, right = self.box.viewRange()[0]
        seen = [m for m in self._marks if m.outer[0] <= right and m.outer[1] >= left]
        if self._theme is None:
            return
        for mark in seen:
            if not mark.is_shaded:
                y = self.down(mark.height)
                for ends, width in ((mark.outer, 1.2), (mark.inner, 3.2)):
                    painter.setPen(QPen(mark.colour(self._theme), width))
                    start, end = (self.across(x) for x in ends)
                    self.draw_line(painter, QPointF(start, y), QPointF(end, y))
        for mark in seen:
            if not left <= mark.x <= right:
                continue
            place = self.at(mark.x, mark.height)
            draw_mark(painter, mark.stage.stage, place, SIZE, self._theme)

"""The rule of the stage that is meant, drawn over the curve."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gpstudio.data.series import Series
from gpstudio.gui.curve.of_field import OfField
from gpstudio.gui.curve.overlay import PixelOverlay
from gpstudio.gui.date_axis import on_axis
from gpstudio.gui.theme import Theme
from gpstudio.session.guides import Guide, GuideLine, Part

STROKES: Mapping[Part, tuple[Qt.PenStyle, float]] = MappingProxyType(
    {
        "ground": (Qt.PenStyle.DotLine, 1.2),
        "top": (Qt.PenStyle.DotLine, 1.2),
        "level": (Qt.PenStyle.DashLine, 1.8),
        "tangent": (Qt.PenStyle.SolidLine, 1.6),
    }
)
LETTERS = 11
MARGIN = 3.0
ROOM_FOR_WORDS = 90.0
"""Pixels of a line below which its words would cover the curve."""


class GuideLines(OfField, PixelOverlay):
    """Level, ground, top and tangent, with the numbers they stand for."""

    def __init__(self, box: pg.ViewBox) -> None:
        super().__init__(box, height=14.0)
        self.guide = Guide()
        self._series: Series | None = None
        self._number: Callable[[float], str] = str
        self._colour, self._card, self._text = QColor(), QColor(), QColor()

    def show_guide(
        self,
        guide: Guide,
        series: Series,
        colour: QColor,
        theme: Theme,
        number: Callable[[float], str],
    ) -> None:
        """``number`` writes a height as the rest of the plot does."""
        self.be_of(series)
        self.guide, self._series, self._colour = guide, series, colour
        self._card, self._text, self._number = QColor(theme.card), QColor(theme.text), number
        self.update()

    def clear(self) -> None:
        if self._series is not None:
            self.guide, self._series = Guide(), None
            self.update()

    def paint(self, painter: QPainter, *_: Any) -> None:
        if self._series is None or self.guide.point is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for line in self.guide.lines:
            style, width = STROKES[line.part]
            painter.setPen(QPen(self._colour, width, style))
            self.draw_line(painter, self._place(line.start), self._place(line.end))
        font = painter.font()
        font.setPixelSize(LETTERS)
        painter.setFont(font)
        for line in self.guide.lines:
            long = abs(self._place(line.end).x() - self._place(line.start).x()) >= ROOM_FOR_WORDS
            if line.part != "tangent" and long:
                self._label(painter, line)
        painter.setPen(QPen(self._colour, 2.0))
        painter.setBrush(self._card)
        painter.drawEllipse(self._place(self.guide.point), 4.0, 4.0)

    def _label(self, painter: QPainter, line: GuideLine) -> None:
        """The height and its name, at the end that is farther from the curve's middle."""
        start, end = self._place(line.start), self._place(line.end)
        words = f"{line.part} {self._number(line.start[1])}"
        metrics = painter.fontMetrics()
        width, height = metrics.horizontalAdvance(words) + 2 * MARGIN, metrics.height()
        left = start.x() if start.x() <= end.x() else start.x() - width
        left = min(max(left, 0.0), self.box.rect().width() - width)
        below = line.part == "ground"
        top = start.y() + 1.0 if below else start.y() - height - 1.0
        box = QRectF(left, top, width, height)
        back = QColor(self._card)
        back.setAlphaF(0.85)
        painter.fillRect(box, back)
        painter.setPen(self._text)
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), words)

    def _place(self, place: tuple[float, float]) -> QPointF:
        assert self._series is not None
        x = float(on_axis(self._series, np.array([place[0]]))[0])
        return self.at(x, place[1])

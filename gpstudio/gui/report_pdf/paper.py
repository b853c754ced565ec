"""A sheet of paper to draw on, measured in points (1/72 inch) from its upper left corner."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QPen,
    QPolygonF,
)

from gpstudio.core.arrays import Floats
from gpstudio.gui.theme import LIGHT
from gpstudio.translation import tr

LETTERS = tr("DejaVu Sans")
"""The fonts that come with the program, so that a page looks the same on every machine."""
DOTS = 1_200
"""An inch."""
POINTS = 72.0
MARGIN = 42.0
LEADING = 1.28
"""Height of a line in sizes of its letters."""
BREAKS = re.compile(r"(?<=[\s/_,;-])")


@dataclass(frozen=True)
class Style:
    size: float
    bold: bool = False
    colour: str = LIGHT.text

    @property
    def leading(self) -> float:
        return LEADING * self.size


class Paper:
    """What is drawn stands in the file as it is named here: letters as letters, lines as lines."""

    def __init__(self, writer: QPdfWriter, painter: QPainter) -> None:
        self.painter = painter
        self._device = writer
        self._unit = DOTS / POINTS
        whole = writer.pageLayout().fullRect(QPageLayout.Unit.Point)
        self.width, self.height = whole.width(), whole.height()
        self._metrics = lru_cache(maxsize=None)(self._measured)
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    @property
    def inner(self) -> QRectF:
        """Inside the margins."""
        return QRectF(0.0, 0.0, self.width, self.height).adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)

    def dots(self, length: float) -> float:
        """A length as the painter counts it."""
        return length * self._unit

    def place(self, x: float, y: float) -> QPointF:
        return QPointF(self.dots(x), self.dots(y))

    def box(self, box: QRectF) -> QRectF:
        return QRectF(self.place(box.left(), box.top()), self.place(box.right(), box.bottom()))

    def width_of(self, text: str, style: Style) -> float:
        return self._metrics(style).horizontalAdvance(text) / self._unit

    def short(self, text: str, style: Style, width: float) -> str:
        """With its middle left out where it is too long: names are told apart by their ends."""
        middle = Qt.TextElideMode.ElideMiddle
        return self._metrics(style).elidedText(text, middle, self.dots(width))

    def lines(self, text: str, style: Style, width: float, most: int = 10_000) -> list[str]:
        """The text in lines of that width; the last of too many ends in an ellipsis."""
        made: list[str] = []
        line = ""
        for word in BREAKS.split(" ".join(text.split())):
            if self.width_of((line + word).rstrip(), style) <= width:
                line += word
                continue
            if line.strip():
                made.append(line.rstrip())
            *full, line = self._chopped(word, style, width)
            made += full
        if line.strip():
            made.append(line.rstrip())
        if len(made) <= most:
            return made
        rest = " ".join([made[most - 1], *made[most:]])
        right = Qt.TextElideMode.ElideRight
        return [
            *made[: most - 1],
            self._metrics(style).elidedText(rest, right, self.dots(width)),
        ]

    def _chopped(self, word: str, style: Style, width: float) -> list[str]:
        """A word that is wider than a line, cut where it must be."""
        parts = [""]
        for letter in word:
            if parts[-1] and self.width_of(parts[-1] + letter, style) > width:
                parts.append("")
            parts[-1] += letter
        return parts

    def write(self, x: float, y: float, text: str, style: Style, right: bool = False) -> None:
        """From its base line, which is ``y``; to the left of ``x`` where ``right`` is wanted."""
        if not text:
            return
        if right:
            x -= self.width_of(text, style)
        self.painter.setFont(_font(style))
        self.painter.setPen(QColor(style.colour))
        self.painter.drawText(self.place(x, y), text)

    def write_lines(self, x: float, y: float, lines: Sequence[str], style: Style) -> float:
        """From the top at ``y``; where the next one would begin."""
        for line in lines:
            self.write(x, y + style.size, line, style)
            y += style.leading
        return y

    def rule(self, x: float, y: float, width: float) -> None:
        self.line(x, y, x + width, y, LIGHT.border, 0.5)

    def line(
        self,
        x: float,
        y: float,
        to_x: float,
        to_y: float,
        colour: str,
        width: float,
        stroke: Qt.PenStyle = Qt.PenStyle.SolidLine,
    ) -> None:
        self.painter.setPen(self.pen(colour, width, stroke))
        self.painter.drawLine(QLineF(self.place(x, y), self.place(to_x, to_y)))

    def fill(self, box: QRectF, colour: str, opacity: float = 1.0) -> None:
        shade = QColor(colour)
        shade.setAlphaF(opacity)
        self.painter.fillRect(self.box(box), shade)

    def curve(
        self,
        x: Floats,
        y: Floats,
        colour: str,
        width: float,
        stroke: Qt.PenStyle = Qt.PenStyle.SolidLine,
    ) -> None:
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.setPen(self.pen(colour, width, stroke))
        self.painter.drawPolyline(self._polygon(x, y))

    def area(self, x: Floats, y: Floats, colour: str, opacity: float = 1.0) -> None:
        shade = QColor(colour)
        shade.setAlphaF(opacity)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(QBrush(shade))
        self.painter.drawPolygon(self._polygon(x, y))

    def dot(self, x: float, y: float, radius: float, colour: str, open: bool = False) -> None:
        self.painter.setPen(self.pen(colour, 0.6) if open else Qt.PenStyle.NoPen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush if open else QBrush(QColor(colour)))
        self.painter.drawEllipse(self.place(x, y), self.dots(radius), self.dots(radius))

    def pen(self, colour: str, width: float, stroke: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
        pen = QPen(QColor(colour), self.dots(width))
        pen.setStyle(stroke)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        return pen

    def _polygon(self, x: Floats, y: Floats) -> QPolygonF:
        places = np.column_stack([x, y]) * self._unit
        return QPolygonF([QPointF(*place) for place in places.tolist()])

    def _measured(self, style: Style) -> QFontMetricsF:
        return QFontMetricsF(_font(style), self._device)


def page_size(territory: str) -> QPageSize:
    """Letter where people use it (CLDR, supplemental data, ``paperSize``), else A4."""
    letter = territory in LETTER_COUNTRIES
    return QPageSize(QPageSize.PageSizeId.Letter if letter else QPageSize.PageSizeId.A4)


LETTER_COUNTRIES = frozenset("BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split())


def _font(style: Style) -> QFont:
    font = QFont(LETTERS)
    font.setPointSizeF(style.size)
    font.setBold(style.bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    # who looks for "flowering" would not find it with two letters made one
    font.setFeature(QFont.Tag.fromString("liga"), 0)
    return font

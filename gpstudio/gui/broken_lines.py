"""What broken lines over the curve share: their look, in tables too, and how legends paint them."""

from __future__ import annotations

from collections.abc import Callable

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap

from gpstudio.gui.curve.of_field import OfField
from gpstudio.gui.curve.overlay import PixelOverlay
from gpstudio.gui.curve_items import thick
from gpstudio.gui.theme import Theme

DASHES: tuple[tuple[float, ...], ...] = (
    (6.0, 2.5),
    (1.0, 2.0),
    (9.0, 2.5, 1.5, 2.5),
    (2.5, 2.0),
    (5.0, 2.0, 1.0, 2.0, 1.0, 2.0),
    (14.0, 3.0),
    (8.0, 2.0, 3.0, 2.0),
    (1.0, 5.0),
    (14.0, 2.0, 1.5, 2.0, 1.5, 2.0, 1.5, 2.0),
)
"""Lengths of dashes and gaps, in widths of the line; one for each line of a kind."""
MARGIN, GAP, SAMPLE = 8.0, 7.0, 36.0
"""Pixels: about the legend, inside it, and of the line that it shows."""
ROOM_FOR_STRIP = 50.0
"""Pixels that stay free beneath it, for names of seasons and the handles of their ends."""
BENEATH_TAGS = 20.0
"""Above curve and readings, beneath the names of stages."""


def broken_pen(place: int, colour: QColor, width: float, painter: QPainter) -> QPen:
    pen = thick(colour, width, painter)
    pen.setDashPattern(DASHES[place % len(DASHES)])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def line_icon(pen: Callable[[QPainter], QPen], size: QSize, ratio: float) -> QIcon:
    """The line as it is drawn, for tables."""
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen(painter))
    middle = size.height() / 2.0
    painter.drawLine(QLineF(0.0, middle, size.width(), middle))
    painter.end()
    return QIcon(picture)


class LineLegend(OfField, PixelOverlay):
    """Along the lower edge; whoever makes one paints its entries on its ground."""

    def __init__(self, box: pg.ViewBox, theme: Theme, height: float) -> None:
        super().__init__(box, height)
        self.theme = theme
        self.setVisible(False)

    def paint_ground(self, painter: QPainter, frame: QRectF) -> None:
        back = QColor(self.theme.card)
        back.setAlphaF(0.85)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.theme.border), 1.0))
        painter.setBrush(back)
        painter.drawRoundedRect(frame, 5.0, 5.0)

    def paint_entry(self, painter: QPainter, pen: QPen, words: str, box: QRectF) -> None:
        """A line and what it is; ``box`` begins where the line does."""
        left, middle = box.left(), box.center().y()
        painter.setPen(pen)
        painter.drawLine(QLineF(left, middle, left + SAMPLE, middle))
        painter.setPen(QColor(self.theme.text))
        room = box.adjusted(SAMPLE + GAP, 0.0, 0.0, 0.0)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), words)

"""Many thin curves as one item: joint draws, or the courses of earlier seasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter

from gpstudio.core.arrays import Floats
from gpstudio.data.series import Series
from gpstudio.gui.curve.sampling import cut, sampled
from gpstudio.gui.curve_items import COLUMN, MARGIN, Everywhere, exposed, in_pixels, pixel_of, thick

DENSE = 8
"""Points a column up to which all are drawn: thin lines are sooner drawn than thinned."""


class DrawnLines(Everywhere):
    def __init__(self, width: float = 1.0, opacity: float = 1.0) -> None:
        super().__init__()
        self._width, self._opacity = width, opacity
        self._lines: Sequence[tuple[Floats, Floats]] = ()
        self._colour = QColor()

    @property
    def count(self) -> int:
        return len(self._lines)

    def set_colour(self, colour: str) -> None:
        self._colour = QColor(colour)
        self._colour.setAlphaF(self._opacity)
        self.update()

    def set_lines(self, lines: Sequence[tuple[Floats, Floats]], of: Series | None = None) -> None:
        """Each with ascending places."""
        self.be_of(of)
        self._lines = lines
        self.update()

    def paint(self, painter: QPainter, option: Any = None, *_: Any) -> None:
        pixel = pixel_of(self)
        if not self._lines or pixel is None:
            return
        view = exposed(self.boundingRect(), option, MARGIN * pixel[0])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(thick(self._colour, self._width, painter))
        with in_pixels(painter) as pixels:
            for line in self._lines:
                x, y = cut(line[0], view.left(), view.right(), line[1])
                places = sampled(x, y, view.left(), view.right(), COLUMN * pixel[0], DENSE)
                if len(places) > 1:
                    painter.drawPolyline(pixels.polygon(x[places], y[places]))

"""Items that are measured in pixels of the plot's box, such as names, marks and handles.

They stand above the curve and keep their size however the view is moved.
"""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from gpstudio.gui.guarded import Guarded


class PixelOverlay(Guarded, pg.GraphicsObject):
    """Drawn on the box itself: its units are pixels, its origin the box's upper left corner."""

    def __init__(self, box: pg.ViewBox, height: float) -> None:
        """``height`` orders overlays that cover each other."""
        super().__init__()
        self.box = box
        self.setParentItem(box)
        self.setZValue(height)
        box.sigRangeChanged.connect(self.moved)
        box.sigResized.connect(self._resized)

    def boundingRect(self) -> QRectF:
        return QRectF(self.box.rect())

    def moved(self, *_: object) -> None:
        """The view has moved under it."""
        self.update()

    def _resized(self, *_: object) -> None:
        self.prepareGeometryChange()
        self.moved()

    def across(self, x: float) -> float:
        """Pixels from the left for a place on the horizontal axis."""
        left, right = self.box.viewRange()[0]
        return float((x - left) / (right - left) * self.box.rect().width())

    def down(self, y: float) -> float:
        """Pixels from the top for a place on the vertical axis."""
        low, high = self.box.viewRange()[1]
        return float((high - y) / (high - low) * self.box.rect().height())

    def at(self, x: float, y: float) -> QPointF:
        return QPointF(self.across(x), self.down(y))

    def seen(self, start: QPointF, end: QPointF) -> tuple[QPointF, QPointF] | None:
        """What of a straight line lies on the box (Liang and Barsky 1984); some kinds of files
        cannot hide what is drawn outside."""
        box, way = self.box.rect(), end - start
        first, last = 0.0, 1.0
        for step, room in (
            (-way.x(), start.x()),
            (way.x(), box.width() - start.x()),
            (-way.y(), start.y()),
            (way.y(), box.height() - start.y()),
        ):
            if step == 0.0 and room < 0.0:
                return None
            if step < 0.0:
                first = max(first, room / step)
            elif step > 0.0:
                last = min(last, room / step)
        if first > last:
            return None
        return start + way * first, start + way * last

    def draw_line(self, painter: QPainter, start: QPointF, end: QPointF) -> None:
        """As much of a line as lies on the box."""
        part = self.seen(start, end)
        if part is not None:
            painter.drawLine(*part)

"""A small picture of a table's readings, in the colours of the window."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpstudio.gui.guarded import Guarded
from gpstudio.gui.welcome.shapes import Shape

ALONE = 1
"""Of so few fields readings are dots too."""
INSET, ROUND = 5.0, 4.0
WIDTH, FAINT = 1.5, 0.4


class Thumbnail(Guarded, QWidget):
    """Empty until its shape is known. It says nothing that the words beside it do not say."""

    def __init__(
        self, width: int, height: int, sign: str = "", parent: QWidget | None = None
    ) -> None:
        """``sign`` stands for readings that nobody can draw yet."""
        super().__init__(parent)
        self._sign = sign
        self._size = QSize(width, height)
        self.shape: Shape = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        return self._size

    def show_shape(self, shape: Shape | None) -> None:
        self.shape = shape or ()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            self._paint(painter)
        finally:
            painter.end()

    def _paint(self, painter: QPainter) -> None:
        roles, colours = QPalette.ColorRole, self.palette()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colours.color(roles.Midlight), 1.0))
        painter.setBrush(colours.color(roles.Window))
        whole = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(whole, ROUND, ROUND)
        box = whole.adjusted(INSET, INSET, -INSET, -INSET)
        line = QColor(colours.color(roles.Highlight))
        dot = colours.color(roles.Text)
        if len(self.shape) > ALONE:
            line.setAlphaF(FAINT)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if not self.shape and self._sign:
            font = painter.font()
            font.setPixelSize(round(0.8 * box.height()))
            font.setBold(True)
            painter.setFont(font)
            painter.setPen(line)
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), self._sign)
        for points in self.shape:
            places = QPolygonF([
                QPointF(box.left() + x * box.width(), box.top() + y * box.height())
                for x, y in points
            ])  # fmt: skip
            painter.setPen(QPen(line, WIDTH))
            painter.drawPolyline(places)
            if len(self.shape) <= ALONE:
                painter.setPen(QPen(dot, 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                painter.drawPoints(places)

"""A drawing on its white card, sharp at every size."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QScrollArea, QWidget

from gpstudio.translation import tr

LEGIBLE = 0.8
"""A drawing that must become smaller than this to be seen whole is scrolled instead."""
LARGEST = 1.7
ZOOMS = (0.5, 4.0)


class DrawingView(QScrollArea):
    """Shows one drawing: whole where it can be read so, else at its own size or as wide as the
    view."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lab_canvas")
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setAccessibleName(tr("Figure"))
        self._paper = _Paper()
        self._zoom = 1.0
        self.setWidget(self._paper)

    @property
    def scale(self) -> float:
        """Pixels for a unit of the drawing."""
        natural = self._paper.natural
        if natural.isEmpty():
            return 1.0
        room = self.maximumViewportSize()
        whole = min(room.width() / natural.width(), room.height() / natural.height())
        bar = self.verticalScrollBar().sizeHint().width()
        wide = (room.width() - bar) / natural.width()
        fitting = min(whole, LARGEST) if whole >= min(LEGIBLE, wide) else min(wide, 1.0)
        return fitting * self._zoom

    def show_drawing(self, svg: str, title: str, caption: str) -> None:
        """The same figure with more in it stays where it was scrolled to."""
        self.setAccessibleName(title or tr("Figure"))
        self.setAccessibleDescription(caption)
        self._paper.show_drawing(svg)
        self._fit()

    def zoom(self, factor: float) -> None:
        self._zoom = min(max(self._zoom * factor, ZOOMS[0]), ZOOMS[1])
        self._fit()

    def zoom_to_fit(self) -> None:
        self._zoom = 1.0
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(1.15 ** (event.angleDelta().y() / 120))
            event.accept()
        else:
            super().wheelEvent(event)

    def _fit(self) -> None:
        natural = self._paper.natural
        self._paper.resize(natural.width() * self.scale, natural.height() * self.scale)


class _Paper(QWidget):
    """Draws once for every size and resolution; what is scrolled is not drawn anew."""

    def __init__(self) -> None:
        super().__init__()
        self._renderer = QSvgRenderer(self)
        self._drawn = QPixmap()
        self.natural = QSize()

    def resize(self, width: float, height: float) -> None:  # type: ignore[override]
        super().resize(QSize(round(width), round(height)))

    def show_drawing(self, svg: str) -> None:
        self.natural = QSize()
        if svg and self._renderer.load(QByteArray(svg.encode())):
            self.natural = self._renderer.defaultSize()
        self._drawn = QPixmap()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.natural.isEmpty():
            return
        ratio = self.devicePixelRatioF()
        wanted = self.size() * ratio
        if self._drawn.size() != wanted:
            self._drawn = QPixmap(wanted)
            self._drawn.fill(QColor("#ffffff"))
            with QPainter(self._drawn) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                self._renderer.render(painter, QRectF(0, 0, wanted.width(), wanted.height()))
            self._drawn.setDevicePixelRatio(ratio)
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._drawn)

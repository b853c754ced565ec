"""What the colours of the map stand for."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpstudio.gui.fields import describe
from gpstudio.gui.season_map.colours import Looks
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr

MARK, AFTER_MARK, BETWEEN, SCALE = 9.0, 4.0, 10.0, 90.0


class MapLegend(QWidget):
    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("map_legend")
        self.theme = theme
        self.words: tuple[str, ...] = ()
        """One a colour; the two ends of a scale."""
        self._looks: Looks | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(120, self.fontMetrics().height() + 8)

    def show_looks(self, looks: Looks | None, words: tuple[str, ...]) -> None:
        self._looks, self.words = looks, words
        describe(self, tr("What the colours stand for"), "; ".join(words))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._looks is None or not self.words:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._looks.is_scale:
            self._paint_scale(painter, self._looks)
        else:
            self._paint_words(painter, self._looks)
        painter.end()

    def _paint_words(self, painter: QPainter, looks: Looks) -> None:
        x = 0.0
        for colour, word in zip(looks.colours, self.words, strict=False):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(QPointF(x + MARK / 2, self.height() / 2), MARK / 2, MARK / 2)
            x = self._write(painter, x + MARK + AFTER_MARK, word) + BETWEEN

    def _paint_scale(self, painter: QPainter, looks: Looks) -> None:
        x = self._write(painter, 0.0, self.words[0]) + AFTER_MARK
        box = QRectF(x, self.height() / 2 - MARK / 2, SCALE, MARK)
        run = QLinearGradient(box.topLeft(), box.topRight())
        shades = looks.colours[:-1]
        for place, colour in enumerate(shades):
            run.setColorAt(place / max(len(shades) - 1, 1), colour)
        painter.fillRect(box, run)
        self._write(painter, x + SCALE + AFTER_MARK, self.words[-1])

    def _write(self, painter: QPainter, x: float, word: str) -> float:
        """Where it ends."""
        painter.setPen(QColor(self.theme.quiet))
        room = QRectF(x, 0.0, max(self.width() - x, 0.0), self.height())
        left = Qt.TextElideMode.ElideRight
        shown = painter.fontMetrics().elidedText(word, left, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
        return x + painter.fontMetrics().horizontalAdvance(shown)

"""The crosshair and the small label that follows the mouse."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QWidget

from gpstudio.gui.curve.describing import Description
from gpstudio.gui.literal import in_markup
from gpstudio.gui.theme import Theme

BESIDE = 16
"""Pixels between what is meant and the label."""
WIDEST = 320


class Crosshair(QWidget):
    """An upright line through the time under the mouse, which does not notice it.

    A widget of its own and no part of the scene: so it moves in the same breath as the label, and
    what is beneath is painted once.
    """

    def __init__(self, box: pg.ViewBox, view: QWidget) -> None:
        super().__init__(view)
        self.setObjectName("crosshair")
        self._box = box
        self._colour = QColor()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._colour = QColor(theme.quiet)
        self.update()

    def show_at(self, x: float | None) -> None:
        """``x`` in pixels of the box."""
        room = self._box.sceneBoundingRect()
        if x is None or not 0.0 <= x <= room.width():
            self.hide()
            return
        height = max(round(room.height()), 1)
        self.setGeometry(round(room.left() + x), round(room.top()), 1, height)
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QPen(self._colour, 1.0, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(0.5, 0.0), QPointF(0.5, float(self.height())))
        painter.end()


class Readout(QLabel):
    """What is told of a place, beside it; the mouse does not notice it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._room = parent
        self.setObjectName("readout")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.description: Description | None = None
        self._quiet = ""
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._quiet = theme.quiet
        self.setStyleSheet(
            f"#readout {{ background: {theme.card}; color: {theme.text}; padding: 5px 8px;"
            f" border: 1px solid {theme.border}; border-radius: 5px; }}"
        )

    def tell(self, description: Description | None, place: QPoint) -> None:
        """Show it beside a place, on the side where there is room."""
        if description is None:
            self.description = None
            self.hide()
            return
        if description != self.description:
            self.description = description
            self._write(description)
        self.move(self._beside(place))
        self.show()

    def _write(self, description: Description) -> None:
        lines = [
            f"<b>{in_markup(description.heading)}</b>",
            *(in_markup(line) for line in description.lines),
        ]
        if description.hint:
            lines.append(f'<span style="color:{self._quiet}">{in_markup(description.hint)}</span>')
        text = "<br>".join(lines)
        self.setText(text)
        self.setWordWrap(False)
        if self.sizeHint().width() > WIDEST:
            self.setWordWrap(True)
            self.resize(WIDEST, self.heightForWidth(WIDEST))
        else:
            self.resize(self.sizeHint())

    def _beside(self, place: QPoint) -> QPoint:
        room = self._room.size()
        x, y = place.x() + BESIDE, place.y() + BESIDE
        if x + self.width() > room.width():
            x = place.x() - BESIDE - self.width()
        if y + self.height() > room.height():
            y = place.y() - BESIDE - self.height()
        return QPoint(max(x, 0), max(y, 0))

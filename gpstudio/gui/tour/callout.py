"""A callout with its arrow, and the ring about what it speaks of."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gpstudio.gui.fields import describe, label
from gpstudio.gui.theme import Theme
from gpstudio.gui.tour.placing import Placed, placed
from gpstudio.gui.tour.steps import STEPS, TourStep
from gpstudio.translation import tr

WIDTH, ARROW, ROUND = 340, 11, 8
AROUND = 4
"""Pixels between the ring and what it stands about."""


class Ring(QWidget):
    """Seen and never touched: clicks go to what it stands about."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("tour_ring")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.theme = theme
        self.hide()

    def stand_about(self, target: QRect) -> None:
        self.setGeometry(target.adjusted(-AROUND, -AROUND, AROUND, AROUND))
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.theme.accent), 3))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), ROUND, ROUND)
        painter.end()


class Callout(QWidget):
    """One step in words; says which way a person wants to go."""

    moved = Signal(int)
    """By how many steps."""
    left = Signal()

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("tour")
        self.theme = theme
        self._placed: Placed | None = None
        self._column = QVBoxLayout(self)
        self.title = label(rank="title")
        self.text = label(wrap=True)
        self.count = label(rank="quiet")
        self.leave = self._button(tr("Leave"), "tour_leave", tr("Leave the tour (Esc)."))
        self.back = self._button(tr("Back"), "tour_back", tr("To the step before."))
        self.next = self._button(tr("Next"), "tour_next", tr("To the next step."))
        self.leave.clicked.connect(self.left)
        self.back.clicked.connect(lambda: self.moved.emit(-1))
        self.next.clicked.connect(lambda: self.moved.emit(1))
        self._row = row = QHBoxLayout()
        row.addWidget(self.count)
        row.addStretch(1)
        for button in (self.leave, self.back, self.next):
            row.addWidget(button)
        column, edge = self._column, ARROW + 14
        column.setContentsMargins(edge, ARROW + 10, edge, ARROW + 12)
        column.setSpacing(8)
        for part in (self.title, self.text):
            column.addWidget(part)
        column.addLayout(row)
        self.hide()

    def _button(self, title: str, name: str, help: str) -> QPushButton:
        button = QPushButton(title)
        button.setObjectName(name)
        describe(button, title, help)
        return button

    def show_step(self, place: int, step: TourStep) -> None:
        last = place == len(STEPS) - 1
        self.title.setText(step.title)
        self.text.setText(step.text)
        self.count.setText(tr("{place} of {count}", place=place + 1, count=len(STEPS)))
        self.setAccessibleName(
            tr(
                "Tour, step {place} of {count}: {title}",
                place=place + 1,
                count=len(STEPS),
                title=step.title,
            )
        )
        self.setAccessibleDescription(step.text)
        self.back.setEnabled(place > 0)
        self.next.setText(tr("Done") if last else tr("Next"))
        describe(
            self.next, self.next.text(), tr("End the tour.") if last else tr("To the next step.")
        )

    def stand_beside(self, target: QRect, room: QRect) -> None:
        least = self._column.totalMinimumSize()
        edges = self._column.contentsMargins()
        buttons = self._row.sizeHint().width() + edges.left() + edges.right()
        width = max(WIDTH, least.width(), buttons)
        height = max(self._column.totalHeightForWidth(width), least.height())
        self._placed = placed(target, QSize(width, height), room)
        self.setGeometry(self._placed.where)
        self.show()
        self.raise_()
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.theme.accent), 1.5))
        painter.setBrush(QColor(self.theme.card))
        painter.drawPath(self._outline())
        painter.end()

    def _outline(self) -> QPainterPath:
        body = QRectF(self.rect()).adjusted(ARROW, ARROW, -ARROW, -ARROW)
        path = QPainterPath()
        path.addRoundedRect(body, ROUND, ROUND)
        arrow = self._arrow(body)
        if arrow is None:
            return path
        tip = QPainterPath()
        tip.addPolygon(arrow)
        tip.closeSubpath()
        return path.united(tip)

    def _arrow(self, body: QRectF) -> QPolygonF | None:
        """From the body's edge to the target, as far along the edge as the target is."""
        if self._placed is None or self._placed.side == "over":
            return None
        tip = QPointF(self._placed.tip - self._placed.where.topLeft())
        half, deep = float(ARROW), 2.0  # a little inside, so that no line is left between the two
        match self._placed.side:
            case "below":
                edge, end = body.top() + deep, 1.0
            case "above":
                edge, end = body.bottom() - deep, self.height() - 1.0
            case "right":
                edge, end = body.left() + deep, 1.0
            case _:
                edge, end = body.right() - deep, self.width() - 1.0
        if self._placed.side in ("below", "above"):
            x = min(max(tip.x(), body.left() + 2 * half), body.right() - 2 * half)
            return QPolygonF([QPointF(x - half, edge), QPointF(x, end), QPointF(x + half, edge)])
        y = min(max(tip.y(), body.top() + 2 * half), body.bottom() - 2 * half)
        return QPolygonF([QPointF(edge, y - half), QPointF(end, y), QPointF(edge, y + half)])

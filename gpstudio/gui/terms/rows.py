"""How one term looks in the tree: its name, its numbers, and three curves drawn from it."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gpstudio.core.arrays import Floats
from gpstudio.gui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
NUMBERS, CURVES, PLACE = (int(Qt.ItemDataRole.UserRole) + n for n in range(3))
ROW_HEIGHT = 42
PICTURE = QSize(78, 32)
MARGIN = 6


class TermRows(QStyledItemDelegate):
    """Paints a term in two lines with its picture to the right."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: Any, index: Index) -> None:
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        box = QRectF(option.rect).adjusted(1, 1, -1, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self.theme.accent), 1) if focused else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.theme.selected if selected else self.theme.card))
        painter.drawRoundedRect(box, 5, 5)
        picture = QRectF(
            box.right() - PICTURE.width() - MARGIN,
            box.center().y() - PICTURE.height() / 2,
            PICTURE.width(),
            PICTURE.height(),
        )
        paint_curves(painter, picture, index.data(CURVES), self.theme)
        words = QRectF(box.left() + MARGIN, box.top() + 3, picture.left() - box.left() - 12, 18)
        self._write(painter, words, str(index.data() or ""), option.palette, strong=True)
        words.translate(0, 17)
        self._write(painter, words, str(index.data(NUMBERS) or ""), option.palette, strong=False)
        painter.restore()

    def _write(
        self, painter: QPainter, box: QRectF, text: str, palette: QPalette, strong: bool
    ) -> None:
        font = painter.font()
        base = palette.color(QPalette.ColorRole.Text)
        painter.setPen(base if strong else QColor(self.theme.quiet))
        if not strong:
            font.setPointSizeF(font.pointSizeF() - 1)
            painter.setFont(font)
        room = int(box.width())
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, room)
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)


def paint_curves(painter: QPainter, box: QRectF, curves: Floats | None, theme: Theme) -> None:
    """Curves as high as their box; nothing while they are still being drawn."""
    if curves is None or not np.isfinite(curves).all():
        return
    low, high = min(float(curves.min()), 0.0), max(float(curves.max()), 0.0)
    room = (high - low) or 1.0
    x = np.linspace(box.left(), box.right(), len(curves))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    zero = box.bottom() - (0.0 - low) / room * box.height()
    painter.setPen(QPen(QColor(theme.border), 1))
    painter.drawLine(QPointF(box.left(), zero), QPointF(box.right(), zero))
    # in the order of the season's stages: colours that every eye tells apart
    for colour, curve in zip((theme.curve, *theme.stages), curves.T, strict=False):
        y = box.bottom() - (curve - low) / room * box.height()
        painter.setPen(QPen(QColor(colour), 1.3))
        painter.drawPolyline(QPolygonF([QPointF(a, b) for a, b in zip(x, y, strict=True)]))

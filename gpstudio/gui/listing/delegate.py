"""How a row of the list of fields is painted: name, state, and the readings as a sparkline."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QTransform
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gpstudio.gui.listing.model import STATUS, FieldsModel, Index
from gpstudio.gui.listing.sparks import Sparks
from gpstudio.gui.listing.standing import FAILED, FITTED, LOOK, FieldStanding
from gpstudio.gui.theme import Theme

SPARK_WIDTH, LEAST_SPARK_WIDTH, ROOM_FOR_WORDS = 62, 32, 104
"""Pixels: words go first, and where hardly anything is left there is no sparkline."""
FOLDED, UNFOLDED = "▸", "▾"


class FieldRowPainter(QStyledItemDelegate):
    """The name above, the state quietly below it, the readings beside them."""

    def __init__(self, theme: Theme, model: FieldsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._model = model
        self._sparks = Sparks()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, self.height_of(option.fontMetrics))  # type: ignore[attr-defined]

    @staticmethod
    def height_of(letters: QFontMetrics) -> int:
        """Of a row with two lines of words."""
        return 2 * letters.height() + 18

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        where: QRect = option.rect.adjusted(6, 2, -6, -2)  # type: ignore[attr-defined]
        painter.save()
        painter.fillRect(option.rect, QColor(self.theme.card))  # type: ignore[attr-defined]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._model.heading_at(index.row()) is not None:
            self._paint_heading(painter, where, option, index)
        else:
            self._paint_back(painter, where, option)
            self._paint_field(painter, where, option, index)
        painter.restore()

    def _paint_back(self, painter: QPainter, where: QRect, option: QStyleOptionViewItem) -> None:
        state = option.state  # type: ignore[attr-defined]
        painter.setPen(Qt.PenStyle.NoPen)
        if state & QStyle.StateFlag.State_Selected:
            painter.setBrush(QColor(self.theme.selected))
            painter.drawRoundedRect(where, 6, 6)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(QColor(self.theme.hover))
            painter.drawRoundedRect(where, 6, 6)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self.theme.accent), 1))
            painter.drawRoundedRect(QRectF(where).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _paint_field(
        self, painter: QPainter, where: QRect, option: QStyleOptionViewItem, index: Index
    ) -> None:
        inside = where.adjusted(10, 5, -8, -5)
        series, standing = (
            self._model.series_at(index.row()),
            self._model.standing_at(index.row()),
        )
        if series is None or standing is None:
            return
        font: QFont = option.font  # type: ignore[attr-defined]
        half = inside.height() // 2
        name, above = self._model.name_at(index.row()), inside.adjusted(0, 0, 0, -half)
        self._write(painter, above, font, self.theme.text, name, Qt.TextElideMode.ElideMiddle)
        below = inside.adjusted(0, half, 0, 0)
        wide = min(SPARK_WIDTH, inside.width() - ROOM_FOR_WORDS)
        if wide >= LEAST_SPARK_WIDTH:
            box = QRectF(below.right() - wide + 1, below.top() - 2, wide, below.height() + 3)
            self._paint_spark(painter, box, index.row(), standing)
            below.setRight(below.right() - wide - 6)
        small = QFont(font)
        small.setPointSizeF(font.pointSizeF() * 0.9)
        self._write(painter, below, small, self._colour(standing), standing.sign)
        after = below.adjusted(painter.fontMetrics().horizontalAdvance("▲ ") + 1, 0, 0, 0)
        words = index.data(STATUS)
        if painter.fontMetrics().horizontalAdvance(words) > after.width():
            words = standing.words  # the number of readings gives way to how the field stands
        self._write(painter, after, small, self._ink(standing), words)

    def _paint_spark(
        self, painter: QPainter, box: QRectF, row: int, standing: FieldStanding
    ) -> None:
        series = self._model.series_at(row)
        if series is None:
            return
        line = self._sparks.of(series)
        to_box = QTransform.fromTranslate(box.left(), box.top()).scale(box.width(), box.height())
        fitted = standing.kind in (FITTED, LOOK)
        painter.setPen(QPen(QColor(self.theme.accent if fitted else self.theme.quiet), 1.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if line.size() == 1:
            painter.drawEllipse(to_box.map(line.at(0)), 1.5, 1.5)
        else:
            painter.drawPolyline(to_box.map(line))

    def _paint_heading(
        self, painter: QPainter, where: QRect, option: QStyleOptionViewItem, index: Index
    ) -> None:
        heading = self._model.heading_at(index.row())
        assert heading is not None
        bold = QFont(option.font)  # type: ignore[attr-defined]
        bold.setBold(True)
        inside = where.adjusted(10, max(0, where.height() - 24), -8, -2)
        sign = FOLDED if heading.folded else UNFOLDED
        title = f"{sign} {heading.title}  "
        self._write(painter, inside, bold, self.theme.text, title)
        beyond = inside.adjusted(painter.fontMetrics().horizontalAdvance(title), 0, 0, 0)
        self._write(painter, beyond, option.font, self.theme.quiet, index.data(STATUS))  # type: ignore[attr-defined]
        painter.setPen(QPen(QColor(self.theme.border), 1))
        painter.drawLine(
            QPointF(inside.left(), where.bottom()), QPointF(inside.right(), where.bottom())
        )
        if option.state & QStyle.StateFlag.State_HasFocus:  # type: ignore[attr-defined]
            painter.setPen(QPen(QColor(self.theme.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(where).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _colour(self, standing: FieldStanding) -> str:
        colours = {FAILED: self.theme.error, LOOK: self.theme.warning, FITTED: self.theme.accent}
        return colours.get(standing.kind, self.theme.quiet)

    def _ink(self, standing: FieldStanding) -> str:
        return self._colour(standing) if standing.kind in (FAILED, LOOK) else self.theme.quiet

    def _write(
        self,
        painter: QPainter,
        where: QRect,
        font: QFont,
        colour: str,
        text: str,
        cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        painter.setFont(font)
        painter.setPen(QColor(colour))
        elided = painter.fontMetrics().elidedText(text, cut, where.width())
        painter.drawText(where, Qt.AlignmentFlag.AlignVCenter, elided)

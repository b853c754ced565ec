"""The palette's list: entries as a model, and how one is painted."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gpstudio.gui.literal import tip
from gpstudio.gui.palette.entries import PaletteEntry
from gpstudio.gui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
TICK = "✓ "
Align = Qt.AlignmentFlag


class EntriesModel(QAbstractListModel):
    """What was found, the best first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: Sequence[PaletteEntry] = ()

    def show_entries(self, entries: Sequence[PaletteEntry]) -> None:
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return entry.spoken
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(entry.help if entry.enabled else entry.why)
        return None


class EntryRow(QStyledItemDelegate):
    """Title at the left, where it stands or why it cannot be, and its keys at the right."""

    def __init__(self, theme: Theme, model: EntriesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._model = model

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        height: int = option.fontMetrics.height()  # type: ignore[attr-defined]
        return QSize(200, height + 14)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry, theme = self._model.entries[index.row()], self.theme
        where = option.rect.adjusted(4, 1, -4, -1)  # type: ignore[attr-defined]
        state: QStyle.StateFlag = option.state  # type: ignore[attr-defined]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            selected = bool(state & QStyle.StateFlag.State_Selected)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.selected if selected else theme.hover))
            painter.drawRoundedRect(where, 6, 6)
        letters = painter.fontMetrics()
        inside = where.adjusted(10, 0, -10, 0)
        left = inside.left()
        wide = letters.horizontalAdvance(entry.keys)
        painter.setPen(QColor(theme.quiet))
        painter.drawText(inside, Align.AlignRight | Align.AlignVCenter, entry.keys)
        inside.setRight(inside.right() - wide - (16 if wide else 0))
        title = TICK + entry.title if entry.ticked else entry.title
        painter.setPen(QColor(theme.text if entry.enabled else theme.quiet))
        end = Qt.TextElideMode.ElideRight
        shown = letters.elidedText(title, end, inside.width())
        painter.drawText(inside, Align.AlignLeft | Align.AlignVCenter, shown)
        inside.setLeft(left + letters.horizontalAdvance(shown) + 14)
        besides = entry.place if entry.enabled else entry.why
        painter.setPen(QColor(theme.quiet))
        shown = letters.elidedText(besides, end, max(inside.width(), 0))
        painter.drawText(inside, Align.AlignLeft | Align.AlignVCenter, shown)
        painter.restore()

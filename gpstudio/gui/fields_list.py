"""The left panel: every field with its number of readings and how its fit stands."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import (
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from gpstudio.data.series import Series
from gpstudio.gui.fields import describe, label
from gpstudio.gui.theme import Theme
from gpstudio.gui.words import count
from gpstudio.session.document import Document

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
STATUS = Qt.ItemDataRole.UserRole
FITTED, CHANGED, WAITING = "fitted", "outdated", "not fitted"


class FieldsModel(QAbstractListModel):
    """The fields of the document; nothing is copied out of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = Document()

    def show_document(self, document: Document) -> None:
        same_fields = document.table is self.document.table
        if same_fields:
            self.document = document
            if self.rowCount():
                self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))
            return
        self.beginResetModel()
        self.document = document
        self.endResetModel()

    @property
    def series(self) -> tuple[Series, ...]:
        return self.document.table.series if self.document.table is not None else ()

    def row_of(self, group: str) -> int:
        return next((i for i, s in enumerate(self.series) if s.group == group), -1)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.series)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        series = self.series[index.row()]
        name, status = series.group or series.value_name, self._status(series)
        if role == Qt.ItemDataRole.DisplayRole:
            return name
        if role == STATUS:
            return f"{count(len(series), 'reading')} · {status}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{name}: {count(len(series), 'reading')}, {status}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{name}, {count(len(series), 'reading')}, {status}"
        return None

    def _status(self, series: Series) -> str:
        fit = self.document.fits.get(series.group)
        if fit is None:
            return WAITING
        return FITTED if fit.recipe == self.document.recipe else CHANGED


class _TwoLines(QStyledItemDelegate):
    """The name above, the state quietly below it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, 2 * option.fontMetrics.height() + 18)  # type: ignore[attr-defined]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        where: QRect = option.rect.adjusted(6, 2, -6, -2)  # type: ignore[attr-defined]
        state = option.state  # type: ignore[attr-defined]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if state & QStyle.StateFlag.State_Selected:
            painter.setBrush(QColor(self.theme.selected))
            painter.drawRoundedRect(where, 6, 6)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(QColor(self.theme.hover))
            painter.drawRoundedRect(where, 6, 6)
        inside = where.adjusted(10, 5, -8, -5)
        font: QFont = option.font  # type: ignore[attr-defined]
        half = inside.height() // 2
        self._write(painter, inside.adjusted(0, 0, 0, -half), font, self.theme.text, index.data())
        below = index.data(STATUS)
        small = QFont(font)
        small.setPointSizeF(font.pointSizeF() * 0.9)
        self._write(painter, inside.adjusted(0, half, 0, 0), small, self.theme.quiet, below)
        painter.restore()

    def _write(self, painter: QPainter, where: QRect, font: QFont, colour: str, text: str) -> None:
        painter.setFont(font)
        painter.setPen(QColor(colour))
        elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, where.width())
        painter.drawText(where, Qt.AlignmentFlag.AlignVCenter, elided)


class FieldsList(QWidget):
    """The list with its heading; says which field a person wants to see."""

    selected = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("fields_panel")
        self.model = FieldsModel(self)
        self._delegate = _TwoLines(theme, self)
        self.view = QListView()
        self.view.setObjectName("fields_list")
        describe(self.view, "Fields", "The fields of the table; choose one to see its curve.")
        self.view.setModel(self.model)
        self.view.setItemDelegate(self._delegate)
        self.view.setUniformItemSizes(True)
        self.view.setMouseTracking(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.selectionModel().currentChanged.connect(self._choose)
        self.summary = label(rank="quiet")
        self.summary.setObjectName("fields_summary")
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 12, 4, 8)
        column.setSpacing(6)
        heading = label("Fields", "title")
        heading.setContentsMargins(10, 0, 0, 0)
        self.summary.setContentsMargins(10, 0, 0, 0)
        column.addWidget(heading)
        column.addWidget(self.summary)
        column.addWidget(self.view, 1)

    def set_theme(self, theme: Theme) -> None:
        self._delegate.theme = theme
        self.view.viewport().update()

    def show_document(self, document: Document) -> None:
        self._silently(lambda: self.model.show_document(document))
        row = self.model.row_of(document.selected)
        if row != self.view.currentIndex().row():
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
            index = self.model.index(row) if row >= 0 else NOWHERE
            self._silently(lambda: self.view.selectionModel().setCurrentIndex(index, flags))
        fields, fitted = len(self.model.series), len(document.fits)
        self.summary.setText(f"{count(fields, 'field')}, {fitted:,} fitted" if fields else "")

    def _silently(self, change: Any) -> None:
        selection = self.view.selectionModel()
        selection.blockSignals(True)
        change()
        selection.blockSignals(False)
        self.view.viewport().update()

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.selected.emit(self.model.series[index.row()].group)

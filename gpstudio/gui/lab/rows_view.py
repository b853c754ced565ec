"""The table of measurements: as many rows as there are, cut to what is in sight when drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from gpstudio.data.writing.cells import copied_lines
from gpstudio.gui.fields import describe, scaled
from gpstudio.gui.literal import tip
from gpstudio.gui.theme import Theme
from gpstudio.lab import StudyResults
from gpstudio.lab.rows import Cell, Row
from gpstudio.lab.study import NOTE, StudyColumn
from gpstudio.translation import tr

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
FITTED_ROWS = 200
"""Rows that say how wide columns are."""
WIDEST = 260


class MeasurementsModel(QAbstractTableModel):
    """The rows of results.csv; those that come are added below, those that stand are left."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.columns: tuple[StudyColumn, ...] = ()
        self.rows: Sequence[Row] = ()

    def show_results(self, results: StudyResults | None) -> bool:
        """True where another study's rows are shown from here on."""
        columns = () if results is None else (*results.study.columns, NOTE)
        rows: Sequence[Row] = () if results is None else results.rows
        known = len(self.rows)
        goes_on = (
            columns == self.columns
            and len(rows) >= known > 0
            and rows[0] == self.rows[0]
            and rows[known - 1] == self.rows[known - 1]
        )
        if goes_on:
            if len(rows) > known:
                self.beginInsertRows(NOWHERE, known, len(rows) - 1)
                self.rows = rows
                self.endInsertRows()
            return False
        self.beginResetModel()
        self.columns, self.rows = columns, rows
        self.endResetModel()
        return True

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.name
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(column.help)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(column)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        column = self.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return text_of(self.rows[index.row()].get(column.name))
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(column.help)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(column)
        if role == Qt.ItemDataRole.ForegroundRole and column.key:
            return QColor(self.theme.quiet)
        return None


class MeasurementsView(QTableView):
    """Cells can be selected and copied into a spreadsheet."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lab_rows")
        describe(
            self,
            tr("Measurements"),
            tr(
                "Every measurement of the study, as results.csv holds it; Ctrl+C copies what "
                "is selected."
            ),
        )
        self.table = MeasurementsModel(theme, self)
        self.setModel(self.table)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(scaled(24))
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setResizeContentsPrecision(FITTED_ROWS)
        self.setCornerButtonEnabled(False)

    def set_theme(self, theme: Theme) -> None:
        self.table.theme = theme
        self.viewport().update()

    def show_results(self, results: StudyResults | None) -> None:
        if self.table.show_results(results):
            self.resizeColumnsToContents()
            for column in range(len(self.table.columns)):
                self.setColumnWidth(column, min(self.columnWidth(column) + 8, WIDEST))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        else:
            super().keyPressEvent(event)

    def _copy(self) -> None:
        """Headings and the selected rows, with tabs between the cells."""
        names = [column.name for column in self.table.columns]
        chosen = sorted(index.row() for index in self.selectionModel().selectedRows())
        lines = [names] + [
            [_whole(self.table.rows[place].get(name)) for name in names] for place in chosen
        ]
        QGuiApplication.clipboard().setText(copied_lines(lines))


def text_of(cell: Cell) -> str:
    """With the digits that tell."""
    if isinstance(cell, float):
        return "" if math.isnan(cell) else f"{cell:.4g}"
    return f"{cell:,}" if isinstance(cell, int) else _whole(cell)


def _whole(cell: Cell) -> str:
    return "" if cell is None else str(cell)


def _side(column: StudyColumn) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if column.kind == "text" else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter

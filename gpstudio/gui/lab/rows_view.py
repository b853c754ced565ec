"""The table of measurements: as many rows as there are, cut to what is in sight when drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from gpstudio.gui.fields import describe
from gpstudio.gui.literal import tip
from gpstudio.gui.rows_table import RowsTable
from gpstudio.gui.theme import Theme
from gpstudio.lab import StudyResults
from gpstudio.lab.rows import Cell, Row
from gpstudio.lab.study import NOTE, StudyColumn
from gpstudio.translation import tr

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
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


class MeasurementsView(RowsTable):
    """Cells can be selected and copied into a spreadsheet."""

    def __init__(self, theme: Theme) -> None:
        self.table = MeasurementsModel(theme)
        super().__init__("lab_rows", self.table, WIDEST)
        self.table.setParent(self)
        describe(
            self,
            tr("Measurements"),
            tr(
                "Every measurement of the study, as results.csv holds it; Ctrl+C copies what "
                "is selected."
            ),
        )

    def set_theme(self, theme: Theme) -> None:
        self.table.theme = theme
        self.viewport().update()

    def show_results(self, results: StudyResults | None) -> None:
        if self.table.show_results(results):
            self.fit_columns()

    def cells(self, place: int) -> list[str]:
        """With all their digits."""
        return [_whole(self.table.rows[place].get(column.name)) for column in self.table.columns]


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

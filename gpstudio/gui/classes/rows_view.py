"""What was told of each season or row, the least sure first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from gpstudio.gui.classes.work import ClassDrawings, ToldRow
from gpstudio.gui.fields import describe
from gpstudio.gui.rows_table import RowsTable
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
FIELD, SEASON, LABEL, TOLD, SHARE, OWN = range(6)
NAMED = 6
"""Columns before those of the classes."""


class ToldModel(QAbstractTableModel):
    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.rows: Sequence[ToldRow] = ()
        self._classes: tuple[str, ...] = ()
        self._of_seasons = True

    def show_drawn(self, drawn: ClassDrawings | None) -> None:
        self.beginResetModel()
        self.rows = () if drawn is None else drawn.rows
        self._classes = () if drawn is None else drawn.found.classes
        self._of_seasons = drawn is None or bool(drawn.found.rows.seasons)
        self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else NAMED + len(self._classes)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical or role != Qt.ItemDataRole.DisplayRole:
            return None
        first = tr("Field") if self._of_seasons else tr("Line")
        named = (
            first,
            tr("Season"),
            tr("Label"),
            tr("Most probable"),
            tr("Probability"),
            tr("Of its label"),
        )
        return (*named, *self._classes)[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if column < SHARE else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ForegroundRole and column == TOLD and _is_wrong(row):
            return QColor(self.theme.error)
        if role == Qt.ItemDataRole.ToolTipRole and column == TOLD and _is_wrong(row):
            return tr("Another class than its label, as the other parts tell it.")
        return None

    def _text(self, row: ToldRow, column: int) -> str:
        if column < SHARE:
            return (row.field, row.season, row.label or "–", row.told)[column]
        number = row.share if column == SHARE else row.own
        if column >= NAMED:
            number = row.shares[column - NAMED]
        return "–" if math.isnan(number) else f"{number:.3f}"


def _is_wrong(row: ToldRow) -> bool:
    return bool(row.label) and row.label != row.told


class ToldView(RowsTable):
    """Choosing a season chooses its field; a double click, or Enter, shows its curve."""

    field_chosen = Signal(str)
    field_opened = Signal(str)

    def __init__(self, theme: Theme) -> None:
        self.told = ToldModel(theme)
        super().__init__("classes_rows", self.told)
        self.told.setParent(self)
        describe(
            self,
            tr("What was told"),
            tr(
                "Every season or row, the least sure first; Enter shows the field's curve, Ctrl+C "
                "copies what is selected."
            ),
        )
        self.selectionModel().currentRowChanged.connect(
            lambda new, _: self._say(self.field_chosen, new)
        )
        self.activated.connect(lambda index: self._say(self.field_opened, index))

    def show_drawn(self, drawn: ClassDrawings | None) -> None:
        self.told.show_drawn(drawn)
        self.setColumnHidden(SEASON, drawn is not None and not drawn.found.rows.seasons)
        self.fit_columns()

    def set_theme(self, theme: Theme) -> None:
        self.told.theme = theme
        self.viewport().update()

    def _say(self, signal: Any, index: Index) -> None:
        if index.isValid():
            row = self.told.rows[index.row()]
            if row.season:  # a row of a file is no field
                signal.emit(row.field)

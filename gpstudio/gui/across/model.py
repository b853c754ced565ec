"""What the table of all fields holds: lines, those that are looked for, and their order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from gpstudio.data.table import UNLABELLED, Labels
from gpstudio.data.writing.seasons import SeasonRow
from gpstudio.gui.across.columns import AFTER, BEFORE, WITH_LOOK, AcrossColumn, columns_of
from gpstudio.gui.literal import tip
from gpstudio.gui.rows_model import ColumnHeading, Index, Role, RowsModel
from gpstudio.gui.theme import Theme


class AcrossModel(RowsModel):
    """``shown`` are the lines in their order on screen."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.columns: tuple[AcrossColumn, ...] = (*BEFORE, *AFTER)
        self.shown: Sequence[SeasonRow] = ()
        self.is_tight = False
        """Whether cells and headings stand in two rows of letters, since one has no room."""
        self._rows: Sequence[SeasonRow] = ()
        self._by, self._down = "", False
        """The name of the column by which they are sorted."""
        self._words: list[str] = []
        self._only_looks = False
        self._labels: Labels = UNLABELLED

    def show_rows(self, rows: Sequence[SeasonRow], labels: Labels = UNLABELLED) -> None:
        """With what labels say of their fields beside the names."""
        self._rows, self._labels = rows, labels
        self._arrange(columns_of(rows, labels))

    def show_tight(self, tight: bool) -> None:
        if tight == self.is_tight:
            return
        self.is_tight = tight
        last = len(self.columns) - 1
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, last)
        if self.shown:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.shown) - 1, last))

    def look_for(self, words: str, only_looks: bool) -> None:
        """Lines that hold every word; of those perhaps only what needs a look."""
        self._words, self._only_looks = words.lower().split(), only_looks
        self._arrange(self.columns)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        there = 0 <= column < len(self.columns)
        self._by = self.columns[column].name if there else ""
        self._down = order == Qt.SortOrder.DescendingOrder
        self._arrange(self.columns)

    @property
    def sorted_by(self) -> int:
        """The place of the column by which lines are sorted; -1 where that is none of them."""
        names = [column.name for column in self.columns]
        return names.index(self._by) if self._by in names else -1

    @property
    def is_narrowed(self) -> bool:
        return bool(self._words) or self._only_looks

    def _arrange(self, columns: tuple[AcrossColumn, ...]) -> None:
        self.beginResetModel()
        self.columns = columns
        rows = [row for row in self._rows if self._is_wanted(row)]
        if self.sorted_by >= 0:
            order = columns[self.sorted_by].order
            there = [row for row in rows if order(row) is not None]
            there.sort(key=order, reverse=self._down)
            rows = [*there, *(row for row in rows if order(row) is None)]
        self.shown = rows
        self.endResetModel()

    def _is_wanted(self, row: SeasonRow) -> bool:
        if self._only_looks and not row.look:
            return False
        words = self._labels.get(row.group, {}).values()
        said = (row.group, row.season, row.crop or "", row.look or "", *words)
        text = " ".join(said).lower()
        return all(word in text for word in self._words)

    def cells(self, row: SeasonRow) -> list[str]:
        """As they are copied."""
        return [column.cell(row) for column in self.columns]

    @property
    def row_count(self) -> int:
        return len(self.shown)

    @property
    def column_count(self) -> int:
        return len(self.columns)

    def heading(self, column: int) -> ColumnHeading:
        about = self.columns[column]
        return ColumnHeading(self.head(about, self.is_tight), about.help, whole=about.title)

    def head(self, column: AcrossColumn, tight: bool) -> str:
        """In two rows of letters but for the last one, which has what is left."""
        splits = tight and column is not self.columns[-1]
        return column.heading.replace(" ", "\n", 1) if splits else column.heading

    def text(self, column: AcrossColumn, row: SeasonRow, tight: bool) -> str:
        return ("\n" if tight else " ").join(column.shown(row)).strip(" ")

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self.shown[index.row()], self.columns[index.column()]
        if role == Role.DisplayRole:
            return self.text(column, row, self.is_tight)
        if role == Role.ToolTipRole:  # of what is cut in a narrow column
            return tip(column.cell(row))
        if role == Role.AccessibleTextRole:
            return f"{column.title}: {column.cell(row)}"
        if role == Role.ForegroundRole and row.look and column.name in WITH_LOOK:
            return QColor(self.theme.warning)
        return None

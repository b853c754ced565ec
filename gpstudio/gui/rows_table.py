"""A table of lines that are read, chosen and copied, not written in: what all of them share."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QAbstractTableModel, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QTableView

from gpstudio.data.writing.cells import copied_lines
from gpstudio.gui.fields import scaled

LINE_HEIGHT = 24
FITTED_ROWS = 100
"""Rows that say how wide columns are."""
WIDEST = 220
"""Pixels of the widest column."""


class RowsTable(QTableView):
    def __init__(self, name: str, model: QAbstractTableModel, widest: int = WIDEST) -> None:
        super().__init__()
        self.setObjectName(name)
        self._widest = widest
        self.setModel(model)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(scaled(LINE_HEIGHT))
        self.horizontalHeader().setHighlightSections(False)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        self.horizontalHeader().setDefaultAlignment(left)
        self.horizontalHeader().setResizeContentsPrecision(FITTED_ROWS)

    @property
    def chosen(self) -> list[int]:
        """Places of the selected lines."""
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    def fit_columns(self) -> None:
        """As wide as what stands in them, up to a limit."""
        self.resizeColumnsToContents()
        for column in range(self.model().columnCount()):
            self.setColumnWidth(column, min(self.columnWidth(column) + 8, scaled(self._widest)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy(self.chosen)
        else:
            super().keyPressEvent(event)

    def copy(self, places: Iterable[int]) -> None:
        """Headings and lines, with tabs between the cells."""
        lines = [self.headings(), *map(self.cells, places)]
        QGuiApplication.clipboard().setText(copied_lines(lines))

    def headings(self) -> list[str]:
        model, across = self.model(), Qt.Orientation.Horizontal
        return [str(model.headerData(place, across)) for place in range(model.columnCount())]

    def cells(self, place: int) -> list[str]:
        """Of one line, as they are copied."""
        model = self.model()
        cells = [model.index(place, column).data() for column in range(model.columnCount())]
        return ["" if cell is None else str(cell) for cell in cells]

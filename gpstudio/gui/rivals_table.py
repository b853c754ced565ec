"""The table of rivals: by mouse and by keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from gpstudio.gui.fields import describe, scaled
from gpstudio.gui.rivals_model import LINE_SIZE, TROUBLE, RivalsModel

WIDTHS = (300, 104, 126, 118, 66)
"""Of all columns but the last, which takes what is left."""
LEAST_TROUBLE = 60


class RivalsTable(QTableView):
    def __init__(self, model: RivalsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rivals_table")
        describe(
            self,
            "Rivals",
            "Space ticks the curve that is selected, and a ticked one is drawn over the plot.",
        )
        self.setModel(model)
        self._rivals = model
        self.setIconSize(LINE_SIZE)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(scaled(26))
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(36)
        for place, width in enumerate(WIDTHS):
            self.setColumnWidth(place, scaled(width))

    @property
    def place(self) -> int:
        """The selected row; -1 where there is none."""
        rows = self.selectionModel().selectedRows()
        return rows[0].row() if rows else -1

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.viewport().width() - sum(map(scaled, WIDTHS))
        self.setColumnWidth(TROUBLE, max(room, LEAST_TROUBLE))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.place >= 0 and event.key() == Qt.Key.Key_Space:
            self._rivals.tick(self.place)
        else:
            super().keyPressEvent(event)

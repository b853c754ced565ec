"""The table of kept fits: by mouse and by keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from gpstudio.gui.fields import describe, scaled
from gpstudio.gui.kept.columns import COLUMNS, LEARNT, MODEL
from gpstudio.gui.kept.model import BEST, LINE_SIZE, PINNED, SHOWN, FitsModel

USE_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
DROP_KEYS = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
LEAST_LEARNT = 150
TICK_WIDTH = 30


class FitsTable(QTableView):
    used = Signal()
    dropped = Signal()

    def __init__(self, model: FitsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("fits_table")
        describe(
            self,
            "Kept fits",
            "Space ticks a fit, and its curve is drawn over the plot; Enter or a double click "
            "takes its recipe into the model, Delete removes it; a click on a heading sorts. "
            f"{BEST}marks the best of a column, {SHOWN}the fit that is shown, {PINNED}one that "
            "is pinned.",
        )
        self.setModel(model)
        self._fits = model
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
        header.setSectionsClickable(True)
        header.setMinimumSectionSize(36)
        header.sectionClicked.connect(model.sort_by)
        for place, column in enumerate(COLUMNS[:LEARNT]):
            self.setColumnWidth(place, scaled(column.width))

    @property
    def place(self) -> int:
        """The selected row; -1 where there is none."""
        rows = self.selectionModel().selectedRows()
        return rows[0].row() if rows else -1

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.viewport().width() - sum(scaled(column.width) for column in COLUMNS)
        self.setColumnWidth(LEARNT, max(room, LEAST_LEARNT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        here = self.place >= 0
        if here and event.key() in USE_KEYS:
            self.used.emit()
        elif here and event.key() in DROP_KEYS:
            self.dropped.emit()
        elif here and event.key() == Qt.Key.Key_Space:
            self._fits.tick(self.place)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """On a row; who clicks a tick box twice means the tick."""
        index = self.indexAt(event.position().toPoint())
        beyond = event.position().x() - self.columnViewportPosition(MODEL) > TICK_WIDTH
        if index.isValid() and (index.column() != MODEL or beyond):
            self.used.emit()

"""The table of compared kernels: by mouse and by keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from gpstudio.gui.compare_model import (
    BEST,
    FIRST_FIGURE,
    IN_USE,
    TEXT,
    WORDS,
    CompareModel,
)
from gpstudio.gui.fields import describe, scaled
from gpstudio.session.comparison import FIGURES

USE_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
FIGURE_WIDTHS = (104, 112, 112, 82)
WORDS_SHARE = 0.62
"""Of the room that the figures leave; the rest is for the kernel as it is written."""
LEAST_ROOM = 250
"""Pixels for a kernel in words and as written; where there is less the figures are scrolled to."""
TICK_WIDTH = 30


class CompareTable(QTableView):
    """Says which kernel a person wants to use."""

    used = Signal()

    def __init__(self, model: CompareModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("compare_table")
        describe(
            self,
            "Kernels",
            "Space ticks a kernel, Enter or a double click takes it into the model; "
            f"a click on a heading sorts. {BEST}marks the best of a column, {IN_USE}the kernel "
            "that the model has now.",
        )
        self.setModel(model)
        self._entries = model
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
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
        for place, width in enumerate(FIGURE_WIDTHS):
            self.setColumnWidth(FIRST_FIGURE + place, scaled(width))
        model.layoutChanged.connect(self._give_problems_room)
        model.modelReset.connect(self._give_problems_room)

    @property
    def place(self) -> int:
        """The selected row; -1 where there is none."""
        rows = self.selectionModel().selectedRows()
        return rows[0].row() if rows else -1

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.viewport().width() - sum(map(scaled, FIGURE_WIDTHS))
        room = max(room, scaled(LEAST_ROOM))
        words = round(WORDS_SHARE * room)
        self.setColumnWidth(WORDS, words)
        self.setColumnWidth(TEXT, room - words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.place >= 0 and event.key() in USE_KEYS:
            self.used.emit()
        elif self.place >= 0 and event.key() == Qt.Key.Key_Space:
            self._entries.tick(self.place)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """On a row; who clicks a tick box twice means the tick."""
        index = self.indexAt(event.position().toPoint())
        beyond = event.position().x() - self.columnViewportPosition(WORDS) > TICK_WIDTH
        if index.isValid() and (index.column() != WORDS or beyond):
            self.used.emit()

    def _give_problems_room(self) -> None:
        """A sentence takes the place of all figures."""
        self.clearSpans()
        for place, entry in enumerate(self._entries.shown):
            if self._entries.problem(entry):
                self.setSpan(place, FIRST_FIGURE, 1, len(FIGURES))

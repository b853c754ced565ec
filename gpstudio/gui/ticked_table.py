"""Tables whose rows are ticked, by mouse and by keyboard; of some a row is also taken for use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QAbstractItemModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView

from gpstudio.gui.fields import describe, scaled
from gpstudio.gui.shared_room import WantedRoom, share_among_columns

USE_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
TICK_WIDTH = 30
"""Pixels at the beginning of a row that its tick takes."""


class Ticking(Protocol):
    """What such a table asks of its model."""

    def tick(self, place: int) -> None: ...


class TickedTable(QTableView):
    """Space ticks the selected row; the tick stands in the first column."""

    def __init__(
        self, name: str, title: str, help: str, model: QAbstractItemModel, ticking: Ticking
    ) -> None:
        super().__init__()
        self.setObjectName(name)
        describe(self, title, help)
        self.setModel(model)
        self._ticking = ticking
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
        header.setMinimumSectionSize(36)

    def share_the_room(self, wanted: Sequence[WantedRoom]) -> None:
        """Among all columns; one that finds none is not shown."""
        share_among_columns(self, self.viewport().width(), wanted)

    @property
    def place(self) -> int:
        """The selected row; -1 where there is none."""
        rows = self.selectionModel().selectedRows()
        return rows[0].row() if rows else -1

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.place >= 0 and event.key() == Qt.Key.Key_Space:
            self._ticking.tick(self.place)
        else:
            super().keyPressEvent(event)


class Sorting(Ticking, Protocol):
    def sort_by(self, column: int) -> None: ...


class UsedTable(TickedTable):
    """Says when a person wants to use the selected row: Enter, or a double click. A click on a
    heading sorts."""

    used = Signal()

    def __init__(
        self, name: str, title: str, help: str, model: QAbstractItemModel, sorting: Sorting
    ) -> None:
        super().__init__(name, title, help, model, sorting)
        self.horizontalHeader().setSectionsClickable(True)
        self.horizontalHeader().sectionClicked.connect(sorting.sort_by)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.place >= 0 and event.key() in USE_KEYS:
            self.used.emit()
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """On a row; who clicks a tick box twice means the tick."""
        index = self.indexAt(event.position().toPoint())
        beyond = event.position().x() - self.columnViewportPosition(0) > TICK_WIDTH
        if index.isValid() and (index.column() != 0 or beyond):
            self.used.emit()

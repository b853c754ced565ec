"""The calendar's table: by mouse, by keyboard, and with words for what lies under the mouse."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QPointF, Signal
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QToolTip, QWidget

from gpstudio.gui.calendar.model import FIELD, STRIP, CalendarModel
from gpstudio.gui.calendar.painting import (
    MARK,
    ROW_HEIGHT,
    StripDelegate,
    TimeHeader,
    inside_of,
    place_of,
)
from gpstudio.gui.fields import describe, scaled
from gpstudio.gui.literal import tip
from gpstudio.gui.theme import Theme
from gpstudio.phenology.stages import StageDate
from gpstudio.translation import tr

FIELD_WIDTH, FIELD_SHARE = 150, 0.3
"""Pixels of the field's name, and at most so much of the whole."""


class CalendarView(QTableView):
    """Says which field a person points at."""

    selected = Signal(str)

    def __init__(self, theme: Theme, model: CalendarModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("calendar_table")
        describe(
            self, tr("Calendar"),
            tr("A line a field with the dates of its stages; select one to see its curve."),
        )  # fmt: skip
        self._lines = model
        self._strip = StripDelegate(theme, model, self)
        self._header = TimeHeader(theme, model, self)
        self.setHorizontalHeader(self._header)
        self.setModel(model)
        self.setItemDelegate(self._strip)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(scaled(ROW_HEIGHT))
        self._header.setSectionResizeMode(STRIP, QHeaderView.ResizeMode.Stretch)
        self._header.setSectionResizeMode(FIELD, QHeaderView.ResizeMode.Interactive)
        self.setColumnWidth(FIELD, FIELD_WIDTH)
        self.selectionModel().selectionChanged.connect(self._choose)

    def set_theme(self, theme: Theme) -> None:
        self._strip.theme = theme
        self._header.theme = theme
        self.viewport().update()
        self._header.viewport().update()

    def show_current(self, group: str) -> None:
        """The shown field's line is selected, without telling anybody."""
        row = self._lines.row_of(group)
        rows = [index.row() for index in self.selectionModel().selectedRows()]
        if rows == ([row] if row >= 0 else []):
            return
        flags = QItemSelectionModel.SelectionFlag
        model = self.selectionModel()
        blocked = model.blockSignals(True)
        if row >= 0:
            model.setCurrentIndex(self._lines.index(row, STRIP), flags.ClearAndSelect | flags.Rows)
            self.scrollTo(self._lines.index(row, FIELD))
        else:
            model.clear()
        model.blockSignals(blocked)
        self.viewport().update()

    def stage_at(self, where: QPointF) -> StageDate | None:
        """The stage whose mark is nearest to a place, if any is near."""
        index = self.indexAt(where.toPoint())
        if index.column() != STRIP:
            return None
        inside = inside_of(self.visualRect(index))
        marks = [
            (place_of(self._lines, inside, index.row(), stage), stage)
            for stage in self._lines.drawn(index.row())
        ]
        near = [
            (abs(place.x() - where.x()) + abs(place.y() - where.y()), place.x(), stage)
            for place, stage in marks
        ]
        best = min(near, key=lambda one: one[:2], default=None)
        return best[2] if best is not None and best[0] <= 1.5 * MARK else None

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            stage = self.stage_at(QPointF(event.pos()))
            if stage is not None:
                row = self.indexAt(event.pos()).row()
                QToolTip.showText(event.globalPos(), tip(self._lines.say(row, stage)), self)
                return True
        return super().viewportEvent(event)

    def _choose(self, selected: QItemSelection) -> None:
        if not selected.isEmpty():
            self.selected.emit(self._lines.lines[selected.indexes()[0].row()].group)

"""The list itself: several fields can be selected, headings fold, the shown field is current.

A table of one column rather than a list: a list asks for every row's place whenever rows change,
and ten thousand rows are a tenth of a second.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from gpstudio.gui.fields import describe
from gpstudio.gui.listing.delegate import FieldRowPainter
from gpstudio.gui.listing.model import NOWHERE, FieldsModel
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr

HEADING_HEIGHT, MOST_HEADINGS = 34, 400
"""Pixels; and how many are made lower than a field."""
FOLD_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
Flag = QItemSelectionModel.SelectionFlag


class FieldsView(QTableView):
    """Says which field a person points at, and when the selection is another one."""

    pointed = Signal(str)
    """A field's group."""
    turned = Signal(str)
    """A heading that is to be folded or unfolded."""
    selection_changed = Signal()

    def __init__(self, theme: Theme, model: FieldsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("fields_list")
        describe(
            self, tr("Fields"),
            tr("The fields of the table; choose one to see its curve, or several to fit them."),
        )  # fmt: skip
        self._fields = model
        self.row = FieldRowPainter(theme, model, self)
        self.setModel(model)
        self.setItemDelegate(self.row)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        self.verticalHeader().setDefaultSectionSize(self.row.height_of(self.fontMetrics()))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().setSingleStep(24)
        self.selectionModel().currentChanged.connect(self._point)
        self.selectionModel().selectionChanged.connect(lambda *_: self._select_others())
        self._selected: list[str] | None = None
        self._headings: list[int] = []
        model.modelReset.connect(self._forget)

    @property
    def selected_groups(self) -> list[str]:
        """In the order of the list; asked for often, so it is looked up once a selection."""
        if self._selected is None:
            ranges = self.selectionModel().selection().toList()
            rows = {row for part in ranges for row in range(part.top(), part.bottom() + 1)}
            found = [self._fields.series_at(row) for row in sorted(rows)]
            self._selected = [series.group for series in found if series is not None]
        return self._selected

    def _forget(self) -> None:
        """Other rows: nothing is selected, and headings stand elsewhere."""
        self._selected = None
        header, rows = self.verticalHeader(), self._fields.rowCount()
        for row in self._headings:
            if row < rows:
                header.resizeSection(row, header.defaultSectionSize())
        self._headings = self._fields.heading_rows[:MOST_HEADINGS]
        for row in self._headings:
            header.resizeSection(row, HEADING_HEIGHT)

    def _select_others(self) -> None:
        self._selected = None
        self.selection_changed.emit()

    def show_current(self, group: str) -> None:
        """The shown field is current; what else is selected stays so if it is among it."""
        row = self._fields.row_of(group)
        if row == self.currentIndex().row():
            return
        index = self._fields.index(row) if row >= 0 else NOWHERE
        among = row >= 0 and self.selectionModel().isSelected(index)
        self._quietly(index, Flag.NoUpdate if among else Flag.ClearAndSelect)
        if index.isValid():
            self.scrollTo(index)

    def restore(self, current: str, groups: Sequence[str]) -> None:
        """After other rows came: what was selected is so again, as far as it is listed."""
        rows = sorted(row for row in (self._fields.row_of(g) for g in groups) if row >= 0)
        selection = QItemSelection()
        for first, last in _runs(rows):
            selection.select(self._fields.index(first), self._fields.index(last))
        model = self.selectionModel()
        blocked = model.blockSignals(True)
        model.select(selection, Flag.ClearAndSelect)
        model.blockSignals(blocked)
        row = self._fields.row_of(current)
        index = self._fields.index(row) if row >= 0 else NOWHERE
        self._quietly(index, Flag.Select if index.isValid() else Flag.NoUpdate)
        if index.isValid():
            self.scrollTo(index)
        self._select_others()

    def _quietly(self, index: QModelIndex, how: QItemSelectionModel.SelectionFlag) -> None:
        model = self.selectionModel()
        blocked = model.blockSignals(True)
        model.setCurrentIndex(index, how)
        model.blockSignals(blocked)
        self._selected = None
        self.viewport().update()

    def _point(self, index: QModelIndex) -> None:
        series = self._fields.series_at(index.row())
        if series is not None:
            self.pointed.emit(series.group)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        heading = self._fields.heading_at(self.indexAt(event.position().toPoint()).row())
        if heading is not None and event.button() == Qt.MouseButton.LeftButton:
            self.turned.emit(heading.title)
            return
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        heading = self._fields.heading_at(self.currentIndex().row())
        if heading is not None and event.key() in FOLD_KEYS:
            self.turned.emit(heading.title)
            return
        super().keyPressEvent(event)


def _runs(rows: Sequence[int]) -> list[tuple[int, int]]:
    """First and last of each stretch of neighbours in ascending numbers."""
    runs: list[tuple[int, int]] = []
    for row in rows:
        if runs and runs[-1][1] == row - 1:
            runs[-1] = (runs[-1][0], row)
        else:
            runs.append((row, row))
    return runs

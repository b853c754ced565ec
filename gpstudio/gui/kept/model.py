"""What the table of kept fits holds: rows in an order, which are drawn, and which value is best."""

from __future__ import annotations

import math
from typing import Any

from PySide6.QtCore import (
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QWidget

from gpstudio.gui.kept.columns import COLUMNS, MODEL, READINGS, WHEN, FitsColumn
from gpstudio.gui.kept.lines import KeptLine, kept_icon
from gpstudio.gui.literal import tip
from gpstudio.gui.rows_model import ColumnHeading, Index, Role, RowsModel, side
from gpstudio.gui.theme import Theme
from gpstudio.gui.words import kernel_text, sentence
from gpstudio.session.document import Document
from gpstudio.session.kept import KeptFit, best
from gpstudio.session.recipe_words import in_words
from gpstudio.translation import tr

LINE_SIZE = QSize(40, 12)
SHARPNESS = 2.0
"""Pixels of a table's small pictures for one of the screen."""
BEST, SHOWN, PINNED = "★ ", "● ", "◆ "
ARROWS = {Qt.SortOrder.AscendingOrder: " ▴", Qt.SortOrder.DescendingOrder: " ▾"}
NO_CURVE = tr(
    "Its curve was not kept, since a newer fit of many fields followed; its figures were. Use its "
    "recipe and fit again to see it."
)


class FitsModel(RowsModel):
    """The fits of one field; ticks are those of all fields."""

    ticked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.rows: tuple[KeptFit, ...] = ()
        """In the order on screen."""
        self._shown_name = ""
        self._readings = ""
        self._pinned: frozenset[str] = frozenset()
        self._slots: dict[str, int] = {}
        """How the line of each ticked key looks."""
        self._sorting = (WHEN, Qt.SortOrder.DescendingOrder)
        self._icons: dict[tuple[int, str], Any] = {}

    def show_document(self, document: Document) -> None:
        rows, fit = document.kept_of(document.selected), document.fit
        self._shown_name = next((row.name for row in rows if row.is_of(fit)), "")
        self._readings = document.series.fingerprint if document.series is not None else ""
        self._pinned = document.marks.pinned
        if {row.name for row in rows} == {row.name for row in self.rows}:
            self._arrange(rows)
            self._refresh()
            return
        self.beginResetModel()
        self.rows = self._ordered(rows)
        self.endResetModel()

    @property
    def lines(self) -> tuple[KeptLine, ...]:
        """What is to be drawn over the plot, in the order in which it was ticked."""
        named = {row.key: row for row in self.rows}
        return tuple(
            KeptLine(key, in_words(named[key].recipe), curve, slot)
            for key, slot in self._slots.items()
            if key in named and (curve := named[key].curve) is not None
        )

    def tick(self, place: int) -> None:
        """The other way round; a new one takes the first look that is free."""
        row = self.rows[place]
        if row.curve is None:
            return
        if row.key in self._slots:
            del self._slots[row.key]
        else:
            mine = {self._slots[e.key] for e in self.rows if e.key in self._slots}
            self._slots[row.key] = next(n for n in range(len(mine) + 1) if n not in mine)
        self.dataChanged.emit(self.index(place, MODEL), self.index(place, MODEL))
        self.ticked.emit()

    def is_shown(self, row: KeptFit) -> bool:
        """Whether it is the curve of the field."""
        return row.name == self._shown_name

    def is_pinned(self, row: KeptFit) -> bool:
        return row.key in self._pinned

    def has_other_readings(self, row: KeptFit) -> bool:
        return row.readings != self._readings

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sorting = (column, order)
        self._arrange(self.rows)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(COLUMNS) - 1)

    def _arrange(self, rows: tuple[KeptFit, ...]) -> None:
        """The same rows in the present order, with the selection on the same one."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        names = [self.rows[index.row()].name for index in before]
        self.rows = self._ordered(rows)
        places = {row.name: place for place, row in enumerate(self.rows)}
        after = [
            self.index(places[name], index.column())
            for name, index in zip(names, before, strict=True)
        ]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def sort_by(self, column: int) -> None:
        """The best or the newest on top; the other way round where it is so already."""
        down = bool(COLUMNS[column].higher) or column in (WHEN, READINGS)
        ways = [Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder]
        again = self._sorting == (column, ways[down])
        self.sort(column, ways[not down] if again else ways[down])

    def _ordered(self, rows: tuple[KeptFit, ...]) -> tuple[KeptFit, ...]:
        """What has no figure stands last, whichever way the figures go; the newest first."""
        place, order = self._sorting
        down, column = order == Qt.SortOrder.DescendingOrder, COLUMNS[place]
        newest = sorted(rows, key=lambda row: -math.inf if row.when != row.when else row.when)
        newest.reverse()
        known = [row for row in newest if column.order(row) == column.order(row)]
        rest = [row for row in newest if column.order(row) != column.order(row)]
        known.sort(key=column.order, reverse=down)
        return (*known, *rest)

    def _refresh(self) -> None:
        if self.rows:
            last = self.index(len(self.rows) - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    @property
    def row_count(self) -> int:
        return len(self.rows)

    @property
    def column_count(self) -> int:
        return len(COLUMNS)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        can = index.column() == MODEL and self.rows[index.row()].curve is not None
        return flags | Qt.ItemFlag.ItemIsUserCheckable if can else flags

    def heading(self, column: int) -> ColumnHeading:
        about = COLUMNS[column]
        place, order = self._sorting
        title = about.title + ARROWS[order] if column == place else about.title
        return ColumnHeading(title, about.help, about.number)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, place = self.rows[index.row()], index.column()
        if role == Role.DisplayRole:
            return self._cell(row, place)
        if role == Role.AccessibleTextRole:
            return self._spoken(row, place)
        if role == Role.ToolTipRole:
            return tip(self.said(row))
        if role == Role.TextAlignmentRole:
            return side(COLUMNS[place].number)
        if role == Role.FontRole and self._is_best(row, place):
            font = QFont()
            font.setBold(True)
            return font
        if role == Role.ForegroundRole:
            apart = self.has_other_readings(row) and COLUMNS[place].number
            return QColor(self.theme.quiet if apart else self.theme.text)
        return self._mark(row, role) if place == MODEL else None

    def _mark(self, row: KeptFit, role: int) -> Any:
        """Tick and line."""
        if row.curve is None:
            return None
        slot = self._slots.get(row.key)
        if role == Role.CheckStateRole:
            return Qt.CheckState.Unchecked if slot is None else Qt.CheckState.Checked
        if role == Role.DecorationRole and slot is not None:
            key = (slot, self.theme.name)
            if key not in self._icons:
                self._icons[key] = kept_icon(slot, self.theme, LINE_SIZE, SHARPNESS)
            return self._icons[key]
        return None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        if role != Role.CheckStateRole or index.column() != MODEL:
            return False
        self.tick(index.row())
        return True

    def _cell(self, row: KeptFit, place: int) -> str:
        cell = COLUMNS[place].cell(row)
        if place == MODEL:
            signs = (SHOWN if self.is_shown(row) else "") + (PINNED if self.is_pinned(row) else "")
            return signs + cell
        if place == READINGS and self.has_other_readings(row):
            return tr("others: {cell}", cell=cell)
        return BEST + cell if self._is_best(row, place) else cell

    def _spoken(self, row: KeptFit, place: int) -> str:
        """Signs in words, for a screen reader."""
        cell = COLUMNS[place].cell(row)
        if place == MODEL:
            signs = ((self.is_shown(row), tr("shown now")), (self.is_pinned(row), tr("pinned")))
            return ", ".join([cell, *(word for there, word in signs if there)])
        if place == READINGS and self.has_other_readings(row):
            return tr("{cell}, other readings than now", cell=cell)
        return tr("{cell}, best", cell=cell) if self._is_best(row, place) else cell

    def _is_best(self, row: KeptFit, place: int) -> bool:
        """As it is written, so that what looks equal is equally best."""
        column = COLUMNS[place]
        if column.higher is None or (column.about_readings and self.has_other_readings(row)):
            return False
        rows = [e for e in self.rows if not (column.about_readings and self.has_other_readings(e))]
        values = {_value(column, e): column.cell(e) for e in rows}
        return bool(column.cell(row)) and column.cell(row) == values.get(
            best([_value(column, e) for e in rows], column.higher), ""
        )

    def said(self, row: KeptFit) -> str:
        """All that is known of one, in sentences."""
        parts = [
            sentence(in_words(row.recipe)),
            tr("Learnt: {kernel}.", kernel=kernel_text(row.kernel)),
        ]
        if self.is_shown(row):
            parts.append(tr("The curve that is shown."))
        if self.is_pinned(row):
            parts.append(tr("Pinned: it stays."))
        if self.has_other_readings(row):
            parts.append(
                tr(
                    "Fitted to {count:,} other readings than now: evidence and score cannot "
                    "be compared.",
                    count=row.count,
                )
            )
        if row.score is not None and row.score.problem:
            parts.append(row.score.problem)
        if row.curve is None:
            parts.append(NO_CURVE)
        return " ".join(parts)


def _value(column: FitsColumn, row: KeptFit) -> float:
    value = column.order(row)
    return math.nan if isinstance(value, str) else value

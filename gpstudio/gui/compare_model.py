"""What the table of compared kernels holds: ticks, figures, and which value is best."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QWidget

from gpstudio.core.inference.comparison import Row
from gpstudio.core.language import Expression, parse
from gpstudio.gui.literal import tip
from gpstudio.gui.rows_model import ColumnHeading, Index, Role, RowsModel, side
from gpstudio.gui.theme import Theme
from gpstudio.gui.words import kernel_text
from gpstudio.session.comparison import FIGURES, ComparedFigure, KernelEntry
from gpstudio.translation import tr

WORDS, TEXT = 0, 1
FIRST_FIGURE = 2
COLUMNS = (
    (tr("Kernel"), tr("What the kernel expects of the curve; tick those that are to be compared.")),
    (tr("Written"), tr("The kernel as the model writes it.")),
    *((figure.title, figure.help) for figure in FIGURES),
)
BEST = "★ "
WAITING = "…"
IN_USE = "● "
ARROWS = {Qt.SortOrder.AscendingOrder: " ▴", Qt.SortOrder.DescendingOrder: " ▾"}


class CompareModel(RowsModel):
    """Entries with their ticks and rows, in the order of a column."""

    ticked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.entries: tuple[KernelEntry, ...] = ()
        self.shown: tuple[KernelEntry, ...] = ()
        """The entries in the order on screen."""
        self.rows: dict[str, Row] = {}
        self.waiting: tuple[str, ...] = ()
        """Kernels that are being compared and have no row yet."""
        self._ticks: dict[str, bool] = {}
        self._present: Expression | None = None
        self._sorting = (-1, Qt.SortOrder.AscendingOrder)

    def show_entries(self, entries: tuple[KernelEntry, ...], present: Expression) -> None:
        """With the ticks that a person has set, where they were shown before."""
        self.beginResetModel()
        self.entries, self._present = entries, present
        self._ticks = {e.text: self._ticks.get(e.text, e.ticked) for e in entries}
        self.shown = self._ordered()
        self.endResetModel()
        self.ticked.emit()

    def forget(self) -> None:
        """Other data or another model: nothing known holds any more."""
        self.rows, self._ticks, self.waiting = {}, {}, ()
        self._refresh()

    def begin(self, kernels: tuple[str, ...]) -> None:
        self.waiting = kernels
        self.rows = {text: row for text, row in self.rows.items() if text not in kernels}
        self._refresh()

    def take(self, row: Row) -> None:
        self.rows[row.name] = row
        self.waiting = tuple(text for text in self.waiting if text != row.name)
        self._refresh()

    def end(self) -> None:
        self.waiting = ()
        self._refresh()

    @property
    def wanted(self) -> tuple[str, ...]:
        """The ticked kernels, in the order on screen."""
        return tuple(entry.text for entry in self.shown if self._ticks.get(entry.text))

    @property
    def table(self) -> tuple[tuple[KernelEntry, Row], ...]:
        """What is known, in the order on screen."""
        return tuple((e, self.rows[e.text]) for e in self.shown if e.text in self.rows)

    def tick(self, place: int) -> None:
        """The other way round."""
        text = self.shown[place].text
        self._ticks[text] = not self._ticks[text]
        self.dataChanged.emit(self.index(place, WORDS), self.index(place, WORDS))
        self.ticked.emit()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._sorting = (column, order)
        self._refresh()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(COLUMNS) - 1)

    def sort_by(self, column: int) -> None:
        """The best on top; the other way round where it is so already."""
        down = column >= FIRST_FIGURE and FIGURES[column - FIRST_FIGURE].higher
        ways = [Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder]
        best_first = ways[down]
        again = self._sorting == (column, best_first)
        self.sort(column, ways[not down] if again else best_first)

    def _refresh(self) -> None:
        """In the present order, with the selection on the same kernel."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        texts = [self.shown[index.row()].text for index in before]
        self.shown = self._ordered()
        places = {entry.text: place for place, entry in enumerate(self.shown)}
        after = [
            self.index(places[text], index.column())
            for text, index in zip(texts, before, strict=True)
        ]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def _ordered(self) -> tuple[KernelEntry, ...]:
        """What has no figure stands last, whichever way the figures go."""
        column, order = self._sorting
        down = order == Qt.SortOrder.DescendingOrder
        if column < 0:
            return self.entries
        if column < FIRST_FIGURE:
            texts = {e.text: (e.words, e.text)[column].casefold() for e in self.entries}
            return tuple(sorted(self.entries, key=lambda e: texts[e.text], reverse=down))
        figure = FIGURES[column - FIRST_FIGURE]
        known = [e for e in self.entries if self._figure(e, figure)]
        rest = [e for e in self.entries if not self._figure(e, figure)]
        known.sort(key=lambda e: figure.value(self.rows[e.text]), reverse=down)
        return (*known, *rest)

    def _figure(self, entry: KernelEntry, figure: ComparedFigure) -> str:
        row = self.rows.get(entry.text)
        return figure.text(figure.value(row)) if row is not None else ""

    def _is_present(self, entry: KernelEntry) -> bool:
        return parse(entry.text) == self._present

    def _is_best(self, entry: KernelEntry, column: int) -> bool:
        if column < FIRST_FIGURE:
            return False
        figure = FIGURES[column - FIRST_FIGURE]
        here = self._figure(entry, figure)
        return bool(here) and here == figure.best(self.rows.values())

    def _cell(self, entry: KernelEntry, column: int) -> str:
        if column == WORDS:
            return f"{IN_USE}{entry.words}" if self._is_present(entry) else entry.words
        if column == TEXT:
            return entry.text
        if entry.text in self.waiting:
            return WAITING
        problem = self.problem(entry)
        if problem:
            return problem if column == FIRST_FIGURE else ""
        return self._figure(entry, FIGURES[column - FIRST_FIGURE])

    def problem(self, entry: KernelEntry) -> str:
        """Why a kernel has no figures."""
        row = self.rows.get(entry.text)
        return row.problem if row is not None else ""

    @property
    def row_count(self) -> int:
        return len(self.shown)

    @property
    def column_count(self) -> int:
        return len(COLUMNS)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == WORDS else flags

    def heading(self, column: int) -> ColumnHeading:
        title, help = COLUMNS[column]
        place, order = self._sorting
        sorted_title = title + ARROWS[order] if column == place else title
        return ColumnHeading(sorted_title, help, column >= FIRST_FIGURE)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry, column = self.shown[index.row()], index.column()
        cell, best = self._cell(entry, column), self._is_best(entry, column)
        if role == Role.DisplayRole:
            return f"{BEST}{cell}" if best else cell
        if role == Role.AccessibleTextRole:
            return self._said(entry, column)
        if role == Role.ToolTipRole:
            return self._tip(entry)
        if role == Role.TextAlignmentRole:
            return side(column >= FIRST_FIGURE and not self.problem(entry))
        if role == Role.CheckStateRole and column == WORDS:
            ticked = self._ticks.get(entry.text, False)
            return Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
        if role == Role.FontRole and best:
            font = QFont()
            font.setBold(True)
            return font
        if role == Role.ForegroundRole:
            return self._colour(entry, column)
        return None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        if role != Role.CheckStateRole or index.column() != WORDS:
            return False
        self.tick(index.row())
        return True

    def _colour(self, entry: KernelEntry, column: int) -> QColor:
        if self.problem(entry) and column >= FIRST_FIGURE:
            return QColor(self.theme.error)
        return QColor(self.theme.quiet if column == TEXT else self.theme.text)

    def _said(self, entry: KernelEntry, column: int) -> str:
        """Signs in words, for a screen reader."""
        if column == WORDS and self._is_present(entry):
            return tr("{kernel}, in the model", kernel=entry.words)
        cell = self._cell(entry, column)
        return f"{cell}, best" if self._is_best(entry, column) else cell

    def _tip(self, entry: KernelEntry) -> str:
        lines = [entry.words, entry.text]
        if self._is_present(entry):
            lines.append(tr("The model has this kernel now."))
        row = self.rows.get(entry.text)
        if row is not None:
            lines.append(row.problem or tr("Learnt: {kernel}", kernel=kernel_text(row.kernel)))
        return tip(*lines)

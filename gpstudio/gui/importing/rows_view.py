"""The right side of the dialog: the table as understood, with a menu over every column."""

from __future__ import annotations

from bisect import bisect_right

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QContextMenuEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QMenu, QTableView, QWidget

from gpstudio.data.decisions import Role
from gpstudio.data.table import Table
from gpstudio.gui.fields import describe
from gpstudio.gui.importing.roles_header import RolesHeader
from gpstudio.gui.importing.rows_model import RowsModel
from gpstudio.gui.importing.saying import MenuWish, wishes
from gpstudio.gui.importing.words import ROLE_WORDS, role_word
from gpstudio.gui.literal import in_entry
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr

MEASURED = 30
"""Rows whose cells decide how wide a column is."""
MEASURED_COLUMNS = 100
PADDING = 24
NAMED = 3
"""Columns that an entry of the menu names."""
_RANKS: dict[Role, int] = {"time": 0, "group": 0, "ignored": 3}
NARROWEST, WIDEST = 56, 240
ASIDE_LEAST, ASIDE_WIDEST = 110, 320


class RowsView(QTableView):
    role_chosen = Signal(int, object)
    """The column's place, and the wish."""
    line_shown = Signal(int)
    """On which line of the file the topmost row begins; 1 where the view is at its start."""
    line_selected = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("import_rows")
        describe(
            self,
            tr("The table as understood"),
            tr(
                "The first rows; the head says what each column is for, and Space or the menu key "
                "changes it."
            ),
        )
        self.rows = RowsModel(theme, self)
        self.setModel(self.rows)
        self.header = RolesHeader(self.rows, theme, self)
        self.setHorizontalHeader(self.header)
        self.header.setFocusProxy(None)  # type: ignore[arg-type]
        self.header.menu_asked.connect(self.show_menu)
        self.header.to_be_seen.connect(self._see_column)
        self._table: Table | None = None
        self._chosen = -1
        self.menu = QMenu(self)
        self.menu.setObjectName("role_menu")
        self._dress()

    def _dress(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        side = self.verticalHeader()
        side.setDefaultSectionSize(self.fontMetrics().height() + 7)
        side.setHighlightSections(False)
        side.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        side.hide()
        self.setCornerButtonEnabled(False)
        self.verticalScrollBar().valueChanged.connect(self._say_line)
        self.selectionModel().currentRowChanged.connect(self._say_row)

    def set_theme(self, theme: Theme) -> None:
        self.rows.set_theme(theme)
        self.header.set_theme(theme)

    def show_table(self, table: Table | None) -> None:
        """Where the eye was it stays: a table that is read again looks much like before. A column
        that has just got another role may stand elsewhere now, and is followed."""
        across, down = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        row = self.currentIndex().row()
        self._table = table
        self.rows.show_table(table)
        self._set_widths()
        self._set_order()
        self._fit_aside()
        self.horizontalScrollBar().setValue(across)
        self.verticalScrollBar().setValue(down)
        if self._chosen in range(len(self.rows.columns)):
            self._see_column(self._chosen)
        self._chosen = -1
        if 0 <= row < self.rows.rowCount():
            self.setCurrentIndex(self.rows.index(row, 0))

    def _fit_aside(self) -> None:
        """The reasons take the room that the columns leave; a tooltip has them whole."""
        last = len(self.rows.columns)
        if self.rows.has_aside:
            room = self.viewport().width() - sum(self.columnWidth(j) for j in range(last))
            self.setColumnWidth(last, room if room >= ASIDE_LEAST else self._width(last))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_aside()

    def _set_widths(self) -> None:
        """A table of thousands of columns is alike all over: the first ones are measured."""
        count = len(self.rows.columns)
        usual = NARROWEST
        for section in range(count):
            usual = self._width(section) if section < MEASURED_COLUMNS else usual
            self.setColumnWidth(section, usual)

    def _set_order(self) -> None:
        """In the order of the file; where not all can be seen, what takes part comes first, and the
        reasons before what does not."""
        columns = self.rows.columns
        order = list(range(self.rows.columnCount()))
        if sum(map(self.columnWidth, order[: len(columns)])) > self.viewport().width():
            ranks = [_RANKS.get(column.role, 1) for column in columns]
            order.sort(key=lambda place: ranks[place] if place < len(columns) else 2)
        for place, section in enumerate(order):
            if self.header.visualIndex(section) != place:
                self.header.moveSection(self.header.visualIndex(section), place)

    def _width(self, section: int) -> int:
        cells = self._cells(section)
        measure = self.fontMetrics().horizontalAdvance
        longest = max((measure(text) for text in cells), default=0) + PADDING
        wanted = max(longest, self.header.wanted_width(section), NARROWEST)
        return min(wanted, ASIDE_WIDEST if section == len(self.rows.columns) else WIDEST)

    def _cells(self, section: int) -> set[str]:
        if self._table is None:
            return set()
        rows = self._table.preview.rows[:MEASURED]
        if section == len(self.rows.columns):
            return {self.rows.verdict(row) for row in range(len(rows))}
        return {row[section][:60] for row in rows}

    def show_menu(self, place: int, where: QPoint) -> None:
        """The roles a column may have; the present one is ticked."""
        if self._table is None:
            return
        from gpstudio.data.placing import part_named  # brings in all that reads

        self.menu.clear()
        group = QActionGroup(self.menu)
        name, present = self._table.columns[place].name, self._table.columns[place].role
        self.menu.setAccessibleName(tr("What column {name} is for", name=name))
        roles = tuple(r for r in ROLE_WORDS if r != "place" or part_named(name))
        for wish in wishes(self._table, place, roles):
            action = self.menu.addAction(_title(wish))
            action.setCheckable(True)
            action.setChecked(wish.role == present and not wish.beside)
            action.setActionGroup(group)
            if action.isChecked():
                self.menu.setActiveAction(action)
            else:
                action.triggered.connect(lambda _=False, wish=wish: self._choose(place, wish))
            if wish.role == "noise":
                self.menu.addSeparator()
        self.menu.popup(where)

    def _choose(self, place: int, wish: MenuWish) -> None:
        self._chosen = place
        self.role_chosen.emit(place, wish)

    def actions_of_menu(self) -> list[QAction]:
        return [action for action in self.menu.actions() if not action.isSeparator()]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.header.ask_menu(max(0, self.currentIndex().column()))
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if mouse else self.currentIndex()
        self.header.ask_menu(max(0, index.column()))

    def _see_column(self, section: int) -> None:
        """Scroll sideways, and not a pixel more than needed."""
        bar = self.horizontalScrollBar()
        left, width = self.columnViewportPosition(section), self.columnWidth(section)
        beyond = left + width - self.viewport().width()
        bar.setValue(bar.value() + min(left, max(0, beyond)))

    def see_line(self, line: int) -> None:
        """Scroll to the row that holds this line of the file."""
        if self._table is not None:
            row = max(0, bisect_right(self._table.preview.lines, line) - 1)
            self.verticalScrollBar().setValue(row)

    def _say_line(self, top: int) -> None:
        if self._table is not None and self._table.preview.lines:
            at = min(top, len(self._table.preview.lines) - 1)
            self.line_shown.emit(self._table.preview.lines[at] if top else 1)

    def _say_row(self) -> None:
        row = self.currentIndex().row()
        if self._table is not None and row >= 0:
            self.line_selected.emit(self.rows.line(row))


def _title(wish: MenuWish) -> str:
    word = role_word(wish.role)
    if not wish.beside:
        return f"{word}: {ROLE_WORDS[wish.role][1]}"
    more = len(wish.beside) - NAMED
    names = [*wish.beside[:NAMED], *([tr("{count:,} more", count=more)] if more > 0 else [])]
    return in_entry(tr("{role}, together with {columns}", role=word, columns=", ".join(names)))

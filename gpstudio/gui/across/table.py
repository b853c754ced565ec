"""The table of all fields on screen: as many columns as find room, and those that are wanted."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QMenu

from gpstudio.gui.across.columns import AcrossColumn
from gpstudio.gui.across.model import AcrossModel
from gpstudio.gui.fields import describe, scaled
from gpstudio.gui.literal import in_entry, tip
from gpstudio.gui.rows_table import FITTED_ROWS, LINE_HEIGHT, RowsTable
from gpstudio.gui.shared_room import WantedRoom, shared
from gpstudio.translation import tr

HIDDEN = "across_hidden"
"""Names of the columns that a person does not want."""
STAYING = 2
"""Columns at the left without which no line says what it is of."""
PADDING, ARROW = 13, 14
WIDEST, LEAST_OF_LAST, LEAST_OF_NAMES = 130, 70, 100
TIGHT_HEIGHT = 34
"""Pixels of a line with two rows of letters."""


class AcrossTable(RowsTable):
    used = Signal()
    crowded = Signal(int)
    """So many columns find no room."""

    def __init__(self, model: AcrossModel) -> None:
        super().__init__("across_table", model)
        self.lines = model
        describe(
            self,
            tr("Fields and stages"),
            tr(
                "One line a field and season. Headings sort. Enter shows the field. Ctrl+C copies "
                "the selected lines."
            ),
        )
        header = self.horizontalHeader()
        header.setSortIndicator(-1, header.sortIndicatorOrder())
        header.setMinimumSectionSize(30)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(
            lambda where: self.columns_menu().popup(header.mapToGlobal(where))
        )
        header.sortIndicatorChanged.connect(lambda *_: self.share_the_room())
        self.setSortingEnabled(True)
        self.setHorizontalScrollMode(self.ScrollMode.ScrollPerPixel)
        self.doubleClicked.connect(lambda _: self.used.emit())
        model.modelReset.connect(self._follow_order)
        self._crowded: set[str] = set()
        """Names of columns that find no room."""

    # which columns there are

    @property
    def hidden(self) -> list[str]:
        """Names of those that a person does not want."""
        return [name for name in str(QSettings().value(HIDDEN, "")).split("\n") if name]

    def want(self, column: AcrossColumn, wanted: bool) -> None:
        others = [name for name in self.hidden if name != column.name]
        QSettings().setValue(HIDDEN, "\n".join(others if wanted else [*others, column.name]))
        self.share_the_room()

    def columns_menu(self) -> QMenu:
        """Every column that can go, ticked where it is wanted."""
        menu = QMenu(self)
        menu.setObjectName("across_columns_menu")
        menu.setToolTipsVisible(True)
        self.fill_menu(menu)
        return menu

    def fill_menu(self, menu: QMenu) -> None:
        menu.clear()
        hidden = self.hidden
        for column in self.lines.columns[STAYING:]:
            title = in_entry(column.title)
            if column.name in self._crowded:
                title = tr("{title} (no room)", title=title)
            action = menu.addAction(title)
            action.setCheckable(True)
            action.setChecked(column.name not in hidden)
            action.setToolTip(tip(column.help))
            action.toggled.connect(partial(self.want, column))

    # room for them

    def share_the_room(self) -> None:
        """One row of letters a line where all columns find room so, else two; then columns give
        way. The last one takes what is left: its words end in dots, and are whole one hover away.
        """
        lines, room, hidden = self.lines, self.viewport().width(), self.hidden
        wanted = [c for c in lines.columns if c.name not in hidden]
        tight = sum(self._widths(wanted, False).values()) > room
        wide = self._widths(wanted, tight)
        least = scaled(LEAST_OF_NAMES)
        rooms = [
            WantedRoom(wide[c.name], least if place == 0 else None, c.gives_way)
            for place, c in enumerate(wanted)
        ]
        given = zip(wide, shared(room, rooms), strict=True)
        widths = {name: width for name, width in given if width}
        self._crowded = wide.keys() - widths
        self.crowded.emit(len(self._crowded))
        lines.show_tight(tight)
        height = scaled(TIGHT_HEIGHT if tight else LINE_HEIGHT)
        self.verticalHeader().setDefaultSectionSize(height)
        if widths:
            widths[list(widths)[-1]] += max(0, room - sum(widths.values()))
        for place, column in enumerate(lines.columns):
            self.setColumnHidden(place, column.name not in widths)
            self.setColumnWidth(place, widths.get(column.name, 0))

    def _widths(self, columns: Iterable[AcrossColumn], tight: bool) -> dict[str, int]:
        """By name; of the last one, whatever it says, no more than a few words."""
        lines, letters = self.lines, self.fontMetrics()
        sorted_by = self.horizontalHeader().sortIndicatorSection()

        def wide(text: str) -> int:
            return max(letters.horizontalAdvance(line) for line in text.split("\n"))

        widths = {}
        for column in columns:
            said = {lines.text(column, row, tight) for row in lines.shown[:FITTED_ROWS]}
            arrow = scaled(ARROW) if lines.columns.index(column) == sorted_by else 0
            widest = max([*map(wide, said), wide(lines.head(column, tight)) + arrow])
            own = scaled(LEAST_OF_LAST if column is lines.columns[-1] else WIDEST)
            widths[column.name] = min(widest, own) + scaled(PADDING)
        return widths

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.share_the_room()

    def _follow_order(self) -> None:
        """Lines of other columns are sorted by the one that they were."""
        header = self.horizontalHeader()
        blocked = header.blockSignals(True)
        header.setSortIndicator(self.lines.sorted_by, header.sortIndicatorOrder())
        header.blockSignals(blocked)
        self.share_the_room()

    # by keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.InsertParagraphSeparator):
            self.used.emit()
        else:
            super().keyPressEvent(event)

    def headings(self) -> list[str]:
        return [column.title for column in self._copied]

    def cells(self, place: int) -> list[str]:
        return [column.cell(self.lines.shown[place]) for column in self._copied]

    @property
    def _copied(self) -> list[AcrossColumn]:
        """Those that are wanted, also where there is no room for them."""
        hidden = self.hidden
        return [column for column in self.lines.columns if column.name not in hidden]

"""What was understood of the file: the sentence, rows set aside, the columns and their roles.

What is to be read otherwise is said in the import dialog, which the button opens again.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gpstudio.data.sentence import entries
from gpstudio.data.table import Table
from gpstudio.gui.fields import describe, label, scaled
from gpstudio.gui.importing.words import chosen_words, decision_word, role_word
from gpstudio.translation import tr

SIDE_BY_SIDE, LEAST_HEIGHT = 600, 150
"""Pixels: columns and decisions beside each other would both be cut in less."""
HEADINGS = (tr("Column"), tr("Role"), tr("Unit"), tr("Format"), tr("Sure"))


class TableView(QScrollArea):
    change_asked = Signal()
    """A person wants the table to be read differently."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("table_view")
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._table: Table | None = None
        self._inside = QWidget()
        self.setWidget(self._inside)
        self.sentence = label(wrap=True)
        self.sentence.setObjectName("understood")
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.change_button = QPushButton(tr("&Change…"))
        self.change_button.setObjectName("change_table")
        describe(
            self.change_button,
            tr("Change how the table is read"),
            tr("Choose other columns, or read the file differently."),
        )
        self.change_button.clicked.connect(self.change_asked)
        self.set_aside = label(wrap=True)
        self.set_aside.setObjectName("set_aside")
        self.decided = label(rank="quiet", wrap=True)
        self.decided.setObjectName("decided")
        self.columns = self._columns_table()
        self._lay_out()

    def _columns_table(self) -> QTableWidget:
        columns = QTableWidget(0, len(HEADINGS))
        columns.setObjectName("columns_table")
        describe(columns, tr("Columns"), tr("How each column of the file was understood."))
        columns.setHorizontalHeaderLabels(HEADINGS)
        columns.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        columns.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        columns.setShowGrid(False)
        columns.setTabKeyNavigation(False)
        columns.verticalHeader().hide()
        columns.verticalHeader().setDefaultSectionSize(scaled(24))
        header = columns.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        return columns

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(14)
        top.addWidget(self.sentence, 1)
        top.addWidget(self.change_button, 0, Qt.AlignmentFlag.AlignTop)
        left = QVBoxLayout()
        left.setSpacing(10)
        left.addWidget(self.set_aside)
        left.addWidget(self.decided)
        left.addStretch()
        self._below = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._below.setSpacing(20)
        self._below.addLayout(left, 2)
        self._below.addWidget(self.columns, 4)
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(14, 8, 14, 10)
        column.setSpacing(8)
        column.addLayout(top)
        column.addLayout(self._below, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side by side where there is room for it, else one below the other."""
        narrow = self.viewport().width() < SIDE_BY_SIDE
        way = QBoxLayout.Direction
        self._below.setDirection(way.TopToBottom if narrow else way.LeftToRight)
        self.columns.setMinimumHeight(LEAST_HEIGHT if narrow else 0)
        super().resizeEvent(event)

    def show_table(self, table: Table | None) -> None:
        self.change_button.setEnabled(table is not None)
        if table is self._table:
            return
        self._table = table
        self.sentence.setText(f"{table.sentence}." if table is not None else "")
        self.set_aside.setText(_aside(table) if table is not None else "")
        self.decided.setText(_decided(table) if table is not None else "")
        self._show_columns()

    def _show_columns(self) -> None:
        listed = self._table.columns if self._table is not None else ()
        columns = sorted(listed, key=lambda column: column.role == "ignored")
        self.columns.setRowCount(len(columns))
        for row, column in enumerate(columns):
            used = column.role != "ignored"
            sure = f"{column.confidence:.0%}" if used else ""
            cells = (column.name, role_word(column.role), column.unit, column.format, sure)
            for place, text in enumerate(cells):
                item = QTableWidgetItem(text)
                if not used:
                    item.setForeground(self.palette().placeholderText())
                self.columns.setItem(row, place, item)


def _aside(table: Table) -> str:
    lines = [f"{entries(table, a.count)} {a.reason}" for a in table.set_aside]
    if not lines:
        return tr("All {entries} are used.", entries=entries(table, table.rows_in))
    aside = sum(a.count for a in table.set_aside)
    head = tr(
        "Set aside, {aside:,} of {entries}:", aside=aside, entries=entries(table, table.rows_in)
    )
    return "\n".join([head, *(f"  {line}" for line in lines)])


def _decided(table: Table) -> str:
    """What could have been read otherwise, and what speaks for it."""
    lines = []
    for decision in (d for d in table.decisions if len(d.choices) > 1):
        lines.append(f"{decision_word(decision.about)}: {chosen_words(decision)}")
    return "\n".join(lines)

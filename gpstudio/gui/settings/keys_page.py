"""The shortcut editor: every action with its keys; a clash is told and changes nothing."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gpstudio.gui.commands.menus import MENU_OF
from gpstudio.gui.fields import describe, label
from gpstudio.gui.palette.entries import plain
from gpstudio.gui.palette.matching import Lookup
from gpstudio.gui.settings.shortcuts import NATIVE, Shortcuts
from gpstudio.translation import tr

HEADINGS = (tr("Command"), tr("Menu"), tr("Keys"))
HINT = tr("Choose a command, click into the field and press its new keys.")


class KeysPage(QWidget):
    """What is pressed in the field holds at once."""

    changed = Signal()

    def __init__(self, shortcuts: Shortcuts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("shortcuts")
        self._shortcuts = shortcuts
        commands = tuple(shortcuts)
        self._commands = {command.name: command for command in commands}
        self._lookup = Lookup(
            [plain(command.title) for command in commands],
            [f"{plain(MENU_OF[command.name])} {command.help}" for command in commands],
            loose=len(commands),
        )
        self.filter = QLineEdit()
        self.filter.setObjectName("shortcuts_filter")
        self.filter.setPlaceholderText(tr("Find a command"))
        self.filter.setClearButtonEnabled(True)
        describe(self.filter, tr("Find a command"), tr("Only commands that hold these words."))
        self.table = self._made_table()
        self.edit = QKeySequenceEdit()
        self.edit.setObjectName("shortcuts_edit")
        self.edit.setMaximumSequenceLength(1)
        self.edit.setClearButtonEnabled(True)
        describe(
            self.edit, tr("New keys"), tr("Press the keys that the command is to have; Tab leaves.")
        )
        self.reset = QPushButton(tr("Usual keys"))
        self.reset.setObjectName("shortcuts_reset")
        describe(
            self.reset, tr("Usual keys"), tr("Give the selected command its usual keys again.")
        )
        self.reset_all = QPushButton(tr("All usual"))
        self.reset_all.setObjectName("shortcuts_reset_all")
        describe(
            self.reset_all, tr("All usual keys"), tr("Give every command its usual keys again.")
        )
        for button in (self.reset, self.reset_all):
            button.setAutoDefault(False)
        self.said = label(HINT, "quiet", wrap=True)
        self.said.setObjectName("shortcuts_said")
        self._lay_out()
        self._connect()
        self._list()

    def _made_table(self) -> QTableWidget:
        table = QTableWidget(0, len(HEADINGS))
        table.setObjectName("shortcuts_table")
        describe(
            table, tr("Commands and their keys"), tr("Choose the command whose keys are to change.")
        )
        table.setHorizontalHeaderLabels(list(HEADINGS))
        table.verticalHeader().hide()
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        return table

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.addWidget(self.edit, 1)
        row.addWidget(self.reset)
        row.addWidget(self.reset_all)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(8)
        column.addWidget(self.filter)
        column.addWidget(self.table, 1)
        column.addLayout(row)
        column.addWidget(self.said)

    def _connect(self) -> None:
        self.filter.textChanged.connect(self._list)
        self.table.itemSelectionChanged.connect(self._show_selected)
        self.table.itemActivated.connect(lambda _: self.edit.setFocus())
        self.edit.editingFinished.connect(self._choose)
        self.reset.clicked.connect(self._reset)
        self.reset_all.clicked.connect(self._reset_all)

    @property
    def selected(self) -> str:
        """The name of an action; empty where none is selected."""
        return self._name_in(self.table.currentRow())

    def _name_in(self, row: int) -> str:
        item = self.table.item(row, 0) if row >= 0 else None
        return "" if item is None else str(item.data(Qt.ItemDataRole.UserRole))

    def select(self, name: str) -> None:
        for row in range(self.table.rowCount()):
            if self._name_in(row) == name:
                self.table.selectRow(row)

    def _list(self) -> None:
        kept = self.selected
        known = tuple(self._commands)
        names = [known[place] for place in self._lookup.places(self.filter.text())]
        blocked = self.table.blockSignals(True)
        self.table.setRowCount(len(names))
        for row, name in enumerate(names):
            command = self._commands[name]
            keys = self._shortcuts.keys(name).toString(NATIVE)
            usual = self._shortcuts.is_usual(name)
            title, menu = plain(command.title).rstrip("…"), plain(MENU_OF[name])
            for column, text in enumerate((title, menu, keys)):
                item = QTableWidgetItem(text)
                item.setToolTip(command.help)
                if column == 2 and not usual:
                    font = item.font()
                    font.setBold(True)
                    item.setFont(font)
                    item.setToolTip(tr("Chosen by you."))
                item.setData(Qt.ItemDataRole.UserRole, name)
                self.table.setItem(row, column, item)
        self.table.setCurrentCell(-1, -1)
        self.table.blockSignals(blocked)
        self.select(kept if kept in names else (names[0] if names else ""))
        self._show_selected()

    def _show_selected(self) -> None:
        name = self.selected
        self._show_keys()
        self._tell("")
        self.edit.setEnabled(bool(name))
        self.reset.setEnabled(bool(name) and not self._shortcuts.is_usual(name))

    def _show_keys(self) -> None:
        name = self.selected
        blocked = self.edit.blockSignals(True)
        self.edit.setKeySequence(self._shortcuts.keys(name) if name else QKeySequence())
        self.edit.blockSignals(blocked)

    def _tell(self, wrong: str, done: str = "") -> None:
        self.said.setText(wrong or done or HINT)
        self.said.setProperty("rank", "error" if wrong else "quiet")
        self.said.style().unpolish(self.said)
        self.said.style().polish(self.said)

    def _choose(self) -> None:
        if not self.isVisible():
            return  # the field also says so when its window is closed
        name, keys = self.selected, self.edit.keySequence()
        if not name or keys == self._shortcuts.keys(name):
            return
        self._finish(self._shortcuts.choose(name, keys), name)

    def _reset(self) -> None:
        self._finish(self._shortcuts.reset(self.selected), self.selected)

    def _reset_all(self) -> None:
        self._shortcuts.reset_all()
        self._list()
        self._tell("", tr("Every command has its usual keys."))
        self.changed.emit()

    def _finish(self, wrong: str, name: str) -> None:
        if wrong:
            self._show_keys()
        else:
            self._list()
        written = self._shortcuts.keys(name).toString(NATIVE) or tr("no keys")
        self._tell(
            wrong,
            tr(
                "{title} has {keys} now.",
                title=plain(self._commands[name].title).rstrip("…"),
                keys=written,
            ),
        )
        if not wrong:
            self.changed.emit()

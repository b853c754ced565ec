"""What was understood of the file: the columns and their roles, rows set aside, open questions."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gpstudio.data.decisions import Question
from gpstudio.data.table import Table
from gpstudio.gui.fields import Choice, describe, label, restyle
from gpstudio.gui.words import count

ROLES = (
    ("time", "Time", "Which column holds the dates."),
    ("value", "Value", "Which column holds the readings."),
    ("group", "Field", "Which column names the field of each reading."),
)
ONE_FIELD = "(one field)"
HEADINGS = ("Column", "Role", "Unit", "Format", "Sure")
BUTTONS_IN_A_ROW = 4


class TableView(QScrollArea):
    """Shows a table's decisions; says what a person wants to be read differently."""

    role_chosen = Signal(str, str)
    """Role and column; an empty column for "the table is one field"."""
    answered = Signal(str, str)

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
        self.questions = QVBoxLayout()
        self.choices = {role: self._choice(role, title, help) for role, title, help in ROLES}
        self.set_aside = label(wrap=True)
        self.set_aside.setObjectName("set_aside")
        self.columns = self._columns_table()
        self._lay_out()

    def _choice(self, role: str, title: str, help: str) -> Choice:
        choice = Choice()
        choice.setObjectName(f"role_{role}")
        describe(choice, f"{title} column", help)
        choice.activated.connect(lambda _: self._choose(role))
        return choice

    def _columns_table(self) -> QTableWidget:
        columns = QTableWidget(0, len(HEADINGS))
        columns.setObjectName("columns_table")
        describe(columns, "Columns", "How each column of the file was understood.")
        columns.setHorizontalHeaderLabels(HEADINGS)
        columns.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        columns.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        columns.setShowGrid(False)
        columns.setTabKeyNavigation(False)
        columns.verticalHeader().hide()
        columns.verticalHeader().setDefaultSectionSize(24)
        header = columns.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        return columns

    def _lay_out(self) -> None:
        roles = QGridLayout()
        roles.setHorizontalSpacing(10)
        roles.setVerticalSpacing(6)
        for row, (role, title, _) in enumerate(ROLES):
            roles.addWidget(label(title, "quiet"), row, 0)
            roles.addWidget(self.choices[role], row, 1)
        roles.setColumnStretch(1, 1)
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addLayout(roles)
        left.addWidget(self.set_aside)
        left.addStretch()
        below = QHBoxLayout()
        below.setSpacing(20)
        below.addLayout(left, 2)
        below.addWidget(self.columns, 4)
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(14, 8, 14, 10)
        column.setSpacing(8)
        column.addLayout(self.questions)
        column.addWidget(self.sentence)
        column.addLayout(below, 1)

    def show_table(self, table: Table | None) -> None:
        if table is self._table:
            return
        self._table = table
        self._ask(table.questions if table is not None else ())
        self.sentence.setText(f"{table.sentence}." if table is not None else "")
        self.sentence.setHidden(table is None or bool(table.questions))
        self._show_roles()
        self._show_columns()
        self._show_set_aside()

    def _ask(self, questions: tuple[Question, ...]) -> None:
        while (item := self.questions.takeAt(0)) is not None:
            box = item.widget()
            if box is not None:
                box.hide()
                box.setParent(None)
                box.deleteLater()
        for question in questions:
            self.questions.addWidget(self._question(question))

    def _question(self, question: Question) -> QFrame:
        box = QFrame()
        box.setObjectName(f"question_{question.about}")
        restyle(box, banner="info")
        column = QVBoxLayout(box)
        column.setContentsMargins(14, 10, 14, 12)
        column.addWidget(label(question.text, "heading", wrap=True))
        buttons = QGridLayout()
        buttons.setSpacing(6)
        for place, choice in enumerate(question.choices):
            button = QPushButton(choice)
            button.setObjectName(f"answer_{question.about}_{choice}")
            describe(button, f"{question.about}: {choice}", question.text)
            button.clicked.connect(
                lambda _=False, choice=choice: self.answered.emit(question.about, choice)
            )
            buttons.addWidget(button, place // BUTTONS_IN_A_ROW, place % BUTTONS_IN_A_ROW)
        buttons.setColumnStretch(BUTTONS_IN_A_ROW, 1)
        column.addLayout(buttons)
        return box

    def _show_roles(self) -> None:
        columns = self._table.columns if self._table is not None else ()
        for role, choice in self.choices.items():
            choice.clear()
            choice.setEnabled(bool(columns))
            if role == "group":
                choice.addItem(ONE_FIELD, "")
            for column in columns:
                choice.addItem(column.name, column.name)
            taken = [column.name for column in columns if column.role == role]
            choice.show_choice(taken[0] if taken else "")

    def _choose(self, role: str) -> None:
        column = self.choices[role].currentData()
        if column is not None:
            self._show_roles()  # what is shown follows the table, which may refuse
            self.role_chosen.emit(role, column)

    def _show_columns(self) -> None:
        columns = self._table.columns if self._table is not None else ()
        self.columns.setRowCount(len(columns))
        for row, column in enumerate(columns):
            role = "" if column.role == "ignored" else column.role
            sure = f"{column.confidence:.0%}" if role else ""
            cells = (column.name, role or "not used", column.unit, column.format, sure)
            for place, text in enumerate(cells):
                item = QTableWidgetItem(text)
                if not role:
                    item.setForeground(self.palette().placeholderText())
                self.columns.setItem(row, place, item)

    def _show_set_aside(self) -> None:
        table = self._table
        if table is None:
            self.set_aside.setText("")
            return
        lines = [f"{count(a.count, 'row')} {a.reason}" for a in table.set_aside]
        if not lines:
            self.set_aside.setText(f"All {count(table.rows_in, 'row')} are used.")
            return
        aside = sum(a.count for a in table.set_aside)
        head = f"Set aside, {aside:,} of {count(table.rows_in, 'row')}:"
        self.set_aside.setText("\n".join([head, *(f"  {line}" for line in lines)]))

"""What only a person can know, asked at the top of the dialog: a button for each answer."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QVBoxLayout, QWidget

from gpstudio.data.decisions import Question
from gpstudio.data.table import Table
from gpstudio.gui.fields import describe, label, restyle
from gpstudio.gui.importing.examples import example
from gpstudio.gui.literal import in_entry
from gpstudio.translation import tr

SHAPES = {4: 186, 2: 404, 1: 820}
"""Buttons side by side, and pixels of the words on each: what fits a small window."""
MOST = 8
"""Buttons of one question; a file of 500 columns is better answered on their heads."""
MORE = tr("Or another one: under Read differently, and a column also by a click on its head.")


class Questions(QWidget):
    answered = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("import_questions")
        self._asked: tuple[Question, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self.buttons: list[QPushButton] = []
        self.hide()

    def show_table(self, table: Table | None) -> None:
        self.ask(table.questions if table is not None else (), table)

    def ask(self, asked: tuple[Question, ...], table: Table | None) -> None:
        """``table`` is what examples are taken from."""
        if asked == self._asked and asked:
            return
        self._asked, self.buttons = asked, []
        while (item := self._column.takeAt(0)) is not None:
            box = item.widget()
            if box is not None:
                box.hide()
                box.setParent(None)
                box.deleteLater()
        for question in asked:
            self._column.addWidget(self._box(table, question))
        self.setVisible(bool(asked))

    def _box(self, table: Table | None, question: Question) -> QFrame:
        box = QFrame()
        box.setObjectName(f"question_{question.about}")
        box.setAccessibleName(question.text)
        restyle(box, banner="info")
        column = QVBoxLayout(box)
        column.setContentsMargins(14, 10, 14, 12)
        column.setSpacing(8)
        column.addWidget(label(question.text, "heading", wrap=True))
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        in_a_row = self._in_a_row(question.choices[:MOST])
        for place, choice in enumerate(question.choices[:MOST]):
            button = self._button(table, question, choice, SHAPES[in_a_row])
            grid.addWidget(button, place // in_a_row, place % in_a_row)
        grid.setColumnStretch(in_a_row, 1)
        column.addLayout(grid)
        if len(question.choices) > MOST:
            column.addWidget(label(MORE, "quiet", wrap=True))
        return box

    def _in_a_row(self, choices: Sequence[str]) -> int:
        """As many as leave each name its own: shortened, two could read the same."""
        for in_a_row, widest in SHAPES.items():
            if in_a_row > max(len(choices), min(SHAPES)):
                continue  # there is more room for each
            if len({self._short(self, tr(choice), widest) for choice in choices}) == len(choices):
                return in_a_row
        return min(SHAPES)

    def _button(
        self, table: Table | None, question: Question, choice: str, widest: int
    ) -> QPushButton:
        word = tr(choice)
        seen = "" if table is None else example(table, question.about, choice)
        button = QPushButton()
        lines = [self._short(button, line, widest) for line in (word, seen) if line]
        button.setText(in_entry("\n".join(lines)))
        button.setObjectName(f"answer_{question.about}_{choice}")
        help = f"{question.text} {word}: {seen}." if seen else question.text
        describe(button, f"{word}, {seen}" if seen else word, help)
        button.clicked.connect(lambda: self.answered.emit(question.about, choice))
        self.buttons.append(button)
        return button

    @staticmethod
    def _short(on: QWidget, line: str, widest: int) -> str:
        """A name is often told apart by its end: what does not fit is left out in the middle."""
        return on.fontMetrics().elidedText(line, Qt.TextElideMode.ElideMiddle, widest)

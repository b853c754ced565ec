"""Everything that could be read otherwise, as lists to choose from, folded away until wanted."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QWidget

from gpstudio.data.decisions import ABOUT, YOU_SAID, Decision
from gpstudio.data.table import Table
from gpstudio.gui.fields import ChoiceBox, describe, label
from gpstudio.gui.importing.words import chosen_words, decision_word
from gpstudio.translation import tr

IN_A_ROW = 3
LETTERS = 16
WIDEST, LIST_WIDEST = 240, 480
OPENING_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Space, Qt.Key.Key_F4)
LEFT_OPEN = tr("(to be answered)")


class Picker(ChoiceBox):
    """Keys open the list and choose there: a key that chose at once would read the file at every
    step, and never get past a choice that the file refuses."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in OPENING_KEYS:
            self.showPopup()
        else:
            event.ignore()


class Differently(QFrame):
    answered = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("read_differently")
        self.setProperty("card", True)
        self._shown: tuple[Decision, ...] = ()
        self.choices: dict[str, ChoiceBox] = {}
        self._labels: dict[str, QLabel] = {}
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(8)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 10, 14, 10)
        row.addLayout(self._grid)
        row.addStretch()

    def show_table(self, table: Table | None) -> None:
        decisions = choosable(table) if table is not None else ()
        if tuple(d.about for d in decisions) != tuple(d.about for d in self._shown):
            self._lay_out(decisions)
        self._shown = decisions
        for decision in decisions:
            self._fill(decision)

    def _lay_out(self, decisions: tuple[Decision, ...]) -> None:
        """The lists that are still wanted stay, and with them the keyboard's place."""
        wanted = [decision.about for decision in decisions]
        for about in [about for about in self.choices if about not in wanted]:
            for widget in (self.choices.pop(about), self._labels.pop(about)):
                widget.hide()
                widget.setParent(None)
                widget.deleteLater()
        for about in wanted:
            if about not in self.choices:
                self._make(about)
        before: QWidget | None = None
        for place, about in enumerate(wanted):
            row, column = divmod(place, IN_A_ROW)
            self._grid.addWidget(self._labels[about], row, 2 * column)
            self._grid.addWidget(self.choices[about], row, 2 * column + 1)
            if before is not None:
                QWidget.setTabOrder(before, self.choices[about])
            before = self.choices[about]

    def _make(self, about: str) -> None:
        choice = Picker(self)
        choice.setObjectName(f"read_{about}")
        choice.setMinimumContentsLength(LETTERS)
        choice.setMaximumWidth(WIDEST)
        choice.view().setTextElideMode(Qt.TextElideMode.ElideMiddle)
        choice.activated.connect(lambda _: self._choose(about))
        title = label(decision_word(about), "quiet")
        title.setBuddy(choice)
        self.choices[about], self._labels[about] = choice, title

    def _fill(self, decision: Decision) -> None:
        choice = self.choices[decision.about]
        choice.blockSignals(True)
        choice.clear()
        if decision.is_open:
            choice.addItem(LEFT_OPEN, None)
        for name in decision.choices:
            choice.addItem(tr(name), name)
        choice.setCurrentIndex(0 if decision.is_open else choice.findData(decision.chosen))
        choice.blockSignals(False)
        names = choice.view()
        names.setMinimumWidth(min(names.sizeHintForColumn(0) + 24, LIST_WIDEST))
        word = decision_word(decision.about)
        describe(
            choice,
            f"{word}: {choice.currentText()}",
            tr(
                "Read as {choice}. Choose otherwise.",
                choice=decision.question or chosen_words(decision),
            ),
        )

    def _choose(self, about: str) -> None:
        """What is shown follows the table, which may refuse."""
        chosen = self.choices[about].currentData()
        decision = next(d for d in self._shown if d.about == about)
        self._fill(decision)
        if chosen is not None and (decision.is_open or chosen != decision.chosen):
            self.answered.emit(about, chosen)


def choosable(table: Table) -> tuple[Decision, ...]:
    """Decisions that leave a choice, and what a person has said of others."""
    found = {d.about: d for d in table.decisions if len(d.choices) > 1}
    for about, answer in table.said.answers.items():
        if about not in found and ABOUT.get(about):
            found[about] = Decision(about, answer, ABOUT[about], YOU_SAID)
    return tuple(found.values())

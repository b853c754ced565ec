"""What was understood, in words: questions, the sentence, and what else could be said."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from gpstudio.data.decisions import Said
from gpstudio.data.remembered import RememberedChoices
from gpstudio.gui.fields import describe, label
from gpstudio.gui.importing.differently import Differently, choosable
from gpstudio.gui.importing.opening import Opening
from gpstudio.gui.importing.questions import Questions
from gpstudio.gui.importing.words import reading_words
from gpstudio.gui.literal import tip
from gpstudio.gui.tab_order import in_order
from gpstudio.translation import tr

RECALLED = tr("Read as you said before about files like this.")


def _link(name: str, text: str, help: str) -> QPushButton:
    button = QPushButton(text)
    button.setObjectName(name)
    button.setProperty("link", True)
    describe(button, text.replace("&", "").strip("▸▾ …"), help)
    return button


class ReadingAccount(QWidget):
    answered = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = label(rank="title")
        self.title.setObjectName("import_title")
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.recalled = label(RECALLED, "quiet")
        self.forget = _link("forget_answers", tr("Forget it"), tr("Forget what was said before."))
        self.start_over = _link(
            "start_over", tr("Start &over"), tr("Read it as if nothing was said.")
        )
        self.unfold = _link(
            "unfold", tr("▸ Read &differently…"), tr("Show what else could be chosen.")
        )
        self.unfold.setCheckable(True)
        self.problem = label(rank="error", wrap=True)
        self.problem.setObjectName("import_problem")
        self.questions = Questions()
        self.sentence = label(wrap=True)
        self.sentence.setObjectName("import_sentence")
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.differently = Differently()
        self.differently.hide()
        self._lay_out()
        self.questions.answered.connect(self.answered)
        self.differently.answered.connect(self.answered)
        self.unfold.toggled.connect(self._unfold)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(6)
        top.addWidget(self.title, 1)
        for part in (self.recalled, self.forget, self.start_over, self.unfold):
            top.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(top)
        for row in (self.problem, self.questions, self.sentence, self.differently):
            column.addWidget(row)

    def begin(self, opening: Opening) -> None:
        self.title.setText(opening.name)
        self.title.setToolTip(tip(str(opening.path or "")))
        self.unfold.setChecked(False)
        self.show_reading(None)
        self._say(tr("Reading {name}…", name=opening.name))

    def show_reading(self, reading: RememberedChoices | None) -> None:
        table = reading.table if reading is not None else None
        self.show_problem(reading.problem if reading is not None else "")
        self.questions.show_table(table)
        self._say(reading_words(reading) if reading is not None else "")
        self.differently.show_table(table)
        self.unfold.setVisible(table is not None and bool(choosable(table)))
        recalled = reading is not None and reading.recalled
        self.recalled.setVisible(recalled)
        self.forget.setVisible(recalled)
        said = table is not None and table.said != Said()
        self.start_over.setVisible(said and not recalled)
        in_order(self.unfold, *self.questions.buttons, *self.differently.choices.values())

    def show_problem(self, sentence: str) -> None:
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    def _say(self, sentence: str) -> None:
        self.sentence.setText(sentence)
        self.sentence.setAccessibleName(sentence)

    def _unfold(self, on: bool) -> None:
        self.unfold.setText(tr("▾ Read &differently…") if on else tr("▸ Read &differently…"))
        self.differently.setVisible(on)

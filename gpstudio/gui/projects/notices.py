"""Notices: sentences that wait for an answer, above everything else, and are in nobody's way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from gpstudio.gui.fields import describe, label
from gpstudio.gui.tab_order import TabAnchor
from gpstudio.translation import tr


@dataclass(frozen=True)
class Answer:
    name: str
    """The button's object name."""
    label: str
    help: str
    do: Callable[[], object]


class Notice(QFrame):
    """One sentence with the answers to it. It goes with any answer, and with Close."""

    gone = Signal()

    def __init__(
        self,
        name: str,
        sentence: str,
        answers: Sequence[Answer],
        kind: Literal["info", "error"],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setProperty("banner", kind)
        self.setAccessibleName(sentence)
        self.sentence = label(sentence, wrap=True)
        self.sentence.setObjectName(f"{name}_sentence")
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.buttons: list[QPushButton] = []
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 7, 8, 7)
        row.addWidget(self.sentence, 1)
        close = Answer(
            f"{name}_close", tr("Close"), tr("Put this away; nothing is changed."), lambda: None
        )
        for answer in (*answers, close):
            self.buttons.append(self._button(answer))
            row.addWidget(self.buttons[-1])

    def _button(self, answer: Answer) -> QPushButton:
        button = QPushButton(answer.label)
        button.setObjectName(answer.name)
        describe(button, answer.label, answer.help)
        button.clicked.connect(lambda: self._answered(answer))
        return button

    def _answered(self, answer: Answer) -> None:
        self.put_away()
        answer.do()

    def put_away(self) -> None:
        self.hide()
        self.gone.emit()
        self.deleteLater()


class Notices(QWidget):
    """One below the other; of each name the newest."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notices")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._held: dict[str, Notice] = {}
        self._first = TabAnchor(self)
        self.hide()

    def show_notice(
        self,
        name: str,
        sentence: str,
        answers: Sequence[Answer] = (),
        kind: Literal["info", "error"] = "info",
    ) -> None:
        self.put_away(name)
        notice = Notice(name, sentence, answers, kind, self)
        self._held[name] = notice
        self._column.addWidget(notice)
        self._first.lead(*(stop for one in self._held.values() for stop in one.buttons))
        notice.gone.connect(lambda: self._forget(name, notice))
        self.show()

    def put_away(self, *names: str) -> None:
        """Those of these names."""
        for name in names:
            if name in self._held:
                self._held[name].put_away()

    def _forget(self, name: str, notice: Notice) -> None:
        if self._held.get(name) is notice:
            del self._held[name]
        self.setVisible(bool(self._held))

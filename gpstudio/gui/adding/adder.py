"""From a wish to add a file to the command that does it: reader and dialog together."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from gpstudio.core.task import Task
from gpstudio.data.adding.addition import Addition
from gpstudio.data.table import Table
from gpstudio.gui.adding.dialog import AddingDialog
from gpstudio.gui.importing.behind import BehindDialog
from gpstudio.gui.importing.opening import Opening
from gpstudio.gui.messages import Message
from gpstudio.translation import tr


def look_into(table: Table, opening: Opening, answers: dict[str, str], task: Task) -> Addition:
    from gpstudio.data.adding.reading import added_from  # brings in all that reads

    task.report(tr("Reading {name}", name=opening.name))
    return added_from(table, opening.source, answers, task)


class Adder(BehindDialog):
    taken = Signal(object)
    """An addition that a person has looked at."""
    dialog: AddingDialog | None = None

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.work: Callable[..., Addition] = look_into
        self._asked: tuple[Table, Opening] | None = None
        self._answers: dict[str, str] = {}

    def open(self, table: Table, opening: Opening) -> None:
        """Read it, and show what it would add to the table."""
        self._asked, self._answers = (table, opening), {}
        self._made().begin(opening.name)
        self._clock.start()
        self._read()

    def _read(self) -> None:
        if self._asked is not None:
            self._start(self.work, *self._asked, dict(self._answers))

    def _made(self) -> AddingDialog:
        if self.dialog is None:
            dialog = self.dialog = AddingDialog(self._window)
            dialog.answered.connect(self._answer)
            dialog.taken.connect(self._take)
            self._listen(dialog)
        return self.dialog

    def _answer(self, about: str, choice: str) -> None:
        self._answers[about] = choice
        self._read()

    def _arrived(self, addition: Addition) -> None:
        self._made().show_addition(addition)
        self._appear()

    def _take(self, addition: Addition) -> None:
        self._made().accept()
        self.taken.emit(addition)

    def _stopped(self) -> None:
        self._made().reject()

    def _refused(self, sentence: str, details: str) -> None:
        self._made().reject()
        self.refused.emit(Message.error(sentence, details))

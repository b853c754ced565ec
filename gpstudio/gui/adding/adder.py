"""From a wish to add a file to the command that does it: reader and dialog together."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from gpstudio.core.task import Task
from gpstudio.data.adding.addition import Addition
from gpstudio.data.table import Table
from gpstudio.gui.adding.dialog import AddingDialog
from gpstudio.gui.bridge import Bridge
from gpstudio.gui.importing.importer import PATIENCE
from gpstudio.gui.importing.opening import Opening
from gpstudio.gui.messages import Message
from gpstudio.translation import tr


def look_into(table: Table, opening: Opening, answers: dict[str, str], task: Task) -> Addition:
    from gpstudio.data.adding.reading import added_from  # brings in all that reads

    task.report(tr("Reading {name}", name=opening.name))
    return added_from(table, opening.source, answers, task)


class Adder(QObject):
    taken = Signal(object)
    """An addition that a person has looked at."""
    refused = Signal(object)
    """A message: there is nothing to be added."""
    progressed = Signal(str, object)
    busy_changed = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.work: Callable[..., Addition] = look_into
        self.dialog: AddingDialog | None = None
        self._asked: tuple[Table, Opening] | None = None
        self._answers: dict[str, str] = {}
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.setInterval(PATIENCE)
        self._clock.timeout.connect(self._appear)
        self._bridge = Bridge(self)
        self._bridge.finished.connect(self._arrived)
        self._bridge.failed.connect(self._failed)
        self._bridge.stopped.connect(self._left)
        self._bridge.progressed.connect(self._progress)
        self._bridge.busy_changed.connect(self._busy)

    @property
    def is_busy(self) -> bool:
        return self._bridge.is_busy

    @property
    def is_stopping(self) -> bool:
        return self._bridge.is_stopping

    def open(self, table: Table, opening: Opening) -> None:
        """Read it, and show what it would add to the table."""
        self._asked, self._answers = (table, opening), {}
        self._made().begin(opening.name)
        self._clock.start()
        self._read()

    def stop(self) -> None:
        self._bridge.stop()
        self._busy(self.is_busy)

    def close(self) -> bool:
        self._clock.stop()
        return self._bridge.close()

    def _read(self) -> None:
        if self._asked is not None:
            self._bridge.start(self.work, *self._asked, dict(self._answers))

    def _made(self) -> AddingDialog:
        if self.dialog is None:
            dialog = self.dialog = AddingDialog(self._window)
            dialog.answered.connect(self._answer)
            dialog.taken.connect(self._take)
            dialog.stop_asked.connect(self.stop)
            dialog.rejected.connect(self._leave)
            dialog.finished.connect(lambda _: self._window.activateWindow())
        return self.dialog

    def _appear(self) -> None:
        dialog = self._made()
        if not dialog.isVisible():
            dialog.fit_in(self._window)
            dialog.open()

    def _answer(self, about: str, choice: str) -> None:
        self._answers[about] = choice
        self._read()

    def _arrived(self, addition: Addition) -> None:
        self._clock.stop()
        self._made().show_addition(addition)
        self._appear()

    def _take(self, addition: Addition) -> None:
        self._made().accept()
        self.taken.emit(addition)

    def _leave(self) -> None:
        self._clock.stop()
        self._bridge.leave()

    def _left(self) -> None:
        self._made().reject()

    def _failed(self, sentence: str, details: str) -> None:
        self._clock.stop()
        self._made().reject()
        self.refused.emit(Message.error(sentence, details))

    def _progress(self, words: str, fraction: float | None) -> None:
        self._made().progress.show_progress(words, fraction)
        self.progressed.emit(words, fraction)

    def _busy(self, busy: bool) -> None:
        if self.dialog is not None:
            self.dialog.show_busy(busy, self.is_stopping)
        self.busy_changed.emit()

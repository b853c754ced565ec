"""One job about files at a time, and what follows when it has ended, however it did."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from gpstudio.gui.bridge import Bridge
from gpstudio.gui.messages import Message
from gpstudio.session.project.whole import Errand
from gpstudio.translation import tr

WAIT = tr("One moment: a project is being read or written.")
Then = Callable[[], object]


def nothing() -> None:
    """What follows where nothing has to."""


class Runner(QObject):
    said = Signal(object)
    progressed = Signal(str, object)
    busy_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_saving = False
        self._errand = Errand()
        self._then: Callable[[Any], object] = lambda result: None
        self._otherwise: Then = nothing
        self._bridge = Bridge(self)
        self._bridge.finished.connect(self._finished)
        self._bridge.failed.connect(self._failed)
        self._bridge.stopped.connect(self._stopped)
        self._bridge.progressed.connect(self.progressed)
        self._bridge.busy_changed.connect(self.busy_changed)

    @property
    def is_busy(self) -> bool:
        return self._bridge.is_busy

    @property
    def is_opening(self) -> bool:
        """Whether there is something to wait for, which can be stopped."""
        return self._bridge.is_busy and not self.is_saving

    def run(
        self,
        then: Callable[[Any], object],
        *work: Any,
        otherwise: Then = nothing,
        saves: bool = False,
    ) -> None:
        """``then`` gets the result; ``otherwise`` follows on what was told as an error."""
        if self._bridge.is_busy:
            self.said.emit(Message.info(WAIT))
            return
        self._then, self._otherwise, self.is_saving = then, otherwise, saves
        self._bridge.start(*work)

    def errand(self) -> Errand:
        """For the next job: a project that it opens is closed again, unless somebody takes it."""
        self._errand = Errand()
        return self._errand

    def stop(self) -> None:
        """What is being saved is brought to its end."""
        if not self.is_saving:
            self._bridge.stop()

    def close(self) -> bool:
        ended = self._bridge.close()
        self._errand.give_up()
        return ended

    def _finished(self, result: Any) -> None:
        self.is_saving = False
        errand = self._errand  # of this job: what follows may begin another
        self._then(result)
        errand.give_up()

    def _failed(self, sentence: str, details: str) -> None:
        self._ended()
        self.said.emit(Message.error(sentence, details))
        self._otherwise()

    def _stopped(self) -> None:
        self._ended()
        self.progressed.emit(tr("Stopped."), None)

    def _ended(self) -> None:
        self.is_saving = False
        self._errand.give_up()

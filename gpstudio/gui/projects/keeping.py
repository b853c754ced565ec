"""Keeping what is not saved, so that a crash loses seconds: the window's side of autosaving."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal

from gpstudio.core.task import QUIET, Task
from gpstudio.session.project.autosave import Autosave
from gpstudio.session.project.codec.once import Made
from gpstudio.session.project.recovery import Recovery
from gpstudio.session.project.whole import State

AGAIN = 300.0
"""Seconds before the same trouble is told again: it is met at every change."""


def folder() -> Path:
    """Where states are kept that nobody saved."""
    place = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)
    return Path(place) / "unsaved"


class Keeping(QObject):
    """Nothing runs and nothing is written before there is something to keep."""

    failed = Signal(str)
    """A sentence; comes from another thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._autosave: Autosave | None = None
        self._made: Made = {}
        self._told = -AGAIN
        self._ended = False

    @property
    def notes(self) -> Mapping[str, str]:
        """To be saved with the present state."""
        return {} if self._autosave is None else self._autosave.notes

    def keep(self, state: State, original: Path | None) -> None:
        """In the place of what was kept before; a change that comes after the end is let go."""
        if self._ended:
            return
        if self._autosave is None:
            self._autosave = Autosave(folder(), original, on_problem=self._tell)
        self._autosave.original = original
        self._autosave.hand_over(lambda: state.parts(self._made))

    def forget(self) -> None:
        """There is nothing that would be lost."""
        if self._autosave is not None:
            self._autosave.forget()

    def saved(self, notes: Mapping[str, str]) -> None:
        """The state of these notes is in its project."""
        if self._autosave is not None and notes:
            self._autosave.saved(notes)

    def take_over(self, recovery: Recovery, task: Task = QUIET) -> None:
        """What was recovered is kept here before it is thrown away there. Waits for it: a job."""
        if self._autosave is not None and self._autosave.flush():
            recovery.discard()

    def close(self) -> None:
        """What is not saved by now is not wanted."""
        self._ended = True
        if self._autosave is not None:
            self._autosave.close()
            self._autosave = None

    def _tell(self, sentence: str) -> None:
        now = time.monotonic()
        if now - self._told > AGAIN:
            self._told = now
            self.failed.emit(sentence)

"""Work behind a dialog, which shows itself once there is something to see, or it takes long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from gpstudio.gui.bridge import Bridge
from gpstudio.gui.importing.progress import ImportProgress

PATIENCE = 400
"""Milliseconds before the dialog shows itself without a table: most files are read by then, and
one that cannot be read should not flash by."""


class Waited(Protocol):
    """A dialog that tells how the work behind it goes."""

    progress: ImportProgress
    stop_asked: Any
    rejected: Any
    finished: Any

    def isVisible(self) -> bool: ...
    def open(self) -> None: ...
    def fit_in(self, window: QWidget, /) -> None: ...
    def show_busy(self, busy: bool, stopping: bool, /) -> None: ...


class BehindDialog(QObject):
    """At most one piece of work; a newer one takes its place."""

    refused = Signal(object)
    """A message: there is nothing to be taken."""
    arrived = Signal(object)
    """What was worked for, and is shown."""
    progressed = Signal(str, object)
    busy_changed = Signal()
    dialog: Any = None
    """Made when it is first needed: the window's first paint must not wait for it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.setInterval(PATIENCE)
        self._clock.timeout.connect(self._appear)
        self._bridge = Bridge(self)
        self._bridge.finished.connect(self._finished)
        self._bridge.failed.connect(self._failed)
        self._bridge.stopped.connect(self._stopped)
        self._bridge.progressed.connect(self._progress)
        self._bridge.busy_changed.connect(self._busy)

    @property
    def is_busy(self) -> bool:
        return self._bridge.is_busy

    @property
    def is_stopping(self) -> bool:
        return self._bridge.is_stopping

    def stop(self) -> None:
        self._bridge.stop()
        self._busy(self.is_busy)

    def close(self) -> bool:
        self._clock.stop()
        return self._bridge.close()

    def _made(self) -> Waited:
        raise NotImplementedError

    def _listen(self, dialog: Waited) -> None:
        """To what every dialog of work says."""
        dialog.stop_asked.connect(self.stop)
        dialog.rejected.connect(self._leave)
        # not every system gives the keyboard back by itself
        dialog.finished.connect(lambda _: self._window.activateWindow())

    def _start(self, work: Callable[..., Any], *arguments: Any) -> None:
        self._bridge.start(work, *arguments)

    def _appear(self) -> None:
        dialog = self._made()
        if not dialog.isVisible():
            dialog.fit_in(self._window)
            dialog.open()

    def _finished(self, result: Any) -> None:
        self._clock.stop()
        self._arrived(result)
        self.arrived.emit(result)

    def _arrived(self, result: Any) -> None:
        """What was worked for."""
        raise NotImplementedError

    def _failed(self, sentence: str, details: str) -> None:
        self._clock.stop()
        self._refused(sentence, details)

    def _refused(self, sentence: str, details: str) -> None:
        """Why there is nothing."""
        raise NotImplementedError

    def _stopped(self) -> None:
        """As was asked."""
        raise NotImplementedError

    def _leave(self) -> None:
        self._clock.stop()
        self._bridge.leave()

    def _progress(self, words: str, fraction: float | None) -> None:
        self._made().progress.show_progress(words, fraction)
        self.progressed.emit(words, fraction)

    def _busy(self, busy: bool) -> None:
        if self.dialog is not None:
            self.dialog.show_busy(busy, self.is_stopping)
        self.busy_changed.emit()

"""The one place where the events of a job become Qt signals.

A bridge runs at most one job. Starting another cancels the present one and stops listening to it,
so that a late answer can never overwrite a newer one: the old job's queue is simply never read
again. Its timer ticks only while there is something to hear.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from gpstudio.jobs.events import END, Event, Failed, Finished, Partial, Stopped
from gpstudio.jobs.job import Job

MILLISECONDS_BETWEEN_LOOKS = 30
SECONDS_TO_END = 0.5
"""How long closing waits for work that was asked to stop: what needs longer is being compiled,
which nothing ends."""


class Bridge(QObject):
    """Runs one piece of work at a time away from the window and says how it goes."""

    progressed = Signal(str, object)
    """Status, and the fraction done or None."""
    partial_arrived = Signal(object)
    finished = Signal(object)
    failed = Signal(str, str)
    """A sentence for the person, and details for a report of our own faults."""
    stopped = Signal()
    busy_changed = Signal(bool)

    def __init__(
        self, parent: QObject | None = None, interval: int = MILLISECONDS_BETWEEN_LOOKS
    ) -> None:
        super().__init__(parent)
        self._job: Job | None = None
        self._stop_asked = False
        self._leaving: list[Job] = []
        self._timer = QTimer(self)
        self._timer.setObjectName("bridge_timer")
        self._timer.setInterval(interval)
        self._timer.timeout.connect(self._look)

    @property
    def is_busy(self) -> bool:
        return self._job is not None

    @property
    def is_stopping(self) -> bool:
        """Whether a stop was asked for and the work has not ended yet."""
        return self._job is not None and self._stop_asked

    def start(self, work: Callable[..., Any], *arguments: Any) -> None:
        """Run ``work(*arguments, task=…)``; what ran before is cancelled and no longer heard."""
        self._leave()
        self._stop_asked = False
        self._job = Job(work, *arguments).start()
        self._timer.start()
        self.busy_changed.emit(True)

    def stop(self) -> None:
        """Ask the work to end; ``stopped`` follows when it has."""
        if self._job is not None:
            self._stop_asked = True
            self._job.stop()

    def leave(self) -> None:
        """Stop the work and hear nothing of it any more."""
        if self._job is not None:
            self._leave()
            self._timer.stop()
            self.busy_changed.emit(False)

    def close(self, patience: float = SECONDS_TO_END) -> bool:
        """Stop everything and wait for its end; False when something still runs after that."""
        was_busy = self.is_busy
        self._leave()
        self._timer.stop()
        self._leaving = [job for job in self._leaving if not job.join(patience)]
        if was_busy:
            self.busy_changed.emit(False)
        return not self._leaving

    def _leave(self) -> None:
        """Cancel the present job and never listen to it again."""
        self._leaving = [job for job in self._leaving if job.is_running]
        if self._job is not None:
            self._job.stop()
            self._leaving.append(self._job)
            self._job = None

    def _look(self) -> None:
        job = self._job
        if job is None:
            self._timer.stop()
            return
        for event in job.events_so_far():
            if job is not self._job:  # a slot has started something newer
                return
            self._tell(event)

    def _tell(self, event: Event) -> None:
        if isinstance(event, END):
            self._end(event)
        elif isinstance(event, Partial):
            if not self._stop_asked:
                self.partial_arrived.emit(event.result)
        else:
            self.progressed.emit(event.status, event.fraction)

    def _end(self, event: Finished | Failed | Stopped) -> None:
        """Free for the next job before anyone is told, since who is told may start it."""
        if self._job is not None:
            self._leaving.append(self._job)
        self._job = None
        self._timer.stop()
        # An answer that crossed with the stop on its way is not wanted any more.
        stopped = self._stop_asked or isinstance(event, Stopped)
        self._stop_asked = False
        self.busy_changed.emit(False)
        if stopped:
            self.stopped.emit()
        elif isinstance(event, Failed):
            self.failed.emit(event.sentence, event.details)
        elif isinstance(event, Finished):
            self.finished.emit(event.result)

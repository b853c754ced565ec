"""Work that a person has asked for by name: it is told what is done, and how that ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject

from gpstudio.gui.bridge import Bridge
from gpstudio.jobs.events import Event, Progress
from gpstudio.translation import tr


class NamedWork(Bridge):
    """A bridge whose status begins with what is being done."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._doing = ""
        self.failed.connect(self._fail)
        self.stopped.connect(lambda: self.progressed.emit(tr("Stopped."), None))

    def do(self, doing: str, work: Callable[..., Any], *arguments: Any) -> None:
        """Run the work in place of what ran before."""
        self._doing = doing
        self.start(work, *arguments)
        self.progressed.emit(doing, None)

    def _tell(self, event: Event) -> None:
        if isinstance(event, Progress):
            event = replace(event, status=self._named(event.status))
        super()._tell(event)

    def _named(self, status: str) -> str:
        same = status.split()[:1] == self._doing.split()[:1]
        return status if same else tr("{doing}: {status}", doing=self._doing, status=status)

    def _fail(self, sentence: str, details: str) -> None:
        self.progressed.emit(tr("{doing}: did not succeed.", doing=self._doing), None)

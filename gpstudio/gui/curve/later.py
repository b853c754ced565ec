"""Numbers of the shown fit that take a while: asked for when they are wanted, drawn when there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal

from gpstudio.core.task import Task
from gpstudio.gui.latest import Latest
from gpstudio.session.fitting import Fit


class WorkOnFit(Protocol):
    def __call__(self, fit: Fit, task: Task) -> Any: ...


class Later(QObject):
    """Dates that changed do not ask anew: only another curve does."""

    arrived = Signal()
    """The numbers of the shown fit are others now."""

    def __init__(self, work: WorkOnFit, parent: QObject) -> None:
        super().__init__(parent)
        self._do = work
        self._fit: Fit | None = None
        self._wanted = False
        self._asked: Fit | None = None
        self.numbers: Any = None
        """Of the shown fit; None where there are none (yet)."""
        self._work = Latest(self)
        self._work.arrived.connect(self._take)

    @property
    def is_busy(self) -> bool:
        return self._work.is_busy

    def show(self, fit: Fit | None, wanted: bool) -> None:
        if not _same(fit, self._fit):
            self.numbers = None
        self._fit, self._wanted = fit, wanted
        if fit is None or not wanted:
            self._work.forget()
            self._asked = self.numbers = None
        elif not _same(fit, self._asked):
            self._asked = fit
            self._work.ask(_with_fit, self._do, fit)

    def close(self) -> bool:
        return self._work.close()

    def _take(self, answer: tuple[Fit, Any]) -> None:
        if self._wanted and _same(answer[0], self._fit):
            self.numbers = answer[1]
            self.arrived.emit()


def _same(one: Fit | None, other: Fit | None) -> bool:
    """Whether both have the same curve."""
    if one is None or other is None:
        return one is other
    return one.has_curve_of(other)


def _with_fit(work: Callable[..., Any], fit: Fit, task: Task) -> tuple[Fit, Any]:
    return fit, work(fit, task)

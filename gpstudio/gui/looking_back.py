"""What was known of the shown field on a day that somebody looks from, beside the document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from gpstudio.data.series import Series
from gpstudio.gui.latest import Latest
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit


class LookingBack(QObject):
    """The newest day counts, and a look goes where another field, model or crop comes."""

    changed = Signal()
    failed = Signal(str, str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._work = Latest(self)
        self._work.arrived.connect(self._take)
        self._work.failed.connect(self.failed)
        self._fit: Fit | None = None
        self._group = ""

    def ask(self, work: Callable[..., Fit], series: Series, *arguments: Any) -> None:
        """As soon as that is fitted."""
        self._group = series.group
        self._work.ask(work, series, *arguments)

    def forget(self) -> None:
        """All is known again."""
        self._work.forget()
        self._fit = None

    def at(self, document: Document) -> Fit | None:
        """The fit to what was known then; None where nobody looks back at this document."""
        fit = self._fit
        if fit is None or fit.series.group != document.selected or not document.is_of_model(fit):
            return None
        asked = replace(document.request, as_of=fit.request.as_of)
        return fit if fit.request == asked else None

    def follow(self, document: Document) -> None:
        """A look at something else does not come back with it."""
        gone = self._fit is not None and self.at(document) is None
        if gone or document.selected != self._group:
            self.forget()

    def stop(self) -> None:
        self._work.stop()

    def close(self) -> bool:
        return self._work.close()

    def _take(self, fit: Fit) -> None:
        self._fit = fit
        self.changed.emit()

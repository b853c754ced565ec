"""Outdated dates are made anew behind what is shown: one job, the field that is shown first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from operator import is_

from PySide6.QtCore import QObject, Signal

from gpstudio.gui.bridge import Bridge
from gpstudio.jobs.fields import Where
from gpstudio.session.dated_now import dated_now
from gpstudio.session.document import Document
from gpstudio.session.facts import Facts
from gpstudio.session.fitting import Fit
from gpstudio.session.request import Request


@dataclass(frozen=True, eq=False)
class _Asked:
    """What a job was asked to date, and as what."""

    request: Request
    facts: Mapping[str, Facts]
    basis: str
    fits: Mapping[str, Fit]
    first: str

    @classmethod
    def of(cls, document: Document) -> _Asked:
        asked = document.request, document.facts, document.basis
        return cls(*asked, document.fits, document.selected)

    def covers(self, document: Document) -> bool:
        """Whether the document's outdated dates are among those that were asked for."""
        if (self.request, self.basis) != (document.request, document.basis):
            return False
        if self.facts is not document.facts and dict(self.facts) != dict(document.facts):
            return False
        if self.first != document.selected and _wants_draws(document):
            return False
        return all(self._has(document.fits[group]) for group in document.outdated)

    def _has(self, fit: Fit) -> bool:
        known = self.fits.get(fit.series.group)
        return known is not None and known.has_curve_of(fit)


def _wants_draws(document: Document) -> bool:
    """Of the season under way, which are shown and not saved."""
    fit = document.fit
    return fit is not None and fit.dates.without_draws


class Redating(QObject):
    """Follows the document. What was stopped, or came to nothing, is not begun again before
    something else is asked."""

    arrived = Signal(object)
    """A ``Fit`` with other dates, and in the end all fits ``Together``."""
    failed = Signal(str, str)
    stopped = Signal()

    def __init__(self, where: Where, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._where = where
        self._bridge = Bridge(self)
        self._bridge.partial_arrived.connect(self.arrived)
        self._bridge.finished.connect(self.arrived)
        self._bridge.failed.connect(self.failed)
        self._bridge.stopped.connect(self.stopped)
        self._asked: _Asked | None = None
        self._looked_at: tuple[object, ...] = ()

    @property
    def is_busy(self) -> bool:
        return self._bridge.is_busy

    def follow(self, document: Document) -> None:
        """Begin where dates are outdated, unless just that is being done already."""
        looked_at = (
            document.request, document.facts, document.fits, document.lessons, document.table,
            document.fit if _wants_draws(document) else None,
        )  # fmt: skip
        before, self._looked_at = self._looked_at, looked_at
        if len(before) == len(looked_at) and all(map(is_, before, looked_at)):
            return
        if not document.outdated and not _wants_draws(document):
            self._asked = self._asked if self.is_busy else None
        elif self._asked is None or not self._asked.covers(document):
            self._asked = _Asked.of(document)
            self._bridge.start(partial(dated_now, where=self._where), document)

    def stop(self) -> None:
        self._bridge.stop()

    def leave(self) -> None:
        """What is being done is done by somebody else, or is of no interest any more."""
        self._asked, self._looked_at = None, ()
        self._bridge.leave()

    def close(self) -> bool:
        return self._bridge.close()

"""The status line: what is being done, with its progress bar, and how the last work ended."""

from __future__ import annotations

from functools import partial
from typing import Any, Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStatusBar, QWidget

from gpstudio.gui.fields import label, scaled
from gpstudio.gui.pace import Pace
from gpstudio.gui.work_bar import WorkBar
from gpstudio.session.fitting import Fit
from gpstudio.session.many import FitsOutcome
from gpstudio.translation import tr, tr_count

HEIGHT, BESIDE = 30, 12
"""Pixels: room for a message of one line with its buttons, and around what is told of work."""


class Reporting(Protocol):
    """Work that tells how it goes; what it tells once it has ended is how it ended."""

    @property
    def progressed(self) -> Any: ...
    @property
    def busy_changed(self) -> Any: ...
    @property
    def is_busy(self) -> bool: ...


class StatusLine(QStatusBar):
    """What is being done and how far it is; how the last work ended, when all is done.

    A line belongs to its work and goes with it, however that ends: by being done, stopped, left for
    something newer, or failing.
    """

    work_shown = Signal()
    """Other words are shown, or of other work."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status_line")
        self.setMinimumHeight(scaled(HEIGHT))
        self.setSizeGripEnabled(False)
        self._lines: dict[Reporting, tuple[str, float | None]] = {}
        """Of what runs, the newest last."""
        self._paces: dict[Reporting, Pace] = {}
        self._outcome = ""
        self.words = label()
        self.words.setObjectName("status")
        self.bar = WorkBar("progress", 180)
        self.bar.setToolTip(tr("How far the running work is."))
        self.addWidget(self.words, 1)
        self.addPermanentWidget(self.bar)

    @property
    def room_of_work(self) -> int:
        """Pixels at the right in which running work is told; none while nothing runs."""
        if not self._lines:
            return 0
        words = min(self.words.sizeHint().width(), self.width() // 3)
        return words + self.bar.width() + BESIDE

    def make_way(self, covered: bool) -> None:
        """What is told of work stands at the right while something lies over the rest."""
        side = Qt.AlignmentFlag.AlignRight if covered else Qt.AlignmentFlag.AlignLeft
        self.words.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)

    def follow(self, work: Reporting) -> None:
        """Show what it tells, as long as that is true."""
        work.progressed.connect(partial(self._progress, work))
        work.busy_changed.connect(lambda *_: self._turn(work))

    def tell(self, outcome: str) -> None:
        """How something ended."""
        self._outcome = outcome
        self._show()

    def _progress(self, work: Reporting, status: str, fraction: float | None) -> None:
        if work.is_busy:
            self._lines.pop(work, None)
            pace = self._paces.setdefault(work, Pace())
            self._lines[work] = (pace.with_left(status, fraction), fraction)
            self._show()
        else:
            self.tell(status)

    def _turn(self, work: Reporting) -> None:
        """It has begun, also in place of what it did before, or ended."""
        self._lines.pop(work, None)
        self._paces.pop(work, None)
        if work.is_busy:
            self._lines[work] = ("", None)
            self._outcome = ""
        self._show()

    def _show(self) -> None:
        *_, (words, fraction) = [(self._outcome, None), *self._lines.values()]
        self.words.setText(words)
        self.bar.setVisible(bool(self._lines))
        self.bar.show_share(fraction)
        self.work_shown.emit()


def fitted_words(fit: Fit, seconds: float) -> str:
    """How a fit ended."""
    if fit.seasons:
        return tr("Fitted in {seconds:.2g} s.", seconds=seconds)
    return tr(
        "Fitted in {seconds:.2g} s. No season rises clearly, so no stage is dated.",
        seconds=seconds,
    )


def fitted_many_words(outcome: FitsOutcome, seconds: float) -> str:
    """How fitting several fields ended."""
    words = tr_count(
        len(outcome.fits),
        "Fitted {n:,} field in {seconds:.2g} s.",
        "Fitted {n:,} fields in {seconds:.2g} s.",
        seconds=seconds,
    )
    failed = len(outcome.unfitted)
    if failed:
        unfitted = tr("{failed:,} could not be fitted: the list of fields says why.", failed=failed)
        words = f"{words} {unfitted}"
    summary = outcome.summary
    return tr("{fitted} {summary}.", fitted=words, summary=summary) if summary else words

"""What stands between the widgets and the work: holds the history, runs the jobs.

The window sends wishes here and redraws when told that something changed. Nothing here draws.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from operator import is_
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from gpstudio.core.inference import warm_up as fits
from gpstudio.core.inference.comparison import Row
from gpstudio.core.task import Task
from gpstudio.data.series import Series
from gpstudio.data.table import Table, read_table
from gpstudio.data.writing.forecast import write_forecast
from gpstudio.data.writing.form import PLAIN, WrittenAs
from gpstudio.data.writing.readings import write_readings
from gpstudio.data.writing.rivals import write_rivals
from gpstudio.data.writing.stages import write_stages
from gpstudio.gui.bridge import Bridge
from gpstudio.gui.latest import Latest
from gpstudio.gui.messages import Message
from gpstudio.session.commands import Command, OpenTable
from gpstudio.session.comparison import Entry, write_comparison
from gpstudio.session.document import Document
from gpstudio.session.facts import Facts
from gpstudio.session.fitting import Fit, fit_series, forecast_of, redated
from gpstudio.session.history import History
from gpstudio.session.kept import KeptFit, Score, scored
from gpstudio.session.lessons import Lessons
from gpstudio.session.many import Outcome, Unfitted, fit_fields
from gpstudio.session.project.codec.document import is_dated
from gpstudio.session.request import Request
from gpstudio.session.rivals import Rivals, rival_rows
from gpstudio.session.together import Together, dated_together
from gpstudio.session.trial import Numbers, try_numbers
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.session.script import Exported


def read(path: Path, task: Task) -> Table:
    return read_table(path, task=task)


def _redated(fit: Fit, request: Request, facts: Facts, lessons: Lessons, task: Task) -> Fit:
    return redated(fit, request, facts, task, lessons)


def _together(
    fits: tuple[Fit, ...], request: Request, facts: Mapping[str, Facts], task: Task
) -> Together:
    return dated_together(fits, request, facts, task)


def _tried(fit: Fit, numbers: Numbers, task: Task) -> tuple[Fit, Fit]:
    return fit, try_numbers(fit, numbers, task)


def _scored(row: KeptFit, fit: Fit, task: Task) -> tuple[KeptFit, Score]:
    return row, scored(fit, task)


QUICK = 2.0
"""Seconds of a fit whose score is made without being looked at: it takes no longer itself."""
MILLISECONDS_BETWEEN_REDRAWS = 80
"""While many fields are fitted one after the other, which may be hundreds a second."""


class Desk(QObject):
    """The document and everything that happens to it."""

    changed = Signal()
    """Document, shown fit or busyness: redraw."""
    opened = Signal(object)
    """A table was opened by a person, who may now want to fit it."""
    fitted = Signal(object)
    fitted_many = Signal(object)
    """Several fields were fitted, or told why they could not be."""
    progressed = Signal(str, object)
    said = Signal(object)
    """A message for the person."""
    tried = Signal()
    """The trial's curve is another one, or gone."""
    trial_failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.history = History()
        self.read: Callable[..., Table] = read
        self.fit_work: Callable[..., Fit] = fit_series
        self.unfitted: dict[str, str] = {}
        """Why a field has no fit, by group, where one was tried."""
        self._preview: Fit | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(MILLISECONDS_BETWEEN_REDRAWS)
        self._soon.timeout.connect(self.changed)
        self._after: Callable[[Any], None] = lambda result: None
        self._doing = ""
        self._began = 0.0
        self._work = self._bridge()
        self._export = self._bridge()
        self._warm = Bridge(self)
        self._trying = Latest(self)
        self._trial: tuple[Fit, Fit] | None = None
        self._dating = Latest(self)
        self._dating.arrived.connect(self._keep_dates)
        self._dating.failed.connect(self._tell)
        self._scoring = Latest(self)
        self._scoring.arrived.connect(self._keep_score)
        self._scoring.failed.connect(self._tell)
        self._asked_score = ""
        self._others = Bridge(self)
        self._others.finished.connect(self._take_lessons)
        self._others.failed.connect(self._tell)
        self._dated_for: object = None
        self._looked_at: tuple[object, ...] = ()
        self._many_for: tuple[Request, Mapping[str, Facts]] | None = None
        """What was asked of the fields that are being fitted."""
        self._trying.arrived.connect(self._show_trial)
        self._trying.failed.connect(lambda sentence, details: self.trial_failed.emit(sentence))
        self._work.finished.connect(self._arrived)
        self._partly: Callable[[Any], None] = self._show_preview
        self._of_many = False
        self._work.partial_arrived.connect(self._part_arrived)
        self._export.finished.connect(self._exported)

    def _bridge(self) -> Bridge:
        bridge = Bridge(self)
        bridge.progressed.connect(self._progress)
        bridge.failed.connect(self._fail)
        bridge.stopped.connect(self._stopped)
        bridge.busy_changed.connect(self._busy)
        return bridge

    @property
    def document(self) -> Document:
        return self.history.document

    @property
    def shown_fit(self) -> Fit | None:
        """The newest curve of the selected field, also one whose stages are still being dated."""
        preview = self._preview
        if preview is not None and preview.series is self.document.series:
            return preview
        return self.document.fit

    @property
    def trial(self) -> Fit | None:
        """The curve with tried numbers, while the fit they are tried on is the present one."""
        trial, document = self._trial, self.document
        if trial is None or trial[0] is not document.fit or not document.fit_is_current:
            return None
        return trial[1]

    def try_numbers(self, numbers: Numbers) -> None:
        """Show the selected field with other numbers, as soon as they are done."""
        if self.document.fit is not None:
            self._trying.ask(_tried, self.document.fit, numbers)

    def end_trial(self) -> None:
        self._trying.forget()
        self._trial = None
        self.tried.emit()

    def _show_trial(self, answer: tuple[Fit, Fit]) -> None:
        self._trial = answer
        self.tried.emit()

    @property
    def is_busy(self) -> bool:
        return self._work.is_busy or self._export.is_busy

    @property
    def is_stopping(self) -> bool:
        return self._work.is_stopping or self._export.is_stopping

    def do(self, command: Command) -> None:
        """Apply a command; raises ``InputError`` where its words were wrong."""
        self.history.do(command)
        self._moved_on()

    def undo(self) -> None:
        self.history.undo()
        self._moved_on()

    def redo(self) -> None:
        self.history.redo()
        self._moved_on()

    def _moved_on(self) -> None:
        """The curve that is shown may want other dates: that takes no fit, and no button."""
        document = self.document
        if document.fit is not None and document.curve_is_current and not document.fit_is_current:
            facts = document.facts_of(document.selected)
            self._dating.ask(_redated, document.fit, document.request, facts, document.lessons)
        self._date_all()
        self.changed.emit()

    def _date_all(self) -> None:
        """The other fields want the same dates, and what was observed in one may move all.

        Fields that are being fitted arrive dated; what they learn from each other waits for the
        last of them, else every click meanwhile would have all of them looked through.
        """
        document = self.document
        if self._is_growing and self._many_for == (document.request, document.facts):
            return
        looked_at = document.request, document.facts, document.fits, document.lessons
        if len(self._looked_at) == len(looked_at) and all(map(is_, looked_at, self._looked_at)):
            return
        self._looked_at = looked_at
        if self._is_growing:
            self._many_for = document.request, document.facts
        asked = self._asked
        alone = len(document.fits) < 2 and not any(known.seen for known in document.facts.values())
        if asked == self._dated_for or (alone and not document.lessons):
            return
        self._dated_for = asked
        fits = tuple(document.fits.values())
        self._others.start(_together, fits, document.request, document.facts)

    @property
    def _is_growing(self) -> bool:
        return self._many_for is not None and self._work.is_busy

    @property
    def _asked(self) -> object:
        """What the dates of all fields depend on."""
        document = self.document
        facts = frozenset((group, facts) for group, facts in document.facts.items())
        return facts, frozenset(document.fits), document.request

    def _take_lessons(self, together: Together) -> None:
        self.history.keep_together(together)
        self._moved_on()

    def _keep_dates(self, fit: Fit) -> None:
        present = self.document.fits.get(fit.series.group)
        if present is not None and present.posterior is fit.posterior:
            self.history.keep_fit(fit)
            self.changed.emit()

    def score(self) -> None:
        """How the shown fit foretells what it was not shown, for the list of kept fits."""
        fit, document = self.document.fit, self.document
        rows = document.kept_of(document.selected)
        row = next((row for row in rows if row.is_of(fit) and row.score is None), None)
        if fit is not None and row is not None and row.name != self._asked_score:
            self._asked_score = row.name
            self._scoring.ask(_scored, row, fit)

    def _keep_score(self, answer: tuple[KeptFit, Score]) -> None:
        self.history.keep_score(*answer)
        self._asked_score = ""
        self.changed.emit()

    def open(self, path: Path, then: Callable[[Table], None]) -> None:
        """Read a file about which nothing is in doubt, away from the window; ``then`` follows when
        it is open."""

        def arrived(table: Table) -> None:
            self._show(table)
            then(table)

        self._start(tr("Reading {name}", name=path.name), arrived, self.read, path)

    def take(self, table: Table) -> None:
        """A table that a person has looked at; what runs is of no interest any more."""
        self._work.leave()
        self._show(table)
        self.opened.emit(table)

    def resume(self, document: Document) -> None:
        """Go on with a document that was saved: what came before it is not to be undone."""
        for work in (self._work, self._others):
            work.leave()
        for latest in (self._trying, self._dating, self._scoring):
            latest.forget()
        self._preview = self._trial = None
        self._asked_score = ""
        self.unfitted = {}
        self.history = History(document)
        self._dated_for = self._asked if is_dated(document) else None
        self._looked_at = ()
        self._moved_on()
        self.tried.emit()

    def _show(self, table: Table) -> None:
        self._preview = None
        self.unfitted = {}
        if self.document.table is None:
            self.history = History(OpenTable(table).apply(self.document))
        else:
            self.history.do(OpenTable(table))
        self.changed.emit()

    def fit(self) -> None:
        """Fit the selected field with the present recipe."""
        document = self.document
        if document.series is None:
            return
        name = document.selected or document.series.value_name
        facts = document.facts_of(document.selected)
        work = (self.fit_work, document.series, document.recipe, document.request, facts)
        self._start(tr("Fitting {name}", name=name), self._keep, *work)

    def fit_many(self, groups: Sequence[str]) -> None:
        """Fit several fields; each is shown as it arrives, and Stop keeps those that are done."""
        document = self.document
        fields = document.table.series if document.table else ()
        asked = set(groups)
        wanted = [series for series in fields if series.group in asked]
        if not wanted:
            return
        work = (fit_fields, wanted, document.recipe, document.request, document.facts)
        self._start(tr("Fitting {count:,} fields", count=len(wanted)), self._all_fitted, *work)
        self._partly, self._of_many = self._keep_one, len(wanted) > 1
        self._many_for = document.request, document.facts

    def _keep_one(self, part: Fit | Unfitted) -> None:
        if isinstance(part, Fit):
            self.history.keep_fit(part, one_of_many=self._of_many)
            self.unfitted.pop(part.series.group, None)
        else:
            self.unfitted[part.group] = part.reason
        if not self._soon.isActive():
            self._soon.start()

    def _all_fitted(self, outcome: Outcome) -> None:
        self._moved_on()
        self.fitted_many.emit(outcome)

    @property
    def seconds(self) -> float:
        """Since the newest work was asked for: what a person has waited."""
        return time.perf_counter() - self._began

    def _keep(self, fit: Fit) -> None:
        self._preview = None
        self.history.keep_fit(fit)
        self.unfitted.pop(fit.series.group, None)
        self._moved_on()
        if fit.report.seconds < QUICK:
            self.score()
        self.fitted.emit(fit)

    def stop(self) -> None:
        self._work.stop()
        self._export.stop()
        self.changed.emit()

    def export_forecast(self, fit: Fit, path: Path, form: WrittenAs = PLAIN) -> None:
        """Predicting and writing every reading may take a while, so it is a job too."""

        def write(task: Task) -> Path:
            task.report(tr("Writing {name}", name=path.name))
            return write_forecast(path, [forecast_of(fit, task)], task, form)

        self._export.start(write)

    def export_stages(self, fits: Sequence[Fit], path: Path, form: WrittenAs = PLAIN) -> None:
        """Of one field or of many, one after the other."""

        def write(task: Task) -> Path:
            rows = (row for fit in fits for row in fit.stage_rows)
            return write_stages(path, rows, task, form)

        self._export.start(write)

    def export_readings(self, series: Series, path: Path, form: WrittenAs = PLAIN) -> None:
        def write(task: Task) -> Path:
            return write_readings(path, [series], task, form)

        self._export.start(write)

    def export_comparison(
        self, table: tuple[tuple[Entry, Row], ...], path: Path, form: WrittenAs = PLAIN
    ) -> None:
        def write(task: Task) -> Path:
            return write_comparison(path, table, form)

        self._export.start(write)

    def export_reports(self, fits: Sequence[Fit], path: Path) -> None:
        from gpstudio.gui.report_pdf.write import write_reports  # nobody waits for it at the start

        self._export.start(write_reports, path, fits, self.document.table)

    def export_script(self, path: Path, make: Callable[[Document, Path], Exported]) -> None:
        """What does again what was done to the document as it is now."""
        from gpstudio.session.script import write_exported

        document = self.document

        def write(task: Task) -> Path:
            return write_exported(path, make(document, path))

        self._export.start(write)

    def export_rivals(self, rivals: Rivals, path: Path, form: WrittenAs = PLAIN) -> None:
        def write(task: Task) -> Path:
            return write_rivals(path, rival_rows(rivals), task, form)

        self._export.start(write)

    def warm_up(self) -> None:
        """Load and compile what fits and tables need: the first is then as quick as the others."""

        def warm_up(task: Task) -> None:
            fits.warm_up(task)
            from gpstudio.data import warm_up as tables  # itself brings in all that reads

            tables.warm_up(task)
            from gpstudio.phenology.earlier import chain as seasons

            task.check()
            seasons.warm_up()

        if self.document.fit is None and not self.is_busy:
            self._warm.start(warm_up)

    def close(self) -> bool:
        """Stop all work; False when something could not be stopped in time."""
        bridges = (
            self._work,
            self._export,
            self._warm,
            self._trying,
            self._dating,
            self._scoring,
            self._others,
        )
        for bridge in bridges:
            bridge.stop()  # all are asked first, so that they end beside each other
        ended = [bridge.close() for bridge in bridges]
        return all(ended)

    def _start(self, doing: str, after: Callable[[Any], None], *work: Any) -> None:
        self._preview = None
        self._many_for = None
        self._partly = self._show_preview
        self._doing = doing
        self._began = time.perf_counter()
        self._after = after
        self._work.start(*work)
        self.progressed.emit(doing, None)

    def _arrived(self, result: Any) -> None:
        self._after(result)

    def _part_arrived(self, part: Any) -> None:
        self._partly(part)

    def _show_preview(self, fit: Fit) -> None:
        self._preview = fit
        self.changed.emit()

    def _progress(self, status: str, fraction: float | None) -> None:
        same = status.split()[:1] == self._doing.split()[:1]
        self.progressed.emit(status if same else f"{self._doing}: {status}", fraction)

    def _tell(self, sentence: str, details: str) -> None:
        self.said.emit(Message.error(sentence, details))

    def _fail(self, sentence: str, details: str) -> None:
        self._preview = None
        self.changed.emit()
        self.progressed.emit(tr("{doing}: did not succeed.", doing=self._doing), None)
        self.said.emit(Message.error(sentence, details))

    def _stopped(self) -> None:
        self._preview = None
        self._date_all()
        self.changed.emit()
        self.progressed.emit("Stopped.", None)

    def _exported(self, path: Path) -> None:
        self.said.emit(Message.info(tr("Saved {path}.", path=path)))

    def _busy(self, busy: bool) -> None:
        self.changed.emit()

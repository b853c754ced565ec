"""What stands between the widgets and the work: holds the history, runs the jobs.

The window sends wishes here and redraws when told that something changed. Nothing here draws.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from gpstudio.core.inference import warm_up as fits
from gpstudio.core.learning.population import Population
from gpstudio.core.task import Task
from gpstudio.data.adding.addition import Addition
from gpstudio.data.series import Series
from gpstudio.data.table import Table, read_table
from gpstudio.gui.bridge import Bridge
from gpstudio.gui.experience import learn_time, wait_for
from gpstudio.gui.exporting import Exports
from gpstudio.gui.latest import Latest
from gpstudio.gui.looking_back import LookingBack
from gpstudio.gui.messages import Message
from gpstudio.gui.named_work import NamedWork
from gpstudio.gui.pace import roughly
from gpstudio.gui.redating import Redating
from gpstudio.gui.words import sentence
from gpstudio.jobs.places import Chosen
from gpstudio.session.adding import AddReadings, fields_to_fit
from gpstudio.session.commands import Command, OpenTable, SetPopulation
from gpstudio.session.document import Document
from gpstudio.session.facts import Facts
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.history import History
from gpstudio.session.kept import KeptFit, Score, scored
from gpstudio.session.many import FitsOutcome, Unfitted, fit_fields
from gpstudio.session.population import FEWEST, population_of
from gpstudio.session.request import Request
from gpstudio.session.season_map.laying_out import SeasonMap
from gpstudio.session.together import Together
from gpstudio.session.trial import TriedNumbers, try_numbers
from gpstudio.translation import tr, tr_count


def read(path: Path, task: Task) -> Table:
    return read_table(path, task=task)


def _tried(fit: Fit, numbers: TriedNumbers, task: Task) -> tuple[Fit, Fit]:
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
    said = Signal(object)
    """A message for the person."""
    tried = Signal()
    """The trial's curve is another one, or gone."""
    trial_failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.history = History()
        self.read: Callable[..., Table] = read
        self.usual: Callable[[Document], Command | None] = lambda document: None
        """What a table is asked for where nobody says."""
        self.fit_work: Callable[..., Fit] = fit_series
        self.unfitted: dict[str, str] = {}
        """Why a field has no fit, by group, where one was tried."""
        self._preview: Fit | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(MILLISECONDS_BETWEEN_REDRAWS)
        self._soon.timeout.connect(self.changed)
        self._after: Callable[[Any], None] = lambda result: None
        self._began = 0.0
        self._as_of: float | None = None
        """Of the document, when it was last looked at."""
        self._work = NamedWork(self)
        self._warm = Bridge(self)
        self._trying = Latest(self)
        self._trial: tuple[Fit, Fit] | None = None
        self.where = Chosen()
        """Where many fields are fitted and dated."""
        self._looks = LookingBack(self)
        self._looks.changed.connect(self.changed)
        self._looks.failed.connect(lambda sentence, _: self.said.emit(Message.info(sentence)))
        self._dating = Redating(self.where, self)
        self._dating.arrived.connect(self._take_dates)
        self._dating.failed.connect(self._tell)
        self._dating.stopped.connect(self.changed)
        self._scoring = Latest(self)
        self._scoring.arrived.connect(self._keep_score)
        self._scoring.failed.connect(self._tell)
        self._asked_score = ""
        self._many_for: tuple[Request, Mapping[str, Facts]] | None = None
        """What was asked of the fields that are being fitted."""
        self._trying.arrived.connect(self._show_trial)
        self._trying.failed.connect(lambda sentence, details: self.trial_failed.emit(sentence))
        self._work.finished.connect(self._arrived)
        self._partly: Callable[[Any], None] = self._show_preview
        self._of_many = False
        self._work.partial_arrived.connect(self._part_arrived)
        self._work.failed.connect(self._fail)
        self._work.stopped.connect(self._stopped)
        self.exports = Exports(
            lambda: self.document, lambda: self.unfitted, self._dating, self.where, self
        )
        self.exports.said.connect(self.said)
        self.exports.dated.connect(self._take_dates_of_export)
        self.exports.failed.connect(self._moved_on)
        for work in self.works:
            work.busy_changed.connect(self._busy)

    @property
    def works(self) -> tuple[NamedWork, ...]:
        """What a person waits for."""
        return self._work, self.exports.work

    @property
    def document(self) -> Document:
        return self.history.document

    @property
    def shown_fit(self) -> Fit | None:
        """The newest curve of the selected field, also one whose stages are still being dated."""
        preview, series = self._preview, self.document.series
        if preview is not None and series is not None and preview.is_of(series):
            return preview
        return self.looked_back or self.document.fit

    @property
    def looked_back(self) -> Fit | None:
        """What was known of the selected field on the day that somebody looks from."""
        return self._looks.at(self.document)

    @property
    def seen(self) -> Series | None:
        """The readings of the selected field that are known on the day that is looked from."""
        fit = self.looked_back
        return self.document.seen if fit is None else fit.series

    def look_back(self, day: float | None) -> None:
        """Show what was known on a day, as soon as that is fitted; all of it again where None."""
        document = self.document
        if day is None or document.series is None:
            self._looks.forget()
            self.changed.emit()
        else:
            self._looks.ask(*self._work_on(document.series, replace(document.request, as_of=day)))

    def _work_on(
        self, series: Series, request: Request
    ) -> tuple[Callable[..., Fit], *tuple[Any, ...]]:
        """What fits a field with the present recipe, weighed by what is known of all."""
        document, fit = self.document, self.fit_work
        if document.shared is not None:
            fit = partial(fit, population=document.shared)
        return (fit, series, document.recipe, request, document.facts_of(series.group))

    @property
    def trial(self) -> Fit | None:
        """The curve with tried numbers, while the fit they are tried on is the present one."""
        trial, fit = self._trial, self.document.fit
        if trial is None or fit is None or not self.document.fit_is_current:
            return None
        return trial[1] if trial[0].has_curve_of(fit) else None

    def try_numbers(self, numbers: TriedNumbers) -> None:
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
        return self._work.is_busy or self.exports.work.is_busy

    @property
    def is_dating(self) -> bool:
        """Whether outdated dates are being made anew."""
        return self._dating.is_busy

    @property
    def outdated(self) -> str:
        """That the dates on screen are outdated, and what becomes of them; empty where they are
        not."""
        fit = self.document.fit
        if fit is None or fit is not self.shown_fit or self.document.dates_are_current(fit):
            return ""
        if self.is_dating:
            return tr("These dates are outdated; they are being made anew.")
        if self.is_busy:
            return tr("These dates are outdated; they are made anew when what is running is done.")
        return tr("These dates are outdated: Fit makes them anew, and so does an export.")

    @property
    def is_stopping(self) -> bool:
        return self._work.is_stopping or self.exports.work.is_stopping

    def do(self, command: Command) -> None:
        """Apply a command; raises ``InputError`` where its words were wrong."""
        self.history.do(command)
        self._see_as_of()
        self._moved_on()

    def undo(self) -> None:
        self.history.undo()
        self._see_as_of()
        self._moved_on()

    def redo(self) -> None:
        self.history.redo()
        self._see_as_of()
        self._moved_on()

    def _see_as_of(self) -> None:
        """Another day hides other readings: every curve that is there is fitted anew."""
        document = self.document
        before, self._as_of = self._as_of, document.request.as_of
        if before != self._as_of and document.fits:
            self.fit_many(list(document.fits))

    def _moved_on(self) -> None:
        """Dates may be outdated now: making them anew takes no fit, and no button.

        Fields that are being fitted arrive dated; what they learn from each other waits for the
        last of them, else every click meanwhile would have all of them looked through.
        """
        document = self.document
        self._looks.follow(document)
        asked = document.request, document.facts
        if not self._is_growing or self._many_for != asked:
            self._many_for = asked if self._is_growing else self._many_for
            self._dating.follow(document)
        self.changed.emit()

    @property
    def _is_growing(self) -> bool:
        return self._many_for is not None and self._work.is_busy

    def _take_dates_of_export(self, found: Together) -> None:
        self.history.keep_together(found)
        self._moved_on()

    def _take_dates(self, found: Fit | Together) -> None:
        """One field after the other, and in the end what all of them learnt."""
        if isinstance(found, Together):
            self.history.keep_together(found)
            self._moved_on()
        else:
            self.history.keep_dates([found])
            self._redraw_soon(at_once=found.series.group == self.document.selected)

    def _redraw_soon(self, at_once: bool = False) -> None:
        if at_once:
            self.changed.emit()
        elif not self._soon.isActive():
            self._soon.start()

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
            present = self.document.table
            self._show(table, again=present is not None and present.path == table.path)
            then(table)

        self._start(tr("Reading {name}", name=path.name), arrived, self.read, path)

    def take(self, table: Table, again: bool = False) -> None:
        """A table that a person has looked at; what runs is of no interest any more."""
        self._work.leave()
        self._show(table, again)
        self.opened.emit(table)

    def resume(self, document: Document) -> None:
        """Go on with a document that was saved: what came before it is not to be undone."""
        self._work.leave()
        self._dating.leave()
        for latest in (self._trying, self._scoring, self._looks):
            latest.forget()
        self._preview = self._trial = None
        self._asked_score = ""
        self.unfitted = {}
        self.history = History(document)
        self._as_of = document.request.as_of
        self._moved_on()
        self.tried.emit()

    def _show(self, table: Table, again: bool) -> None:
        """``again``: it is the present table, read once more."""
        self._preview = None
        self.unfitted = {}
        if self.document.table is None:
            self.history = History(OpenTable(table).apply(self.document))
        else:
            self.history.do(OpenTable(table, again))
        wanted = None if again else self.usual(self.document)
        if wanted is not None:
            self.history.do(wanted)
        self._as_of = self.document.request.as_of
        self.changed.emit()

    def add(self, addition: Addition) -> None:
        """Take new readings into the table; fits of fields that have more now are made anew."""
        before = self.document
        self.do(AddReadings(addition))
        groups = fields_to_fit(before, addition)
        self.said.emit(Message.info(f"{addition.name}: {addition.sentence}"))
        if groups:
            self.fit_many(groups)

    def fit(self) -> None:
        """Fit the selected field with the present recipe, weighed by what is known of all."""
        document = self.document
        if document.series is None:
            return
        name = document.called(document.selected)
        work = self._work_on(document.series, document.request)
        expected = wait_for(document.recipe, document.series)
        doing = tr("Fitting {name}", name=name)
        if expected:
            doing = tr("Fitting {name}, about {time}", name=name, time=roughly(expected))
        self._start(doing, self._keep, *work)

    def fit_many(self, groups: Sequence[str]) -> None:
        """Fit several fields; each is shown as it arrives, and Stop keeps those that are done.

        What they have in common is learnt from all fields of the table, unless it is known."""
        document = self.document
        fields = document.table.series if document.table else ()
        asked = set(groups)
        wanted = [series for series in fields if series.group in asked]
        if not wanted:
            return
        many = partial(fit_fields, where=self.where, population=document.shared)
        if len(wanted) >= FEWEST:
            many = partial(many, among=fields)
        work = (many, wanted, document.recipe, document.request, document.facts)
        doing = tr_count(len(wanted), "Fitting {n:,} field", "Fitting {n:,} fields")
        self._start(doing, self._all_fitted, *work)
        self._partly, self._of_many = self._keep_one, len(wanted) > 1
        self._many_for = document.request, document.facts

    def keep_season_map(self, found: SeasonMap) -> None:
        self.history.keep_season_map(found)
        self.changed.emit()

    def learn_anew(self) -> None:
        """What the fields have in common, and then every fit that is there."""
        document = self.document
        if document.table is None:
            return
        learn = partial(population_of, day=document.request.as_of, facts=document.facts)
        doing = tr("Learning what the fields have in common")
        self._start(doing, self._learnt_anew, learn, document.table.series, document.recipe)

    def _learnt_anew(self, population: Population | None) -> None:
        if population is None:
            why = tr(
                "These fields cannot learn together: two of them need three different readings "
                "each, and the kernel must be matern32, auto or the like."
            )
            self.said.emit(Message.error(why))
        elif population == self.document.population:
            self.said.emit(Message.info(tr("The same was learnt as before.")))
        else:
            self.do(SetPopulation(population))
            self.said.emit(Message.info(sentence(population.reason)))
            self.fit_many(list(self.document.fits))

    def _keep_one(self, part: Fit | Unfitted | Population) -> None:
        if isinstance(part, Population):
            self.history.keep_population(part)
        elif isinstance(part, Fit):
            self.history.keep_fit(part, one_of_many=self._of_many)
            self.unfitted.pop(part.series.group, None)
        else:
            self.unfitted[part.group] = part.reason
        self._redraw_soon()

    def _all_fitted(self, outcome: FitsOutcome) -> None:
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
        learn_time(fit.recipe, fit.series, fit.report.seconds)
        if fit.report.seconds < QUICK:
            self.score()
        self.fitted.emit(fit)

    def stop(self) -> None:
        """What a person waits for; else what is done behind what is shown."""
        if self.is_busy:
            self._work.stop()
            self.exports.work.stop()
        else:
            self._dating.stop()
        self.changed.emit()

    def warm_up(self) -> None:
        """Load and compile what fits and tables need: the first is then as quick as the others."""

        def warm_up(task: Task) -> None:
            # a table is what somebody opens first; fits take ten times as long to compile
            from gpstudio.data import warm_up as tables  # itself brings in all that reads

            tables.warm_up(task)
            task.check()
            fits.warm_up(task)
            from gpstudio.phenology.earlier import chain as seasons

            task.check()
            seasons.warm_up()

        if self.document.fit is None and not self.is_busy:
            self._warm.start(warm_up)

    def close(self) -> bool:
        """Stop all work; False when something could not be stopped in time."""
        bridges = (
            self._work,
            self.exports.work,
            self._warm,
            self._trying,
            self._dating,
            self._scoring,
            self._looks,
        )
        for bridge in bridges:
            bridge.stop()  # all are asked first, so that they end beside each other
        ended = [bridge.close() for bridge in bridges]
        self.where.close()
        return all(ended)

    def _start(self, doing: str, after: Callable[[Any], None], *work: Any) -> None:
        self._preview = None
        self._many_for = None
        self._partly = self._show_preview
        self._began = time.perf_counter()
        self._after = after
        self._work.do(doing, *work)

    def _arrived(self, result: Any) -> None:
        self._after(result)

    def _part_arrived(self, part: Any) -> None:
        self._partly(part)

    def _show_preview(self, fit: Fit) -> None:
        self._preview = fit
        self.changed.emit()

    def _tell(self, sentence: str, details: str) -> None:
        self.said.emit(Message.error(sentence, details))

    def _fail(self, sentence: str, details: str) -> None:
        self._preview = None
        self._moved_on()
        self.said.emit(Message.error(sentence, details))

    def _stopped(self) -> None:
        self._preview = None
        self._moved_on()

    def _busy(self, busy: bool) -> None:
        self.changed.emit()

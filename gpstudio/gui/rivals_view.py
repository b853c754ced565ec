"""Rivals of the Gaussian process on the field that is shown: drawn, measured, told in words."""

from __future__ import annotations

import time
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from gpstudio.core.task import Task
from gpstudio.gui.bridge import Bridge
from gpstudio.gui.fields import ChoiceBox, describe, label, scaled
from gpstudio.gui.latest import Latest
from gpstudio.gui.literal import tip
from gpstudio.gui.pace import Pace
from gpstudio.gui.rivals_model import RivalEntry, RivalsModel
from gpstudio.gui.rivals_table import RivalsTable
from gpstudio.gui.steady_button import SteadyButton
from gpstudio.gui.table_page import StateLine, lay_out
from gpstudio.gui.theme import Theme
from gpstudio.gui.work_bar import WorkBar
from gpstudio.phenology.rivals import METHODS
from gpstudio.phenology.rivals.league import Standing
from gpstudio.session.fitting import Fit
from gpstudio.session.rival_lines import RivalLine, draw_rivals
from gpstudio.session.rivals import (
    HOLDINGS,
    SINGLES,
    Rivals,
    caveat,
    holding_of,
    measure_rivals,
    summary,
)
from gpstudio.translation import tr

LEAVING_OUT = tr("Leaving readings out…")
FIT_FIRST = tr("Fit the field first (F5): then other curves can be held against it.")
READY = tr(
    "Tick a curve to draw it over the plot. Compare leaves readings out and asks which curve "
    "foretells them."
)
COMPARE = (
    tr("Compare"),
    tr("Fit every curve, and the Gaussian process, without some of the readings."),
)
STOP = (tr("Stop"), tr("Stop comparing; verdicts that are there stay."))
ROOM_FOR_HOW = 840
"""Pixels of the whole below which what the comparison does not make equal is one hover away."""
LEAST_HOLDING = 130
"""Pixels: in a narrow window its words may be cut, since they are one hover away."""


class RivalsView(QWidget):
    """Works on the newest fit of the shown field, away from the window."""

    drawn = Signal()
    """Other curves are to be drawn over the plot, or other ones of the same methods."""
    export_asked = Signal()
    listed = Signal()
    """The curves of the shown fit are there."""
    compared = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rivals")
        self._fit: Fit | None = None
        self._asked: Fit | None = None
        self._began, self._pace = 0.0, Pace()
        self._measured = SINGLES
        self.model = RivalsModel(theme, self)
        self.table = RivalsTable(self.model)
        self.start = SteadyButton("rivals_start", COMPARE[0], STOP[0])
        self.export = QPushButton(tr("Export…"))
        self.export.setObjectName("rivals_export")
        describe(self.export, tr("Export rivals"), tr("Save the comparison as rivals.csv."))
        self.holding = ChoiceBox()
        self.holding.setObjectName("rivals_holding")
        for place, way in enumerate(HOLDINGS.values()):
            self.holding.addItem(tr("Leave out {title}", title=way.title), way.name)
            self.holding.setItemData(place, tip(way.help), Qt.ItemDataRole.ToolTipRole)
        self.holding.setMinimumContentsLength(20)
        self.holding.setMinimumWidth(LEAST_HOLDING)
        self.state = StateLine("rivals_state", FIT_FIRST)
        self.bar = WorkBar("rivals_progress", 90)
        self.how = label("", "quiet", wrap=True)
        self._drawing = Latest(self)
        self._work = Bridge(self)
        tools = (self.start, self.holding, self.export)
        lay_out(self, tools, self.how, self.state, self.table, self.bar)
        self._connect()
        self._show_state()

    def _connect(self) -> None:
        self.start.clicked.connect(self._start_or_stop)
        self.export.clicked.connect(self.export_asked)
        self.holding.currentIndexChanged.connect(lambda _: self._other_way())
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._show_selected())
        self.model.ticked.connect(self._ticked)
        self._drawing.arrived.connect(self._take_lines)
        self._drawing.failed.connect(lambda sentence, details: self._end(sentence))
        work = self._work
        work.partial_arrived.connect(self._take)
        work.progressed.connect(lambda _, done: self._show_progress(done or 0.0))
        work.finished.connect(self._finish)
        work.failed.connect(lambda sentence, details: self._end(sentence))
        work.stopped.connect(lambda: self._end(tr("Stopped; verdicts that were there stay.")))

    @property
    def is_busy(self) -> bool:
        return self._work.is_busy

    @property
    def lines(self) -> tuple[RivalLine, ...]:
        """What is to be drawn over the plot."""
        return self.model.drawn

    @property
    def fit(self) -> Fit | None:
        """What it all is about."""
        return self._fit

    @property
    def found(self) -> Rivals | None:
        """What can be exported."""
        lines = tuple(r.line for r in self.model.rivals if r.line is not None)
        if self._fit is None or not self.model.standings or len(lines) < len(METHODS):
            return None
        return Rivals(self._fit, self._measured, lines, self.model.standings)

    def set_theme(self, theme: Theme) -> None:
        self.model.theme = theme
        self.table.viewport().update()

    def show_fit(self, fit: Fit | None) -> None:
        """What is known stays while curve, readings and seasons are the same."""
        if fit is self._fit:
            return
        same = _same(fit, self._fit)
        self._fit = fit
        if same:
            return
        self._work.leave()
        self._asked = None
        self.model.series = fit.series if fit is not None else None
        self.model.put(*(RivalEntry(name) for name in METHODS.names))
        self.how.setText(caveat(fit) if fit is not None else "")
        self.how.setToolTip(tip(self.how.text()))
        self.state.tell(FIT_FIRST if fit is None else READY)
        self._show_state()
        self.drawn.emit()
        self._draw()

    def close_work(self) -> bool:
        ended = [self._drawing.close(), self._work.close()]
        return all(ended)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.how.setVisible(self.width() >= scaled(ROOM_FOR_HOW))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.is_busy:
            self._work.stop()
        else:
            super().keyPressEvent(event)

    def _draw(self) -> None:
        """Curves are made when somebody looks at the table, or has some of them on the plot."""
        fit = self._fit
        if fit is None or fit is self._asked or not (self.isVisible() or self.model.wanted):
            return
        self._asked = fit
        self._drawing.ask(_drawn, fit)

    def _take_lines(self, answer: tuple[Fit, tuple[RivalLine, ...]]) -> None:
        fit, lines = answer
        if fit is not self._asked:
            return
        known = {rival.method: rival for rival in self.model.rivals}
        self.model.put(*(replace(known[line.method], line=line) for line in lines))
        self._show_state()
        self.drawn.emit()
        self.listed.emit()

    def _ticked(self) -> None:
        self._draw()
        self.drawn.emit()

    def _start_or_stop(self) -> None:
        if self.is_busy:
            self._work.stop()
            self.state.tell(tr("Stopping…"))
            return
        if self._fit is None:
            return
        self._began, self._pace = time.perf_counter(), Pace()
        self._measured = holding_of(str(self.holding.currentData()))
        self.model.put(*(replace(r, standing=None, waiting=True) for r in self.model.rivals))
        self.bar.show_share(0.0)
        self._work.start(measure_rivals, self._fit, METHODS.names, self._measured)
        self.state.tell(LEAVING_OUT)
        self._show_state()

    def _show_progress(self, done: float) -> None:
        self.bar.show_share(done)
        if self.is_busy and not self._work.is_stopping:
            self.state.tell(self._pace.with_left(LEAVING_OUT, done))

    def _take(self, standing: Standing) -> None:
        rival = next(r for r in self.model.rivals if r.method == standing.method)
        self.model.put(replace(rival, standing=standing, waiting=False))

    def _finish(self, standings: tuple[Standing, ...]) -> None:
        seconds = time.perf_counter() - self._began
        self._end(
            tr(
                "{standings} Compared in {seconds:.2g} s.",
                standings=summary(standings),
                seconds=seconds,
            )
        )
        self.compared.emit()

    def _end(self, sentence: str) -> None:
        self.model.put(*(replace(rival, waiting=False) for rival in self.model.rivals))
        self.state.tell(sentence)
        self._show_state()

    def _other_way(self) -> None:
        """Verdicts are of one way of leaving out; those of another would be taken for its own."""
        self._work.leave()
        self.model.put(*(replace(r, standing=None, waiting=False) for r in self.model.rivals))
        self.state.tell(FIT_FIRST if self._fit is None else READY)
        self._show_state()

    def _show_state(self) -> None:
        busy = self.is_busy
        title, help = STOP if busy else COMPARE
        self.start.setText(title)
        unequal = f" {self.how.text()}" if self.how.text() else ""
        describe(self.start, title, help + unequal)
        self.start.setEnabled(busy or self._fit is not None)
        way = holding_of(str(self.holding.currentData()))
        describe(self.holding, tr("Which readings are left out"), way.help)
        self.export.setEnabled(not busy and self.found is not None)
        self.bar.setVisible(busy)

    def _show_selected(self) -> None:
        """In full, since columns may cut it short."""
        place = self.table.place
        if place >= 0 and not self.is_busy:
            self.state.tell(self.model.said(self.model.rivals[place]))


def _drawn(fit: Fit, task: Task) -> tuple[Fit, tuple[RivalLine, ...]]:
    return fit, draw_rivals(fit, task=task)


def _same(one: Fit | None, other: Fit | None) -> bool:
    """Whether rivals of both are the same: dates may differ."""
    if one is None or other is None:
        return one is other
    return one.has_curve_of(other) and one.seasons == other.seasons

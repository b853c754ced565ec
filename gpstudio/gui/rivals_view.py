"""Rivals of the Gaussian process on the field that is shown: drawn, measured, told in words."""

from __future__ import annotations

import time
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from gpstudio.core.task import Task
from gpstudio.gui.comparing import COMPARE, STOP, ComparingView
from gpstudio.gui.fields import ChoiceBox, describe, label
from gpstudio.gui.literal import tip
from gpstudio.gui.pace import Pace
from gpstudio.gui.rivals_model import RivalEntry, RivalsModel
from gpstudio.gui.rivals_table import RivalsTable
from gpstudio.gui.theme import Theme
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
BEGIN_HELP = tr("Fit every curve, and the Gaussian process, without some of the readings.")
STOP_HELP = tr("Stop comparing; verdicts that are there stay.")
LEAST_HOLDING = 130
"""Pixels: in a narrow window its words may be cut, since they are one hover away."""


class RivalsView(ComparingView):
    """Works on the newest fit of the shown field, away from the window."""

    drawn = Signal()
    """Other curves are to be drawn over the plot, or other ones of the same methods."""
    room_for_how = 840
    stopped = tr("Stopped; verdicts that were there stay.")

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        export = tr("Export rivals"), tr("Save the comparison as rivals.csv.")
        super().__init__("rivals", FIT_FIRST, export, label("", "quiet", wrap=True), parent)
        self._fit: Fit | None = None
        self._asked: Fit | None = None
        self._measured = SINGLES
        self.model = RivalsModel(theme, self)
        self.table = RivalsTable(self.model)
        self.holding = ChoiceBox()
        self.holding.setObjectName("rivals_holding")
        for place, way in enumerate(HOLDINGS.values()):
            self.holding.addItem(tr("Leave out {title}", title=way.title), way.name)
            self.holding.setItemData(place, tip(way.help), Qt.ItemDataRole.ToolTipRole)
        self.holding.setMinimumContentsLength(20)
        self.holding.setMinimumWidth(LEAST_HOLDING)
        self._arrange((self.start, self.holding, self.export), self.table)
        self.holding.currentIndexChanged.connect(lambda _: self._other_way())
        self.model.ticked.connect(self._ticked)
        self._work.progressed.connect(lambda _, done: self._show_progress(done or 0.0))
        self._show_state()

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

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw()

    def _draw(self) -> None:
        """Curves are made when somebody looks at the table, or has some of them on the plot."""
        fit = self._fit
        if fit is None or fit is self._asked or not (self.isVisible() or self.model.wanted):
            return
        self._asked = fit
        self._listing.ask(_drawn, fit)

    def _show_list(self, answer: tuple[Fit, tuple[RivalLine, ...]]) -> None:
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

    def _begin(self) -> None:
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
        title, help = (STOP, STOP_HELP) if busy else (COMPARE, BEGIN_HELP)
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

"""The tab that shows all fields at once: which season, in what order, and the calendar itself."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from operator import is_

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from gpstudio.gui.calendar.legend import Legend
from gpstudio.gui.calendar.lines import (
    NAME,
    NEWEST,
    TABLE,
    CalendarLine,
    CalendarSheet,
    Lines,
)
from gpstudio.gui.calendar.model import CalendarModel
from gpstudio.gui.calendar.view import CalendarView
from gpstudio.gui.fields import describe
from gpstudio.gui.literal import tip
from gpstudio.gui.season.rows import choice, fill
from gpstudio.gui.season.stage_model import mark_icon
from gpstudio.gui.season.words import ListEntry
from gpstudio.gui.theme import Theme
from gpstudio.gui.words import stage_help, stage_title
from gpstudio.session.document import Document
from gpstudio.translation import tr, tr_count

SECONDS_AT_A_TIME = 0.012
MILLISECONDS_BETWEEN_LOOKS = 250
"""While many fields are fitted the lines are made anew so often and no more."""
LEAST_CHOICE = 104
"""Pixels: in a narrow window words may be cut, since they are one hover away."""
NOTHING_UNFITTED: Mapping[str, str] = {}
DASHED = tr("The dashed line is the day that is asked about, else the last reading.")
NEWEST_SEASON = ListEntry(
    NEWEST, tr("Newest seasons"),
    tr("The newest season of each field; those of earlier years stand on "
    "the same days of the newest year."),
)  # fmt: skip
ORDERS = (
    ListEntry(TABLE, tr("As in the table"), tr("The order of the file.")),
    ListEntry(NAME, tr("By name"), tr("Numbers in names count as numbers.")),
)


class CalendarStrip(QWidget):
    """Lines are made when they can be seen, since ten thousand fields are many stages."""

    selected = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("calendar_page")
        self._theme = theme
        self._document = Document()
        self._unfitted = NOTHING_UNFITTED
        self._made = Lines()
        self._sheet = CalendarSheet()
        self._next = CalendarSheet()
        """The one that is being filled."""
        self._making: Iterator[CalendarLine] | None = None
        self._hidden: set[str] = set()
        self._stale = False
        self.model = CalendarModel(self)
        self.view = CalendarView(theme, self.model)
        self.season = choice("calendar_season")
        describe(self.season, tr("Seasons"), tr("Which season of each field is drawn."))
        self.order = choice("calendar_order")
        describe(
            self.order, tr("Order"), tr("By name, or by the date of a stage: the earliest on top.")
        )
        self.stages = QToolButton()
        self.stages.setObjectName("calendar_stages")
        self.stages.setText(tr("Stages"))
        self.stages.setProperty("small", True)
        self.stages.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        describe(self.stages, tr("Stages"), tr("Which stages are drawn, and their marks."))
        self.stages.setMenu(QMenu(self.stages))
        self.legend = Legend(theme)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(MILLISECONDS_BETWEEN_LOOKS)
        self._turns = QTimer(self)
        self._turns.setInterval(0)
        self._lay_out()
        self._connect()
        fill(self.season, (NEWEST_SEASON,), NEWEST)
        fill(self.order, ORDERS, TABLE)
        self._show_bar()

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(10, 0, 10, 0)
        bar.setSpacing(8)
        for widget in (self.season, self.order):
            widget.setMinimumContentsLength(11)
            widget.setMinimumWidth(LEAST_CHOICE)
            bar.addWidget(widget)
        bar.addWidget(self.legend, 1)
        bar.addWidget(self.stages)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(4)
        column.addLayout(bar)
        column.addWidget(self.view, 1)

    def _connect(self) -> None:
        self.season.activated.connect(lambda _: self._make())
        self.order.activated.connect(lambda _: self._show())
        self.view.selected.connect(self.selected)
        self._later.timeout.connect(self._make)
        self._turns.timeout.connect(self._go_on)

    def set_theme(self, theme: Theme) -> None:
        self._theme = self.legend.theme = theme
        self.view.set_theme(theme)
        self.legend.update()
        self._fill_menu(self._sheet.stages)

    def show_document(
        self, document: Document, unfitted: Mapping[str, str] = NOTHING_UNFITTED
    ) -> None:
        before, self._document, self._unfitted = self._document, document, unfitted
        if not all(map(is_, _drawn(document), _drawn(before))):
            self._stale = True
        if not self.isVisible():
            return
        if self._stale and not self._later.isActive():
            if document.table is before.table:
                self._later.start()
            else:
                self._make()
        self.view.show_current(document.selected)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._make()
        self.view.show_current(self._document.selected)

    def _make(self) -> None:
        """Lines of the chosen season, so many at a time that nobody waits for them."""
        self._stale = False
        self._next = CalendarSheet(aligned=self._year == NEWEST)
        self._making = self._made.of(self._document, self._unfitted, self._year)
        self._go_on()

    @property
    def _year(self) -> str:
        return str(self.season.currentData() or NEWEST)

    def _go_on(self) -> None:
        if self._making is None:
            return
        until = time.perf_counter() + SECONDS_AT_A_TIME
        for line in self._making:
            self._next.add(line)
            if time.perf_counter() > until:
                self._turns.start()
                return
        self._making = None
        self._turns.stop()
        self._take(self._next)

    def _take(self, sheet: CalendarSheet) -> None:
        """Offer what there is to choose; a season that is gone falls back to the newest."""
        self._sheet = sheet
        chosen, years, there = self._year, sheet.years, sheet.stages
        entries = (
            NEWEST_SEASON,
            *(ListEntry(y, y, tr("Seasons harvested in {year}.", year=y)) for y in years),
        )
        fill(self.season, entries, chosen if chosen in years else NEWEST)
        if self._year != chosen:
            self._make()
            return
        order = str(self.order.currentData() or TABLE)
        by_stage = tuple(
            ListEntry(
                name,
                tr("By {title}", title=title.lower()),
                tr("The earliest {title} on top.", title=title.lower()),
            )
            for name, title in ((name, stage_title(name)) for name in there)
        )
        fill(self.order, (*ORDERS, *by_stage), order if order in (NAME, *there) else TABLE)
        self._fill_menu(there)
        self._show()

    def _fill_menu(self, there: Sequence[str]) -> None:
        menu = self.stages.menu()
        menu.clear()
        menu.setToolTipsVisible(True)
        for name in there:
            action = QAction(mark_icon(name, self._theme), stage_title(name), menu)
            action.setObjectName(f"calendar_shows_{name}")
            action.setToolTip(tip(stage_help(name)))
            action.setCheckable(True)
            action.setChecked(name not in self._hidden)
            action.toggled.connect(lambda on, name=name: self._turn(name, on))
            menu.addAction(action)

    def _turn(self, stage: str, shown: bool) -> None:
        self._hidden = self._hidden - {stage} if shown else self._hidden | {stage}
        self._show()

    def _show(self) -> None:
        document = self._document
        series = document.series
        shown = tuple(name for name in self._sheet.stages if name not in self._hidden)
        lines = self._sheet.in_order(str(self.order.currentData() or TABLE))
        model = self.view.selectionModel()
        blocked = model.blockSignals(True)
        dated = series is None or series.dated
        sheet = self._sheet
        self.model.show_lines(lines, shown, sheet.span(shown), dated, sheet.shifts)
        model.blockSignals(blocked)
        self.view.show_current(document.selected)
        self._show_bar()

    def _show_bar(self) -> None:
        fields = tr_count(len(self._sheet.lines), "{n:,} field", "{n:,} fields")
        self.legend.show_stages(
            self.model.shown,
            tr(
                "{dated:,} of {fields} dated. {dashed}",
                dated=self._sheet.dated,
                fields=fields,
                dashed=DASHED,
            ),
        )
        self.stages.setEnabled(bool(self.stages.menu().actions()))


def _drawn(document: Document) -> tuple[object, ...]:
    """What lines are made of, and what says whether they are outdated."""
    return document.table, document.fits, document.request, document.facts, document.lessons

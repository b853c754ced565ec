"""All fields and their stages in one table: looked through, sorted, copied, exported."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QMenu, QPushButton, QToolButton, QWidget

from gpstudio.data.writing.seasons import SeasonRow
from gpstudio.gui.across.model import AcrossModel
from gpstudio.gui.across.table import AcrossTable
from gpstudio.gui.fields import describe, scaled
from gpstudio.gui.table_page import StateLine, lay_out
from gpstudio.gui.theme import Theme
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit
from gpstudio.session.many import Unfitted
from gpstudio.session.season_rows import accuracy_of, looks_of, season_rows_of, summary_of
from gpstudio.translation import tr, tr_count

SECONDS_AT_A_TIME = 0.012
MILLISECONDS_BETWEEN_LOOKS = 400
"""While many fields are fitted the lines are made anew so often and no more."""
LEAST_SEARCH = 50
"""Pixels: in a narrow window the other tools stand beside it still."""
FIT_FIRST = tr("Fit fields first: every fitted field has a line for each of its seasons here.")
NOTHING_UNFITTED: Mapping[str, str] = {}


class AcrossView(QWidget):
    """Lines are made when they can be seen, a few at a time: ten thousand fields are many."""

    selected = Signal(str)
    export_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("across_page")
        self._document = Document()
        self._unfitted = NOTHING_UNFITTED
        self._known: dict[str, tuple[Fit, tuple[SeasonRow, ...]]] = {}
        self._making: Iterator[tuple[SeasonRow, ...]] | None = None
        self._made: list[tuple[SeasonRow, ...]] = []
        self._stale = False
        self._accuracy = ""
        self.model = AcrossModel(theme, self)
        self.table = AcrossTable(self.model)
        self.search = QLineEdit()
        self.search.setObjectName("across_search")
        self.search.setPlaceholderText(tr("Find"))
        self.search.setClearButtonEnabled(True)
        self.search.setMinimumWidth(scaled(LEAST_SEARCH))
        describe(self.search, tr("Find fields"), tr("Only lines that hold these words."))
        self.only = QCheckBox(tr("To look at"))
        self.only.setObjectName("across_only")
        describe(self.only, tr("Only those to look at"), tr("Leave out what can be used."))
        self.columns = QToolButton()
        self.columns.setObjectName("across_columns")
        self.columns.setText(tr("Columns"))
        self.columns.setProperty("small", True)
        self.columns.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        describe(self.columns, tr("Columns"), tr("Which columns the table shows."))
        menu = QMenu(self.columns)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(lambda: self.table.fill_menu(menu))
        self.columns.setMenu(menu)
        self.copy = QPushButton(tr("Copy"))
        self.copy.setObjectName("across_copy")
        describe(self.copy, tr("Copy"), tr("Copy all lines that are shown, for a spreadsheet."))
        self.export = QPushButton(tr("Export…"))
        self.export.setObjectName("across_export")
        describe(self.export, tr("Export"), tr("Save every field and season as a table."))
        self.state = StateLine("across_state", FIT_FIRST, lines=1)
        tools = (self.search, self.only, self.columns, self.copy, self.export)
        lay_out(self, tools, QWidget(), self.state, self.table)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(MILLISECONDS_BETWEEN_LOOKS)
        self._turns = QTimer(self)
        self._turns.setInterval(0)
        self._connect()
        self._show_state()

    def _connect(self) -> None:
        self.search.textChanged.connect(lambda _: self._narrow())
        self.only.toggled.connect(lambda _: self._narrow())
        self.copy.clicked.connect(lambda: self.table.copy(list(range(len(self.model.shown)))))
        self.export.clicked.connect(self.export_asked)
        self.table.used.connect(self._use)
        self.table.crowded.connect(self._tell_crowded)
        self._later.timeout.connect(self._make)
        self._turns.timeout.connect(self._go_on)

    def set_theme(self, theme: Theme) -> None:
        self.model.theme = theme
        self.table.viewport().update()

    def show_document(
        self, document: Document, unfitted: Mapping[str, str] = NOTHING_UNFITTED
    ) -> None:
        before, self._document, self._unfitted = self._document, document, dict(unfitted)
        same = document.fits is before.fits and document.labels is before.labels
        if document.table is not before.table or not same:
            self._stale = True
        if self._stale and self.isVisible() and not self._later.isActive():
            if document.table is before.table:
                self._later.start()
            else:
                self._make()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._make()

    def _make(self) -> None:
        self._stale = False
        self._made = []
        self._making = self._lines()
        self._go_on()

    def _lines(self) -> Iterator[tuple[SeasonRow, ...]]:
        """In the order of the table; of a fit that stayed they are there."""
        document, before = self._document, self._known
        self._known = {}
        for series in document.table.series if document.table is not None else ():
            fit = document.fits.get(series.group)
            if fit is not None:
                known = before.get(series.group)
                if known is None or known[0] is not fit:
                    known = (fit, season_rows_of(fit.stage_rows, series.group))
                self._known[series.group] = known
                yield known[1]
            elif series.group in self._unfitted:
                one = Unfitted(series, self._unfitted[series.group], document.request)
                yield season_rows_of(one.stage_rows, series.group)

    def _go_on(self) -> None:
        if self._making is None:
            return
        until = time.perf_counter() + SECONDS_AT_A_TIME
        for lines in self._making:
            self._made.append(lines)
            if time.perf_counter() > until:
                self._turns.start()
                return
        self._making = None
        self._turns.stop()
        rows = [row for lines in self._made for row in lines]
        self.model.show_rows(rows, self._document.labels)
        self._accuracy = accuracy_of(rows)
        self._show_state()

    def _narrow(self) -> None:
        self.model.look_for(self.search.text(), self.only.isChecked())
        self._show_state()

    def _tell_crowded(self, columns: int) -> None:
        self.columns.setText(tr("Columns +{count}", count=columns) if columns else tr("Columns"))

    def _use(self) -> None:
        chosen = self.table.chosen
        if chosen:
            self.selected.emit(self.model.shown[chosen[0]].group)

    @property
    def summary(self) -> str:
        """Of all fields, whichever are shown; empty where none was fitted."""
        if not self._made:
            return ""
        told = summary_of([looks_of(lines) for lines in self._made])
        if not self._accuracy:
            return told
        return tr("{summary}; {accuracy}", summary=told, accuracy=self._accuracy)

    def _show_state(self) -> None:
        has_lines = bool(self._made)
        for widget in (self.search, self.only, self.columns, self.copy, self.export):
            widget.setEnabled(has_lines)
        told = self.summary or FIT_FIRST
        if self.model.is_narrowed and has_lines:
            shown = len(self.model.shown)
            told = tr_count(
                shown, "{summary}; {n:,} line shown", "{summary}; {n:,} lines shown", summary=told
            )
        self.state.tell(told)

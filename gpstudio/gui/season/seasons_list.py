"""Every stretch that was looked at: which is a season, which is none, and why."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from gpstudio.data.series import Clock
from gpstudio.gui.fields import describe, scaled
from gpstudio.gui.rows_model import ColumnHeading, Index, Role, RowsModel
from gpstudio.gui.season.rows import OneLine
from gpstudio.gui.shared_room import WantedRoom, share_among_columns
from gpstudio.gui.theme import Theme
from gpstudio.gui.words import sentence, time_text
from gpstudio.phenology.season import Candidate
from gpstudio.session.facts import NO_FACTS, Facts
from gpstudio.session.field_commands import DrawSeason, ForgetDrawnSeasons
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr, tr_count

COLUMNS = (
    (tr("Season"), tr("Named by the year of harvest.")),
    (tr("Found"), tr("Whether the stretch is a season.")),
    (
        tr("From"),
        tr("Where it begins: the lowest point before its peak, or the series' first day."),
    ),
    (tr("Peak"), tr("Where the curve is highest in it.")),
    (tr("To"), tr("Where it ends: the lowest point after its peak, or the series' last day.")),
    (tr("Why"), tr("Why it is a season, or why it is none.")),
)
WANTED = (
    WantedRoom(70), WantedRoom(86), WantedRoom(96), WantedRoom(96, gives_way=1), WantedRoom(96),
    WantedRoom(10_000, 40),
)  # fmt: skip
ROOM_TO_SCROLL = 12
"""Pixels beside the table."""
IS_ONE, IS_NONE = tr("● season"), tr("○ none")
NOTHING = tr("Fit the field: what could be a season is listed here, with the reason.")


class SeasonsModel(RowsModel):
    """The candidates of a fit, the newest first."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.candidates: tuple[Candidate, ...] = ()
        self._clock = Clock.DAYS

    def show_fit(self, fit: Fit | None) -> None:
        self.beginResetModel()
        self.candidates = tuple(reversed(fit.dates.findings.candidates)) if fit else ()
        self._clock = Clock.DAYS if fit is None else fit.series.clock
        self.endResetModel()

    @property
    def row_count(self) -> int:
        return len(self.candidates)

    @property
    def column_count(self) -> int:
        return len(COLUMNS)

    def heading(self, column: int) -> ColumnHeading:
        return ColumnHeading(*COLUMNS[column])

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        candidate = self.candidates[index.row()]
        if role == Role.DisplayRole:
            return self._cells(candidate)[index.column()]
        if role == Role.ToolTipRole:
            return f"<p>{sentence(candidate.reason)}</p>"
        if role == Role.AccessibleTextRole:
            return f"{COLUMNS[index.column()][0]}: {self._cells(candidate)[index.column()]}"
        if role == Role.ForegroundRole:
            return QColor(self.theme.text if candidate.accepted else self.theme.quiet)
        return None

    def _cells(self, candidate: Candidate) -> tuple[str, ...]:
        season = candidate.season
        first, peak, last = (
            time_text(time, self._clock) for time in (season.start, season.peak, season.end)
        )
        found = IS_ONE if candidate.accepted else IS_NONE
        return (season.name, found, first, peak, last, candidate.reason)


class SeasonsList(QWidget):
    """The table of candidates, and what a person may do about them."""

    season_selected = Signal(str)
    stretch_selected = Signal(float, float)
    """First and last time of the stretch that a person points at, season or not."""
    wished = Signal(object)
    """A command."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("seasons_page")
        self._fit: Fit | None = None
        self._facts: Facts | None = None
        self.seasons = SeasonsModel(theme, self)
        self.table = self._made_table()
        self.said = OneLine("seasons_said")
        self.take = QPushButton(tr("Take as a season"))
        self.take.setObjectName("take_season")
        describe(
            self.take, tr("Take as a season"),
            tr("Date the selected stretch as a season, whatever speaks "
            "against it."),
        )  # fmt: skip
        self.forget = QPushButton(tr("Forget drawn"))
        self.forget.setObjectName("forget_seasons")
        describe(
            self.forget, tr("Forget drawn seasons"),
            tr("Let the curve and the sowing dates say again "
            "where the seasons are."),
        )  # fmt: skip
        self.take.clicked.connect(self._take)
        self.forget.clicked.connect(self._forget)
        self._lay_out()
        self._show_bar()

    def _made_table(self) -> QTableView:
        table = QTableView()
        table.setObjectName("season_table")
        describe(
            table, tr("Seasons"), tr("What could be a season; select a row to see it in the plot.")
        )
        table.setModel(self.seasons)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(scaled(26))
        table.horizontalHeader().setHighlightSections(False)
        table.horizontalHeader().setStretchLastSection(True)
        table.horizontalHeader().setMinimumSectionSize(36)
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.selectionModel().selectionChanged.connect(self._choose)
        return table

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(10, 0, 10, 0)
        bar.setSpacing(8)
        bar.addWidget(self.said, 1)
        bar.addWidget(self.take)
        bar.addWidget(self.forget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(4)
        column.addLayout(bar)
        column.addWidget(self.table, 1)

    def set_theme(self, theme: Theme) -> None:
        self.seasons.theme = theme
        self.table.viewport().update()

    def show_fit(self, fit: Fit | None, facts: Facts = NO_FACTS) -> None:
        if fit is self._fit and facts == self._facts:
            return
        new = fit is not self._fit
        self._fit, self._facts = fit, facts
        if new:
            self.seasons.show_fit(fit)
        self._show_bar()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The reason has the room of the days where there is little."""
        super().resizeEvent(event)
        share_among_columns(self.table, self.width() - ROOM_TO_SCROLL, WANTED)

    @property
    def selected(self) -> Candidate | None:
        rows = self.table.selectionModel().selectedRows()
        return self.seasons.candidates[rows[0].row()] if rows else None

    def _show_bar(self) -> None:
        fit, chosen = self._fit, self.selected
        found = self.seasons.candidates
        if fit is None:
            self.said.say(NOTHING)
        else:
            accepted = sum(one.accepted for one in found)
            told = tr(
                "{seasons} of {stretches}.",
                seasons=tr_count(accepted, "{n:,} season", "{n:,} seasons"),
                stretches=tr_count(len(found), "{n:,} stretch", "{n:,} stretches"),
            )
            self.said.say(fit.dates.findings.reason or told)
        dated = fit is not None and fit.series.dated
        self.take.setEnabled(dated and chosen is not None and not chosen.accepted)
        self.forget.setEnabled(bool(self._facts and self._facts.windows))

    def _choose(self) -> None:
        chosen = self.selected
        if chosen is not None:
            if chosen.accepted:
                self.season_selected.emit(chosen.season.name)
            self.stretch_selected.emit(chosen.season.start, chosen.season.end)
        self._show_bar()

    def _take(self) -> None:
        chosen = self.selected
        if self._fit is not None and chosen is not None:
            season, group = chosen.season, self._fit.series.group
            self.wished.emit(DrawSeason(group, season.start, season.end))

    def _forget(self) -> None:
        if self._fit is not None:
            self.wished.emit(ForgetDrawnSeasons(self._fit.series.group))

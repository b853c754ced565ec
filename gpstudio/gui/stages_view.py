"""The stage table: dates with their intervals, newest season first, and what was observed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QMimeData,
    QModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from gpstudio.gui.fields import describe, scaled
from gpstudio.gui.season.copying import as_html, as_text
from gpstudio.gui.season.observed_cell import ObservedCell
from gpstudio.gui.season.stage_columns import COLUMNS, NAMES
from gpstudio.gui.season.stage_model import MARK, OBSERVED, SEASON, STAGE, StagesModel
from gpstudio.gui.theme import Theme
from gpstudio.session.facts import NO_FACTS, Facts
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

RULE, TO_KNOW, INTERVAL = NAMES.index("rule"), NAMES.index("to_know"), NAMES.index("interval90")
ROOM_FOR_A_RULE, ROOM_FOR_A_NOTE, LEAST_OF_A_NOTE = 90, 130, 60
"""Pixels in which a few words find room."""
PADDING, MARK_WIDTH = 15, 19
NOT_YET = tr("These dates are outdated: copy them when they are made anew.")
ALWAYS = ("season", "stage", "date", "observed", "interval90")
EDIT_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2)
FARTHEST = 200.0
"""Days from its season at which an observed date must be of another year."""


class StagesView(QTableView):
    """Says which season and stage a person points at, and which days they saw."""

    season_selected = Signal(str)
    stage_selected = Signal(str, str)
    """Season and stage."""
    noted = Signal(str, str, object)
    """Season and stage, and the day on which it was seen or None."""
    refused = Signal(str)
    """Why an observed date is none; empty where one was mended."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stage_table")
        describe(
            self,
            tr("Stages"),
            tr(
                "The dates of every season. A selected row is shown in the plot. Enter writes the "
                "observed day. Ctrl+C copies the selected rows."
            ),
        )
        self._fit: Fit | None = None
        self._widths = [0] * len(COLUMNS)
        """Of what stands in each column."""
        self._shown: tuple[object, ...] = (None, NO_FACTS, "")
        self.stages = StagesModel(theme, self)
        self.setModel(self.stages)
        self._cell = ObservedCell(self)
        self.setItemDelegateForColumn(OBSERVED, self._cell)
        self._look()
        # not the current row: a table that gets the keyboard makes its first row current by itself
        self.selectionModel().selectionChanged.connect(self._choose)
        self.stages.noted.connect(self._note)
        self._cell.refused.connect(self.refused)

    def _look(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(scaled(26))
        self.setIconSize(QSize(MARK + 2, MARK + 2))
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setMinimumSectionSize(36)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    def set_theme(self, theme: Theme) -> None:
        self.stages.theme = theme
        self.viewport().update()

    def show_fit(
        self,
        fit: Fit | None,
        season: str,
        facts: Facts = NO_FACTS,
        only: str = "",
        outdated: bool = False,
    ) -> None:
        """Stay on the stage that a person is at, where it is still there."""
        before = self.selected_stage
        self.stages.show_outdated(outdated)
        if (fit, facts, only) != self._shown:
            self._fit, self._shown = fit, (fit, facts, only)
            self.stages.show_fit(fit, facts, only)
            self._span_reasons()
            self._widths = [self._width_of(column) for column in range(len(COLUMNS))]
            self._share_the_room()
        if season != self.stages.season:
            self.stages.show_season(season)
        if before is not None and self.selected_stage != before:
            self._return_to(*before)

    @property
    def selected_stage(self) -> tuple[str, str] | None:
        """Season and stage of the row that a person is at."""
        rows = self.selected_rows
        if not rows:
            return None
        row = self.currentIndex().row()
        stage = self.stages.stages[row if row in rows else rows[-1]]
        return stage.season, stage.stage

    @property
    def selected_rows(self) -> list[int]:
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    def copy(self) -> None:
        """The selected rows, or all of them, as a table for spreadsheets and texts."""
        rows = self.selected_rows or list(range(len(self.stages.stages)))
        if not rows:
            return
        if self.stages.outdated:
            self.refused.emit(NOT_YET)
            return
        table = self.stages.table(rows)
        copied = QMimeData()
        copied.setText(as_text(table))
        copied.setHtml(as_html(table))
        QGuiApplication.clipboard().setMimeData(copied)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_the_room()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().row()
        observed = self.stages.index(row, OBSERVED)
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif row >= 0 and event.key() in EDIT_KEYS:
            self._edit(observed)
        elif row >= 0 and event.key() == Qt.Key.Key_Delete:
            self.stages.setData(observed, None)
        else:
            super().keyPressEvent(event)

    def _edit(self, cell: QModelIndex) -> None:
        if self.state() == self.State.EditingState:
            return  # a key that the open field did not want
        if self.stages.flags(cell) & Qt.ItemFlag.ItemIsEditable:
            self.setColumnHidden(OBSERVED, False)  # it may have given way
            self.scrollTo(cell)
            self.edit(cell)

    def _note(self, season: str, stage: str, day: float | None) -> None:
        """A day far from its season is a slip of the year."""
        seasons = self._fit.seasons if self._fit is not None else ()
        mine = next((one for one in seasons if one.name == season), None)
        if day is not None and mine is not None:
            away = max(mine.start - day, day - mine.end, 0.0)
            if away > FARTHEST:
                say = self.stages.around.say
                self.refused.emit(
                    tr(
                        "{day} is {days:.0f} days from season {season}, which runs from "
                        "{start} to {end}: check the year.",
                        day=say(day),
                        days=away,
                        season=season,
                        start=say(mine.start),
                        end=say(mine.end),
                    )
                )
                return
        self.refused.emit("")
        self.noted.emit(season, stage, day)

    def _return_to(self, season: str, stage: str) -> None:
        row = self.stages.place_of(season, stage)
        if row < 0:
            return
        blocked = self.selectionModel().blockSignals(True)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(
            self.stages.index(row, STAGE), flags | QItemSelectionModel.SelectionFlag.Rows
        )
        self.selectionModel().blockSignals(blocked)
        self.viewport().update()

    def _span_reasons(self) -> None:
        """Why there is no date takes the place of what would be said of one; what is the same for
        several stages of a season, one below the other, is said once."""
        self.clearSpans()
        for column, wide in ((INTERVAL, len(COLUMNS) - INTERVAL), (TO_KNOW, 1)):
            for first, rows in self._alike(column):
                if rows > 1 or wide > 1:
                    self.setSpan(first, column, rows, wide)

    def _alike(self, column: int) -> Iterator[tuple[int, int]]:
        """First rows and how many say the same, of stages with a date or of those without."""

        def key(row: int) -> tuple[str, bool, str]:
            stage = self.stages.stages[row]
            return stage.season, stage.date is None, self.stages.cell(row, column)

        for (_, undated, said), found in groupby(range(len(self.stages.stages)), key):
            rows = list(found)
            if undated == (column == INTERVAL) and said:
                yield rows[0], len(rows)

    def _share_the_room(self) -> None:
        """Columns as wide as what they say; those without words go, and some where room is
        short: tooltips and copies say everything."""
        widths, room = self._widths, self.viewport().width()
        needed = {TO_KNOW: min(widths[TO_KNOW], ROOM_FOR_A_NOTE), RULE: ROOM_FOR_A_RULE}
        shown = [place for place, width in enumerate(widths) if width]
        while shown:
            going = [place for place in shown if COLUMNS[place].gives_way]
            if sum(needed.get(place, widths[place]) for place in shown) <= room or not going:
                break
            shown.remove(max(going, key=lambda place: COLUMNS[place].gives_way))
        left = room - sum(needed.get(place, widths[place]) for place in shown)
        if left < 0 and TO_KNOW in shown:  # its words end in dots, and are whole one hover away
            needed[TO_KNOW] = max(LEAST_OF_A_NOTE, needed[TO_KNOW] + left)
        for place, width in enumerate(widths):
            self.setColumnHidden(place, place not in shown)
            self.setColumnWidth(place, needed.get(place, width))
        if TO_KNOW in shown and RULE in shown:
            more = max(0, min(left, widths[TO_KNOW] - needed[TO_KNOW]))
            self.setColumnWidth(TO_KNOW, needed[TO_KNOW] + more)

    def _width_of(self, column: int) -> int:
        """Of what stands in it; 0 where nothing does. Reasons have the room of several."""
        said = {
            self.stages.cell(row, column)
            for row, stage in enumerate(self.stages.stages)
            if stage.date is not None or column < INTERVAL
        } - {""}
        if not said and COLUMNS[column].name not in ALWAYS:
            return 0
        if column == OBSERVED and not self.stages.around.clock:
            return 0
        if column == SEASON and self._shown[2]:
            return 0  # it is the one that was picked
        heading = self.stages.headerData(column, Qt.Orientation.Horizontal)
        letters = self.fontMetrics()
        widest = max(letters.horizontalAdvance(text) for text in [*said, str(heading)])
        return widest + PADDING + MARK_WIDTH * (column == STAGE)

    def _choose(self, selected: QItemSelection) -> None:
        if not selected.isEmpty():
            stage = self.stages.stages[selected.indexes()[-1].row()]
            if stage.season:
                self.season_selected.emit(stage.season)
            self.stage_selected.emit(stage.season, stage.stage)

"""The stage table: dates with their intervals, newest season first."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from gpstudio.gui.fields import describe
from gpstudio.gui.theme import Theme
from gpstudio.gui.words import NO_DATE, stage_help, stage_title, time_text
from gpstudio.phenology.stages import StageDate
from gpstudio.session.fitting import Fit

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()

ROOM_FOR_A_RULE = 90
COLUMNS = (
    ("Season", "Named by the year of harvest."),
    ("Stage", "What the curve does on that day."),
    ("Date", "The median over joint draws of the curve."),
    ("90 % interval", "The true date lies in it nine times of ten; or why there is no date."),
    ("± days", "Standard deviation of the date."),
    ("Reached", "Share of draws that reach the stage in this season."),
    ("Passed", "Share of draws that have reached it by the last reading."),
    ("Rule", "How the stage is read off the curve."),
)
RULE = len(COLUMNS) - 1


class StagesModel(QAbstractTableModel):
    """The stages of one fit as text."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.stages: tuple[StageDate, ...] = ()
        self.dated = True
        self.season = ""

    def show_fit(self, fit: Fit | None) -> None:
        self.beginResetModel()
        if fit is None:
            self.stages = ()
        else:
            self.dated = fit.series.dated
            names = [season.name for season in fit.seasons]
            newest_first = sorted(fit.stages, key=lambda s: -names.index(s.season))
            self.stages = tuple(newest_first)
        self.endResetModel()

    def show_season(self, season: str) -> None:
        self.season = season
        if self.stages:
            last = self.index(len(self.stages) - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.stages)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        title, help = COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            if title.startswith("±") and not self.dated:
                return "±"
            return title
        if role == Qt.ItemDataRole.ToolTipRole:
            return help
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        stage = self.stages[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cells(stage)[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{stage_title(stage.stage)}: {stage_help(stage.stage)} {stage.definition}."
        if role == Qt.ItemDataRole.ForegroundRole:
            mine = stage.season == self.season
            return QColor(self.theme.text if mine else self.theme.quiet)
        return None

    def _cells(self, stage: StageDate) -> tuple[str, ...]:
        ends = [time_text(time, self.dated) for time in (stage.lower90, stage.upper90)]
        return (
            stage.season,
            stage_title(stage.stage),
            time_text(stage.date, self.dated),
            stage.reason or " to ".join(ends),
            NO_DATE if stage.std is None else f"{stage.std:.3g}",
            f"{stage.probability_reached:.0%}",
            f"{stage.probability_passed:.0%}",
            stage.definition,
        )


class StagesView(QTableView):
    """Says which season a person points at."""

    season_selected = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stage_table")
        describe(
            self, "Stages", "The dates of every season; click a row to see its season in the plot."
        )
        self._fit: Fit | None = None
        self._taken = 0
        """Pixels of all columns but the last."""
        self.stages = StagesModel(theme, self)
        self.setModel(self.stages)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(26)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setStretchLastSection(True)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.horizontalHeader().setMinimumSectionSize(36)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.selectionModel().currentRowChanged.connect(self._choose)

    def set_theme(self, theme: Theme) -> None:
        self.stages.theme = theme
        self.viewport().update()

    def show_fit(self, fit: Fit | None, season: str) -> None:
        if fit is not self._fit:
            self._fit = fit
            self.stages.show_fit(fit)
            self.setColumnHidden(RULE, False)
            self.resizeColumnsToContents()
            self._taken = sum(self.columnWidth(column) for column in range(RULE))
            self._give_the_rule_what_is_left()
        if season != self.stages.season:
            self.stages.show_season(season)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_the_rule_what_is_left()

    def _give_the_rule_what_is_left(self) -> None:
        """The last column is shown where a few words of it find room; tooltips say it anyway."""
        self.setColumnHidden(RULE, self.viewport().width() - self._taken < ROOM_FOR_A_RULE)
        self.setColumnWidth(RULE, 0)  # it is stretched from there

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.season_selected.emit(self.stages.stages[index.row()].season)

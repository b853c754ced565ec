"""The stages of one fit as the rows of a table, newest season first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import (
    QPointF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from gpstudio.gui.rows_model import ColumnHeading, Index, Role, RowsModel, side
from gpstudio.gui.season.stage_columns import ALSO_COPIED, COLUMNS, NAMES, Around, date_tip
from gpstudio.gui.stage_looks import draw_mark
from gpstudio.gui.theme import Theme
from gpstudio.gui.words import stage_title, time_text
from gpstudio.phenology.quality.codes import FORECAST
from gpstudio.phenology.stages import StageDate
from gpstudio.session.dating import undated_stages
from gpstudio.session.facts import NO_FACTS, Facts
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

MARK = 11
"""Pixels across the mark of a stage."""
DATE = NAMES.index("date")
SEASON, STAGE, OBSERVED = NAMES.index("season"), NAMES.index("stage"), NAMES.index("observed")
PASSED, DAYS, QUALITY = NAMES.index("passed"), NAMES.index("days"), NAMES.index("quality")
WEAK = ("C", "D")
DAY_ROLE = Qt.ItemDataRole.UserRole
"""The date of the row's stage, or None."""


class StagesModel(RowsModel):
    """Says of every stage what its columns say; observed days can be written."""

    noted = Signal(str, str, object)
    """Season and stage, and the day on which a person saw it; None: not any more."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.stages: tuple[StageDate, ...] = ()
        """The rows on screen."""
        self.around = Around()
        self.season = ""
        self.outdated = False
        """Whether other dates are on their way: these are paler."""
        self._fit: Fit | None = None
        self._only = ""
        self._marks: dict[tuple[str, str, bool], QIcon] = {}

    def show_fit(self, fit: Fit | None, facts: Facts = NO_FACTS, only: str = "") -> None:
        """The stages of all seasons, or of one ``only``."""
        self.beginResetModel()
        self._fit, self._only = fit, only
        self.stages = _rows(fit, only)
        if fit is not None:
            self.around = Around(fit.series.clock, _observed(fit, facts))
        self.endResetModel()

    def show_outdated(self, outdated: bool) -> None:
        if outdated != self.outdated:
            self.outdated = outdated
            self._look_again()

    def show_season(self, season: str) -> None:
        self.season = season
        self._look_again()

    def _look_again(self) -> None:
        if self.stages:
            last = self.index(len(self.stages) - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def cell(self, row: int, column: int) -> str:
        return COLUMNS[column].shown(self.stages[row], self.around)

    def place_of(self, season: str, stage: str) -> int:
        """The row of a stage; -1 where it is not shown."""
        rows = enumerate(self.stages)
        return next((r for r, s in rows if (s.season, s.stage) == (season, stage)), -1)

    @property
    def asked_of(self) -> str:
        """The day that ``passed`` speaks of, where it is the same in all rows."""
        days = {stage.as_of for stage in self.stages} - {None}
        return time_text(days.pop(), self.around.clock) if len(days) == 1 else ""

    def table(self, rows: list[int]) -> list[list[str]]:
        """Headings and cells of some rows, with what the tooltips say, for the clipboard."""
        columns = [*COLUMNS, *ALSO_COPIED]
        heads = [self._heading(place) for place in range(len(COLUMNS))]
        cells = [[c.text(self.stages[row], self.around) for c in columns] for row in rows]
        return [[*heads, *(column.title for column in ALSO_COPIED)], *cells]

    @property
    def row_count(self) -> int:
        return len(self.stages)

    @property
    def column_count(self) -> int:
        return len(COLUMNS)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        writable = index.column() == OBSERVED and self.around.clock
        if writable and self.stages[index.row()].season:
            return flags | Qt.ItemFlag.ItemIsEditable
        return flags

    def heading(self, column: int) -> ColumnHeading:
        about = COLUMNS[column]
        return ColumnHeading(self._heading(column), about.help, about.right)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        stage, column = self.stages[index.row()], index.column()
        if role in (Role.DisplayRole, Role.EditRole):
            return self.cell(index.row(), column)
        if role == Role.ToolTipRole:
            return date_tip(stage, self.around)
        if role == Role.AccessibleTextRole:
            cell = self.cell(index.row(), column) or tr("nothing")
            told = f"{stage_title(stage.stage)}, {self._heading(column)}: {cell}"
            return tr("{cell}, outdated", cell=told) if self.outdated else told
        if role == Role.TextAlignmentRole:
            return side(COLUMNS[column].right)
        if role == DAY_ROLE:
            return stage.date
        if role == Role.ForegroundRole:
            return QColor(self._colour(stage, column))
        if role == Role.DecorationRole and column == STAGE:
            return self._mark(stage)
        if role == Role.FontRole and column == DATE and is_forecast(stage):
            return _slanted()
        return None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        """A day, or None; the document follows, and the table with it."""
        if role != Role.EditRole or index.column() != OBSERVED:
            return False
        stage = self.stages[index.row()]
        if value != self.around.observed.get((stage.season, stage.stage)):
            self.noted.emit(stage.season, stage.stage, value)
        return True

    def _heading(self, column: int) -> str:
        title = COLUMNS[column].title
        if column == PASSED and self.asked_of:
            return tr("{title} by {day}", title=title, day=self.asked_of)
        if column == DAYS and not self.around.clock:
            return "±"
        return title

    def _colour(self, stage: StageDate, column: int) -> str:
        if self.outdated or stage.season != self.season:
            return self.theme.quiet
        weak = column == QUALITY and stage.grade is not None and stage.grade.letter in WEAK
        return self.theme.warning if weak else self.theme.text

    def _mark(self, stage: StageDate) -> QIcon:
        """The stage's own mark, paler in seasons that are not shown."""
        key = (stage.stage, self.theme.name, self.outdated or stage.season != self.season)
        if key not in self._marks:
            self._marks[key] = mark_icon(stage.stage, self.theme, faint=key[2])
        return self._marks[key]


def is_forecast(stage: StageDate) -> bool:
    """Whether its date, or the end of its interval, is after the last reading."""
    return stage.grade is not None and FORECAST.name in stage.grade.codes


def _slanted() -> QFont:
    font = QFont()
    font.setItalic(True)
    return font


def mark_icon(stage: str, theme: Theme, faint: bool = False) -> QIcon:
    """A stage's mark in its own colours, whether its row is selected or not."""
    ratio = max(screen.devicePixelRatio() for screen in QGuiApplication.screens())
    picture = QPixmap(round((MARK + 2) * ratio), round((MARK + 2) * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    draw_mark(painter, stage, QPointF(MARK / 2 + 1, MARK / 2 + 1), MARK, theme, faint)
    painter.end()
    made = QIcon(picture)
    made.addPixmap(picture, QIcon.Mode.Selected)
    return made


def _rows(fit: Fit | None, only: str) -> tuple[StageDate, ...]:
    """Never blank without a reason: where there is no season every stage says so."""
    if fit is None:
        return ()
    if not fit.stages:
        return undated_stages(fit.dates.findings.reason, fit.request)
    places = {season.name: place for place, season in enumerate(fit.seasons)}
    wanted = [stage for stage in fit.stages if only in ("", stage.season)]
    return tuple(sorted(wanted, key=lambda stage: -places.get(stage.season, -1)))


def _observed(fit: Fit, facts: Facts) -> Mapping[tuple[str, str], float]:
    """Days by season and stage; one without a season is of that in which it lies."""
    found = {}
    for seen in facts.seen:
        around = [s.name for s in fit.seasons if s.start <= seen.day <= s.end]
        season = seen.season or (around[0] if around else "")
        found[season, seen.stage] = seen.day
    return found

"""The lines of the calendar as a table of two columns: the field, and its stages over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from gpstudio.data.series import days_from_dates
from gpstudio.gui.calendar.lines import CalendarLine
from gpstudio.gui.calendar.scale import CalendarScale
from gpstudio.gui.literal import tip
from gpstudio.gui.words import stage_title, time_text
from gpstudio.phenology.stages import StageDate
from gpstudio.translation import tr

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NOWHERE = QModelIndex()
FIELD, STRIP = 0, 1
OUTDATED = tr("These dates are outdated.")
NO_SHIFTS: Mapping[str, float] = {}


class CalendarModel(QAbstractTableModel):
    """Lines in their order, the stages that are drawn, and the scale that all of them share."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: Sequence[CalendarLine] = ()
        self.shown: tuple[str, ...] = ()
        self.scale = CalendarScale()
        self.today: float | None = None
        """Where times are dates and today is in view."""
        self._rows: dict[str, int] = {}
        self._shifts: Mapping[str, float] = NO_SHIFTS

    def show_lines(
        self,
        lines: Sequence[CalendarLine],
        shown: tuple[str, ...],
        span: tuple[float, float] | None,
        dated: bool,
        shifts: Mapping[str, float] = NO_SHIFTS,
    ) -> None:
        self.beginResetModel()
        self.lines, self.shown, self._shifts = lines, shown, shifts
        self._rows = {line.group: row for row, line in enumerate(lines)}
        self.scale = CalendarScale(*span, dated) if span else CalendarScale(dated=dated)
        today = float(days_from_dates([date.today()])[0])
        seen = dated and bool(span) and not shifts and self.scale.first <= today <= self.scale.last
        self.today = today if seen else None
        self.endResetModel()

    def row_of(self, group: str) -> int:
        return self._rows.get(group, -1)

    def shift(self, row: int) -> float:
        """Days by which a line is moved to stand in the year of the others."""
        return self._shifts.get(self.lines[row].year, 0.0)

    def name(self, row: int) -> str:
        """With the year where lines of several years stand together."""
        line = self.lines[row]
        return f"{line.name}  {line.year}" if self._shifts and line.year else line.name

    def drawn(self, row: int) -> list[StageDate]:
        """The stages of a line that are wanted."""
        return [stage for stage in self.lines[row].stages if stage.stage in self.shown]

    def say(self, row: int, stage: StageDate) -> str:
        clock = self.lines[row].clock
        date, lower, upper = (
            time_text(time, clock) for time in (stage.date, stage.lower90, stage.upper90)
        )
        return tr(
            "{stage} {date}, 90 %: {lower} to {upper}",
            stage=stage_title(stage.stage),
            date=date,
            lower=lower,
            upper=upper,
        )

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else 2

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Role.DisplayRole:
            return tr("Field") if section == FIELD else ""
        if role == Role.AccessibleTextRole:
            return tr("Field") if section == FIELD else tr("Stages over time")
        if role == Role.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line = self.lines[index.row()]
        if index.column() == FIELD:
            if role in (Role.DisplayRole, Role.AccessibleTextRole):
                return self.name(index.row())
            return tip(line.name) if role == Role.ToolTipRole else None
        if role == Role.ToolTipRole and line.outdated:
            return tip(OUTDATED)
        if role == Role.AccessibleTextRole:
            row = index.row()
            told = "; ".join(self.say(row, stage) for stage in self.drawn(row)) or line.reason
            return tr("{dates}, outdated", dates=told) if line.outdated else told
        return None

"""What each field would get, a line a field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from gpstudio.data.adding.addition import Gain
from gpstudio.gui.literal import tip
from gpstudio.translation import tr

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NOWHERE = QModelIndex()


@dataclass(frozen=True)
class GainColumn:
    title: str
    help: str
    cell: Callable[[Gain], str]
    is_number: bool = False


def _count(number: int) -> str:
    return f"{number:,}" if number else ""


def _what(gain: Gain) -> str:
    if gain.is_new:
        return tr("new field")
    return "" if gain.readings else tr("nothing new")


COLUMNS = (
    GainColumn(tr("Field"), tr("As the table calls it."), lambda gain: gain.group),
    GainColumn(
        tr("New"), tr("Readings that it gets."), lambda gain: _count(gain.readings), is_number=True
    ),
    GainColumn(tr("Days"), tr("When they were taken."), lambda gain: gain.span),
    GainColumn(
        tr("There already"), tr("Readings of the file that the table has."),
        lambda gain: _count(gain.there), is_number=True,
    ),
    GainColumn(
        tr("Beside another"), tr("New ones on days of which the table has another value."),
        lambda gain: _count(gain.otherwise), is_number=True,
    ),
    GainColumn(tr("Remark"), tr("Whether the field is a new one."), _what),
)  # fmt: skip


class GainsModel(QAbstractTableModel):
    def __init__(self) -> None:
        super().__init__()
        self.gains: Sequence[Gain] = ()

    def show_gains(self, gains: Sequence[Gain]) -> None:
        """New fields first, then those that get something."""
        self.beginResetModel()
        self.gains = sorted(gains, key=lambda gain: (not gain.is_new, not gain.readings))
        self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.gains)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Role.DisplayRole:
            return COLUMNS[section].title
        if role == Role.TextAlignmentRole:
            return _side(COLUMNS[section])
        return tip(COLUMNS[section].help) if role == Role.ToolTipRole else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        column, gain = COLUMNS[index.column()], self.gains[index.row()]
        if role == Role.DisplayRole:
            return column.cell(gain)
        if role == Role.TextAlignmentRole:
            return _side(column)
        return tip(column.cell(gain)) if role == Role.ToolTipRole else None


def _side(column: GainColumn) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter

"""The first rows of a table as understood: cells, roles, and why a row is set aside.

Nothing is made ahead: a table of 500 columns costs what is on screen of it.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from gpstudio.data.decisions import ROLES, Role, TableColumn
from gpstudio.data.table import Table
from gpstudio.gui.importing.words import column_words
from gpstudio.gui.literal import tip
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr, tr_count

Index = QModelIndex | QPersistentModelIndex
Shown = Qt.ItemDataRole
NOWHERE = QModelIndex()

ASIDE = tr("Set aside")
ASIDE_WORDS = tr("{title}: why a row takes no part", title=ASIDE)
SHORT = 16
"""Letters that a column always has room for."""
CELL_TINT, HEAD_TINT = 0.07, 0.16
"""Share of the role's colour behind text that must stay readable."""


def blend(back: str, colour: str, share: float) -> QColor:
    one, other = QColor(back), QColor(colour)
    parts = [
        round(a + share * (b - a))
        for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)  # type: ignore[index]
    ]
    return QColor(*parts)


def role_colour(theme: Theme, role: Role) -> str:
    return theme.roles[ROLES.index(role)]


class RowsModel(QAbstractTableModel):
    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._table: Table | None = None
        self._places: dict[int, int] = {}
        self._tints: dict[Role, QColor] = {}
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self.beginResetModel()
        self._theme = theme
        self._quiet = QColor(theme.quiet)
        used = [role for role in ROLES if role != "ignored"]
        self._tints = {
            role: blend(theme.card, role_colour(theme, role), CELL_TINT) for role in used
        }
        self.endResetModel()

    def show_table(self, table: Table | None) -> None:
        self.beginResetModel()
        self._table = table
        values = [j for j, c in enumerate(self.columns) if c.role == "value"]
        across = len(table.preview.verdicts[0]) if table and table.preview.verdicts else 1
        # in a wide table each reading has a verdict of its own
        self._places = {j: k for k, j in enumerate(values)} if across > 1 else {}
        self.endResetModel()

    @property
    def columns(self) -> tuple[TableColumn, ...]:
        return self._table.columns if self._table is not None else ()

    @property
    def has_aside(self) -> bool:
        """Whether a last column tells why rows are set aside."""
        table = self._table
        return (
            table is not None
            and not table.questions
            and any(any(row) for row in table.preview.verdicts)
        )

    def verdict(self, row: int, column: int = -1) -> str:
        """Why the cell takes no part; of the whole row where no cell is named."""
        if self._table is None or self._table.questions:
            return ""
        reasons = self._table.preview.verdicts[row]
        if column in self._places and self._places[column] < len(reasons):
            return reasons[self._places[column]]
        if len(reasons) == 1:
            return reasons[0]
        aside = [reason for reason in reasons if reason]
        if not aside or (column >= 0 and len(aside) < len(reasons)):
            return ""
        readings = tr_count(len(aside), "{n:,} reading", "{n:,} readings")
        return f"{readings} {', '.join(dict.fromkeys(aside))}"

    def line(self, row: int) -> int:
        assert self._table is not None
        return self._table.preview.lines[row]

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if self._table is None or parent.isValid() else len(self._table.preview.rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns) + self.has_aside

    def data(self, index: Index, role: int = Shown.DisplayRole) -> Any:
        if not index.isValid() or self._table is None:
            return None
        row, place = index.row(), index.column()
        if place == len(self.columns):
            return self._aside(row, role)
        column = self.columns[place]
        if role == Shown.DisplayRole:
            return self._table.preview.rows[row][place]
        if role == Shown.BackgroundRole:
            return self._tints.get(column.role)
        if role == Shown.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.role == "value" else Qt.AlignmentFlag(0)
            return side | Qt.AlignmentFlag.AlignVCenter
        reason = self.verdict(row, place)
        if role == Shown.ForegroundRole:
            return self._quiet if reason or column.role == "ignored" else None
        if role == Shown.AccessibleDescriptionRole and reason:
            return tr("Set aside: {reason}", reason=reason)
        if role == Shown.ToolTipRole:
            return _told(self._table.preview.rows[row][place], reason)
        return None

    def _aside(self, row: int, role: int) -> Any:
        if role in (Shown.DisplayRole, Shown.ToolTipRole):
            verdict = self.verdict(row)
            return tip(verdict) if role == Shown.ToolTipRole else verdict
        return self._quiet if role == Shown.ForegroundRole else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Shown.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical:
            if role == Shown.DisplayRole and self._table is not None:
                return str(self.line(section))
            return self._quiet if role == Shown.ForegroundRole else None
        aside = section == len(self.columns)
        if role == Shown.DisplayRole:
            return ASIDE if aside else self.columns[section].name
        if role in (Shown.AccessibleTextRole, Shown.ToolTipRole):
            words = ASIDE_WORDS if aside else column_words(self.columns[section])
            return tip(words) if role == Shown.ToolTipRole else words
        return None


def _told(cell: str, reason: str) -> str | None:
    """One hover away: why it takes no part, after all of what may be cut."""
    why = tr("Set aside: {reason}", reason=reason) if reason else ""
    return tip(cell if len(cell) > SHORT else "", why) or None

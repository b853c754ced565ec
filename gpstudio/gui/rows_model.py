"""Rows under headings: what the models of the window's tables answer alike."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from gpstudio.gui.literal import tip

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NOWHERE = QModelIndex()


@dataclass(frozen=True)
class ColumnHeading:
    title: str
    help: str
    right: bool = False
    """Numbers stand at the right."""
    whole: str = ""
    """The title that is told, where a shorter one stands there."""


def side(right: bool) -> Qt.AlignmentFlag:
    across = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    return across | Qt.AlignmentFlag.AlignVCenter


class RowsModel(QAbstractTableModel):
    """Who inherits it says how many rows and columns there are, and what heads each column."""

    @property
    @abstractmethod
    def row_count(self) -> int: ...

    @property
    @abstractmethod
    def column_count(self) -> int: ...

    @abstractmethod
    def heading(self, column: int) -> ColumnHeading: ...

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else self.row_count

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else self.column_count

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        heading = self.heading(section)
        if role == Role.DisplayRole:
            return heading.title
        if role == Role.ToolTipRole:
            return tip(heading.whole, heading.help)
        return side(heading.right) if role == Role.TextAlignmentRole else None

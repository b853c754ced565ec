"""What the table of all fields holds: lines, those that are looked for, and their order."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from gpstudio.data.table import UNLABELLED, Labels
from gpstudio.data.writing.seasons import SeasonRow, stages_of
from gpstudio.gui.literal import tip
from gpstudio.gui.theme import Theme
from gpstudio.gui.words import NO_DATE, stage_help, stage_title
from gpstudio.translation import tr

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NOWHERE = QModelIndex()
_DIGITS = re.compile(r"(\d+)")


@dataclass(frozen=True)
class AcrossColumn:
    title: str
    help: str
    cell: Callable[[SeasonRow], str]
    order: Callable[[SeasonRow], Any]
    """By which lines are sorted; None comes last."""


def natural(text: str) -> list[Any]:
    """Numbers in names count as numbers."""
    return [(int(one), "") if one.isdecimal() else (0, one.lower()) for one in _DIGITS.split(text)]


def _late(row: SeasonRow) -> str:
    return "" if row.days_late is None else f"{round(row.days_late):+d}"


ABOUT = (
    AcrossColumn(
        tr("Field"), tr("Name of the field."), lambda r: r.group, lambda r: natural(r.group)
    ),
    AcrossColumn(
        tr("Season"), tr("Year of harvest."), lambda r: r.season or NO_DATE,
        lambda r: r.season or None,
    ),
    AcrossColumn(
        tr("Quality"), tr("The letter of the season's typical date."), lambda r: r.quality or "",
        lambda r: r.quality,
    ),
    AcrossColumn(
        tr("Look at"), tr("Why somebody should look at it; empty where its dates can be used."),
        lambda r: r.look or "", lambda r: r.look,
    ),
    AcrossColumn(
        tr("Days late"), tr("Beside the field's other seasons, at the median of its stages."),
        _late, lambda r: r.days_late,
    ),
)  # fmt: skip


def of_stage(stage: str) -> AcrossColumn:
    def cell(row: SeasonRow) -> str:
        date, half, letter = row.stages.get(stage, (None, None, None))
        if date is None:
            return NO_DATE
        day = date if isinstance(date, str) else f"{date:.5g}"
        width = "" if half is None else f" ± {half:.0f}"
        return f"{day}{width} {letter or ''}".rstrip()

    help = tr(
        "{stage} Its date with half the width of the 90 % interval, and its letter.",
        stage=stage_help(stage),
    )
    return AcrossColumn(
        stage_title(stage), help, cell, lambda row: row.stages.get(stage, (None, None, None))[0]
    )


def seen_of(stage: str) -> AcrossColumn:
    """What was observed, and how far the date is from it."""

    def cell(row: SeasonRow) -> str:
        day, off, _ = row.seen.get(stage, (None, None, False))
        if day is None:
            return ""
        told = day if isinstance(day, str) else f"{day:.5g}"
        return told if off is None else tr("{day} ({off:+.0f} d)", day=told, off=off)

    return AcrossColumn(
        tr("{stage} seen", stage=stage_title(stage)),
        tr("The observed day, and by how many days the date is later; sorted by that."),
        cell,
        lambda row: row.seen.get(stage, (None, None, False))[1],
    )


def of_label(heading: str, labels: Labels) -> AcrossColumn:
    def cell(row: SeasonRow) -> str:
        return labels.get(row.group, {}).get(heading, "")

    return AcrossColumn(
        heading[:1].upper() + heading[1:],
        tr("What was said of the field under {heading}.", heading=heading),
        cell,
        lambda row: natural(cell(row)) if cell(row) else None,
    )


class AcrossModel(QAbstractTableModel):
    """``shown`` are the lines in their order on screen."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.columns: tuple[AcrossColumn, ...] = ABOUT
        self.shown: Sequence[SeasonRow] = ()
        self._rows: Sequence[SeasonRow] = ()
        self._by, self._down = -1, False
        self._words: list[str] = []
        self._only_looks = False
        self._labels: Labels = UNLABELLED

    def show_rows(self, rows: Sequence[SeasonRow], labels: Labels = UNLABELLED) -> None:
        """With what labels say of their fields beside the names."""
        self._rows, self._labels = rows, labels
        seen = {stage for row in rows for stage in row.seen}
        headings = dict.fromkeys(name for its in labels.values() for name in its)
        stages = [
            column
            for stage in stages_of(rows)
            for column in (of_stage(stage), *([seen_of(stage)] if stage in seen else []))
        ]
        self._arrange((*ABOUT, *(of_label(name, labels) for name in headings), *stages))

    def look_for(self, words: str, only_looks: bool) -> None:
        """Lines that hold every word; of those perhaps only what needs a look."""
        self._words, self._only_looks = words.lower().split(), only_looks
        self._arrange(self.columns)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._by, self._down = column, order == Qt.SortOrder.DescendingOrder
        self._arrange(self.columns)

    @property
    def is_narrowed(self) -> bool:
        return bool(self._words) or self._only_looks

    def _arrange(self, columns: tuple[AcrossColumn, ...]) -> None:
        self.beginResetModel()
        self.columns = columns
        rows = [row for row in self._rows if self._is_wanted(row)]
        if 0 <= self._by < len(columns):
            order = columns[self._by].order
            there = [row for row in rows if order(row) is not None]
            there.sort(key=order, reverse=self._down)
            rows = [*there, *(row for row in rows if order(row) is None)]
        self.shown = rows
        self.endResetModel()

    def _is_wanted(self, row: SeasonRow) -> bool:
        if self._only_looks and not row.look:
            return False
        words = self._labels.get(row.group, {}).values()
        said = (row.group, row.season, row.crop or "", row.look or "", *words)
        text = " ".join(said).lower()
        return all(word in text for word in self._words)

    def cells(self, row: SeasonRow) -> list[str]:
        return [column.cell(row) for column in self.columns]

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.shown)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        column = self.columns[section]
        if role == Role.DisplayRole:
            return column.title
        return tip(column.help) if role == Role.ToolTipRole else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self.shown[index.row()]
        if role == Role.DisplayRole:
            return self.columns[index.column()].cell(row)
        if role == Role.ToolTipRole:  # of what is cut in a narrow column
            return tip(self.columns[index.column()].cell(row))
        if role == Role.ForegroundRole and row.look and index.column() < len(ABOUT):
            return QColor(self.theme.warning)
        return None

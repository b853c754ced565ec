"""What the table of rivals holds: which are drawn, how they foretell, what is wrong with them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from gpstudio.data.series import Series
from gpstudio.gui.curve_rivals import rival_icon
from gpstudio.gui.literal import tip
from gpstudio.gui.rows_model import ColumnHeading, Index, Role, RowsModel, side
from gpstudio.gui.theme import Theme
from gpstudio.gui.words import NO_DATE, time_text
from gpstudio.phenology.rivals import METHODS, RivalFit
from gpstudio.phenology.rivals.league import FEWEST, Standing
from gpstudio.session.rival_lines import RivalLine
from gpstudio.translation import tr

LINE_SIZE = QSize(44, 12)
SHARPNESS = 2.0
"""Pixels of a table's small pictures for one of the screen."""
WAITING = "…"


@dataclass(frozen=True)
class RivalEntry:
    """One row: a method and what is known of it by now."""

    method: str
    line: RivalLine | None = None
    standing: Standing | None = None
    waiting: bool = False
    """Whether its standing is on its way."""

    @property
    def title(self) -> str:
        return METHODS[self.method].spec.title


@dataclass(frozen=True)
class RivalsColumn:
    title: str
    help: str
    cell: Callable[[RivalEntry], str]
    number: bool = False


def _miss(rival: RivalEntry, number: Callable[[Standing], float]) -> str:
    if rival.waiting:
        return WAITING
    if rival.standing is None or not math.isfinite(number(rival.standing)):
        return ""
    return f"{number(rival.standing):.4f}"


def better(standing: Standing) -> str:
    """The verdict in a few words."""
    if standing.compared < FEWEST:
        return tr("too few to say")
    if not standing.clear:
        return tr("not told apart")
    return tr("Gaussian process") if standing.gain > 0.0 else tr("this curve")


def _scatter(rival: RivalEntry) -> str:
    line = rival.line
    if line is None:
        return WAITING
    return NO_DATE if math.isnan(line.residual_std) else f"{line.residual_std:.4f}"


COLUMNS = (
    RivalsColumn(
        tr("Curve"), tr("Tick those that are to be drawn over the plot."), lambda r: r.title
    ),
    RivalsColumn(
        tr("Held-out error"),
        tr(
            "How far it misses readings not shown to it (root mean square, in their unit). Lower "
            "is better."
        ),
        lambda r: _miss(r, lambda s: s.rmse),
        True,
    ),
    RivalsColumn(
        tr("Gaussian process"),
        tr("How far the Gaussian process misses the same readings, learnt anew without them."),
        lambda r: _miss(r, lambda s: s.process_rmse),
        True,
    ),
    RivalsColumn(
        tr("Better"),
        tr(
            "Which of the two foretells this field better. A difference counts from twice its "
            "standard error."
        ),
        lambda r: better(r.standing) if r.standing is not None else "",
    ),
    RivalsColumn(
        tr("Scatter"),
        tr(
            "How far readings scatter about the curve fitted to all of them. It flatters: compare "
            "by the held-out error."
        ),
        _scatter,
        True,
    ),
    RivalsColumn(
        tr("Trouble"),
        tr("What to know before trusting the curve."),
        lambda r: r.line.trouble if r.line is not None else "",
    ),
)
TROUBLE = len(COLUMNS) - 1


class RivalsModel(RowsModel):
    """Every method of the house, in its order."""

    ticked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.series: Series | None = None
        self._rivals = {name: RivalEntry(name) for name in METHODS.names}
        self._ticks: set[str] = set()
        self._icons: dict[tuple[str, str], Any] = {}

    @property
    def rivals(self) -> tuple[RivalEntry, ...]:
        return tuple(self._rivals.values())

    @property
    def wanted(self) -> tuple[str, ...]:
        """The ticked methods."""
        return tuple(name for name in self._rivals if name in self._ticks)

    @property
    def drawn(self) -> tuple[RivalLine, ...]:
        """The curves of those that are ticked, as far as they are there."""
        lines = [self._rivals[name].line for name in self.wanted]
        return tuple(line for line in lines if line is not None)

    @property
    def standings(self) -> tuple[Standing, ...]:
        return tuple(r.standing for r in self.rivals if r.standing is not None)

    def put(self, *rivals: RivalEntry) -> None:
        self._rivals.update({rival.method: rival for rival in rivals})
        last = self.index(len(self._rivals) - 1, len(COLUMNS) - 1)
        self.dataChanged.emit(self.index(0, 0), last)

    def tick(self, place: int) -> None:
        """The other way round."""
        self._ticks ^= {METHODS.names[place]}
        self.dataChanged.emit(self.index(place, 0), self.index(place, 0))
        self.ticked.emit()

    def said(self, rival: RivalEntry) -> str:
        """All that is known of one, in sentences."""
        parts = [f"{rival.title}."]
        standing, line = rival.standing, rival.line
        if standing is not None and standing.compared:
            parts.append(
                tr(
                    "{verdict} It misses {compared} readings left out by {error:.3g}, the "
                    "Gaussian process by {process:.3g}.",
                    verdict=standing.verdict,
                    compared=standing.compared,
                    error=standing.rmse,
                    process=standing.process_rmse,
                )
            )
        elif standing is not None:
            parts.append(standing.verdict)
        if standing is not None and standing.missing:
            parts.append(tr("For {missing} more it had no curve.", missing=standing.missing))
        if line is not None and line.trouble and line.trouble not in " ".join(parts):
            parts.append(line.trouble)
        return " ".join(parts)

    def numbers(self, rival: RivalEntry) -> list[str]:
        """What was fitted, a line a season."""
        found = rival.line.numbers if rival.line is not None else ()
        return [
            (f"{season}: " if season else "") + ", ".join(map(self._number, numbers))
            for season, numbers in found
        ]

    def _number(self, found: RivalFit) -> str:
        series = self.series
        if found.unit == "time" and series is not None and series.dated:
            first, last = series.time[[0, -1]].tolist()
            # widths are far from the days that the series is of
            if 2.0 * first - last <= found.value <= 2.0 * last - first:
                return f"{found.title} {time_text(found.value, series.clock)}"
        return f"{found.title} {found.value:.4g}"

    @property
    def row_count(self) -> int:
        return len(self._rivals)

    @property
    def column_count(self) -> int:
        return len(COLUMNS)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == 0 else flags

    def heading(self, column: int) -> ColumnHeading:
        about = COLUMNS[column]
        return ColumnHeading(about.title, about.help, about.number)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        rival, column = self.rivals[index.row()], COLUMNS[index.column()]
        if role == Role.DisplayRole:
            return column.cell(rival)
        if role == Role.ToolTipRole:
            help = METHODS[rival.method].spec.help
            return tip(help, self.said(rival), *self.numbers(rival))
        if role == Role.TextAlignmentRole:
            return side(column.number)
        if index.column() == 0 and role == Role.CheckStateRole:
            ticked = rival.method in self._ticks
            return Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
        if index.column() == 0 and role == Role.DecorationRole:
            return self._icon(rival.method)
        if role == Role.ForegroundRole:
            return QColor(self.theme.quiet if index.column() == TROUBLE else self.theme.text)
        return None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        if role != Role.CheckStateRole or index.column() != 0:
            return False
        self.tick(index.row())
        return True

    def _icon(self, method: str) -> Any:
        key = (method, self.theme.name)
        if key not in self._icons:
            self._icons[key] = rival_icon(method, self.theme, LINE_SIZE, SHARPNESS)
        return self._icons[key]

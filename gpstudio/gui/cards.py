"""Cards: panels with a quiet border, alone or one above the other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from gpstudio.gui.handles import name_handles
from gpstudio.gui.literal import tip


def card(inside: QWidget, margin: int = 0) -> QFrame:
    frame = QFrame()
    frame.setProperty("card", True)
    column = QVBoxLayout(frame)
    column.setContentsMargins(margin, margin, margin, margin)
    column.addWidget(inside)
    return frame


def lay_side_by_side(
    page: QWidget, left: QWidget, right: QWidget, names: tuple[str, str], widths: Sequence[int]
) -> None:
    """Two cards with a handle between them; the right one takes the room that comes."""
    splitter = QSplitter(Qt.Orientation.Horizontal)
    splitter.setHandleWidth(10)
    splitter.setChildrenCollapsible(False)
    for side in (left, right):
        splitter.addWidget(card(side))
    splitter.setStretchFactor(1, 1)
    name_handles(splitter, *names)
    splitter.setSizes(list(widths))
    whole = QVBoxLayout(page)
    whole.setContentsMargins(0, 0, 0, 0)
    whole.addWidget(splitter)


def lay_above_foot(panel: QWidget, inside: QWidget, foot: Sequence[QWidget]) -> None:
    """What scrolls, and below a line what always stays in sight."""
    scroll = QScrollArea()
    scroll.setWidgetResizable(True)
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setWidget(inside)
    line = QFrame()
    line.setProperty("rule", True)
    below = QVBoxLayout()
    below.setContentsMargins(14, 4, 14, 12)
    below.setSpacing(8)
    for part in foot:
        below.addWidget(part)
    column = QVBoxLayout(panel)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    column.addWidget(scroll, 1)
    column.addWidget(line)
    column.addLayout(below)


def lay_tabs_below(
    panel: QWidget,
    head: Sequence[QWidget],
    tabs: QTabWidget,
    pages: Sequence[tuple[QWidget, str, str]],
) -> None:
    """Pages with their titles and helps, below a line whose first part takes the room."""
    tabs.setDocumentMode(True)
    for page, title, help in pages:
        tabs.setTabToolTip(tabs.addTab(page, title), tip(help))
    top = QHBoxLayout()
    top.setContentsMargins(14, 10, 10, 4)
    top.setSpacing(10)
    for place, part in enumerate(head):
        top.addWidget(part, int(place == 0))
    column = QVBoxLayout(panel)
    column.setContentsMargins(2, 2, 2, 2)
    column.setSpacing(0)
    column.addLayout(top)
    column.addWidget(tabs, 1)


class Stacked(QWidget):
    """Two panels in a column; the lower one takes the room that is left, or none of it."""

    def __init__(self, upper: QWidget, lower: QWidget) -> None:
        super().__init__()
        self._lower = lower
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(10)
        self._column.addWidget(upper)
        self._column.addWidget(lower, 1)
        self._column.addStretch()

    def give_lower(self, all_that_is_left: bool, least: int) -> None:
        for place, stretch in ((1, all_that_is_left), (2, not all_that_is_left)):
            self._column.setStretch(place, int(stretch))
        self._lower.setMinimumHeight(least if all_that_is_left else 0)

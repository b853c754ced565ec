"""Cards: panels with a quiet border, alone or one above the other."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget


def card(inside: QWidget, margin: int = 0) -> QFrame:
    frame = QFrame()
    frame.setProperty("card", True)
    column = QVBoxLayout(frame)
    column.setContentsMargins(margin, margin, margin, margin)
    column.addWidget(inside)
    return frame


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

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


def stacked(upper: QWidget, lower: QWidget) -> QWidget:
    """Two panels in a column; the lower one takes what room is left, as far as it wants it."""
    both = QWidget()
    column = QVBoxLayout(both)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(10)
    column.addWidget(upper)
    column.addWidget(lower, 1)
    column.addStretch()
    return both

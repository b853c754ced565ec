"""The three columns of the window, of which the middle one keeps room for what it shows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from gpstudio.gui.fields import scaled

MIDDLE = 450
"""Pixels for curve and results before the columns beside them give way."""


class Columns(QSplitter):
    """Where the window becomes narrow the right column gives way first, then the left one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.count() != 3:
            return
        left, middle, right = self.sizes()
        missing = scaled(MIDDLE) - middle
        if missing <= 0:
            return
        of_right = min(missing, max(0, right - self._least(2)))
        of_left = min(missing - of_right, max(0, left - self._least(0)))
        if of_right + of_left > 0:
            self.setSizes([left - of_left, middle + of_right + of_left, right - of_right])

    def _least(self, place: int) -> int:
        column = self.widget(place)
        return column.minimumSizeHint().width() if column is not None else 0

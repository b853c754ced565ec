"""A page with a table: tools and a remark on top, a line that tells of it, the table below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from gpstudio.gui.literal import tip

LINES = 2
MUCH = 1000
ROOM_FOR_BREAKS = 90
"""Pixels that lines may leave at their ends where there are several."""


class StateLine(QLabel):
    """Of one height, since the table must not move under the hand that clicks it."""

    def __init__(self, name: str, sentence: str, lines: int = LINES) -> None:
        super().__init__(sentence)
        self.setObjectName(name)
        self._lines = lines
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(lines > 1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 2)
        self.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._told = ""

    def tell(self, sentence: str) -> None:
        """As much of it as has room, and all of it one hover away."""
        self._told = sentence
        room = self._lines * self.width() - ROOM_FOR_BREAKS * (self._lines > 1)
        right = Qt.TextElideMode.ElideRight
        self.setText(self.fontMetrics().elidedText(sentence, right, room))
        self.setToolTip(tip(sentence))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._told:
            self.tell(self._told)


def lay_out(
    page: QWidget,
    tools: Sequence[QWidget],
    remark: QWidget,
    state: QWidget,
    table: QWidget,
    bar: QWidget | None = None,
) -> None:
    """``bar`` shows how far work is, beside the state."""
    top = QHBoxLayout()
    top.setContentsMargins(12, 0, 12, 0)
    top.setSpacing(8)
    for tool in tools:
        top.addWidget(tool)
    top.addWidget(remark, MUCH)
    top.addStretch(1)  # where the remark is put away no tool is the wider for it
    below = QHBoxLayout()
    below.setContentsMargins(13, 0, 12, 0)
    below.addWidget(state, 1)
    if bar is not None:
        below.addWidget(bar, alignment=Qt.AlignmentFlag.AlignTop)
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 8, 0, 0)
    column.setSpacing(5)
    column.addLayout(top)
    column.addLayout(below)
    column.addWidget(table, 1)

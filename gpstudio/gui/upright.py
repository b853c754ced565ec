"""A panel that scrolls up and down, and never sideways: forms are not read in two directions."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QScrollArea, QWidget

LEAST_HEIGHT = 90


class Upright(QScrollArea):
    """Never narrower than what it holds; the keyboard stops at what is in it, never at itself."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.inside = inside
        self.setWidget(inside)

    def minimumSizeHint(self) -> QSize:
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(self.inside.minimumSizeHint().width() + bar, LEAST_HEIGHT)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What it holds may have become wider."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

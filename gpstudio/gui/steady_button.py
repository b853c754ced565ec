"""A button whose words change and whose width does not."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QPushButton, QSizePolicy


class SteadyButton(QPushButton):
    """As wide as the longest of its words, so that nothing beside it moves."""

    def __init__(self, name: str, *words: str) -> None:
        super().__init__(words[0])
        self.setObjectName(name)
        self._words = words
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """By the letters and the style sheet of the moment."""
        hint, wide = super().sizeHint(), self.fontMetrics().horizontalAdvance
        longest = max(map(wide, self._words))
        return QSize(hint.width() + max(0, longest - wide(self.text())), hint.height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

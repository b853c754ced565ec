"""A button whose words change and whose width does not."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton


class SteadyButton(QPushButton):
    """As wide as the longest of its words, so that nothing beside it moves."""

    def __init__(self, name: str, *words: str) -> None:
        super().__init__(words[0])
        self.setObjectName(name)
        self._words = words
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """By the letters and the style sheet of the moment."""
        self.ensurePolished()
        letters = self.fontMetrics()
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = max(self._words, key=letters.horizontalAdvance)
        said = letters.size(Qt.TextFlag.TextShowMnemonic, option.text)
        kind = QStyle.ContentsType.CT_PushButton
        return self.style().sizeFromContents(kind, option, said, self)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

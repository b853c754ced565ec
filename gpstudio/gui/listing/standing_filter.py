"""Which fields are listed by how they stand: a sign for each, in sight above the list."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from gpstudio.gui.fields import describe, scaled
from gpstudio.gui.listing.standing import KINDS
from gpstudio.translation import tr

ALL = "all"
LEAST = 27
"""Pixels of a sign's button."""


class StandingFilter(QWidget):
    wanted = Signal(str)
    """What is to be shown, as ``Arrangement.show`` has it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("standing_filter")
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 8, 0)
        row.setSpacing(3)
        self.buttons: dict[str, QToolButton] = {}
        for kind, (_, title, sign) in KINDS.items():
            button = self.buttons[kind] = QToolButton()
            button.setObjectName(f"standing_{kind}")
            button.setText(sign)
            button.setProperty("small", True)
            button.setCheckable(True)
            describe(button, title, tr("Only fields that stand so; once more for all."))
            button.clicked.connect(lambda _=False, kind=kind: self._want(kind))
            # they share the width there is: the list may be narrower than five usual buttons
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            button.setMinimumWidth(scaled(LEAST))
            row.addWidget(button)

    def show_wanted(self, name: str) -> None:
        """One is down, or none. They are no group of Qt's, in which the tab key comes to that one
        alone."""
        for kind, button in self.buttons.items():
            button.setChecked(kind == name)

    def _want(self, kind: str) -> None:
        name = kind if self.buttons[kind].isChecked() else ALL
        self.show_wanted(name)
        self.wanted.emit(name)

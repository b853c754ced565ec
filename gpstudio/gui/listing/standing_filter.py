"""Which fields are listed by how they stand: a sign for each, in sight above the list."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from gpstudio.gui.fields import describe
from gpstudio.gui.listing.arranging import SHOWS
from gpstudio.gui.listing.standing import KINDS
from gpstudio.translation import tr


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
        for way in SHOWS:
            button = self.buttons[way.name] = QToolButton()
            button.setObjectName(f"standing_{way.name}")
            button.setText(KINDS[way.name][2] if way.name in KINDS else tr("All"))
            button.setProperty("small", True)
            button.setCheckable(True)
            describe(button, way.title, way.help)
            button.clicked.connect(lambda _=False, name=way.name: self._want(name))
            row.addWidget(button)
        row.addStretch()
        self.show_wanted("all")

    def show_wanted(self, name: str) -> None:
        """One is down. They are no group of Qt's, in which the tab key comes to that one alone."""
        for each, button in self.buttons.items():
            button.setChecked(each == name)

    def _want(self, name: str) -> None:
        self.show_wanted(name)
        self.wanted.emit(name)

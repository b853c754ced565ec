"""Which fields are listed by how they stand: a sign for each, in sight above the list."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

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
        group = QButtonGroup(self)
        self.buttons: dict[str, QToolButton] = {}
        for way in SHOWS:
            button = self.buttons[way.name] = QToolButton()
            button.setObjectName(f"standing_{way.name}")
            button.setText(KINDS[way.name][2] if way.name in KINDS else tr("All"))
            button.setProperty("small", True)
            button.setCheckable(True)
            describe(button, way.title, way.help)
            button.clicked.connect(lambda _=False, name=way.name: self.wanted.emit(name))
            group.addButton(button)
            row.addWidget(button)
        row.addStretch()
        self.buttons["all"].setChecked(True)

    def show_wanted(self, name: str) -> None:
        self.buttons[name].setChecked(True)

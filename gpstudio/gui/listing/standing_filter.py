"""Which fields are listed by how they stand: a list in sight, each with its sign and its word."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from gpstudio.gui.fields import ChoiceBox, describe
from gpstudio.gui.listing.arranging import SHOWS
from gpstudio.gui.listing.standing import KINDS
from gpstudio.gui.literal import tip
from gpstudio.translation import tr


class StandingFilter(ChoiceBox):
    wanted = Signal(str)
    """What is to be shown, as ``Arrangement.show`` has it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("standing_filter")
        describe(self, tr("Which fields"), tr("Which fields are listed, by how they stand."))
        for place, show in enumerate(SHOWS):
            sign = KINDS[show.name][2] if show.name in KINDS else ""
            self.addItem(f"{sign} {show.title}".strip(), show.name)
            self.setItemData(place, tip(show.help), Qt.ItemDataRole.ToolTipRole)
        self.activated.connect(lambda _: self.wanted.emit(str(self.currentData())))

"""The table of rivals: by mouse and by keyboard."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView

from gpstudio.gui.rivals_model import COLUMNS, LINE_SIZE, RivalsModel
from gpstudio.gui.shared_room import WantedRoom
from gpstudio.gui.ticked_table import TickedTable
from gpstudio.translation import tr

WANTED = (
    WantedRoom(430, 190), WantedRoom(102), WantedRoom(122), WantedRoom(116),
    WantedRoom(66, gives_way=1), WantedRoom(10_000, 90),
)  # fmt: skip
NOTHING = WantedRoom(0)
HELP = tr("Space ticks the curve that is selected, and a ticked one is drawn over the plot.")


class RivalsTable(TickedTable):
    def __init__(self, model: RivalsModel) -> None:
        super().__init__("rivals_table", tr("Rivals"), HELP, model, model)
        self.setIconSize(LINE_SIZE)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._rivals = model
        model.dataChanged.connect(lambda *_: self._give_room())
        model.modelReset.connect(self._give_room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_room()

    def _give_room(self) -> None:
        """What no curve has anything to say of has none."""
        rivals = self._rivals.rivals
        says = [any(column.cell(rival) for rival in rivals) for column in COLUMNS]
        self.share_the_room(
            [one if said else NOTHING for one, said in zip(WANTED, says, strict=True)]
        )

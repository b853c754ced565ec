"""The table of rivals: by mouse and by keyboard."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView

from gpstudio.gui.fields import scaled
from gpstudio.gui.rivals_model import LINE_SIZE, TROUBLE, RivalsModel
from gpstudio.gui.ticked_table import TickedTable
from gpstudio.translation import tr

WIDTHS = (300, 104, 126, 118, 66)
"""Of all columns but the last, which takes what is left."""
LEAST_TROUBLE = 60
HELP = tr("Space ticks the curve that is selected, and a ticked one is drawn over the plot.")


class RivalsTable(TickedTable):
    def __init__(self, model: RivalsModel) -> None:
        super().__init__("rivals_table", tr("Rivals"), HELP, model, model)
        self.setIconSize(LINE_SIZE)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        for place, width in enumerate(WIDTHS):
            self.setColumnWidth(place, scaled(width))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.viewport().width() - sum(map(scaled, WIDTHS))
        self.setColumnWidth(TROUBLE, max(room, LEAST_TROUBLE))

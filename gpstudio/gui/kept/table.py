"""The table of kept fits: by mouse and by keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView

from gpstudio.gui.kept.columns import COLUMNS
from gpstudio.gui.kept.model import BEST, LINE_SIZE, PINNED, SHOWN, FitsModel
from gpstudio.gui.ticked_table import UsedTable
from gpstudio.translation import tr

DROP_KEYS = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
HELP = tr(
    "Space draws a fit, Enter takes its recipe into the model, Delete removes it. Headings sort. "
    "{best}marks the best of a column, {shown}the shown fit, {pinned}a pinned one.",
    best=BEST,
    shown=SHOWN,
    pinned=PINNED,
)


class FitsTable(UsedTable):
    dropped = Signal()

    def __init__(self, model: FitsModel) -> None:
        super().__init__("fits_table", tr("Kept fits"), HELP, model, model)
        self.setIconSize(LINE_SIZE)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.share_the_room([column.room for column in COLUMNS])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.place >= 0 and event.key() in DROP_KEYS:
            self.dropped.emit()
        else:
            super().keyPressEvent(event)

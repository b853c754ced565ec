"""The table of kept fits: by mouse and by keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView

from gpstudio.gui.fields import scaled
from gpstudio.gui.kept.columns import COLUMNS, LEARNT
from gpstudio.gui.kept.model import BEST, LINE_SIZE, PINNED, SHOWN, FitsModel
from gpstudio.gui.ticked_table import UsedTable
from gpstudio.translation import tr

DROP_KEYS = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
LEAST_LEARNT = 150
HELP = tr(
    "Space ticks a fit and draws its curve. Enter takes its recipe into the model. Delete "
    "removes it. A click on a heading sorts. {best}marks the best of a column, {shown}the fit "
    "that is shown, {pinned}one that is pinned.",
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
        for place, column in enumerate(COLUMNS[:LEARNT]):
            self.setColumnWidth(place, scaled(column.width))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.viewport().width() - sum(scaled(column.width) for column in COLUMNS)
        self.setColumnWidth(LEARNT, max(room, LEAST_LEARNT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.place >= 0 and event.key() in DROP_KEYS:
            self.dropped.emit()
        else:
            super().keyPressEvent(event)

"""The table of compared kernels: by mouse and by keyboard."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent

from gpstudio.gui.compare_model import (
    BEST,
    FIRST_FIGURE,
    IN_USE,
    TEXT,
    WORDS,
    CompareModel,
)
from gpstudio.gui.fields import scaled
from gpstudio.gui.ticked_table import UsedTable
from gpstudio.session.comparison import FIGURES
from gpstudio.translation import tr

FIGURE_WIDTHS = (104, 112, 112, 82)
WORDS_SHARE = 0.62
"""Of the room that the figures leave; the rest is for the kernel as it is written."""
LEAST_ROOM = 250
"""Pixels for a kernel in words and as written; where there is less the figures are scrolled to."""
HELP = tr(
    "Space ticks a kernel, Enter takes it into the model. Headings sort. {best}marks the best of "
    "a column, {used}the kernel of the model.",
    best=BEST,
    used=IN_USE,
)


class CompareTable(UsedTable):
    def __init__(self, model: CompareModel) -> None:
        super().__init__("compare_table", tr("Kernels"), HELP, model, model)
        self._entries = model
        for place, width in enumerate(FIGURE_WIDTHS):
            self.setColumnWidth(FIRST_FIGURE + place, scaled(width))
        model.layoutChanged.connect(self._give_problems_room)
        model.modelReset.connect(self._give_problems_room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.viewport().width() - sum(map(scaled, FIGURE_WIDTHS))
        room = max(room, scaled(LEAST_ROOM))
        words = round(WORDS_SHARE * room)
        self.setColumnWidth(WORDS, words)
        self.setColumnWidth(TEXT, room - words)

    def _give_problems_room(self) -> None:
        """A sentence takes the place of all figures."""
        self.clearSpans()
        for place, entry in enumerate(self._entries.shown):
            if self._entries.problem(entry):
                self.setSpan(place, FIRST_FIGURE, 1, len(FIGURES))

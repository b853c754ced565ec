"""The three columns of the window, of which the middle one keeps room for what it shows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QWidget

from gpstudio.gui.cards import Stacked, card
from gpstudio.gui.curve.panel import CurvePanel
from gpstudio.gui.fields import scaled
from gpstudio.gui.handles import name_handles
from gpstudio.gui.model_view import ModelView
from gpstudio.translation import tr

MIDDLE = 480
"""Pixels for curve and results before the columns beside them give way."""
LOWER_HEIGHT = 220
"""Pixels that the model keeps however much is said of the season."""
WIDTHS, HEIGHTS = (200, 830, 326), (544, 236)
LEAST_RESULTS = 190
"""Pixels: their tabs and a few lines of a table."""
HANDLE = 10


class Columns(QSplitter):
    """Where the window becomes narrow the right column gives way first, then the left one."""

    def __init__(
        self,
        fields: QWidget,
        curve: CurvePanel,
        results: QWidget,
        season: QWidget,
        model: ModelView,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._plot = curve.plot
        middle = self._middle = QSplitter(Qt.Orientation.Vertical)
        middle.addWidget(card(curve, 6))
        middle.addWidget(card(results, 2))
        middle.setStretchFactor(0, 1)
        middle.setSizes(HEIGHTS)
        self._right = Stacked(season, card(model))
        for column in (card(fields), middle, self._right):
            self.addWidget(column)
        model.folded.connect(self._give_model)
        self._give_model(model.title.is_folded)
        self.setStretchFactor(1, 1)
        self.setSizes(WIDTHS)
        for splitter in (middle, self):
            splitter.setHandleWidth(HANDLE)
            splitter.setChildrenCollapsible(False)
        name_handles(middle, tr("the curve"), tr("the results"))
        name_handles(self, tr("the fields"), tr("the curve"), tr("the model"))

    def _give_model(self, folded: bool) -> None:
        """Its line alone, or what is left of the column."""
        self._right.give_lower(not folded, LOWER_HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.count() != 3:
            return
        if event.size().height() < event.oldSize().height():
            self._keep_the_curve_high()
        left, middle, right = self.sizes()
        missing = scaled(MIDDLE) - middle
        if missing <= 0:
            return
        of_right = min(missing, max(0, right - self._least(2)))
        of_left = min(missing - of_right, max(0, left - self._least(0)))
        if of_right + of_left > 0:
            self.setSizes([left - of_left, middle + of_right + of_left, right - of_right])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._keep_the_curve_high()

    def _keep_the_curve_high(self) -> None:
        """Half of the window's height, as far as the results can do with less."""
        curve, results = self._middle.sizes()
        card = self._middle.widget(0)
        around = card.height() - self._plot.height() if card is not None else 0
        missing = (self.window().height() + 1) // 2 + around - curve
        given = min(missing, results - scaled(LEAST_RESULTS))
        if given > 0:
            self._middle.setSizes([curve + given, results - given])

    def _least(self, place: int) -> int:
        column = self.widget(place)
        return column.minimumSizeHint().width() if column is not None else 0

"""A slider for one number, with the learnt value in its middle and a field to write in."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QGridLayout, QSlider, QWidget

from gpstudio.core.errors import InputError
from gpstudio.gui.fields import NumberField, describe, label, scaled
from gpstudio.gui.literal import tip
from gpstudio.gui.words import short
from gpstudio.session.trial import SliderScale
from gpstudio.translation import tr

STEPS = 1_000
PAGE = 50
TITLE, FIELD, UNIT = 138, 84, 46


class QuietSlider(QSlider):
    """The wheel scrolls the panel it stands in."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class NumberSlider(QWidget):
    """Turned by mouse, arrow keys or a written number; says each number it comes to."""

    turned = Signal(float)
    refused = Signal(str)

    def __init__(self, name: str, title: str, help: str, unit: str, scale: SliderScale) -> None:
        super().__init__()
        self.setObjectName(name)
        self._scale = scale
        self._number = scale.middle
        self._telling = False
        self.slider = QuietSlider(Qt.Orientation.Horizontal)
        self.slider.setObjectName(f"{name}_slider")
        self.slider.setRange(0, STEPS)
        self.slider.setPageStep(PAGE)
        self.slider.setSingleStep(5)
        self.field = NumberField(title)
        self.field.setObjectName(f"{name}_number")
        self.field.setFixedWidth(scaled(FIELD))
        words = tr("{help} The learnt number is in the middle.", help=help)
        describe(self.slider, title, words)
        describe(self.field, title, words)
        self._lay_out(title, help, unit)
        self.slider.valueChanged.connect(self._slid)
        self.field.settled.connect(self._written)
        self.show_number(scale.middle)

    @property
    def number(self) -> float:
        return self._number

    def stops(self) -> list[QWidget]:
        """What the tab key should visit, in its order."""
        return [self.slider, self.field]

    def show_number(self, number: float) -> None:
        """Without telling anybody."""
        self._number = number
        self._telling = True
        self.slider.setValue(round(STEPS * self._scale.share(number)))
        self._telling = False
        self._show_field()

    def _lay_out(self, title: str, help: str, unit: str) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setColumnStretch(1, 1)
        for column, width in enumerate((scaled(TITLE), 90)):
            grid.setColumnMinimumWidth(column, width)
        words = label(title, wrap=True)
        words.setToolTip(tip(help))
        units = label(unit, "quiet")
        units.setFixedWidth(scaled(UNIT))
        for column, part in enumerate((words, self.slider, self.field, units)):
            grid.addWidget(part, 0, column)

    def _show_field(self) -> None:
        self.field.show_number(short(self._number))

    def _slid(self, place: int) -> None:
        if not self._telling:
            self._number = self._scale.number(place / STEPS)
            self._show_field()
            self.turned.emit(self._number)

    def _written(self) -> None:
        try:
            number = self.field.number()
        except InputError as error:
            self.refused.emit(str(error))
            return
        if number is None or not self._scale.holds(number):
            self.field.mark_wrong(True)
            self.refused.emit(self._scale.refusal)
            return
        self.show_number(number)
        self.turned.emit(number)

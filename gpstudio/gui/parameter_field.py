"""What every field of a parameter has in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from gpstudio.core.binding import Option
from gpstudio.core.spec import Parameter, Setting
from gpstudio.gui.fields import TITLE_WIDTH, LineField, NumberField, describe, label
from gpstudio.gui.literal import tip

Units: TypeAlias = Mapping[str, str]
"""What a parameter's unit is called for the present data: ``input`` may be days."""


class ParameterField(QWidget):
    """Shows what is written of one parameter and gives back what should be written."""

    changed = Signal()
    taken_back = Signal()

    def __init__(self, parameter: Parameter, units: Units, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.parameter = parameter
        self.unit = units.get(parameter.unit, parameter.unit)
        self.setObjectName(f"parameter_{parameter.name}")

    def show_value(self, value: Setting | Option | None) -> None:
        raise NotImplementedError

    def value(self) -> Setting | Option | None:
        """What to write; raises ``InputError`` when it cannot be read."""
        raise NotImplementedError

    def stops(self) -> list[QWidget]:
        """What the tab key should visit, in its order."""
        raise NotImplementedError

    def lines(self) -> list[LineField]:
        """The lines that may hold something typed and not yet told."""
        return self.findChildren(LineField)

    def _line(self, name: str, title: str, help: str, whole: bool = False) -> NumberField:
        line = NumberField(title, whole)
        line.setObjectName(f"{self.parameter.name}_{name}")
        describe(line, title, help)
        line.settled.connect(self.changed)
        line.taken_back.connect(self.taken_back)
        return line

    def _beside_title(self) -> QGridLayout:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        title = label(self.parameter.title)
        title.setToolTip(tip(self.parameter.help))
        grid.addWidget(title, 0, 0)
        grid.setColumnMinimumWidth(0, TITLE_WIDTH)
        grid.setColumnStretch(1, 1)
        return grid

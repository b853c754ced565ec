"""One field for each kind of parameter a spec can declare.

A field shows what is written in a recipe and gives back what should be written: a ``Setting`` for
a number that learning moves, a plain value for an option. What it is called, its unit and its help
come from the parameter alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gpstudio.core.binding import Group, Option
from gpstudio.core.errors import InputError
from gpstudio.core.spec import Parameter, Setting
from gpstudio.gui.fields import TITLE_WIDTH, Choice, LineField, NumberField, Tick, describe, label

Units: TypeAlias = Mapping[str, str]
"""What a parameter's unit is called for the present data: ``input`` may be days."""
FROM_DATA = "from the data"
SHOWN = ("number", "integer", "choice")
"""The kinds of parameters that have a field; what else is written stands in the recipe's line."""


class ParameterField(QWidget):
    """What every kind has in common."""

    changed = Signal()
    taken_back = Signal()

    def __init__(self, parameter: Parameter, units: Units, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.parameter = parameter
        self.unit = units.get(parameter.unit, parameter.unit)
        self.setObjectName(f"parameter_{parameter.name}")

    def show_value(self, value: Setting | float | str | None) -> None:
        raise NotImplementedError

    def value(self) -> Setting | float | str | None:
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
        title.setToolTip(self.parameter.help)
        grid.addWidget(title, 0, 0)
        grid.setColumnMinimumWidth(0, TITLE_WIDTH)
        grid.setColumnStretch(1, 1)
        return grid


class LearntField(ParameterField):
    """A number that learning moves: a start, whether it is kept, and bounds one click away."""

    def __init__(self, parameter: Parameter, units: Units, parent: QWidget | None = None) -> None:
        super().__init__(parameter, units, parent)
        title, help = parameter.title, parameter.help
        self.start = self._line("start", title, f"{help} Left empty, it is learnt from the data.")
        self.start.setPlaceholderText(FROM_DATA)
        self.keep = Tick("keep")
        self.keep.setObjectName(f"{parameter.name}_keep")
        describe(self.keep, f"Keep {title.lower()}", "Learning leaves this number as written.")
        self.bounds = QPushButton("Bounds")
        self.bounds.setObjectName(f"{parameter.name}_bounds")
        self.bounds.setProperty("link", True)
        self.bounds.setCheckable(True)
        describe(self.bounds, f"Bounds of {title.lower()}", "Set how far learning may move it.")
        self.low = self._line("low", f"Least {title.lower()}", "Learning goes no lower.")
        self.high = self._line("high", f"Greatest {title.lower()}", "Learning goes no higher.")
        self._lay_out()
        self.keep.clicked.connect(self.changed)
        self.bounds.toggled.connect(self._between.setVisible)
        self.start.textChanged.connect(self._follow_start)
        self._follow_start()

    def _lay_out(self) -> None:
        grid = self._beside_title()
        grid.addWidget(self.start, 0, 1)
        grid.addWidget(label(self.unit, "quiet"), 0, 2)
        ticks = QHBoxLayout()
        ticks.setSpacing(10)
        ticks.addWidget(self.keep)
        ticks.addWidget(self.bounds)
        ticks.addStretch()
        grid.addLayout(ticks, 1, 1, 1, 2)
        self._between = QWidget()
        between = QHBoxLayout(self._between)
        between.setContentsMargins(0, 0, 0, 0)
        between.setSpacing(6)
        between.addWidget(label("from", "quiet"))
        between.addWidget(self.low)
        between.addWidget(label("to", "quiet"))
        between.addWidget(self.high)
        grid.addWidget(self._between, 2, 1, 1, 2)
        self._between.hide()

    def show_value(self, value: Setting | float | str | None) -> None:
        setting = value if isinstance(value, Setting) else Setting()
        self.start.show_number(setting.value)
        self.keep.setChecked(setting.held)
        self.low.show_number(setting.low)
        self.high.show_number(setting.high)
        self.bounds.setChecked(setting.low is not None or self.bounds.isChecked())
        self._follow_start()

    def stops(self) -> list[QWidget]:
        return [self.start, self.keep, self.bounds, self.low, self.high]

    def show_learnt(self, value: float | None) -> None:
        """What learning found, shown where nothing is written."""
        self.start.setPlaceholderText(FROM_DATA if value is None else f"learnt: {value:.4g}")

    def value(self) -> Setting:
        start, low, high = self.start.number(), self.low.number(), self.high.number()
        title = self.parameter.title
        if start is None and (low is not None or high is not None):
            raise InputError(f"{title}: bounds need a start; write one, or clear the bounds.")
        if (low is None) != (high is None):
            raise InputError(f"{title}: write both bounds, or clear both.")
        held = self.keep.isChecked() and start is not None
        if held:
            return Setting(start, held=True)
        return Setting(start, low=low, high=high)

    def _follow_start(self) -> None:
        """Only a written number can be kept."""
        written = bool(self.start.text().strip())
        self.keep.setEnabled(written)
        if not written:
            self.keep.setChecked(False)


class OptionField(ParameterField):
    """A number that learning leaves alone."""

    def __init__(self, parameter: Parameter, units: Units, parent: QWidget | None = None) -> None:
        super().__init__(parameter, units, parent)
        whole = parameter.kind == "integer"
        self.line = self._line("value", parameter.title, parameter.help, whole)
        grid = self._beside_title()
        grid.addWidget(self.line, 0, 1)
        grid.addWidget(label(self.unit, "quiet"), 0, 2)

    def stops(self) -> list[QWidget]:
        return [self.line]

    def show_value(self, value: Setting | float | str | None) -> None:
        shown = self.parameter.default if value is None else value
        self.line.show_number(shown if isinstance(shown, (int, float)) else None)

    def value(self) -> float | None:
        return self.line.number()


class ChoiceField(ParameterField):
    """One of a few words."""

    def __init__(self, parameter: Parameter, units: Units, parent: QWidget | None = None) -> None:
        super().__init__(parameter, units, parent)
        self.choice = Choice()
        self.choice.setObjectName(f"{parameter.name}_value")
        describe(self.choice, parameter.title, parameter.help)
        for word in parameter.choices:
            self.choice.addItem(word, word)
        self.choice.activated.connect(self.changed)
        self._beside_title().addWidget(self.choice, 0, 1, 1, 2)

    def stops(self) -> list[QWidget]:
        return [self.choice]

    def show_value(self, value: Setting | float | str | None) -> None:
        self.choice.show_choice(self.parameter.default if value is None else value)

    def value(self) -> str:
        return str(self.choice.currentData())


def field_for(parameter: Parameter, units: Units) -> ParameterField:
    """The field that suits what the parameter declares."""
    if parameter.learnt:
        return LearntField(parameter, units)
    if parameter.kind == "choice":
        return ChoiceField(parameter, units)
    return OptionField(parameter, units)


class ParameterFields(QWidget):
    """All parameters of one spec, one below the other."""

    changed = Signal()
    taken_back = Signal()

    def __init__(
        self, parameters: tuple[Parameter, ...], units: Units, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(8)
        self.fields = [field_for(p, units) for p in parameters if p.kind in SHOWN]
        for field in self.fields:
            field.changed.connect(self.changed)
            field.taken_back.connect(self.taken_back)
            column.addWidget(field, alignment=Qt.AlignmentFlag.AlignTop)

    def show_values(self, groups: Sequence[Group], options: Mapping[str, Option]) -> None:
        waiting = iter(groups)
        for field in self.fields:
            if field.parameter.learnt:
                field.show_value(next(waiting)[0])
                continue
            option = options.get(field.parameter.name)
            field.show_value(option if isinstance(option, float | int | str) else None)

    def values(self) -> tuple[list[Group], dict[str, Option]]:
        """Numbers in declared order and options by name, as ``binding.unbind`` takes them."""
        numbers: list[Group] = []
        options: dict[str, Option] = {}
        for field in self.fields:
            value = field.value()
            if isinstance(value, Setting):
                numbers.append((value,))
            elif value is not None:
                options[field.parameter.name] = value
        return numbers, options

    def stops(self) -> list[QWidget]:
        """What the tab key should visit, in its order."""
        return [stop for field in self.fields for stop in field.stops()]

    def settle(self) -> None:
        for field in self.fields:
            for line in field.lines():
                line.settle()

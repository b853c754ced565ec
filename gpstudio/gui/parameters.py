"""One field for each kind of parameter a spec can declare.

A field shows what is written in a recipe and gives back what should be written: a ``Setting`` for
a number that learning moves, a plain value for an option. What it is called, its unit and its help
come from the parameter alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpstudio.core.binding import Group, Option
from gpstudio.core.errors import InputError
from gpstudio.core.language import Expression, Items, Number, parse, print_expression
from gpstudio.core.spec import Parameter, Setting
from gpstudio.gui.fields import ChoiceBox, LineField, describe, label
from gpstudio.gui.learnt_field import LearntField
from gpstudio.gui.parameter_field import ParameterField, Units

SHOWN = ("number", "integer", "choice", "inputs", "functions")
"""The kinds of parameters that have a field; kernels inside are terms of their own."""


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

    def show_value(self, value: Setting | Option | None) -> None:
        shown = self.parameter.default if value is None else value
        self.line.show_number(shown if isinstance(shown, (int, float)) else None)

    def value(self) -> float | None:
        return self.line.number()


class ChoiceField(ParameterField):
    """One of a few words."""

    def __init__(self, parameter: Parameter, units: Units, parent: QWidget | None = None) -> None:
        super().__init__(parameter, units, parent)
        self.choice = ChoiceBox()
        self.choice.setObjectName(f"{parameter.name}_value")
        describe(self.choice, parameter.title, parameter.help)
        for word in parameter.choices:
            self.choice.addItem(parameter.title_of(word), word)
        self.choice.show_recipe_words()
        self.choice.activated.connect(self.changed)
        self._beside_title().addWidget(self.choice, 0, 1, 1, 2)

    def stops(self) -> list[QWidget]:
        return [self.choice]

    def show_value(self, value: Setting | Option | None) -> None:
        self.choice.show_choice(self.parameter.default if value is None else value)

    def value(self) -> str:
        return str(self.choice.currentData())


class WrittenField(ParameterField):
    """What only the recipe language can say: formulas, or which inputs a kernel looks at."""

    def __init__(self, parameter: Parameter, units: Units, parent: QWidget | None = None) -> None:
        super().__init__(parameter, units, parent)
        self.line = LineField()
        self.line.setObjectName(f"{parameter.name}_value")
        describe(self.line, parameter.title, parameter.help)
        self.line.settled.connect(self.changed)
        self.line.taken_back.connect(self.taken_back)
        self._beside_title().addWidget(self.line, 0, 1, 1, 2)

    def stops(self) -> list[QWidget]:
        return [self.line]

    def show_value(self, value: Setting | Option | None) -> None:
        self.line.show_text("" if value is None else _text(value))
        # with one input there is nothing to choose, unless somebody did
        self.setVisible(self.parameter.kind != "inputs" or value is not None)

    def value(self) -> Expression | None:
        text = self.line.text().strip()
        if not text:
            return None
        try:
            return parse(text)
        except InputError as error:
            self.line.mark_wrong(True)
            raise InputError(f"{self.parameter.title}: {error}") from None


def _text(value: Setting | Option) -> str:
    match value:
        case tuple():
            return print_expression(Items(tuple(Number(float(place)) for place in value)))
        case Setting() | str() | int() | float():
            return str(value)
        case _:
            return print_expression(value)


def field_for(parameter: Parameter, units: Units) -> ParameterField:
    """The field that suits what the parameter declares."""
    if parameter.learnt:
        return LearntField(parameter, units)
    return FIELDS.get(parameter.kind, OptionField)(parameter, units)


FIELDS: Mapping[str, type[ParameterField]] = {
    "choice": ChoiceField,
    "inputs": WrittenField,
    "functions": WrittenField,
}


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
            if isinstance(field, LearntField):
                field.show_group(next(waiting))
            else:
                field.show_value(options.get(field.parameter.name))

    def values(self) -> tuple[list[Group], dict[str, Option]]:
        """Numbers in declared order and options by name, as ``binding.unbind`` takes them."""
        numbers: list[Group] = []
        options: dict[str, Option] = {}
        for field in self.fields:
            if isinstance(field, LearntField):
                numbers.append(field.group())
                continue
            value = field.value()
            if value is not None and not isinstance(value, Setting):
                options[field.parameter.name] = value
        return numbers, options

    def stops(self) -> list[QWidget]:
        """What the tab key should visit, in its order."""
        return [stop for field in self.fields for stop in field.stops()]

    def take_typed(self) -> None:
        for field in self.fields:
            for line in field.lines():
                line.take_typed()

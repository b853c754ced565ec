"""Fields for what a study takes several of: numbers in a line, and choices to tick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gpstudio.core.language import print_number
from gpstudio.core.spec import Parameter
from gpstudio.gui.fields import TITLE_WIDTH, LineField, TickBox, describe, label
from gpstudio.gui.literal import tip
from gpstudio.gui.parameters import field_for
from gpstudio.lab.settings import Values
from gpstudio.translation import tr

COLUMNS = 2
SHORT = 16
"""Letters up to which two choices stand beside each other."""
Words: TypeAlias = Callable[[str, str], tuple[str, str]]
"""What a choice of a parameter is called on screen, and what is said of it."""


class SettingField(QWidget):
    """One setting of a study: shows its values, and gives back what is written or chosen."""

    changed = Signal()

    def __init__(self, parameter: Parameter, words: Words) -> None:
        super().__init__()
        self.parameter = parameter
        self.setObjectName(f"setting_{parameter.name}")

    def show_values(self, values: Values) -> None:
        raise NotImplementedError

    def values(self) -> object:
        """As ``Settings.of`` reads it, which says what is wrong with it."""
        raise NotImplementedError

    def stops(self) -> list[QWidget]:
        """What the tab key should visit, in its order."""
        raise NotImplementedError

    def mark_wrong(self, wrong: bool) -> None:
        """Show where the mistake is."""


class ListField(SettingField):
    """Numbers in a line, with commas between them; empty leaves them to the study."""

    def __init__(self, parameter: Parameter, words: Words) -> None:
        super().__init__(parameter, words)
        self.line = LineField()
        self.line.setObjectName(f"{parameter.name}_list")
        describe(
            self.line, parameter.title, tr("{help} Commas stand between them.", help=parameter.help)
        )
        if parameter.default is None:
            self.line.setPlaceholderText(tr("as the data set has them"))
        self.line.settled.connect(self.changed)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setColumnMinimumWidth(0, TITLE_WIDTH)
        grid.setColumnStretch(1, 1)
        title = label(parameter.title)
        title.setToolTip(tip(parameter.help))
        title.setBuddy(self.line)
        grid.addWidget(title, 0, 0)
        grid.addWidget(self.line, 0, 1)

    def show_values(self, values: Values) -> None:
        some = values if isinstance(values, tuple) else () if values is None else (values,)
        self.line.show_text(", ".join(_written(value) for value in some))

    def values(self) -> object:
        return self.line.text().strip() or (None if self.parameter.default is None else "")

    def stops(self) -> list[QWidget]:
        return [self.line]

    def mark_wrong(self, wrong: bool) -> None:
        self.line.mark_wrong(wrong)


class TicksField(SettingField):
    """Choices to tick, with a way to tick all or none."""

    def __init__(self, parameter: Parameter, words: Words) -> None:
        super().__init__(parameter, words)
        self.ticks: dict[str, TickBox] = {}
        self.all_or_none: list[QPushButton] = []
        for choice in parameter.choices:
            title, said = words(parameter.name, choice)
            tick = self.ticks[choice] = TickBox(title)
            tick.setObjectName(f"{parameter.name}_{choice}")
            describe(tick, title, said or parameter.help)
            tick.clicked.connect(self._say)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 2)
        column.setSpacing(5)
        column.addLayout(self._head())
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(5)
        beside = COLUMNS if all(len(t.text()) <= SHORT for t in self.ticks.values()) else 1
        for place, tick in enumerate(self.ticks.values()):
            grid.addWidget(tick, place // beside, place % beside)
        for place in range(beside):
            grid.setColumnStretch(place, 1)
        column.addLayout(grid)

    def _say(self) -> None:
        self.changed.emit()

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2)
        title = label(self.parameter.title)
        title.setToolTip(tip(self.parameter.help))
        row.addWidget(title)
        row.addStretch(1)
        for words, all_of_them in ((tr("All"), True), (tr("None"), False)):
            button = QPushButton(words)
            button.setObjectName(f"{self.parameter.name}_{words.lower()}")
            button.setProperty("link", True)
            help = tr("Tick all of them.") if all_of_them else tr("Tick none of them.")
            describe(button, f"{self.parameter.title}: {words.lower()}", help)
            button.clicked.connect(lambda _=False, on=all_of_them: self._tick_all(on))
            row.addWidget(button)
            self.all_or_none.append(button)
        return row

    def show_values(self, values: Values) -> None:
        chosen = values if isinstance(values, tuple) else (values,)
        for choice, tick in self.ticks.items():
            tick.setChecked(choice in chosen)

    def values(self) -> object:
        return tuple(choice for choice, tick in self.ticks.items() if tick.isChecked())

    def stops(self) -> list[QWidget]:
        return [*self.all_or_none, *self.ticks.values()]

    def _tick_all(self, on: bool) -> None:
        self.show_values(tuple(self.ticks) if on else ())
        self.changed.emit()


class OneField(SettingField):
    """A single setting, in the field that every form has for its kind."""

    def __init__(self, parameter: Parameter, words: Words) -> None:
        super().__init__(parameter, words)
        self._field = field_for(parameter, {})
        self._field.changed.connect(self.changed)
        for part in self._field.findChildren(QLabel):
            part.setVisible(bool(part.text()))  # an empty unit takes room beside the others
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._field)

    def show_values(self, values: Values) -> None:
        self._field.show_value(None if isinstance(values, tuple) else values)

    def values(self) -> object:
        return self._field.value()

    def stops(self) -> list[QWidget]:
        return self._field.stops()

    def mark_wrong(self, wrong: bool) -> None:
        for line in self._field.lines():
            line.mark_wrong(wrong)


def setting_field(parameter: Parameter, words: Words) -> SettingField:
    """The field that suits what the parameter declares."""
    if not parameter.several:
        return OneField(parameter, words)
    several: type[SettingField] = TicksField if parameter.kind == "choice" else ListField
    return several(parameter, words)


def fields_of(parameters: Sequence[Parameter], words: Words) -> dict[str, SettingField]:
    return {parameter.name: setting_field(parameter, words) for parameter in parameters}


def _written(value: float | int | str | None) -> str:
    return value if isinstance(value, str) else print_number(float(value or 0.0))

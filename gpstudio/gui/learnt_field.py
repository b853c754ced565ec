"""The field of a number that learning moves."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from gpstudio.core.binding import Group, Option, setting, written
from gpstudio.core.errors import InputError
from gpstudio.core.language import Call, Items, parse, print_expression, print_number
from gpstudio.core.spec import Parameter, Setting
from gpstudio.gui.fields import TickBox, describe, label
from gpstudio.gui.parameter_field import ParameterField, Units
from gpstudio.gui.words import short
from gpstudio.translation import tr

FROM_DATA = tr("from the data")


class LearntField(ParameterField):
    """A number that learning moves: a start, whether it is kept, and bounds one click away."""

    def __init__(self, parameter: Parameter, units: Units, parent: QWidget | None = None) -> None:
        super().__init__(parameter, units, parent)
        title, help = parameter.title, parameter.help
        self.start = self._line(
            "start", title, tr("{help} Left empty, it is learnt from the data.", help=help)
        )
        self.start.setPlaceholderText(FROM_DATA)
        self.keep = TickBox(tr("keep"))
        self.keep.setObjectName(f"{parameter.name}_keep")
        describe(
            self.keep,
            tr("Keep {title}", title=title.lower()),
            tr("Learning leaves this number as written."),
        )
        self.bounds = QPushButton(tr("Bounds"))
        self.bounds.setObjectName(f"{parameter.name}_bounds")
        self.bounds.setProperty("link", True)
        self.bounds.setCheckable(True)
        describe(
            self.bounds,
            tr("Bounds of {title}", title=title.lower()),
            tr("Set how far learning may move it."),
        )
        self.low = self._line(
            "low", tr("Least {title}", title=title.lower()), tr("Learning goes no lower.")
        )
        self.high = self._line(
            "high", tr("Greatest {title}", title=title.lower()), tr("Learning goes no higher.")
        )
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

    def show_value(self, value: Setting | Option | None) -> None:
        setting = value if isinstance(value, Setting) else Setting(held=self.parameter.held)
        self.start.show_number(setting.value)
        self._follow_start()
        self.keep.setChecked(setting.held)
        self.low.show_number(setting.low)
        self.high.show_number(setting.high)
        self.bounds.setChecked(setting.low is not None or self.bounds.isChecked())
        self._follow_start()

    def show_group(self, group: Group) -> None:
        """One number in its fields; a list or a prior in the words of the recipe."""
        if len(group) == 1 and group[0].spread is None:
            self.show_value(group[0])
            return
        self.show_value(Setting())
        items = [Call("auto") if s.value is None else written(s) for s in group]
        words = items[0] if len(items) == 1 else Items(tuple(items))
        self.start.show_text(print_expression(words))
        self._follow_start()

    def group(self) -> Group:
        """The numbers to write; raises ``InputError`` when they cannot be read."""
        if not self._in_words:
            return (self.value(),)
        try:
            expression = parse(self.start.text())
            match expression:
                case Items(items) if self.parameter.several and items:
                    pass
                case _:
                    items = (expression,)
            return tuple(setting(self.parameter, item) for item in items)
        except InputError as error:
            self.start.mark_wrong(True)
            raise InputError(f"{self.parameter.title}: {error}") from None

    @property
    def _in_words(self) -> bool:
        """Whether more than a number is written: ``[30, 60]``, ``around(40, 0.5)``."""
        return any(mark in self.start.text() for mark in "[(")

    def stops(self) -> list[QWidget]:
        return [self.start, self.keep, self.bounds, self.low, self.high]

    def show_learnt(self, value: float | None) -> None:
        """What learning found, shown where nothing is written."""
        found = "" if value is None else print_number(short(value))
        self.start.setPlaceholderText(tr("learnt: {found}", found=found) if found else FROM_DATA)

    def value(self) -> Setting:
        start, low, high = self.start.number(), self.low.number(), self.high.number()
        title = self.parameter.title
        if start is None and (low is not None or high is not None):
            raise InputError(
                tr("{title}: bounds need a start; write one, or clear the bounds.", title=title)
            )
        if (low is None) != (high is None):
            raise InputError(tr("{title}: write both bounds, or clear both.", title=title))
        if self.keep.isChecked():
            return Setting(start, held=True)
        return Setting(start, low=low, high=high)

    def _follow_start(self) -> None:
        """Only a plain number can be kept, or one that is read off the data and then stays; words
        say by themselves what becomes of it."""
        single = bool(self.start.text().strip()) and not self._in_words
        found = self.parameter.held and not self.start.text().strip()
        self.keep.setEnabled(single or found)
        self.bounds.setEnabled(not self._in_words)
        if not self.keep.isEnabled():
            self.keep.setChecked(False)

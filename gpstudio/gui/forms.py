"""Forms made from the specs: one class for every slot of a recipe, none for any single choice.

A form shows the line of the recipe that it stands for and, when a person changes something, says
how that line should be written. Whether the words are right is for the recipe to tell.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from gpstudio.core.binding import bind, unbind
from gpstudio.core.choices import AUTO
from gpstudio.core.errors import InputError
from gpstudio.core.language import Call, Expression, print_expression
from gpstudio.core.recipe import Recipe, Slot
from gpstudio.core.spec import Spec
from gpstudio.gui.fields import TITLE_WIDTH, ChoiceBox, LineField, describe, label
from gpstudio.gui.learnt_field import LearntField
from gpstudio.gui.literal import tip
from gpstudio.gui.parameter_field import Units
from gpstudio.gui.parameters import SHOWN, ParameterFields
from gpstudio.session.kernel_edits import blank
from gpstudio.translation import tr

WRITTEN = Spec("", tr("As written"), tr("Sums and products, as written in the line below."))


class SlotForm(QWidget):
    """The form of one slot; ``line`` adds the expression itself, for sums and products."""

    chosen = Signal(str, str)
    """The slot's name and the text a person wants there."""

    def __init__(self, slot: Slot, line: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.slot = slot
        self.setObjectName(f"form_{slot.name}")
        self._units: Units = {}
        self._recipe: Recipe | None = None
        self._shown: tuple[str, Units] | None = None
        self._spec: Spec = slot.specs[0]
        self._fields: ParameterFields | None = None
        self._fields_elsewhere = False
        self._offered: Expression | None = None
        self.choice = ChoiceBox()
        self.choice.setObjectName(f"{slot.name}_choice")
        describe(self.choice, slot.title, slot.help)
        self.choice.activated.connect(self._pick)
        self.choice.show_recipe_words()
        self.help = label(rank="quiet", wrap=True)
        self.error = label(rank="error", wrap=True)
        self.error.setObjectName(f"{slot.name}_error")
        self.error.hide()
        self.line = self._expression_line() if line else None
        self._lay_out()
        self._fill_choice()

    def _expression_line(self) -> LineField:
        line = LineField()
        line.setObjectName(f"{self.slot.name}_line")
        name = tr("{title} expression", title=self.slot.title)
        describe(line, name, tr("Join terms with + and *, as in 0.4 * matern32(60) + constant."))
        line.settled.connect(self._tell_line)
        line.taken_back.connect(self._take_back)
        return line

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        head = QGridLayout()
        head.setHorizontalSpacing(8)
        title = label(self.slot.title, "heading")
        title.setToolTip(tip(self.slot.help))
        title.setBuddy(self.choice)
        head.addWidget(title, 0, 0)
        head.addWidget(self.choice, 0, 1)
        head.setColumnMinimumWidth(0, TITLE_WIDTH)
        head.setColumnStretch(1, 1)
        column.addLayout(head)
        column.addWidget(self.help)
        self._place_of_fields = column.count()
        if self.line is not None:
            column.addWidget(self.line)
        column.addWidget(self.error)

    def _fill_choice(self) -> None:
        """Every spec; one that cannot stand alone here is greyed and says why."""
        specs = self.slot.specs if self.line is None else (*self.slot.specs, WRITTEN)
        for place, spec in enumerate(specs):
            self.choice.addItem(spec.title, spec.name)
            why_not = "" if spec is WRITTEN else _refusal(self.slot, spec)
            self.choice.setItemData(place, tip(why_not or spec.help), Qt.ItemDataRole.ToolTipRole)
            if why_not:
                model = self.choice.model()
                assert isinstance(model, QStandardItemModel)
                model.item(place).setEnabled(False)

    def show_recipe(self, recipe: Recipe, units: Units) -> None:
        """Show this slot's line of the recipe, unless that is what was last shown.

        So a wrong word stays where it was typed until it is mended, taken back or undone.
        """
        self._recipe = recipe
        wanted = (recipe.text(self.slot.name), units)
        if wanted == self._shown:
            return
        if units != self._units:
            self._units = units
            self._drop_fields()
        self._shown = wanted
        expression: Expression = getattr(recipe, self.slot.name)
        self._show_spec(self._spec_of(expression))
        if self._fields is not None and isinstance(expression, Call):
            self._fields.show_values(*bind(self._spec, expression))
        if self.line is not None:
            self.line.show_text(wanted[0])
        self.show_error("")

    def offer(self, recipe: Recipe) -> None:
        """What its fields begin with where a person picks the choice that this recipe makes."""
        self._offered = getattr(recipe, self.slot.name)

    def show_fields_elsewhere(self, elsewhere: bool) -> None:
        """Leave the numbers to another panel, or take them back."""
        if elsewhere != self._fields_elsewhere:
            self._fields_elsewhere = elsewhere
            self._drop_fields()
            self._take_back()

    def forget(self) -> None:
        """Show the recipe afresh next time, whatever stands here now."""
        self._shown = None

    def show_error(self, sentence: str) -> None:
        self.error.setText(sentence)
        self.error.setVisible(bool(sentence))
        if self.line is not None:
            self.line.mark_wrong(bool(sentence))

    def show_outcome(self, chosen: str, numbers: Mapping[str, float]) -> None:
        """What ``auto`` chose, and what learning found for the numbers that are left to it."""
        if self._spec is AUTO:
            self.help.setText(tr("Chosen: {choice}", choice=chosen) if chosen else AUTO.help)
        for field in self._fields.fields if self._fields is not None else ():
            if isinstance(field, LearntField):
                field.show_learnt(numbers.get(field.parameter.name))

    @property
    def spec(self) -> Spec:
        return self._spec

    def text(self) -> str:
        """What the form says, in the recipe language; raises where a field cannot be read."""
        if self._spec is WRITTEN and self.line is not None:
            return self.line.text()
        if self._fields is None:
            return self._spec.name
        numbers, options = self._fields.values()
        return print_expression(unbind(self._spec, numbers, options))

    def take_typed(self) -> bool:
        """Take what was typed as meant, also under the cursor; False if it is wrong."""
        if self._fields is not None:
            self._fields.take_typed()
        if self.line is not None:
            self.line.take_typed()
        return self.error.isHidden()

    def _spec_of(self, expression: Expression) -> Spec:
        if isinstance(expression, Call):
            for spec in self.slot.specs:
                if spec.name == expression.name and _has_fields(spec):
                    return spec
        return WRITTEN

    def _show_spec(self, spec: Spec) -> None:
        """Fields of the same spec stay, so that the cursor stays in them."""
        self.choice.show_choice(spec.name)
        wanted = bool(spec.parameters) and not self._fields_elsewhere
        if spec is self._spec and (self._fields is not None or not wanted):
            if self._fields is not None:
                self._fields.show_values(*bind(spec, blank(spec)))
            self.help.setText(spec.help)
            return
        self._spec = spec
        formula = f"   {spec.formula}" if spec.formula else ""
        self.help.setText(spec.help)
        self.help.setToolTip(tip(spec.help + formula))
        self._drop_fields()
        if wanted:
            self._fields = ParameterFields(spec.parameters, self._units)
            self._fields.show_values(*bind(spec, blank(spec)))
            self._fields.changed.connect(self._tell)
            self._fields.taken_back.connect(self._take_back)
            column = self.layout()
            assert isinstance(column, QVBoxLayout)
            column.insertWidget(self._place_of_fields, self._fields)
            self._fields.show()  # the layout would do so only with the next event
            self._order_tabs(self._fields)

    def _order_tabs(self, fields: ParameterFields) -> None:
        """The tab key goes down the form, though its fields were made later than what follows."""
        stops: list[QWidget] = [self.choice, *fields.stops()]
        if self.line is not None:
            stops.append(self.line)
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _drop_fields(self) -> None:
        if self._fields is not None:
            self._fields.hide()
            self._fields.setParent(None)
            self._fields.deleteLater()
            self._fields = None

    def _take_back(self) -> None:
        if self._recipe is not None:
            self.forget()
            self.show_recipe(self._recipe, self._units)

    def _pick(self) -> None:
        name = self.choice.currentData()
        if name == WRITTEN.name:
            if self.line is not None:
                self._show_spec(WRITTEN)
                self.line.setFocus()
            return
        spec = next(spec for spec in self.slot.specs if spec.name == name)
        if _has_fields(spec) and not self._fields_elsewhere:
            self._show_spec(spec)
            offered = self._offered
            if self._fields is not None and isinstance(offered, Call) and offered.name == name:
                self._fields.show_values(*bind(spec, offered))
            self._tell()
        else:
            self._tell_text(print_expression(blank(spec)))

    def _tell(self) -> None:
        try:
            text = self.text()
        except InputError as error:
            self.show_error(str(error))
            return
        self._tell_text(text)

    def _tell_line(self) -> None:
        if self.line is not None:
            self._tell_text(self.line.text())

    def _tell_text(self, text: str) -> None:
        self.show_error("")
        self.chosen.emit(self.slot.name, text)


def _refusal(slot: Slot, spec: Spec) -> str:
    """Why this choice cannot stand alone in its slot; empty when it can."""
    if spec is AUTO:
        return ""
    try:
        Recipe().with_choice(slot.name, print_expression(blank(spec)))
    except InputError as error:
        return str(error)
    return ""


def _has_fields(spec: Spec) -> bool:
    """Whether all that is written can stand in fields: no kernels inside."""
    return all(parameter.kind in SHOWN for parameter in spec.parameters)

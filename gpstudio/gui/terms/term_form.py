"""The fields of one term: what family it is, its variance, and its parameters."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpstudio.core.spec import Parameter, Setting, integer
from gpstudio.gui.fields import label
from gpstudio.gui.learnt_field import LearntField
from gpstudio.gui.parameter_field import Units
from gpstudio.gui.parameters import ParameterFields
from gpstudio.session.kernel_numbers import NOISE_TERM
from gpstudio.session.kernel_tree import VARIANCE, Kind, Node
from gpstudio.translation import tr

EXPONENT = integer("exponent", tr("Exponent"), tr("How often it is multiplied by itself."), 2, 1, 9)
HELP: dict[Kind, str] = {
    "sum": tr("Its terms go on at the same time, and add up."),
    "product": tr("Each factor shapes the others: a repeat that slowly fades, for example."),
    "power": tr("The term inside, multiplied by itself."),
}


class TermForm(QWidget):
    """Shows a term; ``changed`` says that a person wants ``node()`` in its stead."""

    changed = Signal()
    taken_back = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("term_form")
        self._node: Node | None = None
        self._kind: tuple[object, ...] = ()
        self._fields: ParameterFields | None = None
        self.title = label(rank="heading")
        self.help = label(rank="quiet", wrap=True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(5)
        self._column.addWidget(self.title)
        self._column.addWidget(self.help)

    def show_term(self, node: Node, swings: bool, learnt: Node | None, units: Units) -> None:
        """``swings`` is false where another term's variance counts for this one."""
        parameters = _parameters(node, swings)
        kind = (node.kind, node.name, tuple(p.name for p in parameters), tuple(units.items()))
        self._node = node
        self.title.setText(node.title)
        spec_help = node.spec.help if node.kind == "family" else HELP[node.kind]
        self.help.setText(spec_help)
        if kind != self._kind:
            self._kind = kind
            self._make_fields(parameters, units)
        fields = self._fields
        if fields is None:
            return
        first = ((node.multiplier or Setting(),),) if VARIANCE in parameters else ()
        fields.show_values((*first, *node.numbers), {**node.options, "exponent": node.exponent})
        self._show_learnt(learnt)

    def node(self) -> Node:
        """The term as the fields say; raises where one cannot be read."""
        if self._node is None or self._fields is None:
            raise RuntimeError("no term is shown")
        numbers, options = self._fields.values()
        node = self._node
        if any(field.parameter is VARIANCE for field in self._fields.fields):
            (variance,), *numbers = numbers
            node = replace(node, multiplier=None if variance == Setting() else variance)
        if node.kind == "power":
            exponent = options.get("exponent")
            return replace(node, exponent=int(exponent) if isinstance(exponent, float) else 2)
        return replace(node, numbers=tuple(numbers), options=options)

    def take_typed(self) -> None:
        if self._fields is not None:
            self._fields.take_typed()

    def stops(self) -> list[QWidget]:
        return self._fields.stops() if self._fields is not None else []

    def _make_fields(self, parameters: tuple[Parameter, ...], units: Units) -> None:
        if self._fields is not None:
            self._fields.hide()
            self._fields.setParent(None)
            self._fields.deleteLater()
            self._fields = None
        if parameters:
            self._fields = ParameterFields(parameters, units)
            self._fields.changed.connect(self.changed)
            self._fields.taken_back.connect(self.taken_back)
            self._column.addWidget(self._fields)
            self._fields.show()

    def _show_learnt(self, learnt: Node | None) -> None:
        """What the fit found, where nothing is written."""
        found = {} if learnt is None else {p.name: s.value for p, s in learnt.settings}
        for field in self._fields.fields if self._fields is not None else ():
            if isinstance(field, LearntField):
                field.show_learnt(found.get(field.parameter.name))


def _parameters(node: Node, swings: bool) -> tuple[Parameter, ...]:
    if node.kind == "power":
        own: tuple[Parameter, ...] = (EXPONENT,)
    else:
        own = node.spec.parameters if node.kind == "family" else ()
    written = node.multiplier is not None
    carries = node.kind == "family" and node.carries_variance
    if node.kind == "sum" and not written:
        return own
    if node.name == NOISE_TERM or not (written or (swings and not carries)):
        return own
    return (VARIANCE, *own)

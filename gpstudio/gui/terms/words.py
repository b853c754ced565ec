"""A term's numbers as its row says them."""

from __future__ import annotations

from gpstudio.core.language import print_number
from gpstudio.core.spec import Parameter, Setting
from gpstudio.gui.parameter_field import Units
from gpstudio.session.kernel_tree import Node
from gpstudio.translation import tr


def numbers_in_words(node: Node, learnt: Node | None, units: Units) -> str:
    """What is written, else what the fit found, else nothing but who will find it."""
    shown = learnt if learnt is not None else node
    said = [_said(parameter, setting, units) for parameter, setting in shown.settings]
    known = [words for words in said if words]
    if known:
        return ", ".join(known)
    return tr("numbers from the data") if said else ""


def _said(parameter: Parameter, setting: Setting, units: Units) -> str:
    if setting.value is None:
        return ""
    unit = units.get(parameter.unit, parameter.unit)
    number = print_number(float(f"{setting.value:.3g}"))
    # a variance's unit is the readings' own, squared: here it would only take room
    days = f" {unit}" if unit and "²" not in unit else ""
    said = f"{parameter.title.lower()} {number}{days}"
    return tr("{number} (kept)", number=said) if setting.held else said

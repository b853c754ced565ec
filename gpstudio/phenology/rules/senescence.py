"""Senescence: half of the fall is done."""

from __future__ import annotations

from gpstudio.core.spec import Spec
from gpstudio.phenology.measures.thresholds import Fall
from gpstudio.phenology.rules.rule import RULES, Rule
from gpstudio.translation import tr


@RULES.register
class Senescence(Rule):
    spec = Spec(
        "senescence",
        tr("Senescence"),
        tr("The day on which the crop has lost half of its green."),
        formula=tr("first fall through base + 50 % of the amplitude after the peak"),
    )
    measure = Fall(50.0)

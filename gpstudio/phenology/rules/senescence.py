"""Senescence: half of the fall is done."""

from __future__ import annotations

from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Spec
from gpstudio.phenology.rules.rule import RULES, Rule, SeasonCurves


@RULES.register
class Senescence(Rule):
    spec = Spec(
        "senescence",
        "Senescence",
        "The day on which the crop has lost half of its green.",
        formula="first fall through base + 50 % of the amplitude after the peak",
    )

    def dates(self, drawn: SeasonCurves) -> Floats:
        return drawn.first_fall_through(0.5 * (drawn.right_base + drawn.heights))

"""Mid green-up: half of the rise is done."""

from __future__ import annotations

from gpstudio.core.spec import Spec
from gpstudio.phenology.measures.thresholds import Rise
from gpstudio.phenology.rules.rule import RULES, Rule
from gpstudio.translation import tr


@RULES.register
class MidGreenUp(Rule):
    spec = Spec(
        "mid_green_up",
        tr("Mid green-up"),
        tr("The day on which the crop is half-way from bare ground to its greenest."),
        formula=tr("last rise through base + 50 % of the amplitude before the peak"),
    )
    measure = Rise(50.0)

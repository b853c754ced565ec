"""Cuts: the days on which a sward was mown, one after the other.

Unlike every other measure they are seen in the readings, not on the curves (``cuts``): draws of a
smooth curve fall over weeks.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Spec, integer
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measures.measure import MEASURES, Measure
from gpstudio.translation import tr

MOST = 9
ORDER = integer("order", tr("Order"), tr("Which of the season's cuts: 1 is the first."), 1, 1, MOST)


@MEASURES.register
@dataclass(frozen=True)
class CutDay(Measure):
    """As uncertain as the readings leave it; NaN in as many draws as there may be none."""

    spec = Spec(
        "cut",
        tr("Cut"),
        tr("The day on which a sward was cut: it falls at once and grows again."),
        (ORDER,),
        tr("a loss at once that grows over, in readings about a smooth course"),
    )
    unit = "date"
    order: int = 1

    def of(self, drawn: SeasonCurves) -> Floats:
        count, place = drawn.curves.shape[1], int(self.order) - 1
        if place >= len(drawn.cuts):
            return np.full(count, np.nan)
        return drawn.cuts[place].draws(count, np.random.default_rng([place, count]))

"""The dip in bloom: when the curve is lowest between two summits of one season.

Canola's petals lower NDVI and EVI while it flowers, and its pods raise them again (d'Andrimont and
others 2020). Which seasons have a dip is seen on the middle curve (``bloom``); when it was, on
every draw.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Spec
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measures.measure import MEASURES, Measure
from gpstudio.translation import tr

NEAR = 20.0
"""Days about the middle curve's dip in which that of a draw is looked for: bloom takes three to
five weeks."""


@MEASURES.register
@dataclass(frozen=True)
class Dip(Measure):
    """Of several dips the deepest. A draw that only falls or only rises there has none."""

    spec = Spec(
        "dip",
        tr("Dip"),
        tr("The day on which the index is lowest between two summits of one season."),
        formula=tr("lowest point between the season's summits"),
    )
    unit = "date"

    def of(self, drawn: SeasonCurves) -> Floats:
        nothing = np.full(drawn.curves.shape[1], np.nan)
        if not drawn.season.dips:
            return nothing
        middle = drawn.curves.mean(axis=1)
        depths = np.interp(drawn.season.dips, drawn.time, middle)
        dip = drawn.season.dips[int(np.argmin(depths))]
        near = np.flatnonzero(np.abs(drawn.time - dip) <= NEAR)
        if len(near) < 3:
            return nothing
        lowest = np.argmin(drawn.curves[near], axis=0)
        inside = (lowest > 0) & (lowest < len(near) - 1)
        return np.where(inside, drawn.time[near][lowest], np.nan)

"""Curvature extremes: where the curve bends off most suddenly (Zhang and others 2003).

Their four dates are the extremes of the rate at which the curvature k = y″ / (1 + y′²)^(3/2)
changes: two maxima while a logistic rises, two minima while it falls. k adds an index to a day, and
so would tell another date for an index in 0–10,000; slopes being hundredths a day, y″ is what it is
in any unit that makes sense, and its rate of change, y‴, is used. On a logistic these are the days
on which (1 ∓ √⅔)/2, or 9.2 and 90.8 %, of the rise is done. Where a curve has several extremes, as
every draw has, those next to the steepest place count. A bell has no maturity and no senescence:
it bends all the way over its peak.

The window leaves its mark: taken from the flank, it puts both dates of an exact logistic farther
out by 0.3 of its steepness parameter, which on rough draws makes up for their wiggles. A shorter
one may be asked for where the curve is known to be smooth.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Spec
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measures.measure import MEASURES, Measure, window
from gpstudio.translation import tr

LOW = 0.1
"""Before a cut edge the bend may lie beyond: a draw must be seen as low as a logistic is there."""


def seen_low(drawn: SeasonCurves, dates: Floats) -> Floats:
    """Dates at the foot of a rise, where the draw is seen to come down to it."""
    return np.where(np.isnan(drawn.risen(LOW)), np.nan, dates)


@MEASURES.register
@dataclass(frozen=True)
class CurvatureOnset(Measure):
    spec = Spec(
        "curvature_onset",
        tr("Onset by curvature"),
        tr("The day on which the index turns up from its ground."),
        (window(),),
        tr("last maximum of the rate of change of curvature before the steepest rise"),
    )
    unit = "date"
    window: float | None = None

    def of(self, drawn: SeasonCurves) -> Floats:
        return seen_low(drawn, drawn.rise(self.window).onset)


@MEASURES.register
@dataclass(frozen=True)
class CurvatureMaturity(Measure):
    spec = Spec(
        "curvature_maturity",
        tr("Maturity by curvature"),
        tr("The day on which the rise of the index levels off; the crop is green, not ripe."),
        (window(),),
        tr("first maximum of the rate of change of curvature between steepest rise and peak"),
    )
    unit = "date"
    window: float | None = None

    def of(self, drawn: SeasonCurves) -> Floats:
        return drawn.rise(self.window).completion


@MEASURES.register
@dataclass(frozen=True)
class CurvatureSenescence(Measure):
    spec = Spec(
        "curvature_senescence",
        tr("Senescence by curvature"),
        tr("The day on which the index begins to fall."),
        (window(),),
        tr("last minimum of the rate of change of curvature between peak and steepest fall"),
    )
    unit = "date"
    window: float | None = None

    def of(self, drawn: SeasonCurves) -> Floats:
        return -drawn.mirrored.rise(self.window).completion


@MEASURES.register
@dataclass(frozen=True)
class CurvatureDormancy(Measure):
    spec = Spec(
        "curvature_dormancy",
        tr("Dormancy by curvature"),
        tr("The day on which the index comes to rest on its ground."),
        (window(),),
        tr("first minimum of the rate of change of curvature after the steepest fall"),
    )
    unit = "date"
    window: float | None = None

    def of(self, drawn: SeasonCurves) -> Floats:
        return -seen_low(drawn.mirrored, drawn.mirrored.rise(self.window).onset)

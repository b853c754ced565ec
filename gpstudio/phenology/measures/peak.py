"""The peak: when the curve is highest, and how high."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Spec
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measures.measure import MEASURES, Measure
from gpstudio.translation import tr


@MEASURES.register
@dataclass(frozen=True)
class Peak(Measure):
    """On a plateau the draws disagree about it, and so its interval is the plateau."""

    spec = Spec(
        "peak",
        tr("Peak"),
        tr("The day on which the index is highest."),
        formula=tr("highest point of the season"),
    )
    unit = "date"

    def of(self, drawn: SeasonCurves) -> Floats:
        return np.where(drawn.peak_seen, drawn.peak_dates, np.nan)


@MEASURES.register
@dataclass(frozen=True)
class PeakValue(Measure):
    spec = Spec(
        "peak_value",
        tr("Peak value"),
        tr("The index on the day on which it is highest."),
        formula=tr("value at the highest point of the season"),
    )
    unit = "index"

    def of(self, drawn: SeasonCurves) -> Floats:
        return np.where(drawn.peak_seen, drawn.heights, np.nan)

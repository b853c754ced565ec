"""Peak: the index is highest. It is not flowering."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Spec
from gpstudio.phenology.rules.rule import RULES, Rule, SeasonCurves


@RULES.register
class Peak(Rule):
    """A draw that is highest on a cut edge has its peak outside what the series can show."""

    spec = Spec(
        "peak",
        "Peak",
        "The day on which the index is highest; this is not flowering.",
        formula="highest point of the season",
    )

    def dates(self, drawn: SeasonCurves) -> Floats:
        last = len(drawn.time) - 1
        beyond = (drawn.season.cut_left & (drawn.peaks == 0)) | (
            drawn.season.cut_right & (drawn.peaks == last)
        )
        return np.where(beyond, np.nan, drawn.time[drawn.peaks])

"""Intervals hold the truth about as often as they say, on seasons whose truth is known."""

from __future__ import annotations

import numpy as np
from phenology.rules_table import RISE, double_logistic

from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.session.fitting import fit_series

SEASONS = 60


def test_that_ninety_per_cent_intervals_of_mid_green_up_hold_the_truth() -> None:
    """Readings every ten days or so with noise of 0.03. With 60 seasons an honest interval holds
    45 to 59 of them in all but one of a thousand such tests (binomial, 0.1 % on either side)."""
    random = np.random.default_rng(11)
    held = 0
    for _ in range(SEASONS):
        time = np.sort(random.uniform(0.0, 300.0, 30))
        value = double_logistic(time) + 0.03 * random.standard_normal(len(time))
        fit = fit_series(Series("", time, value, "t", "v", True), Recipe())
        for stage in fit.stages:
            if stage.stage == "mid_green_up" and stage.lower90 is not None:
                assert stage.upper90 is not None
                held += stage.lower90 <= RISE <= stage.upper90
    assert 45 <= held <= 59

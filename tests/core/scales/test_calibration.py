"""A little of ``tests/benchmarks/calibration.py``: ranks of the truth are even on a scale too."""

from __future__ import annotations

import numpy as np
from calibrated import DRAWS, HOLDS, SIMULATIONS, calibrated
from scipy import stats

FIELDS = 30


def test_that_averaged_numbers_are_calibrated_on_a_scale_with_limits() -> None:
    simulation = SIMULATIONS["gaussian, logit(-0.1, 1.05)"]
    found = [calibrated(simulation, seed) for seed in range(FIELDS)]
    ranks = np.array([rank for rank, _ in found])
    assert stats.kstest((ranks + 0.5) / (DRAWS + 1.0), "uniform").pvalue > 0.01
    # too narrow or too wide by half would be told by the spread of what ranks are of a normal
    normal = stats.norm.ppf((ranks + 0.5) / (DRAWS + 1.0))
    assert 0.01 < stats.chi2.cdf(np.sum(normal**2), FIELDS) < 0.99
    held = sum(inside for _, inside in found)
    assert stats.binomtest(held, FIELDS, HOLDS).pvalue > 0.01

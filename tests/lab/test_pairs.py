"""What one method has more than another, paired by repeat."""

from __future__ import annotations

import math

import pytest
from scipy.stats import ttest_rel

from gpstudio.lab.pairs import gain_of

OURS = [{"repeat": 0, "x": 3.0}, {"repeat": 1, "x": 5.0}, {"repeat": 2, "x": 4.0}]
THEIRS = [{"repeat": 2, "x": 4.5}, {"repeat": 1, "x": 1.0}, {"repeat": 0, "x": 2.0}]


def test_that_a_gain_is_that_of_pairs_with_students_interval() -> None:
    found = gain_of(OURS, THEIRS, "x")
    interval = ttest_rel([3.0, 5.0, 4.0], [2.0, 1.0, 4.5]).confidence_interval(0.95)
    assert found.middle - found.half == pytest.approx(interval.low)
    assert found.middle + found.half == pytest.approx(interval.high)
    assert (found.ahead, found.curves) == (2, 3)
    assert found.told == "+1.50 ± 5.69, ahead on 2 of 3"


def test_that_what_has_no_pair_says_nothing() -> None:
    alone = gain_of(OURS[:1], THEIRS, "x")
    assert (alone.curves, alone.half) == (1, math.inf)
    assert gain_of(OURS, [{"repeat": 0, "x": math.nan}], "x").told == "not known"

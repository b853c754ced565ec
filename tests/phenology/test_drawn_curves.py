"""What compiled kernels see in drawn curves, against numpy and against each other."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.phenology.compiled_crossings import highest, lowest
from gpstudio.phenology.compiled_summaries import met_at, summed_up
from gpstudio.phenology.compiled_tops import grounded, marked, spanned, through, through_twice

RANDOM = np.random.default_rng(11)
TIME = np.cumsum(RANDOM.uniform(2.0, 5.0, 40))
CURVES = np.exp(-(((TIME[:, None] - 70.0) / 25.0) ** 2)) + 0.1 * RANDOM.standard_normal((40, 60))
CURVES[:, 7] = 0.3  # rises through nothing


def looked_at() -> tuple[np.ndarray, np.ndarray]:
    places, found = np.empty(60, dtype=np.intp), np.empty((6, 60))
    highest(TIME, CURVES, places, found[0], found[1])
    lowest(CURVES, places, found[2], found[3])
    for row, rises in ((4, True), (5, False)):
        base = found[2 if rises else 3]
        through(TIME, CURVES, places, base, found[1], 0.75, rises, found[row])
    return places, found


@pytest.mark.parametrize("rises", [True, False])
def test_that_two_shares_are_passed_on_one_way_as_on_two(rises: bool) -> None:
    places, found = looked_at()
    base, tops = found[2 if rises else 3], found[1]
    both, apart = np.empty((2, 60)), np.empty((2, 60))
    through_twice(TIME, CURVES, places, base, tops, 0.25, 0.75, rises, *both)
    for share, row in zip((0.25, 0.75), apart, strict=True):
        through(TIME, CURVES, places, base, tops, share, rises, row)
    np.testing.assert_array_equal(both, apart)
    assert np.isnan(both[:, 7]).all()
    assert np.isfinite(both).mean() > 0.9


def test_that_tops_span_the_times_between_their_flanks() -> None:
    _, found = looked_at()
    found[4, 3] = found[5, 5] = np.nan  # open on one side: up to the edge
    spans, levels = np.empty((2, 60), dtype=np.intp), np.empty(60)
    spanned(TIME, found, 0.75, spans, levels)
    ground = np.minimum(found[2], found[3])
    np.testing.assert_array_equal(levels, ground + 0.75 * (found[1] - ground))
    first = np.searchsorted(TIME, np.fmax(found[4], TIME[0]))
    last = np.searchsorted(TIME, np.fmin(found[5], TIME[-1]), side="right") - 1
    np.testing.assert_array_equal(spans, [first, last])


def test_that_the_ground_is_the_mean_of_what_is_near() -> None:
    ground = np.empty(60)
    grounded(TIME, CURVES, 5, 8.0, ground)
    near = np.abs(TIME - TIME[5]) <= 8.0
    assert near.sum() > 3
    np.testing.assert_allclose(ground, CURVES[near].mean(axis=0), rtol=1e-13)


def test_that_one_curve_is_marked_as_many_are() -> None:
    places, found = looked_at()
    for rises, row in ((True, 4), (False, 5)):
        base = found[2 if rises else 3]
        through(TIME, CURVES, places, base, found[1], 0.5, rises, found[row])
    for draw in range(60):
        rise, fall, left, right, top = marked(
            TIME, np.ascontiguousarray(CURVES[:, draw : draw + 1])
        )
        expected = found[[4, 5, 2, 3, 1], draw]
        np.testing.assert_array_equal([rise, fall, left, right, top], expected)


@pytest.mark.parametrize("count", [1, 2, 1_001])
def test_that_dates_are_summed_up_as_numpy_does(count: int) -> None:
    dates, levels = np.sort(RANDOM.normal(18_400.0, 9.0, count)), np.array([0.05, 0.25, 0.5, 0.95])
    found = np.empty(5)
    assert summed_up(dates, levels, dates[count // 2], found) == count // 2 + 1
    np.testing.assert_allclose(found[:4], np.quantile(dates, levels), rtol=1e-14)
    assert found[4] == pytest.approx(float(np.std(dates)), abs=1e-9)


@pytest.mark.parametrize("time", [-1.0, TIME[0], 33.3, TIME[20], TIME[-1], 1e6])
def test_that_a_line_is_met_where_numpy_meets_it(time: float) -> None:
    values = CURVES[:, 0].copy()
    assert met_at(TIME, values, time) == pytest.approx(float(np.interp(time, TIME, values)))

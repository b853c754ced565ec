"""What readings have new to those before, and the ways of learning and of solving."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.inference.innovations import innovations
from gpstudio.core.inference.one_matern.road import MaternMembers
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.learning.climbs import MOST_HEIGHTS, MOST_STARTS, Notebook
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.session.diagnostics import autocorrelation, climbs, solver_residuals
from gpstudio.session.fitting import Request, fit_series


def series_of(time: Floats, value: Floats) -> Series:
    return Series("", time, value, "day", "ndvi", dated=False)


def test_that_what_a_reading_has_new_is_what_the_earlier_ones_do_not_foretell() -> None:
    """By the definition: each reading conditioned on those before it, one after the other."""
    random = np.random.default_rng(3)
    time = np.sort(random.uniform(0.0, 200.0, 40))
    value = np.sin(time / 20.0) + 0.1 * random.standard_normal(40)
    recipe = Recipe.of(
        kernel="0.5*matern32(30)", mean="zero", likelihood="gaussian(0.02)", learning="fixed"
    )
    fit = fit_series(series_of(time, value), recipe, Request(stages="none"))
    found_time, new = innovations(fit.posterior)
    kernel = build_kernel(parse(fit.report.kernel))
    A = kernel.block(time[:, None], time[:, None]) + 0.02 * np.eye(40)
    for i in (0, 1, 17, 39):
        known = np.linalg.solve(A[:i, :i], A[:i, i]) if i else np.zeros(0)
        spread = A[i, i] - known @ A[:i, i]
        assert new[i] == pytest.approx((value[i] - known @ value[:i]) / np.sqrt(spread), abs=1e-9)
    assert np.array_equal(found_time, time)


def test_that_limits_hold_95_percent_where_the_model_is_true() -> None:
    """Uneven dates, a rough curve: what comes of the model is beyond them one time in twenty."""
    random = np.random.default_rng(11)
    recipe = Recipe.of(
        kernel="1.0*matern12(10)", mean="zero", likelihood="gaussian(0.05)", learning="fixed"
    )
    beyond = lags = 0
    for _ in range(60):
        time = np.sort(random.uniform(0.0, 400.0, 120))
        kernel = build_kernel(parse("1.0*matern12(10)"))
        A = kernel.block(time[:, None], time[:, None]) + 0.05 * np.eye(120)
        value = np.linalg.cholesky(A) @ random.standard_normal(120)
        found = autocorrelation(fit_series(series_of(time, value), recipe, Request(stages="none")))
        beyond, lags = beyond + found.beyond, lags + len(found.lags)
    assert lags > 1_000
    assert 0.03 < beyond / lags < 0.07


def test_that_a_curve_that_is_too_stiff_leaves_readings_that_hang_together() -> None:
    random = np.random.default_rng(5)
    time = np.arange(0.0, 300.0, 3.0)
    value = np.sin(time / 12.0) + 0.05 * random.standard_normal(len(time))
    stiff = Recipe.of(kernel="1.0*rbf(300)", likelihood="gaussian(0.5)", learning="fixed")
    found = autocorrelation(fit_series(series_of(time, value), stiff, Request(stages="none")))
    assert found.beyond > len(found.lags) / 2
    assert found.found[0] > 0.8
    assert np.allclose(found.lags, 3.0 * np.arange(1, len(found.lags) + 1))
    assert found.pairs[0] == len(time) - 1


def test_that_too_few_readings_are_told() -> None:
    fit = fit_series(series_of(np.arange(4.0), np.arange(4.0)), Recipe(), Request(stages="none"))
    with pytest.raises(InputError, match="too few readings"):
        autocorrelation(fit)


@pytest.mark.parametrize(
    ("learning", "starts", "measure"),
    [
        ("ml2(restarts=2)", 3, "log evidence"),
        ("map(restarts=1)", 2, "log evidence + log prior"),
        ("leave_one_out(restarts=0)", 1, "leave-one-out log score"),
        ("averaged", 1, "log posterior + constant"),
    ],
)
def test_that_the_way_of_learning_is_noted(learning: str, starts: int, measure: str) -> None:
    random = np.random.default_rng(2)
    time = np.arange(0.0, 200.0, 5.0)
    value = np.sin(time / 20.0) + 0.1 * random.standard_normal(len(time))
    recipe = Recipe.of(kernel="matern32 + linear", learning=learning)
    fit = fit_series(series_of(time, value), recipe, Request(stages="none"))
    found = climbs(fit)
    assert (found.begun, len(found.heights), found.measure) == (starts, starts, measure)
    assert sum(map(len, found.heights)) <= fit.report.evaluations
    if measure == "log evidence":
        assert max(map(max, found.heights)) == fit.report.log_evidence
    assert "climbs" not in fit.report.as_json()


def test_that_the_quick_road_is_walked_again_to_the_same_summit() -> None:
    random = np.random.default_rng(2)
    time = np.arange(0.0, 200.0, 5.0)
    value = np.sin(time / 20.0) + 0.1 * random.standard_normal(len(time))
    fit = fit_series(series_of(time, value), Recipe.of(kernel="matern32"), Request(stages="none"))
    members = fit.posterior.members
    assert isinstance(members, MaternMembers)
    assert not fit.report.climbs.heights
    design = members.curve.design()
    assert max(climbs(fit).heights[0]) == pytest.approx(design.values[0], rel=1e-12)


def test_that_nothing_learnt_is_told() -> None:
    fixed = Recipe.of(kernel="0.5*matern32(30)", learning="fixed")
    series = series_of(np.arange(30.0), np.arange(30.0))
    with pytest.raises(InputError, match="Nothing was learnt"):
        climbs(fit_series(series, fixed, Request(stages="none")))


def test_that_starts_beyond_the_bound_are_counted_and_the_best_is_there() -> None:
    notebook = Notebook()
    for height in (*range(MOST_STARTS + 5), 3):
        notebook.begin()
        for step in range(MOST_HEIGHTS + 9):
            notebook.note(height - 1.0 / (1 + step))
        notebook.note(float("nan"))
    found = notebook.climbs("height")
    assert (found.begun, len(found.heights)) == (MOST_STARTS + 6, MOST_STARTS)
    assert {len(heights) for heights in found.heights} == {MOST_HEIGHTS}
    assert max(map(max, found.heights)) == pytest.approx(MOST_STARTS + 4.0, abs=0.01)


def test_that_an_iterative_solver_tells_what_it_left_each_time() -> None:
    time = np.arange(0.0, 300.0, 3.0)
    series = series_of(time, np.sin(time / 12.0))
    numbers = {"kernel": "0.5*matern32(30)", "likelihood": "gaussian(0.01)", "learning": "fixed"}
    by_cg = Recipe.of(approximation="exact", solver="cg(preconditioner=none)", **numbers)
    found = solver_residuals(fit_series(series, by_cg, Request(stages="none")))
    assert found.found[-1] < 1e-3 < found.found[0]
    assert len(found.found) <= found.iterations
    at_once = Recipe.of(approximation="exact", solver="cholesky", **numbers)
    with pytest.raises(InputError, match="does not iterate"):
        solver_residuals(fit_series(series, at_once, Request(stages="none")))

"""Leave one out: the score it climbs, and where it ends."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import Posterior, fit
from gpstudio.core.learning.differences import with_slope
from gpstudio.core.learning.learner import Search
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET


def data(n: int = 40) -> tuple[Floats, Floats]:
    random = np.random.default_rng(0)
    x = np.sort(random.uniform(0.0, 100.0, n))
    return x[:, None], np.sin(x / 10.0) + 0.2 * random.standard_normal(n)


def fitted(learning: str, **words: str) -> Posterior:
    return fit(Recipe.of(learning=learning, **words), Readings.of(*data()))


def search_of(kernel: str = "matern32") -> Search:
    readings = Readings.of(*data())
    plan = choose(Recipe.of(kernel=kernel), len(readings.values), 1)
    return Problem(plan, readings, QUIET).search(0)


@pytest.mark.parametrize("kernel", ["matern32", "rbf"])
def test_that_its_score_is_the_highest_and_the_evidences_place_scores_less(kernel: str) -> None:
    here = fitted("leave_one_out", kernel=kernel)
    there = fitted("ml2", kernel=kernel)
    assert here.left_out().log_score > there.left_out().log_score + 0.01
    assert here.log_evidence < there.log_evidence


def test_that_it_ends_where_the_score_is_level() -> None:
    bounds = "between(5, 2, 60)"
    posterior = fitted("leave_one_out", kernel=f"between(1, 0.1, 10) * matern32({bounds})")
    score = posterior.left_out().log_score
    for factor in (0.97, 1.03):
        for place in range(2):
            numbers = [setting.number for _, setting in posterior.kernel.settings]
            numbers[place] *= factor
            if not (0.1 <= numbers[0] <= 10 and 2 <= numbers[1] <= 60):
                continue
            beside = fitted(
                "fixed",
                kernel=f"{numbers[0]!r} * matern32({numbers[1]!r})",
                likelihood=f"gaussian({posterior.noise!r})",
            )
            assert beside.left_out().log_score < score


def test_that_slopes_by_differences_agree_with_the_evidences_own() -> None:
    search = search_of()
    sloped = with_slope(lambda logs: search.evaluate(logs)[0], search, QUIET)
    value, slope = sloped(search.starts[0])
    expected, gradient = search.evaluate(search.starts[0])
    assert value == expected
    np.testing.assert_allclose(slope, gradient, rtol=1e-6, atol=1e-6)


def test_that_a_slope_on_a_bound_looks_inside_only() -> None:
    search = search_of()
    seen = []

    def score(logs: Floats) -> float:
        seen.append(logs.copy())
        return float(logs.sum())

    _, slope = with_slope(score, search, QUIET)(search.high.copy())
    np.testing.assert_allclose(slope, 1.0, rtol=1e-6)
    assert all((logs <= search.high).all() for logs in seen)


def test_that_too_few_readings_are_learnt_by_the_evidence_and_that_is_told() -> None:
    readings = Readings.of(np.array([[1.0], [2.0]]), np.array([1.0, 2.0]))
    posterior = fit(Recipe.of(learning="leave_one_out"), readings)
    assert "too few to hold out" in " ".join(posterior.report.remarks)


@pytest.mark.parametrize("mean", ["constant", "zero"])
@pytest.mark.parametrize("kernel", ["matern32", "held(0.7) * rbf + linear(0.1)"])
def test_that_the_scores_own_slope_agrees_with_differences(kernel: str, mean: str) -> None:
    x, y = data(25)
    y[3] = np.nan
    readings = Readings.of(x, y, np.random.default_rng(1).uniform(0.5, 2.0, 25))
    plan = choose(Recipe.of(kernel=kernel, mean=mean, approximation="exact"), 25, 1)
    search = Problem(plan, readings, QUIET).search(0)
    assert search.left_out is not None
    assert search.left_out_slope is not None
    here = search.starts[0] + 0.2 * np.sin(np.arange(len(search.starts[0])))
    score, slope = search.left_out_slope(here)
    expected, differences = with_slope(search.left_out, search, QUIET)(here)
    assert score == pytest.approx(expected, rel=1e-12)
    np.testing.assert_allclose(slope, differences, rtol=1e-6, atol=1e-6)

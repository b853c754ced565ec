"""Draws within windows are those of the posterior, whatever it was made by."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
from scipy.stats import kstest

from gpstudio.core.arrays import Floats
from gpstudio.core.inference import posterior as posteriors
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.mixtures import mixture_level
from gpstudio.core.recipe import Recipe
from gpstudio.core.solvers.kalman import KalmanSolution
from gpstudio.core.solvers.linear import LinearSolution
from gpstudio.core.task import QUIET, Cancelled, Task

YEARLY = "periodic(1, period=held(100)) + matern32(20)"
SLOWLY = "periodic(1, period=held(100)) * matern32(900) + matern32(20)"
ROADS: dict[str, dict[str, str]] = {
    "one member": {"kernel": "matern32", "learning": "ml2(restarts=0)"},
    "several members, compiled": {"kernel": "matern32", "learning": "averaged"},
    "several members": {"kernel": "matern52(20)", "learning": "averaged"},
    "amplitude held": {"kernel": "held(0.04) * matern32", "learning": "averaged"},
    "waves": {"kernel": YEARLY, "learning": "ml2(restarts=0)", "approximation": "markov"},
    "waves, many members": {"kernel": YEARLY, "learning": "averaged"},
    "waves, by the matrix": {
        "kernel": YEARLY, "learning": "ml2(restarts=0)", "approximation": "exact",
    },
    "slow waves": {"kernel": SLOWLY, "learning": "fixed", "approximation": "markov"},
    "slow waves, by the matrix": {"kernel": SLOWLY, "learning": "fixed"},
    "slow waves, many members": {"kernel": SLOWLY, "learning": "averaged"},
    "rbf": {"kernel": "rbf(20)", "learning": "ml2(restarts=0)", "approximation": "markov"},
    "rbf, by the matrix": {"kernel": "rbf(20)", "approximation": "exact"},
    "outliers": {"kernel": "matern32", "likelihood": "student_t", "learning": "map(restarts=0)"},
    "nystrom": {"kernel": "rbf(20)", "approximation": "nystrom(rank=20)", "learning": "fixed"},
    "normal equations": {
        "kernel": "rbf(20)", "approximation": "equispaced", "solver": "toeplitz(factored=0)",
        "learning": "fixed",
    },
    "iterations": {"kernel": "matern32(20)", "solver": "cg", "learning": "fixed"},
    "no level": {"kernel": "matern32(20)", "mean": "zero", "learning": "averaged"},
    "a line": {"kernel": "matern32(20)", "mean": "linear", "learning": "averaged"},
}  # fmt: skip
roads = pytest.mark.parametrize("road", ROADS)
WINDOWS = [
    np.linspace(50.0, 90.0, 6),
    np.linspace(80.0, 120.0, 5),
    np.array([130.0]),
    np.array([-30.0, 280.0, 300.0]),
]
"""Two that overlap, one time, outside the readings."""


@cache
def posterior(road: str, n: int = 40, noise: float = 0.05) -> Posterior:
    random = np.random.default_rng(1)
    x = np.sort(random.uniform(0.0, 250.0, n))
    y = 0.4 + 0.2 * np.sin(x / 16.0) + noise * random.standard_normal(n)
    return fit(Recipe.of(**ROADS[road]), Readings.of(x[:, None], y))


def levels_of(found: Posterior, window: Floats, drawn: Floats) -> Floats:
    """The mixture's level at each value: uniform if the values are of it."""
    members = found.members
    means, spreads = members.curves(window[:, None], QUIET)
    each = [
        mixture_level(row, means[:, [i] * len(row)], np.sqrt(spreads[:, [i] * len(row)]),
                      members.weights, members.freedom)[: len(row)]
        for i, row in enumerate(drawn)
    ]  # fmt: skip
    return np.array(each)


@roads
def test_that_draws_in_windows_are_of_the_posterior(
    road: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posteriors, "FEW_VOICES", 10_000)
    found, count = posterior(road), 4_000
    drawn = found.draws_in(WINDOWS, count, 7)
    for window, curves in zip(WINDOWS, drawn, strict=True):
        assert curves.shape == (len(window), count)
        for levels in levels_of(found, window, curves):
            assert kstest(levels, "uniform").pvalue > 1e-4
        expected = found.covariance(window[:, None])
        spread = np.sqrt(np.diag(expected))
        error = np.sqrt((np.outer(spread, spread) ** 2 + expected**2) / count)
        assert (abs(np.atleast_2d(np.cov(curves)) - expected) < 6.0 * error).all()


@roads
def test_that_a_seed_gives_the_same_draws_again(road: str) -> None:
    found = posterior(road)
    first, again, other = (found.draws_in(WINDOWS, 20, seed) for seed in (3, 3, 4))
    for one, same, different in zip(first, again, other, strict=True):
        np.testing.assert_array_equal(one, same)
        assert not np.allclose(one, different)


def test_that_the_state_space_draws_for_the_matrix_where_few_states_are_left() -> None:
    found = posterior("waves, by the matrix")
    solution = found.members.trended(0, QUIET).solution
    assert isinstance(solution, LinearSolution)
    by_states = posterior("waves").members.trended(0, QUIET).solution
    assert isinstance(by_states, KalmanSolution)
    for one, other in zip(
        solution.draws_in(WINDOWS, 9, 0, QUIET), by_states.draws_in(WINDOWS, 9, 0, QUIET),
        strict=True,
    ):  # fmt: skip
        np.testing.assert_allclose(one.mean, other.mean, atol=1e-3)
        np.testing.assert_allclose(one.curves, other.curves, atol=1e-3)


def test_that_both_ways_of_asking_have_the_same_quantiles() -> None:
    found, count = posterior("waves, many members"), 8_000
    window = WINDOWS[0]
    at_once = found.draws(window[:, None], count, 5)
    within = found.draws_in([window], count, 6)[0]
    for level in (0.05, 0.5, 0.95):
        error = math.sqrt(level * (1.0 - level) / count)
        for one, other in zip(at_once, within, strict=True):
            assert abs(float(np.mean(other < np.quantile(one, level))) - level) < 6.0 * error


@pytest.mark.parametrize("noise", [1e-3, 1e-6, 0.0])
def test_that_tiny_noise_leaves_draws_their_spread(noise: float) -> None:
    random = np.random.default_rng(0)
    x = np.arange(0.0, 60.0, 2.0)
    y = np.sin(x / 9.0) + noise * random.standard_normal(len(x))
    found = fit(
        Recipe.of(kernel="matern52", learning="ml2(restarts=0)"), Readings.of(x[:, None], y)
    )
    window, count = np.linspace(20.0, 30.0, 21), 4_000
    curves = found.draws_in([window], count, 0)[0]
    mean, variance = found.predict(window[:, None])
    ratio = curves.var(axis=1) / variance
    assert (abs(ratio - 1.0) < 6.0 * math.sqrt(2.0 / count)).all()
    assert (abs(curves.mean(axis=1) - mean) < 6.0 * np.sqrt(variance / count)).all()


def test_that_all_members_have_a_voice_where_few_states_are_left() -> None:
    found = posterior("waves, many members")
    assert len(found.members.weights) > posteriors.FEW_VOICES
    assert not found._is_many(posteriors.FEW_VOICES)


def test_that_members_by_lot_date_a_peak_nearly_as_all_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quantiles of a peak's date from 1,000 draws. Their errors over seeds, against those of as
    many draws of all members: at most twice (the tails; in the middle there is no difference)."""
    found = posterior("slow waves, many members")
    assert found._is_many(posteriors.FEW_VOICES)
    window, levels = np.linspace(100.0, 150.0, 51), [0.05, 0.25, 0.5, 0.75, 0.95]

    def dates(count: int, seed: int) -> Floats:
        return np.asarray(window[np.argmax(found.draws_in([window], count, seed)[0], axis=0)])

    def errors() -> Floats:
        off = [np.quantile(dates(1_000, seed), levels) - truth for seed in range(16)]
        return np.asarray(np.sqrt(np.mean(np.square(off), axis=0)))

    monkeypatch.setattr(posteriors, "FEW_VOICES", 10_000)
    truth = np.quantile(dates(20_000, 99), levels)
    by_all = errors()
    monkeypatch.undo()
    by_some = errors()
    assert (by_some <= 2.0 * by_all + 0.5).all(), (by_some, by_all)


class Impatient(Task):
    def check(self) -> None:
        raise Cancelled


@roads
def test_that_drawing_can_be_stopped(road: str) -> None:
    with pytest.raises(Cancelled):
        posterior(road).draws_in(WINDOWS, 20, 0, Impatient())

"""Draws along time and within windows: their covariances against dense algebra, roads and edges."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from core.solvers.markov_rows import FORMS, PROBLEMS, Dense, Problem, solve

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.operators import markov as operator
from gpstudio.core.solvers import kalman, windows
from gpstudio.core.solvers.apart import apart
from gpstudio.core.solvers.kalman import KalmanSolution
from gpstudio.core.solvers.markov.lasting import parted
from gpstudio.core.task import QUIET, Cancelled, Task

NAMES = [name for name in FORMS if parted(FORMS[name][0](*FORMS[name][1]), 0.0)[0] is not None]
"""Those in which something forgets."""
FITTED = ("rbf", "rbf + matern", "rbf * periodic", "everything")
WAVES = MarkovForm.cosines(np.array([0.5, 0.3, 0.1, 0.02]), 2.0 * np.pi / 3.0)
SUMS = {
    "waves + matern": WAVES.plus(MarkovForm.matern(1, 2.0).scaled(0.2)),
    "waves + matern + slope": WAVES.plus(MarkovForm.matern(1, 2.0)).plus(MarkovForm.linear(8.0)),
    "waves * cosine + matern": WAVES.times(MarkovForm.cosine(0.4)).plus(MarkovForm.matern(0, 1.0)),
}


def form_of(name: str) -> MarkovForm:
    return SUMS[name] if name in SUMS else FORMS[name][0](*FORMS[name][1])


def asked(problem: Problem) -> Floats:
    """Its targets in order, with one far ahead and one far behind."""
    return np.unique(np.concatenate([problem.targets, [-40.0, 60.0]]))


def joint(solution: KalmanSolution, times: Floats) -> Floats:
    met = solution.met(times, QUIET)
    upper = solution.joint(times, met.gain, met.rest, QUIET)
    return np.asarray(np.triu(upper) + np.triu(upper, 1).T)


def by_turns(solution: KalmanSolution, times: Floats, least: float) -> Floats:
    """The covariance of what is made of normals: their images are the columns of its root."""
    root = np.eye(len(times))
    solution.given(solution.met(times, QUIET), least, root, QUIET)
    return root @ root.T


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("which", PROBLEMS)
@pytest.mark.parametrize("few", [True, False])
def test_that_the_joint_covariance_is_that_of_dense_algebra(
    name: str, which: str, few: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For few states and for any number of them."""
    monkeypatch.setattr(operator, "UNROLLED", 4 if few else 0)
    form, problem = form_of(name), PROBLEMS[which]
    times = asked(problem)
    at = Problem(problem.times, problem.noise, problem.columns, times)
    scale = form.variance_at(times).max()
    close = 1e-7 if name in FITTED else 1e-12
    found = joint(solve(form, problem), times)
    np.testing.assert_allclose(found, Dense(form, at).covariance, atol=close * scale)


@pytest.mark.parametrize("name", ["matern 0", "matern 3", "linear * matern", "cosine * matern"])
@pytest.mark.parametrize("which", PROBLEMS)
def test_that_values_drawn_in_turn_have_the_joint_covariance(name: str, which: str) -> None:
    form, problem = form_of(name), PROBLEMS[which]
    solution, times = solve(form, problem), asked(problem)
    assert solution.few
    at = Problem(problem.times, problem.noise, problem.columns, times)
    expected, least = Dense(form, at).covariance, 1e-11 * solution.scale
    found = by_turns(solution, times, least)
    np.testing.assert_allclose(found, expected + least * np.eye(len(times)), atol=10.0 * least)


@pytest.mark.parametrize("length", [3.0, 40.0, 1e3, 1e5])
@pytest.mark.parametrize("order", [0, 1, 2])
def test_that_the_recursion_is_stable_on_a_fine_grid(order: int, length: float) -> None:
    """Steps of a thirtieth of a day, where values tell each other all but a 10⁻¹⁴ of themselves,
    after which a grid of days."""
    form, time = MarkovForm.matern(order, length), np.arange(0.0, 400.0, 8.0)
    columns = np.ones((len(time), 1))
    times = np.concatenate([np.linspace(100.0, 110.0, 300), np.arange(111.0, 300.0)])
    problem = Problem(time, np.full(len(time), 1e-3), columns, times)
    solution, expected = solve(form, problem), Dense(form, problem).covariance
    assert solution.met(times, QUIET).variance.min() >= windows.LEAST_IN_TURN * solution.scale
    found = by_turns(solution, times, windows.ADDED * solution.scale)
    spread = np.sqrt(np.diag(expected))
    assert (np.abs(found - expected) / np.outer(spread, spread)).max() < 1e-3


def test_that_draws_keep_their_spread_where_the_recursion_loses_its_digits() -> None:
    """A noise-free wave: its values are surer than rounding lets the recursion be, which then goes
    wrong for one noise and not for the next one."""
    time, count = np.arange(30.0), 300
    columns, times = np.sin(time / 5.0)[:, None], np.linspace(0.0, 23.22901, 400)
    losses = []
    for noise in np.linspace(5.5e-7, 6.3e-7, 12):
        problem = Problem(time, np.full(30, noise), columns, times)
        solution = solve(MarkovForm.matern(2, 20.8), problem)
        known = solution.met(times, QUIET)
        normals = np.random.default_rng(0).normal(size=(400, 2))
        losses.append(solution.given(known, windows.ADDED, normals, QUIET))
        (found,) = solution.draws_in([times], count, 3, QUIET)
        spread = found.curves.std(axis=1) / np.sqrt(known.variance)
        assert np.sqrt(np.mean(spread**2)) == pytest.approx(1.0, abs=0.1)
    assert max(losses) > windows.MOST_LOST
    assert min(losses) == 0.0


@pytest.mark.parametrize("name", SUMS)
def test_that_what_lasts_is_a_covariance_of_columns(name: str) -> None:
    _, lasting = parted(SUMS[name], 3.0)
    assert lasting is not None
    times = np.linspace(-30.0, 70.0, 41)
    columns = lasting.columns_at(times)
    np.testing.assert_allclose(
        columns @ columns.T, lasting.form.covariance(times, times), rtol=1e-12, atol=1e-11
    )


@pytest.mark.parametrize("name", SUMS)
@pytest.mark.parametrize("which", PROBLEMS)
def test_that_setting_apart_what_lasts_changes_nothing(name: str, which: str) -> None:
    form, problem = SUMS[name], PROBLEMS[which]
    solution, times = solve(form, problem), asked(problem)
    parts = apart(solution, QUIET)
    assert parts is not None
    assert parts.lead is not None
    assert parts.rest is not None
    assert parts.rest.form.dimension < form.dimension
    known = parts.at(times, QUIET)
    left = known.beyond @ known.root
    at = Problem(problem.times, problem.noise, problem.columns, times)
    dense, scale = Dense(form, at), form.variance_at(times).max()
    whole = joint(parts.rest, times) + left @ left.T
    np.testing.assert_allclose(whole, dense.covariance, atol=1e-11 * scale)
    np.testing.assert_allclose(known.mean, dense.mean, rtol=1e-8, atol=1e-9 * np.sqrt(scale))


ROADS = [
    "periodic", "waves + matern", "matern 3", "periodic * matern", "rbf", "rbf * periodic",
    "everything",
]  # fmt: skip
"""What lasts alone; in turn with and without such; by the matrix, by a fitted one, and by that with
what lasts apart."""
WINDOWS = [
    np.linspace(2.0, 6.0, 9),
    np.linspace(5.0, 9.0, 7),
    np.array([11.5]),
    np.array([26.0, 30.0]),
    np.array([7.0, 3.0, 7.0]),
]
"""Overlapping, of one time, outside the readings, in any order with one twice."""


@pytest.mark.parametrize("name", ROADS)
@pytest.mark.parametrize("few", [4_003, 0])
def test_that_draws_in_each_window_spread_as_dense_algebra_says(
    name: str, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With as many draws as members have, and with as many as one has alone."""
    monkeypatch.setattr(windows, "FEW_DRAWS", few)
    form, problem, count = form_of(name), PROBLEMS["missing"], 4_003
    solution = solve(form, problem)
    found = solution.draws_in(WINDOWS, count, 3, QUIET)
    assert len(found) == len(WINDOWS)
    for window, (mean, curves) in zip(WINDOWS, found, strict=True):
        dense = Dense(form, Problem(problem.times, problem.noise, problem.columns, window))
        np.testing.assert_allclose(mean, dense.mean, rtol=1e-6, atol=1e-6)
        assert curves.shape == (len(window), count)
        spread = np.sqrt(np.diag(dense.covariance))
        assert (abs(curves.mean(axis=1)) < 5.0 * spread / np.sqrt(count)).all()
        error = np.sqrt((np.outer(spread, spread) ** 2 + dense.covariance**2) / count)
        assert (abs(curves @ curves.T / count - dense.covariance) < 5.0 * error + 1e-7).all()
    again = solution.draws_in(WINDOWS, count, 3, QUIET)
    other = solution.draws_in(WINDOWS, count, 4, QUIET)
    for one, same, different in zip(found, again, other, strict=True):
        np.testing.assert_array_equal(one.curves, same.curves)
        assert not np.allclose(one.curves, different.curves)


@pytest.mark.parametrize("name", ROADS)
def test_that_one_time_asked_twice_has_one_value(name: str) -> None:
    _, curves = solve(form_of(name), PROBLEMS["plain"]).draws_in(WINDOWS, 50, 0, QUIET)[-1]
    np.testing.assert_array_equal(curves[0], curves[2])


@pytest.mark.parametrize("name", ROADS)
def test_that_nothing_asked_is_nothing_drawn(name: str) -> None:
    solution = solve(form_of(name), PROBLEMS["plain"])
    assert solution.draws_in([], 10, 0, QUIET) == []
    mean, curves = solution.draws_in([np.zeros(0), np.ones(2)], 10, 0, QUIET)[0]
    assert mean.shape == (0, 1)
    assert curves.shape == (0, 10)


@pytest.mark.parametrize("rank", [7, 30])
@pytest.mark.parametrize("by", [windows._root, windows._root_alone])
def test_that_a_singular_covariance_has_a_root(by: Callable[..., Floats], rank: int) -> None:
    half = np.random.default_rng(rank).standard_normal((rank, 30))
    covariance = half.T @ half
    root = by(np.triu(covariance), 1e-12)
    assert root.shape == (rank, 30)
    np.testing.assert_allclose(root.T @ root, covariance, atol=1e-11)


QUIETER = {
    "in turn": ("matern 3", 1e-4, True),
    "by the matrix": ("matern 3", 1e-8, True),
    "corrected": ("matern 3", 1e-12, False),
    "fitted, corrected": ("rbf", 1e-7, False),
    "nothing forgets": ("periodic", 1e-12, True),
    "all but nothing left of waves": ("waves + matern", 1e-15, False),
}


@pytest.mark.parametrize("case", QUIETER)
def test_that_quiet_readings_are_drawn_by_a_road_that_has_the_digits(case: str) -> None:
    """A covariance knows what is left to about 1e-14 of the variance before; prior draws that are
    corrected know it whatever it is."""
    name, noise, by_covariance = QUIETER[case]
    form, time = form_of(name), np.linspace(0.0, 20.0, 41)
    window, count = np.linspace(4.0, 8.0, 17), 4_001
    problem = Problem(time, np.full(41, noise), np.sin(time)[:, None], window)
    solution = solve(form, problem)
    assert (windows.drawn(solution, [window], 5, 0, QUIET) is not None) == by_covariance
    _, curves = solution.draws_in([window], count, 0, QUIET)[0]
    variance = solution.predict(window[:, None], QUIET)[1]
    ratio = curves.var(axis=1) / np.maximum(variance, 1e-300)
    assert (abs(ratio - 1.0) < 6.0 * np.sqrt(2.0 / count)).all()


def test_that_too_many_times_for_a_matrix_are_drawn_along_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solution, window = solve(form_of("rbf"), PROBLEMS["plain"]), WINDOWS[0]
    monkeypatch.setattr(windows, "MOST_TIMES", len(window) - 1)
    assert windows.drawn(solution, [window], 5, 0, QUIET) is None
    curves = solution.draws_in([window], 2_000, 0, QUIET)[0].curves
    expected = np.sqrt(solution.predict(window[:, None], QUIET)[1])
    np.testing.assert_allclose(curves.std(axis=1), expected, rtol=0.1)


def test_that_states_which_are_not_kept_are_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As of very long series."""
    monkeypatch.setattr(kalman, "KEPT_BYTES", 0.0)
    solution, window = solve(form_of("matern 3"), PROBLEMS["plain"]), WINDOWS[0]
    curves = solution.draws_in([window, window], 2_000, 0, QUIET)[1].curves
    expected = np.sqrt(solution.predict(window[:, None], QUIET)[1])
    np.testing.assert_allclose(curves.std(axis=1), expected, rtol=0.1)


class Impatient(Task):
    def __init__(self, patience: int) -> None:
        self.left = patience

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


@pytest.mark.parametrize("name", ["matern 3", "periodic * matern"])
def test_that_a_sweep_can_be_stopped_and_goes_on_where_it_was(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    solution = solve(form_of(name), PROBLEMS["plain"])
    at_once = solution.draws_in(WINDOWS, 20, 0, QUIET)
    monkeypatch.setattr(kalman, "OPERATIONS", 1.0)
    bit_by_bit = solution.draws_in(WINDOWS, 20, 0, QUIET)
    for one, other in zip(at_once, bit_by_bit, strict=True):
        np.testing.assert_allclose(one.curves, other.curves, rtol=1e-12)
    with pytest.raises(Cancelled):
        solution.draws_in(WINDOWS, 20, 0, Impatient(10))

"""Every Markov form, solved by the state-space passes, against dense algebra of its covariance.

The forms themselves are held to their formulas in ``tests/core/kernels/test_markov_form.py``.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from core.solvers.markov_rows import FORMS, PROBLEMS, Dense, Problem, solve

from gpstudio.core.errors import InputError
from gpstudio.core.operators import markov as operator
from gpstudio.core.solvers import kalman
from gpstudio.core.task import QUIET


@pytest.fixture(params=["kept", "legs"])
def memory(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all states kept, and as long series are worked through: leg by leg, twice."""
    if request.param == "legs":
        monkeypatch.setattr(kalman, "KEPT_BYTES", 0.0)
        monkeypatch.setattr(kalman, "LEG", 5)
        monkeypatch.setattr(math, "isqrt", lambda n: 5)


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("which", PROBLEMS)
def test_that_every_answer_is_that_of_dense_algebra(name: str, which: str) -> None:
    make, numbers = FORMS[name]
    form, problem = make(*numbers), PROBLEMS[which]
    solution, dense = solve(form, problem), Dense(form, problem)
    scale = form.variance_at(problem.targets).max()
    assert solution.notes.jitter == 0.0
    np.testing.assert_allclose(
        solution.log_determinant, np.linalg.slogdet(dense.A)[1], rtol=1e-9, atol=1e-9
    )
    np.testing.assert_allclose(solution.quadratic, dense.quadratic, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(
        solution.weights(QUIET),
        dense.spread(dense.inverse @ dense.y),
        rtol=1e-9,
        atol=1e-9 * np.abs(dense.inverse).max(),
    )
    np.testing.assert_allclose(
        solution.precisions(QUIET), dense.spread(np.diag(dense.inverse)), rtol=1e-8
    )
    mean, variance = solution.predict(problem.targets[:, None], QUIET)
    np.testing.assert_allclose(mean, dense.mean, rtol=1e-9, atol=1e-9 * np.sqrt(scale))
    np.testing.assert_allclose(variance, np.diag(dense.covariance), rtol=1e-9, atol=1e-10 * scale)
    found = solution.covariance(problem.targets[:, None], QUIET)
    np.testing.assert_allclose(found, dense.covariance, rtol=1e-8, atol=1e-9 * scale)

    mixing = np.random.default_rng(1).standard_normal((problem.columns.shape[1],) * 2)
    gradient, expected = solution.gradient(mixing, QUIET), dense.gradient(make, numbers, mixing)
    np.testing.assert_allclose(gradient, expected, rtol=1e-6, atol=1e-7 * max(1, *abs(expected)))


@pytest.mark.parametrize("name", ["linear + matern", "cosine * matern", "cosine * cosine"])
def test_that_unrolled_and_banded_passes_give_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, numbers = FORMS[name]
    problem = PROBLEMS["columns"]
    answers = []
    for most in (4, 0):
        monkeypatch.setattr(operator, "UNROLLED", most)
        solution = solve(make(*numbers), problem)
        mean, variance = solution.predict(problem.targets[:, None], QUIET)
        gradient = solution.gradient(np.eye(2), QUIET)
        answers.append(np.concatenate([mean.ravel(), variance, gradient]))
    np.testing.assert_allclose(answers[0], answers[1], rtol=1e-10, atol=1e-11)


@pytest.mark.parametrize("name", ["linear * matern", "periodic * matern", "rbf", "everything"])
def test_that_draws_spread_as_the_joint_covariance_says(name: str) -> None:
    form, problem = FORMS[name][0](*FORMS[name][1]), PROBLEMS["missing"]
    count = 2_003
    draws = solve(form, problem).draws(problem.targets[:, None], count, 5, QUIET)
    expected = Dense(form, problem).covariance
    spread = np.sqrt(np.diag(expected))
    assert (abs(draws.mean(axis=1)) < 5 * spread / np.sqrt(count) + 1e-6).all()
    error = np.sqrt((np.outer(spread, spread) ** 2 + expected**2) / count)
    assert (abs(draws @ draws.T / count - expected) < 5 * error + 1e-6).all()


@pytest.mark.parametrize(
    ("name", "order"),
    [("matern 3", 1), ("matern 3", 2), ("cosine * matern", 1), ("linear + matern", 1),
     ("periodic", 2), ("periodic * matern", 2), ("rbf * periodic", 1), ("linear", 1)],
)  # fmt: skip
def test_that_derivatives_are_those_of_the_dense_covariance(name: str, order: int) -> None:
    """Central differences of the joint posterior about each target, which Kalman does not see."""
    form, problem = FORMS[name][0](*FORMS[name][1]), PROBLEMS["plain"]
    step = 2e-3
    offsets = np.array([-1.0, 0.0, 1.0]) * step
    rule = np.array([[-0.5, 0.0, 0.5], [1.0, -2.0, 1.0]])[order - 1] / step**order
    targets = np.array([-1.0, problem.times[3], 6.4, 13.3, 22.0])
    beside = Problem(
        problem.times, problem.noise, problem.columns, (targets[:, None] + offsets).ravel()
    )
    dense = Dense(form, beside)
    means = dense.mean[:, 0].reshape(-1, 3) @ rule
    blocks = [dense.covariance[3 * i : 3 * i + 3, 3 * i : 3 * i + 3] for i in range(len(targets))]
    variances = np.array([rule @ block @ rule for block in blocks])
    mean, variance = solve(form, problem).derivative(targets[:, None], order, QUIET)
    scale = max(np.abs(mean).max(), np.sqrt(variance.max()))
    np.testing.assert_allclose(mean[:, 0], means, atol=2e-3 * scale)
    np.testing.assert_allclose(variance, variances, rtol=2e-2, atol=1e-3 * variance.max())


@pytest.mark.parametrize(("name", "order"), [("matern 0", 1), ("linear + matern", 2)])
def test_that_a_derivative_the_curve_lacks_is_refused_in_a_sentence(name: str, order: int) -> None:
    form, problem = FORMS[name][0](*FORMS[name][1]), PROBLEMS["plain"]
    with pytest.raises(InputError, match=f"has {order - 1} derivatives, not {order}"):
        solve(form, problem).derivative(problem.targets[:, None], order, QUIET)


@pytest.mark.parametrize("name", ["linear + matern", "periodic * matern", "rbf"])
def test_that_without_readings_the_curve_is_its_prior(name: str) -> None:
    form, problem = FORMS[name][0](*FORMS[name][1]), PROBLEMS["plain"]
    nothing = Problem(np.zeros(0), np.zeros(0), np.zeros((0, 1)), problem.targets)
    solution = solve(form, nothing)
    mean, variance = solution.predict(problem.targets[:, None], QUIET)
    assert solution.log_determinant == 0.0
    np.testing.assert_array_equal(mean, 0.0)
    np.testing.assert_allclose(variance, form.variance_at(problem.targets), rtol=1e-12)
    np.testing.assert_array_equal(solution.gradient(np.eye(1), QUIET), 0.0)


def test_that_one_is_left_out_in_closed_form() -> None:
    form, problem = FORMS["periodic * matern"][0](1.0, 4.0, 9.0), PROBLEMS["plain"]
    solution = solve(form, problem)
    precisions, weights = solution.precisions(QUIET), solution.weights(QUIET)[:, 0]
    for place in (0, 11, 25, 40):
        noise = problem.noise.copy()
        noise[place] = np.inf
        others = solve(form, Problem(problem.times, noise, problem.columns, problem.targets))
        mean, variance = others.predict(problem.times[place : place + 1, None], QUIET)
        left_out = problem.columns[place, 0] - weights[place] / precisions[place]
        assert left_out == pytest.approx(mean[0, 0], rel=1e-8)
        expected = variance[0] + problem.noise[place]
        assert 1.0 / precisions[place] == pytest.approx(expected, rel=1e-8)

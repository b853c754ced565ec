"""Every Markov form, solved by the state-space passes, against dense algebra of its covariance.

The forms themselves are held to their formulas in ``tests/core/kernels/test_markov_form.py``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.operators import markov as operator
from gpstudio.core.operators.markov import MarkovCovariance
from gpstudio.core.solvers import kalman
from gpstudio.core.solvers.kalman import Kalman
from gpstudio.core.solvers.solution import Solution
from gpstudio.core.task import QUIET

Made = Callable[..., MarkovForm]


def rbf(length: float) -> MarkovForm:
    """exp(−r²/2ℓ²) by ten exponentials, found by the matrix pencil; good to 1e-8."""
    step, terms = 0.05, 10
    values = np.exp(-((step * np.arange(240)) ** 2) / 2)
    hankel = values[np.add.outer(np.arange(120), np.arange(120))]
    vectors = np.linalg.svd(hankel)[0][:, :terms]
    poles = np.linalg.eigvals(np.linalg.pinv(vectors[:-1]) @ vectors[1:])
    powers = poles ** np.arange(240)[:, None]
    fitted = np.linalg.lstsq(powers, values.astype(complex), rcond=None)[0]
    return MarkovForm.exponentials(fitted, -np.log(poles) / step / length)


def periodic(length: float, period: float, terms: int = 6) -> MarkovForm:
    weights = np.exp(-np.arange(terms) / length)
    slopes = (np.arange(terms) / length * weights)[None]
    return MarkovForm.cosines(weights, 2 * np.pi / period, slopes)


def year(length: float, departure: float) -> MarkovForm:
    return periodic(length, 3.0).times(MarkovForm.matern(2, departure))


FORMS: dict[str, tuple[Made, tuple[float, ...]]] = {
    "matern 0": (lambda a: MarkovForm.matern(0, a), (3.0,)),
    "matern 3": (lambda a: MarkovForm.matern(3, a), (3.0,)),
    "cosine": (lambda a: MarkovForm.cosine(a).scaled(2.0), (0.5, 2.0)),
    "linear": (lambda a: MarkovForm.linear(8.0).scaled(a), (0.3,)),
    "linear + matern": (
        lambda a, b: MarkovForm.linear(8.0).scaled(a).plus(MarkovForm.matern(1, b)),
        (0.3, 4.0),
    ),
    "linear * matern": (
        lambda a, b: MarkovForm.linear(8.0).scaled(a).times(MarkovForm.matern(1, b)),
        (0.3, 4.0),
    ),
    "cosine * matern": (
        lambda a, b: MarkovForm.cosine(2 * np.pi / a).times(MarkovForm.matern(1, b)),
        (3.0, 5.0),
    ),
    "cosine * cosine": (
        lambda a, b: MarkovForm.cosine(6.28 / a).times(MarkovForm.cosine(6.28 / b)),
        (3.0, 5.0),
    ),
    "periodic": (periodic, (1.0, 4.0)),
    "periodic * matern": (
        lambda a, b, c: periodic(a, b).times(MarkovForm.matern(2, c)),
        (1.0, 4.0, 9.0),
    ),
    "rbf": (rbf, (2.0,)),
    "rbf + matern": (lambda a, b: rbf(a).plus(MarkovForm.matern(1, b)), (4.0, 0.7)),
    "rbf * periodic": (lambda a, b, c: rbf(a).times(periodic(b, c)), (6.0, 1.0, 3.0)),
    "everything": (
        lambda a, b, c: (
            rbf(a)
            .plus(MarkovForm.matern(1, b).times(MarkovForm.linear(2.0)))
            .plus(periodic(0.5, c).chained(np.array([[0.0, 1.0]])))
            .plus(MarkovForm.constant().scaled(3.0).chained(np.zeros((0, 1))))
        ),
        (4.0, 3.0, 2.5),
    ),
}  # fmt: skip
FORMS["cosine"] = (
    lambda a, b: MarkovForm.cosine(2 * np.pi / b).scaled(a),
    (2.0, 7.0),
)


@dataclass(frozen=True)
class Formed:
    """Stands in for a kernel: all that the passes ask of one."""

    form: MarkovForm

    def markov_form(self) -> MarkovForm:
        return self.form

    def __str__(self) -> str:
        return "this"


@dataclass(frozen=True)
class Problem:
    times: Floats
    noise: Floats
    columns: Floats
    targets: Floats


def _problem(columns: int = 1, missing: bool = False, noise: float = 0.05) -> Problem:
    random = np.random.default_rng(columns)
    times = np.sort(random.uniform(0.0, 20.0, 41))
    times[12] = times[11]
    times[20:24] = times[20] + np.array([0.0, 1e-7, 1e-4, 0.01])
    noises = np.full(41, noise) * random.uniform(0.5, 2.0, 41)
    values = np.column_stack([np.sin(times), *(times**i / 20**i for i in range(columns - 1))])
    if missing:
        noises[[0, 7, 8, 40]] = np.inf
        values[[0, 7, 8, 40]] = 1e5
    targets = np.concatenate([[25.0, -3.0], times[[30, 0, 7, 12]], random.uniform(0, 20, 9)])
    return Problem(times, noises, values[:, :columns], targets)


PROBLEMS = {
    "plain": _problem(),
    "missing": _problem(missing=True),
    "columns": _problem(2),
    "many columns": _problem(3),
    "quiet": _problem(noise=1e-3),
}


def solve(form: MarkovForm, problem: Problem) -> Solution:
    covariance = MarkovCovariance(Formed(form), problem.times[:, None])  # type: ignore[arg-type]
    return Kalman().condition(covariance, problem.noise, problem.columns, QUIET)


class Dense:
    def __init__(self, form: MarkovForm, problem: Problem) -> None:
        here = np.isfinite(problem.noise)
        self.here, self.x, self.t = here, problem.times[here], problem.targets
        self.noise, self.y = problem.noise[here], problem.columns[here]
        self.A = form.covariance(self.x, self.x) + np.diag(self.noise)
        self.inverse = np.linalg.inv(self.A)
        cross = form.covariance(self.t, self.x)
        self.mean = cross @ self.inverse @ self.y
        self.covariance = form.covariance(self.t, self.t) - cross @ self.inverse @ cross.T
        self.quadratic = self.y.T @ self.inverse @ self.y

    def spread(self, values: Floats) -> Floats:
        full = np.zeros((len(self.here), *values.shape[1:]))
        full[self.here] = values
        return full

    def gradient(self, make: Made, numbers: tuple[float, ...], mixing: Floats) -> Floats:
        weights = self.inverse @ self.y @ mixing
        pull = weights @ weights.T - self.inverse
        slopes = []
        for place in range(len(numbers)):
            sides = []
            for steps in (1, -1, 2, -2):
                moved = list(numbers)
                moved[place] *= np.exp(steps * 1e-4)
                sides.append(make(*moved).covariance(self.x, self.x))
            slope = (8 * (sides[0] - sides[1]) - (sides[2] - sides[3])) / 12e-4
            slopes.append(0.5 * np.sum(pull * slope))
        return np.array([*slopes, 0.5 * np.diag(pull) @ self.noise])


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

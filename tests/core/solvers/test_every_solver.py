"""One contract for every solver: the answers of a plain dense formula, whatever is asked.

Each is tried on the kernels of the structure that it needs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from gpstudio.core.approximations import APPROXIMATIONS
from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.language import parse
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers import SOLVERS, Solution, kalman
from gpstudio.core.task import QUIET, Cancelled, Task

MARKOV = (
    "1.5 * matern32(3)",
    "1.5 * matern52(3)",
    "0.7 * matern32(0.4) + 2 * matern32(9)",
    "1.5 * matern32(3) * matern32(7)",
    "constant(2)",
    "2 * (matern32(1) + constant(0.5)) * constant(3)",
)
"""Of one to four states: each number of states is compiled once, which is what takes the time."""
SMOOTH = ("1.5 * rbf(3)", "0.7 * rbf(1) * matern32(9) + constant(4)")

KERNELS_OF: dict[str, tuple[str, ...]] = {
    "markov": MARKOV,
    "entries": MARKOV + SMOOTH,
    "products": MARKOV + SMOOTH,
    "features": MARKOV,
    "toeplitz": ("1.5 * rbf(3)", "0.7 * rbf(1) + 0.4 * rbf(9)"),
}
ROWS = {entry.spec.name: KERNELS_OF[entry.needs] for entry in SOLVERS}

ROUNDED = {("features", "tiny-steps"): 1e-8}
"""How near a mean can be where not 1e-10. Landmarks a millionth apart carry the curve's slope as
the difference of the two: 1e-16/1e-6 of it is rounding, which weights of some tens multiply."""

TIGHT: dict[str, dict[str, float]] = {"toeplitz": {"tolerance": 1e-13}}
"""Waves hold a covariance to a tolerance, and take more of them the longer the series is."""
LONG = {("toeplitz", "gap-of-ages")}
"""By what a solver needs, all of them."""

PAIRS = [pytest.param(name, text, id=f"{name}-{text}") for name in ROWS for text in ROWS[name]]


@dataclass(frozen=True)
class Problem:
    """Readings, their noise (infinite where one is missing) and times to predict."""

    times: Floats
    noise: Floats
    columns: Floats
    targets: Floats
    mixing: Floats = field(default_factory=lambda: np.eye(1))


def _plain() -> Problem:
    random = np.random.default_rng(1)
    times = np.sort(random.uniform(0.0, 20.0, 31))
    return Problem(
        times,
        np.full(31, 0.05),
        random.standard_normal((31, 1)),
        # before, at, between and after the readings, in no order
        np.concatenate([[25.0, -3.0, 20.0], times[[30, 0, 7, 8]], random.uniform(0, 20, 9)]),
    )


def _with_times(times: Floats) -> Problem:
    random = np.random.default_rng(2)
    n = len(times)
    targets = np.array([times[-1] + 1.0, times[0] - 1.0, *times[: min(n, 4)], times.mean()])
    return Problem(times, np.full(n, 0.1), random.standard_normal((n, 1)), targets)


def _missing(*places: int) -> Problem:
    plain = _plain()
    noise, columns = plain.noise.copy(), plain.columns.copy()
    noise[list(places)] = np.inf
    columns[list(places)] = 1e6
    return replace(plain, noise=noise, columns=columns)


def _columns() -> Problem:
    plain, random = _plain(), np.random.default_rng(3)
    columns = np.column_stack([plain.columns, np.ones(31), plain.times])
    return replace(plain, columns=columns, mixing=random.standard_normal((3, 3)))


PROBLEMS: dict[str, Callable[[], Problem]] = {
    "plain": _plain,
    "even": lambda: _with_times(np.arange(12.0)),
    "repeated": lambda: _with_times(np.array([0.0, 0, 0, 1, 2, 2, 5, 5, 5])),
    "all-at-once": lambda: _with_times(np.full(6, 3.0)),
    "one": lambda: _with_times(np.array([4.0])),
    "two": lambda: _with_times(np.array([4.0, 9.0])),
    "gap-of-ages": lambda: _with_times(np.array([0.0, 1, 2, 365_000, 365_001, 365_001.5])),
    "tiny-steps": lambda: _with_times(np.array([0.0, 1e-9, 2e-6, 1e-3, 0.5, 0.5 + 1e-12, 3.0])),
    "far-from-nought": lambda: _with_times(1e9 + np.arange(10.0) * 0.5),
    "noise-each": lambda: replace(_plain(), noise=np.geomspace(1e-3, 1e3, 31)),
    "missing-inside": lambda: _missing(4, 5, 6, 20),
    "missing-first": lambda: _missing(0, 1),
    "missing-last": lambda: _missing(29, 30),
    "no-targets": lambda: replace(_plain(), targets=np.zeros(0)),
    "one-target": lambda: replace(_plain(), targets=np.array([7.5])),
    "repeated-targets": lambda: replace(_plain(), targets=np.array([7.5, 3.0, 7.5, 7.5, 30, 30])),
    "columns": _columns,
}


class Reference:
    """The textbook: a matrix, its inverse, nothing clever. Gradients by central differences."""

    def __init__(self, kernel: Kernel, problem: Problem) -> None:
        self.kernel, self.problem = kernel, problem
        here = np.isfinite(problem.noise)
        self.here = here
        self.x, self.t = problem.times[here][:, None], problem.targets[:, None]
        self.noise, self.y = problem.noise[here], problem.columns[here]
        self.A = kernel.block(self.x, self.x) + np.diag(self.noise)
        self.inverse = np.linalg.inv(self.A)
        self.cross = kernel.block(self.t, self.x)

    @property
    def log_determinant(self) -> float:
        return float(np.linalg.slogdet(self.A)[1])

    @property
    def quadratic(self) -> Floats:
        return self.y.T @ self.inverse @ self.y

    @property
    def weights(self) -> Floats:
        full = np.zeros_like(self.problem.columns)
        full[self.here] = self.inverse @ self.y
        return full

    @property
    def mean(self) -> Floats:
        return self.cross @ self.inverse @ self.y

    @property
    def covariance(self) -> Floats:
        return self.kernel.block(self.t, self.t) - self.cross @ self.inverse @ self.cross.T

    def gradient(self) -> Floats:
        weights = self.inverse @ self.y @ self.problem.mixing
        pull = weights @ weights.T - self.inverse
        slopes = [np.diag(self.noise)]
        settings = [setting for _, setting in self.kernel.settings]
        step = 1e-5
        for place in reversed(range(len(settings))):
            sides = []
            for sign in (1, -1):
                moved = list(settings)
                moved[place] = moved[place].at(moved[place].number * np.exp(sign * step))
                sides.append(self.kernel.with_settings(moved).block(self.x, self.x))
            slopes.insert(0, (sides[0] - sides[1]) / (2 * step))
        return np.array([0.5 * np.sum(pull * slope) for slope in slopes])


def operator_for(name: str, kernel: Kernel, times: Floats) -> Operator:
    """What the solver needs, from the first approximation that gives it. Landmarks are all the
    times, so that the covariance is the kernel's whoever holds it."""
    inputs = times[:, None]
    makers = [entry for entry in APPROXIMATIONS if SOLVERS[name].needs in entry.gives]
    ground = Ground(kernel, np.unique(inputs, axis=0), 0.05, 0)
    return makers[0](**TIGHT.get(SOLVERS[name].needs, {})).prepared(ground).operator(kernel, inputs)


def solve(name: str, kernel: Kernel, problem: Problem, task: Task = QUIET) -> Solution:
    operator = operator_for(name, kernel, problem.times)
    return SOLVERS[name]().condition(operator, problem.noise, problem.columns, task)


@pytest.fixture(params=[None, 7], ids=["whole", "in-stretches"])
def stretch(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int | None:
    """Long series are worked through in stretches: here also with a stretch of seven readings."""
    if request.param is not None:
        monkeypatch.setattr(kalman, "STRETCH", request.param)
    return request.param


@pytest.mark.usefixtures("stretch")
@pytest.mark.parametrize(("name", "text"), PAIRS)
@pytest.mark.parametrize("which", PROBLEMS)
def test_that_every_answer_is_that_of_the_plain_formula(name: str, text: str, which: str) -> None:
    needs = SOLVERS[name].needs
    if (needs, which) in LONG:
        pytest.skip("a hundred thousand waves for six readings")
    kernel, problem = build_kernel(parse(text)), PROBLEMS[which]()
    solution, reference = solve(name, kernel, problem), Reference(kernel, problem)
    scale = float(kernel.diagonal(problem.times[:1, None])[0])
    close = {"rtol": 1e-9, "atol": 1e-10}
    away = {"rtol": 1e-9, "atol": ROUNDED.get((needs, which), 1e-10)}

    np.testing.assert_allclose(solution.log_determinant, reference.log_determinant, **close)
    np.testing.assert_allclose(solution.quadratic, reference.quadratic, **close)
    np.testing.assert_array_equal(solution.quadratic, solution.quadratic.T)
    np.testing.assert_allclose(solution.weights(QUIET), reference.weights, **close)

    mean, variance = solution.predict(problem.targets[:, None], QUIET)
    covariance = solution.covariance(problem.targets[:, None], QUIET)
    assert mean.shape == (len(problem.targets), problem.columns.shape[1])
    np.testing.assert_allclose(mean, reference.mean, **away)
    near = {"rtol": 1e-9, "atol": 1e-10 * scale}
    np.testing.assert_allclose(variance, np.diag(reference.covariance), **near)
    np.testing.assert_allclose(covariance, reference.covariance, **near)
    np.testing.assert_allclose(covariance, covariance.T, atol=1e-14 * scale)
    assert (variance >= 0).all()

    gradient, expected = solution.gradient(problem.mixing, QUIET), reference.gradient()
    # central differences of step 1e-5 are good to some 1e-9 of the parts they are summed from
    np.testing.assert_allclose(gradient, expected, rtol=1e-7, atol=1e-7 * max(1, *abs(expected)))


@pytest.mark.parametrize(("name", "text"), PAIRS)
def test_that_asking_again_gives_the_same_numbers(name: str, text: str) -> None:
    kernel, problem = build_kernel(parse(text)), _columns()
    solution, targets = solve(name, kernel, problem), problem.targets[:, None]
    first = solution.predict(targets, QUIET)
    solution.gradient(problem.mixing, QUIET)
    solution.draws(targets, 3, 0, QUIET)
    again = solution.predict(targets, QUIET)
    np.testing.assert_array_equal(first[0], again[0])
    np.testing.assert_array_equal(first[1], again[1])


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("which", ["plain", "missing-inside", "repeated", "one"])
def test_that_draws_spread_as_the_joint_covariance_says(name: str, which: str) -> None:
    kernel, problem = build_kernel(parse(ROWS[name][1])), PROBLEMS[which]()
    count = 4_003
    draws = solve(name, kernel, problem).draws(problem.targets[:, None], count, 5, QUIET)
    expected = Reference(kernel, problem).covariance
    assert draws.shape == (len(problem.targets), count)
    spread = np.sqrt(np.diag(expected))
    # five standard errors, for a fixed seed
    assert (abs(draws.mean(axis=1)) < 5 * spread / np.sqrt(count) + 1e-9).all()
    error = np.sqrt((np.outer(spread, spread) ** 2 + expected**2) / count)
    assert (abs(draws @ draws.T / count - expected) < 5 * error + 1e-9).all()


@pytest.mark.parametrize("name", ROWS)
def test_that_draws_follow_their_seed(name: str) -> None:
    kernel, problem = build_kernel(parse(ROWS[name][0])), _plain()
    solution, targets = solve(name, kernel, problem), problem.targets[:, None]
    first = solution.draws(targets, 11, 1, QUIET)
    np.testing.assert_array_equal(first, solution.draws(targets, 11, 1, QUIET))
    assert not np.allclose(first, solution.draws(targets, 11, 2, QUIET))
    assert len(np.unique(first[0])) == 11, "each draw is its own"


@pytest.mark.parametrize("name", ROWS)
def test_that_a_draw_has_one_value_at_one_time(name: str) -> None:
    kernel, problem = build_kernel(parse(ROWS[name][0])), PROBLEMS["repeated-targets"]()
    draws = solve(name, kernel, problem).draws(problem.targets[:, None], 9, 1, QUIET)
    np.testing.assert_allclose(draws[0], draws[2], atol=1e-7)
    np.testing.assert_allclose(draws[4], draws[5], atol=1e-7)


@pytest.mark.parametrize("name", ROWS)
def test_that_the_smallest_noise_gives_finite_numbers_or_a_clear_sentence(name: str) -> None:
    """Repeated to the digit and all but free of noise, readings leave A singular in doubles."""
    kernel = build_kernel(parse(ROWS[name][0]))
    problem = replace(PROBLEMS["repeated"](), noise=np.full(9, 1e-25))
    solution = solve(name, kernel, problem)
    assert np.isfinite(solution.log_determinant)
    assert np.isfinite(solution.quadratic).all()
    # features and noise are kept apart: nothing is singular there, and nothing need be added
    if SOLVERS[name].needs not in {"features", "toeplitz"}:
        assert solution.notes.jitter > 0, "what was added is reported"
    mean, variance = solution.predict(problem.targets[:, None], QUIET)
    assert np.isfinite(mean).all()
    assert (variance >= 0).all()
    assert np.isfinite(solution.gradient(problem.mixing, QUIET)).all()


class Impatient(Task):
    """Lets so many checks pass, then stops the work."""

    def __init__(self, patience: int = 0) -> None:
        self.left = patience

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


QUESTIONS: dict[str, Callable[[Solution, Problem, Task], object]] = {
    "gradient": lambda solution, problem, task: solution.gradient(problem.mixing, task),
    "predict": lambda solution, problem, task: solution.predict(problem.targets[:, None], task),
    "covariance": lambda solution, problem, task: solution.covariance(
        problem.targets[:, None], task
    ),
    "draws": lambda solution, problem, task: solution.draws(
        problem.targets[:, None], 20, 0, task
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_that_every_long_question_can_be_stopped(name: str, question: str) -> None:
    kernel, problem = build_kernel(parse(ROWS[name][0])), _plain()
    solution = solve(name, kernel, problem)
    with pytest.raises(Cancelled):
        QUESTIONS[question](solution, problem, Impatient())


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("patience", [0, 1, 2])
def test_that_conditioning_on_many_readings_looks_at_the_task_on_the_way(
    name: str, patience: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kalman, "STRETCH", 100)
    times = np.arange(600.0)
    problem = Problem(times, np.full(600, 0.1), np.sin(times)[:, None], times[:1])
    with pytest.raises(Cancelled):
        solve(name, build_kernel(parse(ROWS[name][0])), problem, Impatient(patience))


@pytest.mark.parametrize("name", ROWS)
def test_that_the_memory_a_solver_asks_for_grows_with_the_readings(name: str) -> None:
    needed = [SOLVERS[name]().bytes_needed(n) for n in (1, 10, 1_000)]
    assert 0 < needed[0] < needed[1] < needed[2]

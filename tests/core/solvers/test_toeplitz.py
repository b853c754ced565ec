"""Normal equations of waves by iteration, against their factor and the exact fit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.fourier.equispaced import Equispaced
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers.solution import Solution
from gpstudio.core.solvers.toeplitz import Toeplitz, ToeplitzSolution
from gpstudio.core.solvers.toeplitz_steps import Enough, descend, log_quadratic
from gpstudio.core.solvers.woodbury import Woodbury, WoodburySolution
from gpstudio.core.task import QUIET, Cancelled, Task


@dataclass(frozen=True)
class Problem:
    operator: Operator
    noise: Floats
    columns: Floats
    targets: Floats


def _problem(
    dimensions: int = 2, kernel: str = "1.3 * rbf(1.2)", tolerance: float = 1e-5
) -> Problem:
    random = np.random.default_rng(dimensions)
    inputs = random.uniform(-2.0, 2.0, (250, dimensions))
    values = np.sin(2.0 * inputs[:, 0]) + np.cos(inputs[:, -1])
    columns = np.column_stack([values + 0.2 * random.standard_normal(250), np.ones(250)])
    noise = 0.05 * random.uniform(0.3, 3.0, 250)
    noise[7:11] = np.inf
    columns[7:11] = 1e6
    made = build_kernel(parse(kernel), dimensions)
    settled = Equispaced(tolerance, room=1.0).prepared(Ground(made, inputs, 0.05, 0))
    targets = random.uniform(-2.5, 2.5, (12, dimensions))
    return Problem(settled.operator(made, inputs), noise, columns, targets)


def _solved(problem: Problem, task: Task = QUIET, **words: float) -> Solution:
    solver = Toeplitz(**{"factored": 0, **words})
    return solver.condition(problem.operator, problem.noise, problem.columns, task)


def _factored(problem: Problem) -> Solution:
    return Woodbury().condition(problem.operator, problem.noise, problem.columns, QUIET)


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_that_every_answer_but_the_evidence_is_the_factors(dimensions: int) -> None:
    problem = _problem(dimensions, tolerance=0.05 if dimensions == 3 else 1e-4)
    found, known = _solved(problem), _factored(problem)
    assert isinstance(found, ToeplitzSolution)
    mean, variance = found.predict(problem.targets, QUIET)
    expected, known_variance = known.predict(problem.targets, QUIET)
    np.testing.assert_allclose(mean, expected, atol=1e-6 * abs(expected).max())
    np.testing.assert_allclose(variance, known_variance, rtol=2e-6)
    np.testing.assert_allclose(found.quadratic, known.quadratic, rtol=1e-10)
    np.testing.assert_allclose(found.weights(QUIET), known.weights(QUIET), atol=1e-5)
    joint = known.covariance(problem.targets, QUIET)
    np.testing.assert_allclose(found.covariance(problem.targets, QUIET), joint, atol=1e-6)
    notes = found.notes
    assert notes.iterations is not None
    assert notes.iterations > 5
    assert notes.residual is not None
    assert notes.residual < 1e-6
    assert notes.stopped == "tolerance reached"


def test_that_the_evidence_is_right_within_the_error_it_tells_and_says_when_that_is_large() -> None:
    problem = _problem()
    known = _factored(problem)
    few, many = _solved(problem, probes=8), _solved(problem, probes=120)
    for found in (few, many):
        error = found.notes.evidence_error
        assert error > 0.0
        assert abs(found.log_determinant - known.log_determinant) < 4.0 * error
    assert many.notes.evidence_error < few.notes.evidence_error
    assert "standard error" in few.notes.remarks[-1]


def test_that_the_slopes_are_right_within_what_probes_can_tell() -> None:
    problem = _problem()
    mixing = np.random.default_rng(3).standard_normal((2, 2))
    known = _factored(problem).gradient(mixing, QUIET)
    some = _solved(problem, probes=160).gradient(mixing, QUIET)
    np.testing.assert_allclose(some, known, atol=2.0)
    # of one seed the probes are the same: what is learnt is smooth
    np.testing.assert_array_equal(
        _solved(problem).log_determinant, _solved(problem).log_determinant
    )


def test_that_draws_spread_as_the_joint_covariance_says() -> None:
    problem = _problem(1)
    found, count = _solved(problem), 1_003
    draws = found.draws(problem.targets, count, 1, QUIET)
    expected = found.covariance(problem.targets, QUIET)
    spread = np.sqrt(np.diag(expected))
    error = np.sqrt((np.outer(spread, spread) ** 2 + expected**2) / count)
    assert (abs(draws @ draws.T / count - expected) < 5 * error + 1e-9).all()
    np.testing.assert_array_equal(draws, found.draws(problem.targets, count, 1, QUIET))


def test_that_few_waves_are_factored() -> None:
    problem = _problem(1)
    assert isinstance(_solved(problem, factored=1_000), WoodburySolution)
    assert isinstance(_solved(problem, factored=10), ToeplitzSolution)


def test_that_too_few_iterations_are_told_of() -> None:
    notes = _solved(_problem(), iterations=5).notes
    assert notes.iterations == 5
    assert "above the tolerance" in notes.stopped
    assert "allow more iterations" in notes.remarks[0]
    assert notes.residual is not None
    assert notes.residual > 1e-6


def test_that_descent_and_its_logarithm_are_those_of_the_dense_matrix() -> None:
    random = np.random.default_rng(0)
    half = random.standard_normal((40, 25))
    matrix = np.eye(40) + half @ half.T

    class Dense:
        level = np.diag(matrix).copy()

        def times(self, rows: Floats, task: Task = QUIET) -> Floats:
            return rows @ matrix

    right = random.standard_normal((3, 40))
    right[1] = 0.0
    found = descend(Dense(), right, Enough(np.full(1, 1e-11), 0.0, 500), QUIET)
    assert found.reached
    np.testing.assert_allclose(found.rows, np.linalg.solve(matrix, right.T).T, atol=1e-10)
    np.testing.assert_allclose(found.left, right - found.rows @ matrix, atol=1e-12)
    roots = np.sqrt(Dense.level)
    values, vectors = np.linalg.eigh(matrix / np.outer(roots, roots))
    start = right[0] / roots
    expected = (vectors.T @ start) ** 2 @ np.log(values) / (start @ start)
    lengths, turns = np.array(found.lengths)[:, 0], np.array(found.turns)[:, 0]
    assert log_quadratic(lengths, turns) == pytest.approx(expected, rel=1e-9)


def test_that_a_fit_by_iteration_is_the_exact_one() -> None:
    random = np.random.default_rng(2)
    inputs = random.uniform(-2.0, 2.0, (200, 2))
    values = np.sin(1.5 * inputs[:, 0]) + np.cos(inputs[:, 1]) + 0.1 * random.standard_normal(200)
    targets = random.uniform(-2.5, 2.5, (15, 2))
    words = {"kernel": "rbf([1, 2])", "noise": "held(0.02)", "learning": "fixed"}
    exact = GPRegressor(**words, approximation="exact", solver="cholesky").fit(inputs, values)
    near = GPRegressor(
        **words, approximation="equispaced(tolerance=1e-8)", solver="toeplitz(factored=0)"
    ).fit(inputs, values)
    mean, std = exact.predict(targets, return_std=True)
    near_mean, near_std = near.predict(targets, return_std=True)
    np.testing.assert_allclose(near_mean, mean, atol=1e-6)
    np.testing.assert_allclose(near_std, std, rtol=1e-6)
    report = near.report_
    assert (
        abs(near.log_marginal_likelihood_ - exact.log_marginal_likelihood_)
        < 4 * report.evidence_error
    )
    assert report.stopped == "tolerance reached"


def test_that_leaving_each_reading_out_is_refused_in_a_sentence() -> None:
    with pytest.raises(InputError, match="choose a looser tolerance or another approximation"):
        _solved(_problem(1)).precisions(QUIET)


class Impatient(Task):
    def __init__(self, patience: int = 0) -> None:
        self.left = patience

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


@pytest.mark.parametrize("patience", [0, 3, 30])
def test_that_every_long_step_can_be_stopped(patience: int) -> None:
    problem = _problem()
    with pytest.raises(Cancelled):
        _solved(problem, Impatient(patience))
    found = _solved(problem)
    for work in (
        lambda: found.predict(problem.targets, Impatient(patience)),
        lambda: found.covariance(problem.targets, Impatient(patience)),
        lambda: found.draws(problem.targets, 3, 0, Impatient(patience)),
    ):
        with pytest.raises(Cancelled):
            work()

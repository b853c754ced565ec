"""Iterative solvers against Cholesky, where the preconditioner is far from the matrix itself."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.approximations import APPROXIMATIONS
from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.choices import make
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import RecipeError, parse
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers import SOLVERS, Solution, companions
from gpstudio.core.solvers.companions import ProbedEvidence, pulled_pairs
from gpstudio.core.solvers.iterative_solution import IterativeSolution
from gpstudio.core.solvers.krylov import PRECONDITIONERS
from gpstudio.core.task import QUIET, Cancelled, Task

ITERATIVE = [entry.spec.name for entry in SOLVERS if entry.method]
N, TARGETS = 640, 40
LOW_RANK = [
    "nystrom(rank=80)",
    "inducing(points=40, bound='fitc')",
    "inducing(points=40, bound='vfe')",
    "fourier(features=200)",
]


def _readings(inputs: int = 3, n: int = N) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(4)
    x, asked = random.standard_normal((n, inputs)), random.standard_normal((TARGETS, inputs))
    y = np.sin(2.0 * x[:, 0]) + x[:, -1] ** 2 + 0.1 * random.standard_normal(n)
    return x, np.column_stack([y, np.ones(n)]), asked


def _solved(
    text: str, kernel: str, noise: float = 0.01, task: Task = QUIET, n: int = N
) -> Solution:
    x, columns, _ = _readings(n=n)
    covariance = DenseCovariance(build_kernel(parse(kernel)), x)
    return make(SOLVERS, parse(text)).condition(covariance, np.full(n, noise), columns, task)


def _near(told: np.ndarray, exact: np.ndarray, share: float = 1e-6) -> None:
    np.testing.assert_allclose(told, exact, rtol=0, atol=share * np.abs(exact).max())


@pytest.mark.parametrize("preconditioner", PRECONDITIONERS.names)
@pytest.mark.parametrize("name", ITERATIVE)
def test_that_mean_and_band_are_choleskys_to_a_millionth(name: str, preconditioner: str) -> None:
    written = f"{name}(preconditioner='{preconditioner}', rank=50)"
    solution, exact = _solved(written, "2 * rbf(1.2)"), _solved("cholesky", "2 * rbf(1.2)")
    targets = _readings()[2]
    mean, variance = solution.predict(targets, QUIET)
    true_mean, true_variance = exact.predict(targets, QUIET)
    _near(mean, true_mean)
    np.testing.assert_allclose(np.sqrt(variance), np.sqrt(true_variance), rtol=1e-6)
    np.testing.assert_allclose(solution.quadratic, exact.quadratic, rtol=1e-9)
    assert solution.notes.iterations is not None
    assert solution.notes.iterations > 5, "the preconditioner alone is not the answer"
    assert solution.notes.residual is not None
    assert "reached the tolerance" in solution.notes.stopped
    assert solution.notes.remarks == ()


@pytest.mark.parametrize("noise", [1e-6, 1.0])
@pytest.mark.parametrize("kernel", ["rbf(1)", "matern12(2)", "rbf(1) * matern32(3) + constant(1)"])
@pytest.mark.parametrize("name", ITERATIVE)
def test_that_little_noise_and_rough_kernels_are_no_worse(
    name: str, kernel: str, noise: float
) -> None:
    """Fewer of them: thousands of steps are walked."""
    solution = _solved(f"{name}(rank=100)", kernel, noise, n=320)
    exact, targets = _solved("cholesky", kernel, noise, n=320), _readings(n=320)[2]
    mean, variance = solution.predict(targets, QUIET)
    true_mean, true_variance = exact.predict(targets, QUIET)
    _near(mean, true_mean)
    np.testing.assert_allclose(np.sqrt(variance), np.sqrt(true_variance), rtol=1e-6)


@pytest.mark.parametrize("name", ITERATIVE)
def test_that_evidence_slopes_and_joint_answers_are_choleskys(name: str) -> None:
    solution = _solved(f"{name}(rank=60)", "2 * rbf([1, 2, 3])")
    exact, targets = _solved("cholesky", "2 * rbf([1, 2, 3])"), _readings()[2]
    np.testing.assert_allclose(solution.log_determinant, exact.log_determinant, rtol=1e-12)
    assert solution.notes.evidence_error == 0.0
    mixing = np.random.default_rng(0).standard_normal((2, 2))
    _near(solution.gradient(mixing, QUIET), exact.gradient(mixing, QUIET), 1e-9)
    _near(solution.precisions(QUIET), exact.precisions(QUIET), 1e-9)
    _near(solution.covariance(targets, QUIET), exact.covariance(targets, QUIET))
    _near(solution.weights(QUIET), exact.weights(QUIET), 1e-5)
    draws = solution.draws(targets, 5, 1, QUIET)
    np.testing.assert_allclose(draws, exact.draws(targets, 5, 1, QUIET), atol=1e-4)


@pytest.mark.parametrize("written", LOW_RANK)
@pytest.mark.parametrize("name", ITERATIVE)
def test_that_approximations_are_answered_as_woodbury_answers_them(name: str, written: str) -> None:
    x, columns, targets = _readings()
    kernel, noise = build_kernel(parse("2 * rbf(1.2)")), np.full(N, 0.05)
    try:
        approximation = make(APPROXIMATIONS, parse(written))
    except RecipeError:
        pytest.skip("not registered")
    ground = Ground(kernel, x, 0.05, 0)
    operator: Operator = approximation.prepared(ground).operator(kernel, x)
    missing = noise.copy()
    missing[[3, 200]] = np.inf
    for variances in (noise, missing):
        told = SOLVERS[name](rank=100).condition(operator, variances, columns, QUIET)
        exact = SOLVERS["woodbury"]().condition(operator, variances, columns, QUIET)
        for one, other in zip(
            told.predict(targets, QUIET), exact.predict(targets, QUIET), strict=True
        ):
            _near(one, other)
        _near(told.weights(QUIET), exact.weights(QUIET), 1e-5)
        np.testing.assert_allclose(told.log_determinant, exact.log_determinant, rtol=1e-12)
        _near(told.gradient(np.eye(2), QUIET), exact.gradient(np.eye(2), QUIET), 1e-9)
        _near(told.covariance(targets, QUIET), exact.covariance(targets, QUIET), 1e-5)


def _probed(solution: Solution) -> ProbedEvidence:
    assert isinstance(solution, IterativeSolution)
    return ProbedEvidence(solution._system, solution.weights(QUIET), 1_000, QUIET)


@pytest.mark.parametrize("rank", [60, 250])
def test_that_a_probed_evidence_is_within_four_of_its_standard_errors(rank: int) -> None:
    solution = _solved(f"cg(rank={rank})", "2 * rbf(1.2)")
    exact = _solved("cholesky", "2 * rbf(1.2)")
    found = _probed(solution)
    error = found.notes.evidence_error
    assert 0.0 < error < 50.0
    assert abs(found.log_determinant - exact.log_determinant) < 4.0 * error
    reached = error <= companions.ERROR
    assert bool(found.notes.remarks) != reached, "what was not reached is said"


def test_that_a_closer_preconditioner_leaves_less_to_chance() -> None:
    errors = [
        _probed(_solved(f"cg(rank={rank})", "2 * rbf(1.2)")).notes.evidence_error
        for rank in (20, 100, 400)
    ]
    assert errors[0] > 3.0 * errors[1] > 9.0 * errors[2]
    assert errors[2] < companions.ERROR


def test_that_probed_slopes_are_near_the_exact_ones_and_always_the_same() -> None:
    solution = _solved("cg(rank=250)", "2 * rbf([1, 2, 3])")
    exact = _solved("cholesky", "2 * rbf([1, 2, 3])")
    mixing = np.diag([1.0, 0.3])
    told = _probed(solution).gradient(mixing, QUIET)
    true = exact.gradient(mixing, QUIET)
    # of traces of some hundreds, 16 probes leave some units
    np.testing.assert_allclose(told, true, atol=0.02 * N, rtol=0.02)
    np.testing.assert_array_equal(told, _probed(solution).gradient(mixing, QUIET))


def test_that_pulls_by_pairs_are_those_of_the_whole_matrix() -> None:
    x, _, _ = _readings()
    kernel = build_kernel(parse("2 * rbf([1, 2, 3]) + matern32(2)"))
    random = np.random.default_rng(0)
    left, right = random.standard_normal((2, N, 3))
    whole = 0.5 * (left @ right.T + right @ left.T)
    told = pulled_pairs(DenseCovariance(kernel, x), left, right, QUIET)
    np.testing.assert_allclose(told, kernel.pulled(x, x, whole), rtol=1e-10)


def test_that_beyond_the_largest_matrix_evidence_is_probed_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(companions, "LARGEST_MATRIX", 100)
    solution = _solved("cg(rank=60)", "2 * rbf(1.2)")
    exact = _solved("cholesky", "2 * rbf(1.2)")
    off = abs(solution.log_determinant - exact.log_determinant)
    assert 0.0 < off < 4.0 * solution.notes.evidence_error
    assert any("nats" in remark for remark in solution.notes.remarks)
    with pytest.raises(InputError, match=r"inverse.s diagonal"):
        solution.precisions(QUIET)


@pytest.mark.parametrize("name", ITERATIVE)
def test_that_a_looser_setting_is_shown(name: str) -> None:
    loose = _solved(f"{name}(tolerance=1e-2, rank=50)", "2 * rbf(1.2)")
    assert any("0.01" in remark for remark in loose.notes.remarks)
    tight = _solved(f"{name}(rank=50)", "2 * rbf(1.2)")
    assert loose.notes.iterations < tight.notes.iterations  # type: ignore[operator]


@pytest.mark.parametrize("name", ITERATIVE)
def test_that_too_few_iterations_are_never_silent(name: str) -> None:
    solution = _solved(f"{name}(iterations=3, rank=50)", "2 * rbf(1.2)")
    assert "most iterations" in solution.notes.stopped
    assert any("did not reach" in remark for remark in solution.notes.remarks)


@pytest.mark.parametrize("name", ITERATIVE)
def test_that_repeated_readings_without_noise_are_answered(name: str) -> None:
    x, columns, _ = _readings(n=60)
    x[30:] = x[:30]
    columns[30:] = columns[:30]
    covariance = DenseCovariance(build_kernel(parse("rbf(0.5)")), x)
    solution = SOLVERS[name]().condition(covariance, np.full(60, 1e-25), columns, QUIET)
    mean, variance = solution.predict(x[:5], QUIET)
    np.testing.assert_allclose(mean, columns[:5], atol=1e-4)
    assert (variance < 1e-4).all()
    assert np.isfinite(solution.log_determinant)


@pytest.mark.parametrize("written", ["cg(rank=0)", "cg(tolerance=0)", "cg(preconditioner='ilu')"])
def test_that_words_which_make_no_sense_are_refused(written: str) -> None:
    with pytest.raises(RecipeError):
        make(SOLVERS, parse(written))


def test_that_a_rank_above_the_readings_is_all_of_them() -> None:
    solution = _solved("cg(rank=5000)", "2 * rbf(1.2)")
    assert solution.notes.iterations is not None
    assert solution.notes.iterations <= 3


class Impatient(Task):
    def __init__(self, patience: int) -> None:
        self.left = patience

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


@pytest.mark.parametrize("patience", [0, 5, 30, 60])
@pytest.mark.parametrize("name", ITERATIVE)
def test_that_it_can_be_stopped_in_the_middle(name: str, patience: int) -> None:
    with pytest.raises(Cancelled):
        _solved(f"{name}(preconditioner='none')", "2 * rbf(1.2)", task=Impatient(patience))
    solution = _solved(f"{name}(rank=50)", "2 * rbf(1.2)")
    with pytest.raises(Cancelled):
        solution.predict(_readings()[2], Impatient(patience))


def test_that_memory_is_that_of_the_preconditioner_and_not_of_the_matrix() -> None:
    solver = SOLVERS["cg"](rank=1_000)
    assert solver.bytes_needed(50_000) < 2.0 * 2**30
    assert solver.bytes_needed(50_000) > 8.0 * 50_000 * 1_000
    assert 50_000 * 1_000 < solver.kept_numbers(50_000) < 50_000**2 // 10

"""One contract for every Krylov method: what a dense solution says, column by column.

The methods are those of the registered solvers, on the matrices that these say they take.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.solvers import SOLVERS
from gpstudio.core.solvers.krylov import Outcome, Stop
from gpstudio.core.solvers.krylov.preconditioners.preconditioner import Diagonal
from gpstudio.core.task import Cancelled, Task

KRYLOV = [entry for entry in SOLVERS if entry.method]
PAIRS = [
    pytest.param(entry.method, kind, id=f"{entry.spec.name}-{kind}")
    for entry in KRYLOV
    for kind in ("definite", "graded", *(["indefinite"] if entry.takes_indefinite else []))
]
METHODS = [pytest.param(entry.method, id=entry.spec.name) for entry in KRYLOV]
N = 80


def _matrix(kind: str) -> Floats:
    random = np.random.default_rng(3)
    basis = np.linalg.qr(random.standard_normal((N, N)))[0]
    values = {
        "definite": np.linspace(1.0, 50.0, N),
        "graded": np.geomspace(1e-3, 10.0, N),
        "indefinite": np.concatenate([np.linspace(1, 10, N // 2), -np.linspace(1, 20, N // 2)]),
    }[kind]
    matrix = (basis * values) @ basis.T
    return 0.5 * (matrix + matrix.T)


def _right(count: int = 4) -> Floats:
    return np.random.default_rng(4).standard_normal((count, N)).T


class Counting:
    """A product that knows how often it was asked, and for how many columns."""

    def __init__(self, matrix: Floats) -> None:
        self.matrix = matrix
        self.widths: list[int] = []

    def __call__(self, vectors: Floats) -> Floats:
        assert vectors.flags.f_contiguous
        self.widths.append(vectors.shape[1])
        return self.matrix @ vectors


@pytest.mark.parametrize(("method", "kind"), PAIRS)
def test_that_the_answer_is_the_dense_one(method: Callable[..., Outcome], kind: str) -> None:
    matrix, right = _matrix(kind), _right()
    product = Counting(matrix)
    outcome = method(product, right, tolerance=1e-11)
    exact = np.linalg.solve(matrix, right)
    assert outcome.converged
    assert outcome.stopped is Stop.REACHED
    assert outcome.answer.flags.f_contiguous
    np.testing.assert_allclose(outcome.answer, exact, atol=1e-7 * np.abs(exact).max(), rtol=0)
    assert outcome.iterations == len(product.widths)
    assert len(outcome.trace) < outcome.iterations


@pytest.mark.parametrize(("method", "kind"), PAIRS)
def test_that_many_columns_are_as_one_by_one(method: Callable[..., Outcome], kind: str) -> None:
    matrix, right = _matrix(kind), _right()
    together = method(lambda v: matrix @ v, right, tolerance=1e-9)
    for column in range(right.shape[1]):
        alone = method(lambda v: matrix @ v, right[:, [column]], tolerance=1e-9)
        scale = np.abs(alone.answer).max()
        np.testing.assert_allclose(
            together.answer[:, [column]], alone.answer, atol=1e-6 * scale, rtol=0
        )


@pytest.mark.parametrize("method", METHODS)
def test_that_the_residual_handed_back_is_the_true_one(method: Callable[..., Outcome]) -> None:
    matrix = _matrix("graded") @ _matrix("graded") @ _matrix("graded")
    matrix = 0.5 * (matrix + matrix.T)
    # a condition of 1e12: what is carried along falls to nothing, the truth does not
    right = _right(2)
    outcome = method(lambda v: matrix @ v, right, tolerance=1e-13, iterations=3000, floor=1e-9)
    misfit = right - matrix @ outcome.answer
    truth = np.linalg.norm(misfit, axis=0) / np.linalg.norm(right, axis=0)
    np.testing.assert_allclose(outcome.residuals, truth, rtol=1e-6)
    np.testing.assert_allclose(outcome.rest, misfit, atol=1e-12 * np.abs(right).max())
    assert (truth > 1e-12).all()
    assert not outcome.converged
    assert outcome.stopped in (Stop.STUCK, Stop.MOST)


@pytest.mark.parametrize("method", METHODS)
def test_that_done_columns_leave_the_block(method: Callable[..., Outcome]) -> None:
    matrix, right = _matrix("definite"), _right(3)
    values, vectors = np.linalg.eigh(matrix)
    right[:, 0] = vectors[:, 0]
    right[:, 1] = 0.0
    product = Counting(matrix)
    outcome = method(product, right, tolerance=1e-10)
    assert product.widths[:2] == [2, 1]
    assert product.widths[-1] == 3
    np.testing.assert_allclose(outcome.answer[:, 0], vectors[:, 0] / values[0], atol=1e-9)
    assert (outcome.answer[:, 1] == 0.0).all()
    assert outcome.residuals[1] == 0.0
    assert outcome.errors[1] == 0.0
    assert outcome.converged


@pytest.mark.parametrize("method", METHODS)
def test_that_nothing_to_solve_is_solved(method: Callable[..., Outcome]) -> None:
    matrix = _matrix("definite")
    outcome = method(lambda v: matrix @ v, np.zeros((N, 2), order="F"))
    assert outcome.converged
    assert (outcome.answer == 0.0).all()
    outcome = method(lambda v: matrix @ v, np.zeros((N, 0), order="F"))
    assert outcome.answer.shape == (N, 0)


@pytest.mark.parametrize("method", METHODS)
def test_that_a_start_is_gone_on_from(method: Callable[..., Outcome]) -> None:
    matrix, right = _matrix("graded"), _right(2)
    exact = np.linalg.solve(matrix, right)
    near = exact * (1.0 + 1e-6 * np.random.default_rng(1).standard_normal(exact.shape))
    far = method(lambda v: matrix @ v, right, tolerance=1e-9)
    close = method(lambda v: matrix @ v, right, tolerance=1e-9, start=near)
    assert close.converged
    assert len(close.trace) < len(far.trace)
    there = method(lambda v: matrix @ v, right, tolerance=1e-8, start=exact)
    assert there.iterations == 1
    np.testing.assert_array_equal(there.answer, exact)


@pytest.mark.parametrize("method", METHODS)
def test_that_a_preconditioner_changes_the_road_and_not_the_answer(
    method: Callable[..., Outcome],
) -> None:
    random = np.random.default_rng(5)
    scales = np.geomspace(1e-3, 1e3, N)
    matrix = scales[:, None] * _matrix("definite") * scales
    right = random.standard_normal((2, N)).T
    jacobi = Diagonal(matrix.diagonal().copy(), 0.0)
    # the size of the answer is that of its smallest scales: compare where all weigh alike
    outcome = method(
        lambda v: matrix @ v, right, preconditioner=jacobi, tolerance=1e-12, floor=1e-2
    )
    exact = np.linalg.solve(matrix, right)
    assert len(outcome.trace) < 2 * N
    for answer, truth in zip(
        (outcome.answer * scales[:, None]).T, (exact * scales[:, None]).T, strict=True
    ):
        np.testing.assert_allclose(answer, truth, atol=1e-5 * np.abs(truth).max(), rtol=0)


@pytest.mark.parametrize("method", METHODS)
def test_that_it_stops_where_it_is_told_to(method: Callable[..., Outcome]) -> None:
    matrix, right = _matrix("graded"), _right(2)
    outcome = method(lambda v: matrix @ v, right, tolerance=1e-12, iterations=7)
    assert not outcome.converged
    assert outcome.stopped is Stop.MOST
    assert len(outcome.trace) == 7
    assert outcome.iterations == 8
    misfit = np.linalg.norm(right - matrix @ outcome.answer, axis=0)
    np.testing.assert_allclose(outcome.residuals, misfit / np.linalg.norm(right, axis=0), rtol=1e-9)
    np.testing.assert_allclose(outcome.trace[-1], outcome.residuals, rtol=1e-6)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("scale", [1e-150, 1e150])
def test_that_units_do_not_matter(method: Callable[..., Outcome], scale: float) -> None:
    matrix, right = _matrix("definite"), _right(2)
    plain = method(lambda v: matrix @ v, right, tolerance=1e-10)
    scaled = method(lambda v: matrix @ v, scale * right, tolerance=1e-10)
    assert scaled.converged
    np.testing.assert_allclose(scaled.answer / scale, plain.answer, rtol=1e-6, atol=1e-9)


class StopsAt(Task):
    def __init__(self, looks: int) -> None:
        self.left = looks

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


@pytest.mark.parametrize("method", METHODS)
def test_that_it_can_be_stopped_in_the_middle(method: Callable[..., Outcome]) -> None:
    matrix, right = _matrix("graded"), _right(2)
    product = Counting(matrix)
    with pytest.raises(Cancelled):
        method(product, right, tolerance=1e-12, task=StopsAt(10))
    assert len(product.widths) <= 10


class Listens(Task):
    def __init__(self) -> None:
        self.told: list[float] = []

    def report(self, status: str, fraction: float | None = None) -> None:
        assert fraction is not None
        self.told.append(fraction)


@pytest.mark.parametrize("method", METHODS)
def test_that_progress_goes_from_nought_towards_one(method: Callable[..., Outcome]) -> None:
    matrix, right = _matrix("graded"), _right(2)
    task = Listens()
    method(lambda v: matrix @ v, right, tolerance=1e-10, task=task)
    assert task.told == sorted(task.told)
    assert task.told[0] < 0.2
    assert 0.8 < task.told[-1] <= 1.0


@pytest.mark.parametrize("method", METHODS)
def test_that_numbers_that_are_not_finite_are_told_of(method: Callable[..., Outcome]) -> None:
    outcome = method(lambda v: v * np.nan, _right(1))
    assert not outcome.converged
    assert outcome.stopped is Stop.NOT_FINITE


@pytest.mark.parametrize("method", METHODS)
def test_that_a_preconditioner_must_be_definite(method: Callable[..., Outcome]) -> None:
    class Bad(Diagonal):
        def solve(self, vectors: Floats, task: Task | None = None) -> Floats:
            return -vectors

    matrix = _matrix("definite")
    outcome = method(lambda v: matrix @ v, _right(1), preconditioner=Bad(np.ones(N), 1.0))
    assert not outcome.converged
    assert outcome.stopped is Stop.UNLIKE

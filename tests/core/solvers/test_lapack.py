"""The blocked routines against numpy, for sizes about the block and away from it."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.solvers.lapack import (
    BLOCK,
    NotPositiveDefinite,
    cholesky,
    inverse,
    solve_lower,
)
from gpstudio.core.task import QUIET, Cancelled, Task

SIZES = (1, 2, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 700)


def definite(size: int) -> Floats:
    random = np.random.default_rng(size)
    root = random.standard_normal((size, size))
    return np.asfortranarray(root @ root.T + size * np.eye(size))


@pytest.mark.parametrize("size", SIZES)
def test_that_the_factor_is_numpys(size: int) -> None:
    matrix = definite(size)
    factor = cholesky(matrix.copy(order="F"), QUIET)
    np.testing.assert_allclose(factor, np.linalg.cholesky(matrix), atol=1e-12 * size)
    assert not np.triu(factor, 1).any()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("columns", [0, 1, 3, 300])
def test_that_triangles_are_solved_as_numpy_solves_them(size: int, columns: int) -> None:
    factor = cholesky(definite(size), QUIET)
    right = np.random.default_rng(1).standard_normal((size, columns))
    kept = right.copy()
    lower, upper = (solve_lower(factor, right, QUIET, transposed=t) for t in (False, True))
    np.testing.assert_allclose(factor @ lower, right, atol=1e-11)
    np.testing.assert_allclose(factor.T @ upper, right, atol=1e-11)
    np.testing.assert_array_equal(right, kept)


@pytest.mark.parametrize("size", SIZES)
def test_that_the_inverse_is_numpys_and_symmetric(size: int) -> None:
    matrix = definite(size)
    found = inverse(cholesky(matrix.copy(order="F"), QUIET), QUIET)
    np.testing.assert_allclose(found, np.linalg.inv(matrix), rtol=1e-9, atol=1e-15)
    np.testing.assert_allclose(found, found.T, rtol=1e-12, atol=1e-17)


@pytest.mark.parametrize("place", [0, 5, BLOCK - 1, BLOCK, 600])
def test_that_a_failed_factor_leaves_the_matrix_above_the_diagonal(place: int) -> None:
    """The next attempt, with jitter, starts from there: there is no second copy."""
    matrix = definite(700)
    matrix[place, place] = -1.0
    spoiled = matrix.copy(order="F")
    with pytest.raises(NotPositiveDefinite):
        cholesky(spoiled, QUIET)
    np.testing.assert_array_equal(np.triu(spoiled, 1), np.triu(matrix, 1))


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_that_a_number_that_is_none_is_refused(wrong: float) -> None:
    matrix = definite(300)
    matrix[280, 280] = wrong
    with pytest.raises(NotPositiveDefinite):
        cholesky(matrix, QUIET)


class Counting(Task):
    def __init__(self, patience: float = np.inf) -> None:
        self.checks, self.patience = 0, patience
        self.fractions: list[float] = []

    def check(self) -> None:
        self.checks += 1
        if self.checks > self.patience:
            raise Cancelled

    def report(self, status: str, fraction: float | None = None) -> None:
        self.fractions.append(fraction or 0.0)


def test_that_the_task_is_asked_at_every_block() -> None:
    task = Counting()
    factor = cholesky(definite(700), task)
    assert task.checks >= 3
    assert task.fractions == sorted(task.fractions)
    assert task.fractions[-1] == 1.0
    for work in (lambda t: inverse(factor, t), lambda t: cholesky(definite(700), t)):
        with pytest.raises(Cancelled):
            work(Counting(patience=1))

"""The blocked routines against numpy, for sizes about the block and away from it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from gpstudio.core.algebra import lapack
from gpstudio.core.algebra.lapack import (
    BLOCK,
    SMALL,
    NotPositiveDefinite,
    cholesky,
    gram,
    inverse,
    inverse_diagonal,
    mirror,
    product,
    root,
    solve_lower,
)
from gpstudio.core.arrays import Floats
from gpstudio.core.task import QUIET, Cancelled, Task

SIZES = (1, 2, 5, 130, SMALL, SMALL + 1, BLOCK, BLOCK + 1, 700)
FEW = 64
"""A block so narrow that small matrices have several."""


@pytest.fixture(params=["whole", "blocks", "small-steps"], autouse=True)
def steps(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small matrices are one step's work: here also in blocks, and in steps within a block."""
    if request.param != "whole":
        monkeypatch.setattr(lapack, "SMALL", 0)
        monkeypatch.setattr(lapack, "BLOCK", FEW)
        flops = 1e6 if request.param == "blocks" else 1e4
        monkeypatch.setattr(lapack, "STEP_FLOPS", flops)


sizes = pytest.mark.parametrize(
    ("steps", "size"),
    [("whole", size) for size in SIZES]
    + [(many, size) for many in ("blocks", "small-steps") for size in SIZES if size <= SMALL + 1],
    indirect=["steps"],
)
"""Of several blocks, each way: narrow ones need no larger matrices."""


def definite(size: int) -> Floats:
    random = np.random.default_rng(size)
    root = random.standard_normal((size, size))
    return np.asfortranarray(root @ root.T + size * np.eye(size))


def factor_of(size: int) -> Floats:
    return np.asfortranarray(np.linalg.cholesky(definite(size)))


@sizes
def test_that_the_factor_is_numpys(size: int) -> None:
    matrix = definite(size)
    factor = cholesky(matrix.copy(order="F"), QUIET)
    np.testing.assert_allclose(np.tril(factor), np.linalg.cholesky(matrix), atol=1e-12 * size)
    np.testing.assert_array_equal(np.triu(factor, 1), np.triu(matrix, 1))


@sizes
@pytest.mark.parametrize("columns", [0, 1, 3, 90])
def test_that_triangles_are_solved_as_numpy_solves_them(size: int, columns: int) -> None:
    factor = factor_of(size)
    right = np.random.default_rng(1).standard_normal((size, columns))
    kept = right.copy()
    lower, upper = (solve_lower(factor, right, QUIET, transposed=t) for t in (False, True))
    np.testing.assert_allclose(factor @ lower, right, atol=1e-11)
    np.testing.assert_allclose(factor.T @ upper, right, atol=1e-11)
    np.testing.assert_array_equal(right, kept)


def test_that_a_right_hand_side_given_away_is_solved_in_its_place() -> None:
    factor, right = factor_of(150), np.asfortranarray(np.eye(150))
    assert solve_lower(factor, right, QUIET, spoil=True) is right
    np.testing.assert_allclose(factor @ right, np.eye(150), atol=1e-11)


@sizes
def test_that_the_inverse_is_numpys_below_the_diagonal(size: int) -> None:
    expected = np.linalg.inv(definite(size))
    found = inverse(factor_of(size), QUIET)
    np.testing.assert_allclose(found, np.tril(expected), rtol=1e-9, atol=1e-15)
    diagonal = inverse_diagonal(factor_of(size), QUIET)
    np.testing.assert_allclose(diagonal, expected.diagonal(), rtol=1e-12)


def test_that_what_is_above_the_diagonal_of_a_factor_does_not_count() -> None:
    plain = factor_of(200)
    marked = np.asfortranarray(plain + np.triu(np.full((200, 200), 7.0), 1))
    right = np.random.default_rng(1).standard_normal((200, 3))
    for work in (inverse, inverse_diagonal, lambda f, t: solve_lower(f, right, t)):
        np.testing.assert_array_equal(work(plain, QUIET), work(marked, QUIET))


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (150, 130), (70, 300), (300, 0)])
def test_that_products_are_numpys(rows: int, columns: int) -> None:
    random = np.random.default_rng(rows)
    left = np.asfortranarray(random.standard_normal((rows, columns)))
    right = random.standard_normal((rows, 3))
    np.testing.assert_allclose(product(left, right, QUIET), left.T @ right, atol=1e-12)
    found = gram(left, QUIET)
    np.testing.assert_allclose(found, left.T @ left, atol=1e-11)
    np.testing.assert_array_equal(found, found.T)


@sizes
def test_that_the_lower_triangle_is_had_back_from_the_upper_one(size: int) -> None:
    matrix = definite(size)
    spoiled = np.asfortranarray(np.triu(matrix))
    mirror(spoiled, QUIET)
    np.testing.assert_array_equal(spoiled, np.triu(matrix) + np.triu(matrix, 1).T)


def test_that_a_singular_covariance_has_a_root() -> None:
    half = np.random.default_rng(1).standard_normal((150, 20))
    covariance = half @ half.T
    lower = root(covariance, 20.0, QUIET)
    np.testing.assert_allclose(lower @ lower.T, covariance, atol=20.0 * 1e-10)
    assert not np.triu(lower, 1).any()


@pytest.mark.parametrize("place", [0, 5, FEW - 1, FEW, BLOCK - 1, BLOCK, 600])
def test_that_a_failed_factor_leaves_the_matrix_above_the_diagonal(place: int) -> None:
    """The next attempt, with jitter, starts from there: there is no second copy."""
    matrix = definite(max(200, place + 100))
    matrix[place, place] = -1.0
    spoiled = matrix.copy(order="F")
    with pytest.raises(NotPositiveDefinite):
        cholesky(spoiled, QUIET)
    np.testing.assert_array_equal(np.triu(spoiled, 1), np.triu(matrix, 1))


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("size", [100, 300])
def test_that_a_number_that_is_none_is_refused(size: int, wrong: float) -> None:
    matrix = definite(size)
    matrix[size - 20, size - 20] = wrong
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


LONG: dict[str, Callable[[Task], object]] = {
    "cholesky": lambda task: cholesky(definite(700), task),
    "inverse": lambda task: inverse(factor_of(700), task),
    "inverse diagonal": lambda task: inverse_diagonal(factor_of(700), task),
    "solve": lambda task: solve_lower(factor_of(700), np.ones((700, 90)), task),
    "product": lambda task: product(factor_of(700), np.ones((700, 90)), task),
    "gram": lambda task: gram(factor_of(700), task),
    "mirror": lambda task: mirror(definite(700), task),
    "root": lambda task: root(definite(700), 1.0, task),
}


@pytest.mark.parametrize("name", LONG)
def test_that_the_task_is_asked_on_the_way(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lapack, "BLOCK", FEW)
    monkeypatch.setattr(lapack, "STEP_FLOPS", 1e6)
    monkeypatch.setattr(lapack, "COPIED_AT_ONCE", 4e4)
    task = Counting()
    LONG[name](task)
    assert task.checks >= 700 // FEW
    assert task.fractions == sorted(task.fractions)
    with pytest.raises(Cancelled):
        LONG[name](Counting(patience=task.checks // 2))


@pytest.mark.parametrize("name", ["cholesky", "inverse"])
def test_that_what_is_done_is_told_up_to_the_end(name: str) -> None:
    task = Counting()
    LONG[name](task)
    assert not task.fractions or task.fractions[-1] == pytest.approx(1.0)


@pytest.mark.parametrize("name", LONG)
def test_that_the_same_work_gives_the_same_bits(name: str) -> None:
    first, again = LONG[name](QUIET), LONG[name](QUIET)
    np.testing.assert_array_equal(first, again)  # type: ignore[arg-type]

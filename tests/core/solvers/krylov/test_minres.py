"""MINRES against SciPy's, and MINRES-QLP against the pseudo-inverse."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array, diags, kron
from scipy.sparse.linalg import minres as scipy_minres

from gpstudio.core.arrays import Floats
from gpstudio.core.solvers.krylov import Stop, minres, minres_qlp
from gpstudio.core.solvers.krylov.preconditioners.preconditioner import Diagonal

N = 60


def _with_values(values: Floats, seed: int = 0) -> Floats:
    random = np.random.default_rng(seed)
    basis = np.linalg.qr(random.standard_normal((len(values), len(values))))[0]
    matrix = (basis * values) @ basis.T
    return 0.5 * (matrix + matrix.T)


def _indefinite() -> Floats:
    return np.concatenate([np.linspace(1.0, 10.0, N // 2), -np.linspace(1.0, 5.0, N // 2)])


def _singular() -> Floats:
    values = _indefinite()
    values[20:35] = 0.0
    return _with_values(values)


def _shortest_on_grid(right: Floats) -> Floats:
    values, vectors = np.linalg.eigh(np.eye(50) + np.eye(50, k=1) + np.eye(50, k=-1))
    products = np.outer(values, values)
    inverse = np.where(np.abs(products) > 1e-12, 1.0 / products, 0.0)
    return (
        vectors @ (inverse * (vectors.T @ right.reshape(50, 50) @ vectors)) @ vectors.T
    ).reshape(2500, 1)


def _right(count: int = 3, n: int = N) -> Floats:
    return np.random.default_rng(1).standard_normal((count, n)).T


def _grid() -> Floats:
    """The Laplacian of section 7 of Choi, Paige & Saunders (2011): blocks of ones next to the
    diagonal, on a 50 × 50 grid; indefinite, and 99 of its eigenvalues are nought."""
    line = diags([np.ones(49), np.ones(50), np.ones(49)], offsets=[-1, 0, 1])
    return csr_array(kron(line, line))


def _shortest(matrix: Floats, right: Floats) -> Floats:
    return np.linalg.pinv(matrix, rcond=1e-12) @ right


@pytest.mark.parametrize("steps", [1, 2, 5, 20])
@pytest.mark.parametrize("method", [minres, minres_qlp])
@pytest.mark.parametrize("turns", [1.0, 1e7])
def test_that_the_iterates_are_scipys(steps: int, method: object, turns: float) -> None:
    matrix, right = _with_values(_indefinite()), _right()
    options = {"turns": turns} if method is minres_qlp else {}
    ours = method(lambda v: matrix @ v, right, tolerance=0.0, iterations=steps, **options)
    for column in range(right.shape[1]):
        theirs, _ = scipy_minres(matrix, right[:, column], rtol=1e-300, maxiter=steps)
        np.testing.assert_allclose(
            ours.answer[:, column], theirs, atol=1e-10 * np.abs(theirs).max(), rtol=0
        )


@pytest.mark.parametrize("method", [minres, minres_qlp])
def test_that_preconditioned_and_shifted_iterates_are_scipys(method: object) -> None:
    matrix, right = _with_values(_indefinite()), _right(1)
    weights = np.random.default_rng(1).uniform(0.5, 2.0, N)
    ours = method(
        lambda v: matrix @ v, right, preconditioner=Diagonal(weights, 0.0), tolerance=0.0,
        iterations=15, shift=0.3,
    )  # fmt: skip
    theirs, _ = scipy_minres(
        matrix, right[:, 0], rtol=1e-300, maxiter=15, M=np.diag(1.0 / weights), shift=0.3
    )
    np.testing.assert_allclose(ours.answer[:, 0], theirs, atol=1e-9 * np.abs(theirs).max())
    # what is carried along is the true residual's length, not that in the preconditioner's measure
    np.testing.assert_allclose(ours.trace[-1], ours.residuals, rtol=1e-9)


@pytest.mark.parametrize("method", [minres, minres_qlp])
def test_that_a_residual_never_grows(method: object) -> None:
    matrix, right = _with_values(_indefinite()), _right()
    trace = np.array(method(lambda v: matrix @ v, right, tolerance=1e-9).trace)
    assert (np.diff(trace, axis=0) <= 1e-12).all()


@pytest.mark.parametrize("method", [minres, minres_qlp])
def test_that_a_floor_bounds_the_error(method: object) -> None:
    matrix, right = _with_values(_indefinite()), _right()
    exact = np.linalg.solve(matrix, right)
    outcome = method(lambda v: matrix @ v, right, tolerance=1e-4, floor=1.0)
    truth = np.linalg.norm(exact - outcome.answer, axis=0)
    truth /= np.linalg.norm(outcome.answer, axis=0)
    assert (truth <= outcome.errors).all()
    assert (outcome.errors <= 30.0 * truth).all()
    estimated = method(lambda v: matrix @ v, right, tolerance=1e-4)
    assert (estimated.errors >= 0.3 * truth).all()
    assert (estimated.errors <= 30.0 * truth).all()


@pytest.mark.parametrize("turns", [1.0, 1e7, 1e300])
def test_that_a_singular_compatible_system_gets_its_shortest_solution(turns: float) -> None:
    matrix = _singular()
    right = np.asfortranarray(matrix @ _right())
    outcome = minres_qlp(lambda v: matrix @ v, right, tolerance=1e-12, turns=turns)
    assert outcome.converged
    exact = _shortest(matrix, right)
    np.testing.assert_allclose(outcome.answer, exact, atol=1e-10 * np.abs(exact).max())


@pytest.mark.parametrize("turns", [1.0, 1e7])
def test_that_an_incompatible_system_gets_its_shortest_least_squares_solution(
    turns: float,
) -> None:
    matrix, right = _singular(), _right()
    outcome = minres_qlp(lambda v: matrix @ v, right, tolerance=1e-9, turns=turns)
    assert outcome.converged
    assert outcome.stopped is Stop.SHORTEST
    exact = _shortest(matrix, right)
    np.testing.assert_allclose(outcome.answer, exact, atol=1e-10 * np.abs(exact).max())
    left = np.linalg.norm(right - matrix @ exact, axis=0) / np.linalg.norm(right, axis=0)
    np.testing.assert_allclose(outcome.residuals, left, rtol=1e-10)
    assert (outcome.errors < 1e-9).all()


def test_that_some_columns_may_have_solutions_and_others_none() -> None:
    matrix, right = _singular(), _right()
    right[:, 1] = matrix @ right[:, 1]
    outcome = minres_qlp(lambda v: matrix @ v, right, tolerance=1e-11)
    exact = _shortest(matrix, right)
    assert outcome.residuals[1] < 1e-11
    assert outcome.residuals[0] > 0.1
    np.testing.assert_allclose(outcome.answer, exact, atol=1e-9 * np.abs(exact).max())


def test_that_minres_finds_a_least_squares_solution_but_not_the_shortest() -> None:
    matrix, right = _singular(), _right()
    outcome = minres(lambda v: matrix @ v, right, tolerance=1e-9)
    exact = _shortest(matrix, right)
    left = np.linalg.norm(right - matrix @ exact, axis=0) / np.linalg.norm(right, axis=0)
    np.testing.assert_allclose(outcome.residuals, left, rtol=1e-10)
    assert outcome.stopped is Stop.LEAST_SQUARES
    assert np.linalg.norm(outcome.answer) > 1.01 * np.linalg.norm(exact)


def test_that_with_a_preconditioner_the_solution_is_shortest_in_its_measure() -> None:
    matrix, right = _singular(), _right()
    weights = np.random.default_rng(2).uniform(0.5, 2.0, N)
    outcome = minres_qlp(
        lambda v: matrix @ v, right, preconditioner=Diagonal(weights, 0.0), tolerance=1e-9
    )
    roots = np.sqrt(weights)
    inner = matrix / np.outer(roots, roots)
    exact = _shortest(inner, right / roots[:, None]) / roots[:, None]
    assert outcome.stopped is Stop.SHORTEST
    np.testing.assert_allclose(outcome.answer, exact, atol=1e-9 * np.abs(exact).max())


@pytest.mark.parametrize("kind", ["ones", "image"])
def test_that_the_singular_laplacian_is_solved(kind: str) -> None:
    grid = _grid()
    ones = np.ones((2500, 1), order="F")
    right = ones if kind == "ones" else np.asfortranarray(grid @ ones)
    outcome = minres_qlp(lambda v: grid @ v, right, tolerance=1e-12)
    exact = _shortest_on_grid(right)
    assert outcome.converged
    np.testing.assert_allclose(outcome.answer, exact, atol=1e-9 * np.abs(exact).max())


@pytest.mark.slow
def test_that_the_singular_laplacian_without_a_solution_is_solved() -> None:
    grid, right = _grid(), _right(1, 2500)
    outcome = minres_qlp(lambda v: grid @ v, right, tolerance=1e-8)
    exact = _shortest_on_grid(right)
    assert outcome.converged
    assert outcome.stopped is Stop.SHORTEST
    np.testing.assert_allclose(outcome.answer, exact, atol=1e-8 * np.abs(exact).max())


def test_that_an_almost_compatible_system_is_solved() -> None:
    # as the paper's: b = A y + 1e-8 z; with that tolerance it counts as compatible
    matrix = _singular()
    right = np.asfortranarray(matrix @ _right() + 1e-8 * _right()[:, ::-1])
    outcome = minres_qlp(lambda v: matrix @ v, right, tolerance=1e-7)
    exact = _shortest(matrix, right)
    assert outcome.stopped is Stop.REACHED
    np.testing.assert_allclose(outcome.answer, exact, atol=1e-5 * np.abs(exact).max())
    finer = minres_qlp(lambda v: matrix @ v, right, tolerance=1e-12)
    assert finer.stopped is Stop.SHORTEST
    np.testing.assert_allclose(finer.answer, exact, atol=1e-9 * np.abs(exact).max())


def test_that_an_ill_conditioned_system_is_solved_as_well_as_its_condition_allows() -> None:
    values = np.concatenate([np.geomspace(1e-8, 1e-6, 3), np.linspace(1.0, 3.0, 37)])
    values[::2] *= -1.0
    matrix = _with_values(values)
    truth = np.random.default_rng(4).standard_normal((2, 40)).T
    right = np.asfortranarray(matrix @ truth)
    outcome = minres_qlp(lambda v: matrix @ v, right, tolerance=1e-15, floor=1e-8, iterations=400)
    # rounding in b alone moves the solution by the condition times 1e-16
    assert np.linalg.norm(outcome.answer - truth) < 3e-7 * np.linalg.norm(truth)


def test_that_an_answer_grows_no_longer_than_allowed() -> None:
    values = np.concatenate([[1e-9], np.linspace(1.0, 3.0, 39)])
    matrix = _with_values(values)
    right = _right(1, 40)
    outcome = minres_qlp(lambda v: matrix @ v, right, tolerance=1e-10, longest=1e3)
    assert outcome.stopped is Stop.LONG
    assert not outcome.converged
    values[0] = np.inf
    clean = _with_values(np.where(np.isfinite(values), values, 0.0))
    vector = np.linalg.eigh(matrix)[1][:, [0]]
    without = _shortest(clean, right - vector * (vector.T @ right))
    np.testing.assert_allclose(outcome.answer, without, atol=1e-5 * np.abs(without).max())


def test_that_a_matrix_of_nought_has_the_answer_nought() -> None:
    outcome = minres_qlp(lambda v: 0.0 * v, _right(2))
    assert (outcome.answer == 0.0).all()
    np.testing.assert_array_equal(outcome.residuals, [1.0, 1.0])
    assert outcome.stopped is Stop.SHORTEST

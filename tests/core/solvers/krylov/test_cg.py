"""Conjugate gradients against SciPy's, and what they say of the energy of the error."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse.linalg import cg as scipy_cg

from gpstudio.core.arrays import Floats
from gpstudio.core.solvers.krylov import Stop, cg, energy_left, second_order, second_order_joint
from gpstudio.core.solvers.krylov.preconditioners.preconditioner import Diagonal

N = 300


def _smooth(noise: float) -> tuple[Floats, Floats]:
    """An RBF's matrix with noise, and columns: random ones, and one of the kernel's own."""
    random = np.random.default_rng(0)
    inputs = random.standard_normal((N, 2))
    squares = ((inputs[:, None] - inputs[None]) ** 2).sum(-1)
    kernel = np.exp(-0.5 * squares)
    right = np.asfortranarray(np.column_stack([random.standard_normal((N, 3)), kernel[:, 5]]))
    return kernel + noise * np.eye(N), right


def _energy(matrix: Floats, errors: Floats) -> Floats:
    return np.einsum("nk,nk->k", errors, matrix @ errors)


@pytest.mark.parametrize("steps", [1, 5, 20])
def test_that_the_iterates_are_scipys(steps: int) -> None:
    matrix, right = _smooth(5.0)
    ours = cg(lambda v: matrix @ v, right, tolerance=0.0, iterations=steps)
    for column in range(right.shape[1]):
        theirs, _ = scipy_cg(matrix, right[:, column], rtol=0.0, maxiter=steps)
        np.testing.assert_allclose(
            ours.answer[:, column], theirs, atol=1e-9 * np.abs(theirs).max(), rtol=0
        )


def test_that_preconditioned_iterates_are_scipys() -> None:
    matrix, right = _smooth(5.0)
    weights = np.random.default_rng(1).uniform(0.5, 2.0, N)
    ours = cg(
        lambda v: matrix @ v, right, preconditioner=Diagonal(weights, 0.0), tolerance=0.0,
        iterations=12,
    )  # fmt: skip
    theirs, _ = scipy_cg(matrix, right[:, 0], rtol=0.0, maxiter=12, M=np.diag(1.0 / weights))
    np.testing.assert_allclose(ours.answer[:, 0], theirs, atol=1e-7 * np.abs(theirs).max(), rtol=0)


def test_that_it_takes_about_as_many_steps_as_scipys() -> None:
    matrix, right = _smooth(0.01)
    steps = [0]
    scipy_cg(matrix, right[:, 0], rtol=1e-8, callback=lambda _: steps.__setitem__(0, steps[0] + 1))
    outcome = cg(lambda v: matrix @ v, right[:, :1], tolerance=1e-8)
    assert outcome.converged
    assert len(outcome.trace) <= 1.03 * steps[0]


@pytest.mark.parametrize("noise", [0.1, 1e-3])
def test_that_a_floor_bounds_the_error(noise: float) -> None:
    matrix, right = _smooth(noise)
    exact = np.linalg.solve(matrix, right)
    for steps in (3, 10, 30, 60):
        outcome = cg(lambda v: matrix @ v, right, tolerance=0.0, iterations=steps, floor=noise)
        truth = np.sqrt(_energy(matrix, exact - outcome.answer))
        own = np.sqrt(_energy(matrix, outcome.answer))
        assert (truth / own <= outcome.errors * (1.0 + 1e-6)).all()
        # and not by much more than it is
        assert (outcome.errors <= 60.0 * truth / own).all()


def test_that_without_a_floor_the_error_is_estimated() -> None:
    matrix, right = _smooth(0.1)
    exact = np.linalg.solve(matrix, right)
    outcome = cg(lambda v: matrix @ v, right, tolerance=1e-6)
    truth = np.sqrt(_energy(matrix, exact - outcome.answer) / _energy(matrix, exact))
    assert (outcome.errors >= 0.2 * truth).all()
    assert (outcome.errors <= 10.0 * truth).all()


def test_that_the_second_order_form_errs_by_the_square() -> None:
    matrix, right = _smooth(0.1)
    exact = np.linalg.solve(matrix, right)
    outcome = cg(lambda v: matrix @ v, right, tolerance=1e-4)
    truth = np.einsum("nk,nk->k", right, exact)
    ours = second_order(right, outcome.answer, outcome.rest)
    missing = _energy(matrix, exact - outcome.answer)
    # what is left of a difference of two numbers of the size of truth
    np.testing.assert_allclose(truth - ours, missing, rtol=1e-3, atol=1e-13 * truth.max())
    assert (missing < 1e-5 * truth).all()
    bound = energy_left(outcome.rest, outcome.rest, 0.1)
    assert (missing <= bound).all()
    joint = second_order_joint(right, outcome.answer, outcome.rest)
    np.testing.assert_allclose(joint.diagonal(), ours, rtol=1e-12)
    np.testing.assert_allclose(joint, right.T @ exact, atol=3e-6 * truth.max())


def test_that_columns_stop_by_their_energy() -> None:
    matrix, right = _smooth(1e-3)
    exact = np.linalg.solve(matrix, right)
    wanted = np.array([1e-2, 1e-5, 1e-3, 1e-9])
    outcome = cg(lambda v: matrix @ v, right, tolerance=1e-12, energy_tolerance=wanted, floor=1e-3)
    assert outcome.converged
    assert outcome.stopped is Stop.REACHED
    missing = _energy(matrix, exact - outcome.answer)
    assert (missing <= wanted).all()
    assert (outcome.residuals > 1e-10).all()


def test_that_a_variance_is_right_to_a_share_of_itself() -> None:
    matrix, right = _smooth(1e-3)
    kernel = matrix - 1e-3 * np.eye(N)
    right = np.asfortranarray(kernel[:, :6])
    truth = 1.0 - np.einsum("nk,nk->k", right, np.linalg.solve(matrix, right))
    outcome = cg(
        lambda v: matrix @ v, right, tolerance=1e-14, energy_tolerance=2e-6,
        energy_whole=np.ones(6), floor=1e-3,
    )  # fmt: skip
    ours = 1.0 - second_order(right, outcome.answer, outcome.rest)
    assert outcome.converged
    np.testing.assert_allclose(ours, truth, rtol=2e-6)
    assert (ours >= truth * (1.0 - 1e-9)).all()
    tight = cg(lambda v: matrix @ v, right, tolerance=1e-10, floor=1e-3)
    assert outcome.iterations < tight.iterations


def test_that_an_indefinite_matrix_is_told_of() -> None:
    matrix = np.diag(np.linspace(-1.0, 2.0, 40))
    right = np.random.default_rng(0).standard_normal((2, 40)).T
    outcome = cg(lambda v: matrix @ v, right)
    assert not outcome.converged
    assert outcome.stopped is Stop.INDEFINITE
    assert np.isfinite(outcome.answer).all()
    misfit = np.linalg.norm(right - matrix @ outcome.answer, axis=0)
    np.testing.assert_allclose(outcome.residuals, misfit / np.linalg.norm(right, axis=0))


def test_that_an_ill_conditioned_matrix_is_given_up_on_in_time() -> None:
    matrix, right = _smooth(1e-6)
    outcome = cg(lambda v: matrix @ v, right, tolerance=1e-12, floor=1e-6, iterations=20_000)
    assert not outcome.converged
    assert outcome.stopped is Stop.STUCK
    assert outcome.iterations < 20_000


def test_that_an_exact_answer_in_one_step_needs_no_division_by_nought() -> None:
    right = np.zeros((5, 2), order="F")
    right[1, 0] = 3.0
    with np.errstate(all="raise"):
        outcome = cg(lambda v: 2.0 * v, right, floor=2.0, tolerance=0.0)
    np.testing.assert_array_equal(outcome.answer, 0.5 * right)
    assert outcome.converged
    np.testing.assert_array_equal(outcome.errors, [0.0, 0.0])

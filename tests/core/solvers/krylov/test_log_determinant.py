"""Stochastic Lanczos quadrature against slogdet, and probes against dense traces."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.solvers.krylov import (
    PRECONDITIONERS,
    Preconditioner,
    log_determinant_correction,
    quadrature,
    signs,
    solved_probes,
)
from gpstudio.core.solvers.krylov.preconditioners.preconditioner import Diagonal
from gpstudio.core.task import Cancelled, Task

N = 120
NAMES = PRECONDITIONERS.names


def _problem(name: str, level: float = 1e-2, n: int = N) -> tuple[Floats, Preconditioner, Floats]:
    inputs = np.random.default_rng(0).standard_normal((n, 3))
    noise = level * np.random.default_rng(1).uniform(0.5, 2.0, n)
    operator = DenseCovariance(build_kernel(parse("rbf(1)")), inputs)
    made = PRECONDITIONERS[name]().made(operator, noise, n // 5, np.random.default_rng(2))
    return operator.entries() + np.diag(noise), made, noise


@pytest.mark.parametrize("name", NAMES)
def test_that_the_estimate_is_right_within_its_error(name: str) -> None:
    matrix, made, _ = _problem(name, 1e-1)
    truth = np.linalg.slogdet(matrix)[1] - made.log_determinant
    scores = []
    for seed in range(12):
        random = np.random.default_rng(seed)
        found = log_determinant_correction(lambda v: matrix @ v, made, 12, 200, random)
        scores.append((found.value - truth) / found.error)
    # a score has Student's distribution with 11 degrees of freedom
    assert np.abs(scores).max() < 5.0
    assert 0.4 < np.mean(np.square(scores)) < 2.6


@pytest.mark.parametrize("name", NAMES)
def test_that_enough_steps_leave_no_error_but_the_probes(name: str) -> None:
    matrix, made, _ = _problem(name)
    probes = signs(N, 5, np.random.default_rng(3))
    found = quadrature(lambda v: matrix @ v, made, probes, N)
    half = made.root_solve(np.eye(N, order="F"))
    values, vectors = np.linalg.eigh(half @ matrix @ half.T)
    exact = (np.log(values)[:, None] * (vectors.T @ probes) ** 2).sum(axis=0)
    np.testing.assert_allclose(found.samples, exact, atol=2e-2)
    assert found.value == pytest.approx(exact.mean(), abs=5e-3)
    assert found.steps < 0.8 * N
    finest = quadrature(lambda v: matrix @ v, made, probes, N, settled=0.0)
    np.testing.assert_allclose(finest.samples, exact, atol=1e-8 * np.abs(exact).max())


def test_that_a_preconditioner_is_a_control() -> None:
    matrix, near, _ = _problem("rpcholesky", 1e-1, 300)
    _, far, _ = _problem("none", 1e-1, 300)
    random = np.random.default_rng(0)
    close = log_determinant_correction(lambda v: matrix @ v, near, 10, 100, random)
    wide = log_determinant_correction(lambda v: matrix @ v, far, 10, 100, random)
    assert close.error < 0.2 * wide.error
    assert close.steps < 0.3 * wide.steps


def test_that_a_matrix_like_the_preconditioner_has_no_correction() -> None:
    diagonal = np.linspace(0.5, 9.0, 50)
    made = Diagonal(diagonal, 0.0)
    found = quadrature(
        lambda v: 3.0 * diagonal[:, None] * v, made, signs(50, 4, np.random.default_rng(0)), 10
    )
    assert found.value == pytest.approx(50.0 * np.log(3.0), rel=1e-13)
    assert found.error < 1e-12
    assert found.steps == 1


def test_that_too_few_steps_show() -> None:
    matrix, made, _ = _problem("none", 1e-4)
    probes = signs(N, 5, np.random.default_rng(3))
    found = quadrature(lambda v: matrix @ v, made, probes, 10)
    assert found.steps == 10
    assert found.change > 1.0


def test_that_a_matrix_that_is_not_definite_is_told_of() -> None:
    matrix = np.diag(np.linspace(-1.0, 1.0, 30))
    with pytest.raises(InputError, match="not positive definite"):
        log_determinant_correction(
            lambda v: matrix @ v, Diagonal(np.ones(30), 0.0), 3, 30, np.random.default_rng(0)
        )


class StopsAt(Task):
    def __init__(self, looks: int) -> None:
        self.left = looks

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


def test_that_it_can_be_stopped_in_the_middle() -> None:
    matrix, made, _ = _problem("none")
    products = []

    def product(vectors: Floats) -> Floats:
        products.append(vectors.shape[1])
        return matrix @ vectors

    with pytest.raises(Cancelled):
        log_determinant_correction(
            product, made, 3, 100, np.random.default_rng(0), task=StopsAt(20)
        )
    assert 1 < len(products) < 20


@pytest.mark.parametrize("name", NAMES)
def test_that_probes_are_solved(name: str) -> None:
    matrix, made, _ = _problem(name)
    random = np.random.default_rng(4)
    probes = solved_probes(lambda v: matrix @ v, made, 6, random, tolerance=1e-10)
    np.testing.assert_allclose(matrix @ probes.solved, probes.drawn, atol=1e-8)
    np.testing.assert_allclose(made.times(probes.halved), probes.drawn, atol=1e-9)
    again = solved_probes(lambda v: matrix @ v, made, 6, np.random.default_rng(4), tolerance=1e-10)
    np.testing.assert_array_equal(again.drawn, probes.drawn)


@pytest.mark.parametrize("name", NAMES)
def test_that_probes_bring_the_log_determinant_along(name: str) -> None:
    matrix, made, _ = _problem(name)
    probes = solved_probes(lambda v: matrix @ v, made, 6, np.random.default_rng(4), tolerance=1e-6)
    direct = quadrature(
        lambda v: matrix @ v, made, signs(N, 6, np.random.default_rng(4)), N, settled=1e-9
    )
    np.testing.assert_allclose(probes.correction.samples, direct.samples, rtol=1e-6, atol=1e-6)
    assert probes.correction.error == pytest.approx(direct.error, rel=1e-5)


@pytest.mark.parametrize("name", ["jacobi", "rpcholesky"])
def test_that_probes_estimate_traces(name: str) -> None:
    matrix, made, noise = _problem(name, 1e-1)
    slope = matrix - np.diag(noise)
    truth = np.trace(np.linalg.solve(matrix, slope))
    probes = solved_probes(lambda v: matrix @ v, made, 40, np.random.default_rng(5), tolerance=1e-8)
    samples = np.einsum("nk,nk->k", probes.solved, slope @ probes.halved)
    error = samples.std(ddof=1) / np.sqrt(len(samples))
    assert abs(samples.mean() - truth) < 4.0 * error
    assert error < 0.2 * truth

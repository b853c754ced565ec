"""One contract for every preconditioner: its dense matrix, and what it does for CG.

A new preconditioner takes one row in ``ROWS``: by how much it must shorten CG's way on a smooth
kernel with little noise, and whether it is the matrix of a few features.
"""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.language import parse
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.solvers.krylov import PRECONDITIONERS, Preconditioner, cg
from gpstudio.core.solvers.krylov.preconditioners.basis import orthonormal
from gpstudio.core.solvers.krylov.preconditioners.low_rank import LowRank
from gpstudio.core.solvers.krylov.preconditioners.pivoted import Pivoted
from gpstudio.core.task import QUIET, Cancelled, Task

ROWS = {
    "none": 1.0,
    "jacobi": 0.9,
    "pivoted_cholesky": 5.0,
    "rpcholesky": 5.0,
    "nystrom": 5.0,
}
LEVELS = [1e-1, 1e-4, 1e-8]
N = 220


def _kernel(text: str = "1.5 * rbf(1)") -> Kernel:
    return build_kernel(parse(text))


def _inputs(n: int = N, dimensions: int = 2) -> Floats:
    return np.random.default_rng(0).standard_normal((n, dimensions))


def _noise(level: float, n: int = N) -> Floats:
    return 1.5 * level * np.random.default_rng(1).uniform(0.5, 2.0, n)


def _made(name: str, noise: Floats, rank: int = 40, task: Task = QUIET) -> Preconditioner:
    operator = DenseCovariance(_kernel(), _inputs(len(noise)))
    return PRECONDITIONERS[name]().made(operator, noise, rank, np.random.default_rng(2), task)


def _dense(preconditioner: Preconditioner) -> Floats:
    """P, by what was kept of it, with plain numpy."""
    scales = preconditioner.scales
    inner = np.eye(len(scales))
    if isinstance(preconditioner, LowRank):
        basis, root = preconditioner._basis, np.tril(preconditioner._root)
        within = basis @ basis.T
        inner = basis @ (root @ root.T) @ basis.T + preconditioner.rest * (inner - within)
    return scales[:, None] * inner * scales


def test_that_every_preconditioner_has_a_row() -> None:
    assert set(PRECONDITIONERS.names) == set(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_that_it_says_what_it_is(name: str) -> None:
    spec = PRECONDITIONERS[name].spec
    assert spec.title
    assert spec.help.endswith(".")
    small, large = (PRECONDITIONERS[name]().bytes_needed(n, 100) for n in (1_000, 100_000))
    assert 0.0 < small < large
    takes_rank = PRECONDITIONERS[name].takes_rank
    more = PRECONDITIONERS[name]().bytes_needed(100_000, 200)
    assert (more > large) == takes_rank


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("level", LEVELS)
def test_that_what_it_does_is_what_its_matrix_does(name: str, level: float) -> None:
    made = _made(name, _noise(level))
    matrix = _dense(made)
    vectors = np.random.default_rng(3).standard_normal((3, N)).T
    lower = made.root_times(np.eye(N, order="F"))
    scale = np.abs(matrix).max()
    np.testing.assert_allclose(lower @ lower.T, matrix, atol=1e-12 * scale, rtol=0)
    np.testing.assert_allclose(
        made.root_times(np.eye(N, order="F"), transposed=True), lower.T, atol=1e-12 * scale
    )
    np.testing.assert_allclose(made.times(vectors), matrix @ vectors, atol=1e-11 * scale)
    exact = np.linalg.slogdet(matrix)[1]
    assert made.log_determinant == pytest.approx(exact, abs=1e-6 + 1e-14 / level * N)


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("level", LEVELS)
def test_that_solving_undoes_what_it_does(name: str, level: float) -> None:
    made = _made(name, _noise(level))
    random = np.random.default_rng(3)
    columns = [random.standard_normal(N), np.sin(_inputs()[:, 0]), np.ones(N)]
    vectors = np.asfortranarray(np.column_stack(columns))
    kept = vectors.copy()
    allowed = 5e-13 / level + 1e-11
    for transposed in (False, True):
        there = made.root_times(vectors, transposed=transposed)
        back = made.root_solve(there, transposed=transposed)
        np.testing.assert_allclose(back, vectors, atol=1e-4 * np.sqrt(allowed) + 1e-11)
    np.testing.assert_allclose(made.solve(made.times(vectors)), vectors, atol=allowed)
    np.testing.assert_allclose(made.times(made.solve(vectors)), vectors, atol=allowed)
    halves = made.root_solve(made.root_solve(vectors), transposed=True)
    solved = made.solve(vectors)
    np.testing.assert_allclose(solved, halves, atol=allowed * np.abs(solved).max())
    np.testing.assert_array_equal(vectors, kept)
    assert solved.flags.f_contiguous


@pytest.mark.parametrize("name", ROWS)
def test_that_solving_is_symmetric_and_definite(name: str) -> None:
    made = _made(name, _noise(1e-4))
    inverse = made.solve(np.eye(N, order="F"))
    scale = np.abs(inverse).max()
    np.testing.assert_allclose(inverse, inverse.T, atol=1e-12 * scale, rtol=0)
    assert np.linalg.eigvalsh(inverse)[0] > 0.0


@pytest.mark.parametrize("name", [e.spec.name for e in PRECONDITIONERS if issubclass(e, Pivoted)])
@pytest.mark.parametrize("level", LEVELS)
def test_that_features_and_noise_add_up(name: str, level: float) -> None:
    """Against pivots made by textbook formulas from the same places."""
    from gpstudio.core.operators.pivots import pivoted

    rule = PRECONDITIONERS[name].rule  # type: ignore[attr-defined]
    noise = _noise(level)
    pivots = pivoted(_kernel(), _inputs(), 40, rule, np.random.default_rng(2), QUIET)
    full = DenseCovariance(_kernel(), _inputs()).entries()
    some = full[:, pivots.places]
    through = some @ np.linalg.solve(full[np.ix_(pivots.places, pivots.places)], some.T)
    made = _made(name, noise)
    np.testing.assert_allclose(_dense(made), through + np.diag(noise), atol=1e-9, rtol=0)


def test_that_the_sketch_has_the_published_form() -> None:
    noise = np.full(N, 0.01)
    operator = DenseCovariance(_kernel(), _inputs())
    made = PRECONDITIONERS["nystrom"]().made(operator, noise, 30, np.random.default_rng(2))
    sketch = np.random.default_rng(2).standard_normal((30, N)).T
    full = operator.entries()
    image = full @ sketch
    near = image @ np.linalg.solve(sketch.T @ image, image.T)
    values, vectors = np.linalg.eigh(0.5 * (near + near.T))
    values, vectors = values[-30:], vectors[:, -30:]
    within = vectors @ vectors.T
    # P of Frangella, Tropp & Udell times λ_r + µ, which is all the same to CG
    published = (vectors * (values + 0.01)) @ vectors.T
    published += (values[0] + 0.01) * (np.eye(N) - within)
    np.testing.assert_allclose(_dense(made), published, atol=1e-7, rtol=0)


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("level", [1e-1, 1e-4])
def test_that_no_eigenvalue_is_below_the_floor(name: str, level: float) -> None:
    noise = _noise(level)
    made = _made(name, noise)
    full = DenseCovariance(_kernel(), _inputs()).entries() + np.diag(noise)
    half = made.root_solve(np.eye(N, order="F"))
    values = np.linalg.eigvalsh(half @ full @ half.T)
    assert values[0] >= made.floor * (1.0 - 1e-7)
    assert made.floor > 0.0


@pytest.mark.parametrize("name", ROWS)
def test_that_draws_have_its_covariance(name: str) -> None:
    made = _made(name, _noise(1e-1))
    count = 20_000
    draws = made.sample(count, np.random.default_rng(4))
    matrix = _dense(made)
    variances = matrix.diagonal()
    spread = np.sqrt((np.outer(variances, variances) + matrix**2) / count)
    z = (draws @ draws.T / count - matrix) / spread
    assert np.abs(z).max() < 6.0
    assert abs(np.mean(z**2) - 1.0) < 0.5


@pytest.mark.parametrize("name", [name for name in ROWS if ROWS[name] > 1.0])
def test_that_cg_needs_fewer_iterations(name: str) -> None:
    n, noise = 1_000, np.full(1_000, 1e-4)
    operator = DenseCovariance(_kernel("rbf(1)"), _inputs(n, 3))
    matrix = operator.entries() + np.diag(noise)
    right = np.random.default_rng(5).standard_normal((1, n)).T
    made = PRECONDITIONERS[name]().made(operator, noise, 240, np.random.default_rng(2))
    outcome = cg(lambda v: matrix @ v, right, preconditioner=made, tolerance=1e-6, iterations=2_000)
    assert outcome.converged
    plain = round(ROWS[name] * len(outcome.trace))
    # as many times as many of plain CG leave the residual far above
    unaided = cg(lambda v: matrix @ v, right, tolerance=1e-6, iterations=plain)
    assert not unaided.converged


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("rank", [1, N, 10 * N])
def test_that_any_rank_will_do(name: str, rank: int) -> None:
    noise = _noise(1e-4)
    made = _made(name, noise, rank)
    full = DenseCovariance(_kernel(), _inputs()).entries() + np.diag(noise)
    vectors = np.random.default_rng(3).standard_normal((2, N)).T
    outcome = cg(lambda v: full @ v, vectors, preconditioner=made, tolerance=1e-8)
    assert outcome.converged
    if rank >= N and PRECONDITIONERS[name].takes_rank:
        assert len(outcome.trace) <= 5


@pytest.mark.parametrize("name", ROWS)
def test_that_repeated_readings_and_no_noise_leave_it_definite(name: str) -> None:
    inputs = np.repeat(_inputs(40), 3, axis=0)
    operator = DenseCovariance(_kernel(), inputs)
    made = PRECONDITIONERS[name]().made(operator, np.zeros(120), 120, np.random.default_rng(0))
    vectors = np.random.default_rng(3).standard_normal((2, 120)).T
    solved = made.solve(vectors)
    assert np.isfinite(solved).all()
    assert (np.einsum("nk,nk->k", solved, vectors) > 0.0).all()
    assert np.isfinite(made.log_determinant)


class StopsAtOnce(Task):
    def check(self) -> None:
        raise Cancelled


@pytest.mark.parametrize("name", [name for name in ROWS if PRECONDITIONERS[name].takes_rank])
def test_that_making_and_using_it_can_be_stopped(name: str) -> None:
    with pytest.raises(Cancelled):
        _made(name, _noise(1e-2), task=StopsAtOnce())
    made = _made(name, _noise(1e-2))
    with pytest.raises(Cancelled):
        made.solve(np.ones((N, 1), order="F"), StopsAtOnce())


def _tall(kind: str) -> Floats:
    random = np.random.default_rng(0)
    left = np.linalg.qr(random.standard_normal((400, 30)))[0]
    right = np.linalg.qr(random.standard_normal((30, 30)))[0]
    values = {
        "tame": np.linspace(1.0, 2.0, 30),
        "graded": np.geomspace(1.0, 1e7, 30),
        "steep": np.geomspace(1e-3, 1e9, 30),
        "short": np.concatenate([np.linspace(1.0, 2.0, 20), np.zeros(10)]),
        "gaps": np.linspace(1.0, 2.0, 30),
    }[kind]
    tall = (left * values) @ right.T
    if kind == "gaps":
        tall[:, [3, 17]] = 0.0
    return np.asfortranarray(tall)


@pytest.mark.parametrize("kind", ["tame", "graded", "steep", "short", "gaps"])
def test_that_a_basis_is_orthonormal_and_spans(kind: str) -> None:
    tall = _tall(kind)
    basis, right = orthonormal(tall.copy(order="F"))
    np.testing.assert_allclose(basis.T @ basis, np.eye(basis.shape[1]), atol=1e-13)
    np.testing.assert_allclose(basis @ right, tall, atol=1e-13 * np.abs(tall).max(), rtol=0)
    if kind == "gaps":
        assert basis.shape[1] == 28


def test_that_the_basis_of_no_columns_is_none() -> None:
    basis, right = orthonormal(np.empty((10, 0), order="F"))
    assert basis.shape == (10, 0)
    assert right.shape == (0, 0)

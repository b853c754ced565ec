"""The dense solver where it is hard put: singular matrices and missing readings."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.solvers.cholesky import Cholesky, CholeskyFactor
from gpstudio.core.task import QUIET


def repeated_times(n: int) -> Floats:
    """The second half repeats the first."""
    half = np.sort(np.random.default_rng(0).uniform(0.0, n / 3.0, n // 2))
    return np.concatenate([half, half])[:, None]


@pytest.mark.parametrize("n", [4, 200, 256, 400, 700])
def test_that_jitter_mends_a_singular_matrix_and_nothing_else_of_it(n: int) -> None:
    matrix = build_kernel(parse("1 * matern32(2)")).block(*[repeated_times(n)] * 2)
    factor = Cholesky().factorise(matrix.copy(order="F"), QUIET)
    assert isinstance(factor, CholeskyFactor)
    jitter = factor.notes.jitter
    assert 0.0 < jitter <= 1e-10
    lower = np.tril(factor._lower)
    np.testing.assert_allclose(lower @ lower.T, matrix + jitter * np.eye(n), atol=1e-15 * n)
    assert factor.log_determinant == pytest.approx(2 * np.log(np.diag(lower)).sum())


def test_that_no_jitter_is_added_where_none_is_needed() -> None:
    times = np.arange(300.0)[:, None]
    matrix = build_kernel(parse("1 * matern32(2)")).block(times, times)
    factor = Cholesky().factorise(np.asfortranarray(matrix), QUIET)
    assert factor.notes.jitter == 0.0


@pytest.mark.parametrize("n", [3, 300])
def test_that_a_hopeless_matrix_is_one_sentence_that_says_what_to_do(n: int) -> None:
    with pytest.raises(InputError, match="raise the noise or remove repeated readings") as caught:
        Cholesky().factorise(np.asfortranarray(-np.eye(n)), QUIET)
    assert str(caught.value).count("\n") == 0


def test_that_variances_of_quiet_readings_do_not_turn_negative() -> None:
    times = np.linspace(0.0, 1.0, 200)[:, None]
    covariance = DenseCovariance(build_kernel(parse("1 * rbf(1)")), times)
    noise = np.full(200, 1e-10)
    solution = Cholesky().condition(covariance, noise, np.sin(times), QUIET)
    mean, variance = solution.predict(times, QUIET)
    assert (variance >= 0.0).all()
    assert np.isfinite(mean).all()

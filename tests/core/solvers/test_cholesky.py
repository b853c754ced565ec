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
from gpstudio.core.solvers.linear import LinearSolution
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


@pytest.mark.parametrize(
    "kernel",
    [
        "1 * periodic(0.8, period=3.0) * matern32(9.0)",
        "1 * rbf(2) + linear(0.1, offset=0.3, centre=held(15000))",
    ],
)
@pytest.mark.parametrize("steps", ["even", "uneven", "twice"])
def test_that_draws_in_a_window_are_those_of_its_mean_and_covariance(
    kernel: str, steps: str
) -> None:
    random = np.random.default_rng(2)
    inputs = 15_000.0 + np.sort(random.uniform(0.0, 10.0, 30))[:, None]
    columns = random.standard_normal((30, 2))
    operator = DenseCovariance(build_kernel(parse(kernel)), inputs)
    solution = Cholesky().condition(operator, np.full(30, 0.1), columns, QUIET)
    assert isinstance(solution, LinearSolution)
    window = 15_000.0 + np.linspace(2.0, 8.0, 25)
    if steps == "uneven":
        window[3] += 0.01
    if steps == "twice":
        window = np.append(window, window[4])
    mean, curves = solution._within(window, 3, 4_000, QUIET)
    targets = window[:, None]
    np.testing.assert_allclose(mean, solution.predict(targets, QUIET)[0], atol=1e-12)
    covariance = solution.covariance(targets, QUIET)
    spread = 6.0 * np.sqrt(2.0 / 4_000) * covariance.diagonal().max()
    np.testing.assert_allclose(np.cov(curves), covariance, atol=spread)
    times = np.unique(window)
    prior = operator.prior(times[:, None], QUIET)
    np.testing.assert_allclose(solution._prior_along(times, QUIET), prior, atol=1e-11 * prior.max())

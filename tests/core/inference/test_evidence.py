"""The evidence with its mean estimated, and what weights do to it, against plain formulas."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import Posterior, fit
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.recipe import Recipe

KERNEL = "1.3 * matern32(3)"
NOISE = 0.2
SOLVERS = ("kalman", "cholesky")


def data(n: int = 25, seed: int = 0) -> tuple[Floats, Floats]:
    random = np.random.default_rng(seed)
    x = np.sort(random.uniform(0.0, 20.0, n))
    return x, 5.0 + np.sin(x) + 0.4 * random.standard_normal(n)


def posterior(
    x: Floats,
    y: Floats,
    weights: Floats | None = None,
    kernel: str = KERNEL,
    mean: str = "constant",
    solver: str = "kalman",
    learning: str = "fixed",
    noise: float = NOISE,
) -> Posterior:
    recipe = Recipe.of(
        kernel=kernel,
        likelihood=f"gaussian({noise})",
        mean=mean,
        solver=solver,
        learning=learning,
    )
    return fit(recipe, Readings.of(x[:, None], y, weights))


def covariance(x: Floats, z: Floats, kernel: str = KERNEL) -> Floats:
    return build_kernel(parse(kernel)).block(x[:, None], z[:, None])


def log_density(y: Floats, mean: Floats | float, cov: Floats) -> float:
    misfit = y - mean
    return -0.5 * float(
        misfit @ np.linalg.solve(cov, misfit)
        + np.linalg.slogdet(cov)[1]
        + len(y) * math.log(2 * math.pi)
    )


@pytest.mark.parametrize("solver", SOLVERS)
def test_that_without_a_mean_the_evidence_is_the_density_of_the_readings(solver: str) -> None:
    x, y = data()
    A = covariance(x, x) + NOISE * np.eye(len(x))
    found = posterior(x, y, mean="zero", solver=solver).log_evidence
    assert found == pytest.approx(log_density(y, 0.0, A), rel=1e-11)


@pytest.mark.parametrize("solver", SOLVERS)
def test_that_with_a_level_the_evidence_is_rasmussen_and_williams_2_45(solver: str) -> None:
    x, y = data()
    n = len(x)
    A = covariance(x, x) + NOISE * np.eye(n)
    H = np.ones((n, 1))
    inverse = np.linalg.inv(A)
    G = H.T @ inverse @ H
    C = inverse @ H @ np.linalg.inv(G) @ H.T @ inverse
    expected = -0.5 * (
        y @ inverse @ y
        - y @ C @ y
        + np.linalg.slogdet(A)[1]
        + np.linalg.slogdet(G)[1]
        + (n - 1) * math.log(2 * math.pi)
    )
    assert posterior(x, y, solver=solver).log_evidence == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize("solver", SOLVERS)
def test_that_an_estimated_level_is_the_limit_of_one_with_a_huge_variance(solver: str) -> None:
    x, y = data()
    targets = np.array([[-30.0], [3.3], [10.0], [60.0]])
    huge = 1e6
    estimated = posterior(x, y, solver=solver)
    known = posterior(x, y, kernel=f"{KERNEL} + constant({huge})", mean="zero", solver=solver)
    for first, second in zip(estimated.predict(targets), known.predict(targets), strict=True):
        np.testing.assert_allclose(first, second, rtol=1e-5)
    np.testing.assert_allclose(
        estimated.covariance(targets), known.covariance(targets), rtol=1e-4, atol=1e-6
    )
    difference = estimated.log_evidence - known.log_evidence
    assert difference == pytest.approx(0.5 * math.log(2 * math.pi * huge), abs=1e-4)


@pytest.mark.parametrize("solver", SOLVERS)
def test_that_the_level_is_that_of_generalised_least_squares(solver: str) -> None:
    x, y = data()
    inverse = np.linalg.inv(covariance(x, x) + NOISE * np.eye(len(x)))
    level = inverse.sum(axis=0) @ y / inverse.sum()
    found = posterior(x, y, solver=solver)
    assert found.report.mean[0] == pytest.approx(level, rel=1e-11)
    mean, variance = found.predict(np.array([[1e6]]))
    assert mean[0] == pytest.approx(level, rel=1e-9)
    # far from readings: the curve's own variance, and what is not known of the level
    assert variance[0] == pytest.approx(1.3 + 1.0 / inverse.sum(), rel=1e-9)


@pytest.mark.parametrize("solver", SOLVERS)
def test_that_draws_carry_the_levels_uncertainty(solver: str) -> None:
    x, y = data(8)
    found = posterior(x, y, solver=solver)
    targets = np.array([[-50.0], [x[3]], [70.0]])
    draws = found.draws(targets, 6_000, 1)
    mean, _ = found.predict(targets)
    expected = found.covariance(targets)
    spread = np.sqrt(np.diag(expected))
    assert (abs(draws.mean(axis=1) - mean) < 5 * spread / np.sqrt(6_000)).all()
    error = np.sqrt((np.outer(spread, spread) ** 2 + expected**2) / 6_000)
    assert (abs(np.cov(draws) - expected) < 5 * error).all()
    # at one far end as at the other: what they share is the level
    assert expected[0, 2] > 0.05


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("mean", ["constant", "zero"])
def test_that_a_weight_is_so_many_repeated_readings(solver: str, mean: str) -> None:
    x, y = data(12)
    weights = np.array([1, 3, 2, 1, 1, 5, 1, 2, 2, 1, 1, 4])
    weighted = posterior(x, y, weights.astype(float), mean=mean, solver=solver)
    repeated = posterior(np.repeat(x, weights), np.repeat(y, weights), mean=mean, solver=solver)
    targets = np.linspace(-5.0, 25.0, 40)[:, None]
    for first, second in zip(weighted.predict(targets), repeated.predict(targets), strict=True):
        np.testing.assert_allclose(first, second, rtol=1e-9)
    assert weighted.log_evidence == pytest.approx(repeated.log_evidence, rel=1e-10)
    assert weighted.report.readings == 12


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("mean", ["constant", "zero"])
@pytest.mark.parametrize("weighted", [False, True])
def test_that_the_gradient_is_the_evidences_slope(solver: str, mean: str, weighted: bool) -> None:
    """Through the whole road: number in, evidence out."""
    x, y = data(15)
    weights = np.linspace(0.2, 3.0, 15) if weighted else None

    def evidence(logs: Floats) -> float:
        variance, length, noise = np.exp(logs)
        kernel = f"{variance!r} * matern32({length!r})".replace("np.float64", "")
        return posterior(
            x, y, weights, kernel=kernel, mean=mean, solver=solver, noise=float(noise)
        ).log_evidence

    at = np.log([1.3, 3.0, NOISE])
    step = 1e-5
    slope = [(evidence(at + step * e) - evidence(at - step * e)) / (2 * step) for e in np.eye(3)]
    found = posterior(x, y, weights, mean=mean, solver=solver)
    from gpstudio.core.task import QUIET

    np.testing.assert_allclose(found._trended.gradient(QUIET), slope, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("solver", SOLVERS)
def test_that_missing_readings_change_nothing(solver: str) -> None:
    x, y = data(12)
    with_gaps = np.concatenate([y, [np.nan, np.nan]])
    times = np.concatenate([x, [3.0, 100.0]])
    weights = np.concatenate([np.ones(12), [1.0, 2.0]])
    for learning in ("fixed", "ml2(restarts=2)"):
        whole = posterior(x, y, solver=solver, learning=learning)
        gaps = posterior(times, with_gaps, weights, solver=solver, learning=learning)
        assert gaps.log_evidence == pytest.approx(whole.log_evidence, rel=1e-9)
        assert gaps.report.missing == 2
        targets = np.linspace(-5.0, 110.0, 30)[:, None]
        for first, second in zip(gaps.predict(targets), whole.predict(targets), strict=True):
            np.testing.assert_allclose(first, second, rtol=1e-6)


def test_that_white_in_the_kernel_is_the_noise() -> None:
    x, y = data()
    inside = Recipe.of(kernel=f"{KERNEL} + white({NOISE})", learning="fixed")
    beside = Recipe.of(kernel=KERNEL, likelihood=f"gaussian({NOISE})", learning="fixed")
    first, second = (fit(recipe, Readings.of(x[:, None], y)) for recipe in (inside, beside))
    assert first.log_evidence == second.log_evidence
    assert first.noise == second.noise == NOISE
    np.testing.assert_array_equal(first.predict(x[:, None]), second.predict(x[:, None]))
    assert "white" not in first.report.kernel

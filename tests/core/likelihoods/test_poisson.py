"""Counts: against the nearest Gaussian on the whole matrix, sampling, and on their own scale."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from scipy.special import logsumexp

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.recipe import Recipe
from tests.references.elliptical import drawn, evidence_by

SOLVERS = ("kalman", "cholesky")
VARIANCE, LENGTH = 0.9, 3.0
LOOSE = 1e6
"""A level's variance that is as good as infinite."""


def kernel(a: Floats, b: Floats) -> Floats:
    r = math.sqrt(3.0) * abs(a[:, None] - b) / LENGTH
    return np.asarray(VARIANCE * (1.0 + r) * np.exp(-r))


def data(n: int = 25, height: float = 1.0) -> tuple[Floats, Floats]:
    random = np.random.default_rng(3)
    x = np.sort(random.uniform(0.0, 20.0, n))
    return x, random.poisson(np.exp(height + np.sin(x / 2.0))).astype(float)


def posterior(x: Floats, y: Floats, weights: Floats | None = None, **words: str) -> Posterior:
    choices = {
        "kernel": f"{VARIANCE} * matern32({LENGTH})", "likelihood": "poisson", "learning": "fixed",
    } | words  # fmt: skip
    return fit(Recipe.of(**choices), Readings.of(x[:, None], y, weights))


class Dense:
    """The nearest Gaussian on the whole matrix, by steps of the natural gradient that are halved;
    its bound by Gauss's and Hermite's rule. The level's prior is hardly anything in place of
    flat."""

    def __init__(self, x: Floats, y: Floats, weights: Floats, level: bool) -> None:
        self.x, self.level = x, LOOSE if level else 0.0
        self.K = kernel(x, x) + self.level
        n, W, z = len(x), weights * (y + 0.5), np.log(y + 0.5)
        for _ in range(120):
            self.A = self.K + np.diag(1.0 / W)
            self.a = np.linalg.solve(self.A, z)
            mean, variance = self.latent(x)
            v = np.diag(variance)
            rate = weights * np.exp(mean + 0.5 * v)
            pull = weights * y - rate
            z = (W * z + rate * mean + pull) / (W + rate)
            W = 0.5 * (W + rate)
        np.testing.assert_allclose(self.a, pull, atol=1e-6)  # nothing moves it any more
        nodes, shares = np.polynomial.hermite.hermgauss(60)
        places = mean[:, None] + np.sqrt(2.0 * v)[:, None] * nodes
        density = weights[:, None] * stats.poisson.logpmf(y[:, None], np.exp(places))
        inside = np.eye(n) + self.K * W
        apart = self.a @ self.K @ self.a + np.trace(np.linalg.inv(inside)) - n
        apart += np.linalg.slogdet(inside)[1]
        self.evidence = float((density @ shares).sum()) / math.sqrt(math.pi) - 0.5 * apart
        if level:
            self.evidence += 0.5 * math.log(2.0 * math.pi * LOOSE)

    def latent(self, targets: Floats) -> tuple[Floats, Floats]:
        cross = kernel(self.x, targets) + self.level
        covariance = kernel(targets, targets) + self.level
        covariance -= cross.T @ np.linalg.solve(self.A, cross)
        return cross.T @ self.a, covariance


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("mean", ["constant", "zero"])
@pytest.mark.parametrize("weighted", [False, True])
def test_that_all_is_as_on_the_whole_matrix(solver: str, mean: str, weighted: bool) -> None:
    x, y = data()
    weights = np.linspace(0.3, 2.5, len(x)) if weighted else np.ones(len(x))
    found = posterior(x, y, weights, solver=solver, mean=mean)
    dense = Dense(x, y, weights, mean == "constant")
    assert found.log_evidence == pytest.approx(dense.evidence, rel=1e-6)
    targets = np.array([-2.0, 3.3, 11.0, 24.0])
    centre, covariance = dense.latent(targets)
    for one, other in zip(
        found.latent(targets[:, None]), (centre, np.diag(covariance)), strict=True
    ):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)
    level = np.exp(centre + 0.5 * np.diag(covariance))
    joint = np.outer(level, level) * np.expm1(covariance)
    mean_, variance = found.predict(targets[:, None])
    np.testing.assert_allclose(mean_, level, rtol=1e-5)
    np.testing.assert_allclose(variance, np.diag(joint), rtol=1e-5)
    np.testing.assert_allclose(found.covariance(targets[:, None]), joint, rtol=1e-5, atol=1e-6)
    noisy = found.predict(targets[:, None], include_noise=True)[1]
    np.testing.assert_allclose(noisy - variance, level, rtol=1e-5)
    low, high = found.interval(targets[:, None], 0.9)
    reach = 1.6448536269514722 * np.sqrt(np.diag(covariance))
    np.testing.assert_allclose([low, high], np.exp([centre - reach, centre + reach]), rtol=1e-5)


def test_that_a_whole_weight_is_so_many_counts() -> None:
    x, y = data(12)
    weights = np.array([1.0, 2.0, 3.0] * 4)
    repeated = posterior(*(np.repeat(part, weights.astype(int)) for part in (x, y)))
    once = posterior(x, y, weights)
    assert once.log_evidence == pytest.approx(repeated.log_evidence, rel=1e-7)
    targets = np.array([[1.0], [9.0], [30.0]])
    np.testing.assert_allclose(once.predict(targets), repeated.predict(targets), rtol=1e-5)


def test_that_it_is_near_what_sampling_finds() -> None:
    x, y = data(8)
    found = posterior(x, y, mean="zero")
    K = kernel(x, x)

    def density(f: Floats) -> Floats:
        return np.asarray(stats.poisson.logpmf(y, np.exp(f)).sum(axis=-1))

    chains = drawn(density, K, chains=40, steps=150, warm_up=30)
    assert found.log_evidence == pytest.approx(
        float(evidence_by(chains, density, K).value), abs=0.1
    )
    level = np.exp(chains.reshape(-1, len(x)))
    mean, spread = found.predict(x[:, None])
    np.testing.assert_allclose(mean, level.mean(axis=0), rtol=0.15)
    np.testing.assert_allclose(np.sqrt(spread), level.std(axis=0), rtol=0.25)


def importance(x: Floats, y: Floats, random: np.random.Generator) -> float:
    """log p(y), by sampling from the dense Gaussian."""
    dense = Dense(x, y, np.ones(len(x)), level=False)
    mean, covariance = dense.latent(x)
    proposal = stats.multivariate_normal(mean, 1.1 * covariance + 1e-9 * np.eye(len(x)))
    prior = stats.multivariate_normal(np.zeros(len(x)), dense.K + 1e-9 * np.eye(len(x)))
    drawn = proposal.rvs(40_000, random)
    weight = stats.poisson.logpmf(y, np.exp(drawn)).sum(axis=1) + prior.logpdf(drawn)
    return float(logsumexp(weight - proposal.logpdf(drawn)) - math.log(len(drawn)))


def test_that_few_counts_and_those_left_out_are_as_likely_as_sampling_says() -> None:
    """Laplace's Gaussian errs by 0.07 nats of a usual one that is left out, by 0.11 at most."""
    x, y = data(12, height=-0.5)
    found, random = posterior(x, y, mean="zero"), np.random.default_rng(4)
    whole = importance(x, y, random)
    assert found.log_evidence == pytest.approx(whole, abs=0.05)
    assert found.log_evidence < whole + 0.01, "a bound from below"
    alone = [whole - importance(np.delete(x, i), np.delete(y, i), random) for i in range(12)]
    off = found.left_out().log_densities - alone
    assert np.median(abs(off)) < 0.015
    assert abs(off).max() < 0.05


@pytest.mark.parametrize("learning", ["auto", "ml2(restarts=0)", "map(restarts=0)"])
def test_that_learning_finds_the_level_and_every_answer_is_a_count(learning: str) -> None:
    x, y = data(60, height=0.3)
    found = posterior(x, y, kernel="matern32", learning=learning)
    targets = np.linspace(0.0, 23.0, 40)[:, None]
    truth = np.exp(0.3 + np.sin(targets[:, 0] / 2.0))
    bands = found.bands(targets)
    assert np.mean(abs(bands.mean[:34] / truth[:34] - 1.0)) < 0.35
    for low, high in (bands.curve, bands.reading):
        assert (low >= 0.0).all()
        assert (high > low).all()
    np.testing.assert_array_equal(bands.reading, np.floor(bands.reading))
    draws = found.draws(targets, 2_000, 1)
    within = (draws >= bands.curve[0][:, None]) & (draws <= bands.curve[1][:, None])
    assert abs(within.mean() - 0.95) < 0.02
    (window,) = found.draws_in([targets[:, 0]], 2_000, 1)
    np.testing.assert_allclose(np.median(window, 1), np.median(draws, 1), rtol=0.15)
    assert math.isnan(found.noise)
    assert math.isnan(found.report.noise)


def test_that_the_derivative_is_the_relative_rate() -> None:
    x, y = data()
    found = posterior(x, y)
    targets, step = np.array([4.0, 9.5]), 1e-4
    slope = found.latent(targets[:, None] + step)[0] - found.latent(targets[:, None] - step)[0]
    np.testing.assert_allclose(found.derivative(targets[:, None])[0], slope / (2 * step), rtol=1e-5)


def test_that_counts_of_thousands_beside_none_are_taken() -> None:
    x = np.arange(30.0)
    for y in (np.where(x == 9, 1.0, 0.0), np.full(30, 9e5), np.where(x < 15, 0.0, 40_000.0)):
        found = posterior(x, y, kernel="matern32", learning="ml2(restarts=0)")
        low, high = found.interval(x[:, None], 0.95, include_noise=True)
        assert np.mean((y >= low) & (y <= high)) > 0.9
        assert not [remark for remark in found.report.remarks if "last digit" in remark]


def test_that_far_from_all_counts_a_band_is_wide_and_no_nonsense() -> None:
    found = posterior(np.arange(3.0), np.array([0.0, 2.0, 1.0]), kernel="90000 * matern32(3)")
    low, high = found.interval(np.array([[1.0], [400.0]]), 0.95, include_noise=True)
    assert (low >= 0.0).all()
    assert np.isfinite(high).all()
    assert high[0] < 20.0
    assert high[1] > 1e50


def test_that_white_noise_and_fractions_are_refused() -> None:
    x, y = data(9)
    with pytest.raises(ValueError, match="take the term 'white' out of the kernel"):
        posterior(x, y, kernel="matern32(3) + white(0.1)")
    with pytest.raises(ValueError, match="All counts are 0"):
        posterior(x, np.zeros(9))
    with pytest.raises(ValueError, match=r"takes counts, and 0\.5 is none: give whole numbers"):
        GPRegressor(noise="poisson").fit(x, np.where(y == y[4], 0.5, y))


def test_that_the_estimator_speaks_of_counts() -> None:
    x, y = data(40)
    gp = GPRegressor("matern32", noise="poisson", learning="ml2(restarts=0)").fit(x, y)
    mean, std = gp.predict(x, return_std=True, include_noise=True)
    covariance = gp.predict(x, return_cov=True, include_noise=True)[1]
    np.testing.assert_allclose(np.sqrt(np.diag(covariance)), std, rtol=1e-6)
    assert (std > np.sqrt(mean)).all()
    assert (gp.sample_y(x, 20) > 0.0).all()
    assert gp.score(x, y) > 0.3

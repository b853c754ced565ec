"""A posterior of several members: its moments, joint covariance, draws and intervals agree."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import kstest
from scipy.stats import t as student

from gpstudio import GPRegressor
from gpstudio.core.errors import InputError
from gpstudio.core.inference.posterior import Posterior, shared_out
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.mixtures import mixture_level
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET

ROADS = {
    "compiled": {"kernel": "matern32"},
    "state space": {"kernel": "matern32(20)"},
    "full matrix": {"kernel": "matern32", "solver": "cholesky", "approximation": "exact"},
    "amplitude held": {"kernel": "held(0.04) * matern32", "solver": "cholesky"},
}
roads = pytest.mark.parametrize("road", list(ROADS.values()), ids=list(ROADS))
TARGETS = np.array([-20.0, 3.0, 31.0, 33.0, 90.0, 140.0])


def posterior(road: dict[str, str], n: int = 12) -> Posterior:
    random = np.random.default_rng(1)
    x = np.sort(random.uniform(0.0, 100.0, n))
    y = 0.4 + 0.2 * np.sin(x / 12.0) + 0.05 * random.standard_normal(n)
    return fit(Recipe.of(**road, learning="averaged"), Readings.of(x[:, None], y))


@roads
def test_that_the_variance_is_the_members_own_and_that_between_them(road: dict[str, str]) -> None:
    found = posterior(road)
    members = found.members
    means, spreads = members.curves(TARGETS[:, None], QUIET)
    mean, variance = found.predict(TARGETS[:, None])
    inflation = 1.0
    if math.isfinite(members.freedom):
        inflation = float(student.var(members.freedom))
    second = members.weights @ (inflation * spreads + means**2)
    np.testing.assert_allclose(mean, members.weights @ means, rtol=1e-12)
    np.testing.assert_allclose(variance, second - mean**2, rtol=1e-6)
    _, noisy = found.predict(TARGETS[:, None], include_noise=True)
    of_noise = inflation * float(members.weights @ members.noises)
    np.testing.assert_allclose(noisy - variance, of_noise, rtol=1e-9)


@roads
def test_that_the_joint_covariance_has_the_variances_on_its_diagonal(road: dict[str, str]) -> None:
    found = posterior(road)
    covariance = found.covariance(TARGETS[:, None])
    _, variance = found.predict(TARGETS[:, None])
    np.testing.assert_allclose(np.diag(covariance), variance, rtol=1e-7)
    np.testing.assert_allclose(covariance, covariance.T, atol=1e-14)
    assert np.linalg.eigvalsh(covariance).min() > 0.0


@roads
def test_that_draws_are_of_the_mixture(road: dict[str, str]) -> None:
    found = posterior(road)
    count = 4_000
    draws = found.draws(TARGETS[:, None], count, 7)
    assert draws.shape == (len(TARGETS), count)
    members = found.members
    means, spreads = members.curves(TARGETS[:, None], QUIET)
    for place, row in enumerate(draws):
        column = means[:, [place]], np.sqrt(spreads[:, [place]]), members.weights, members.freedom
        levels = np.array([mixture_level(np.array([value]), *column)[0] for value in row[::4]])
        assert kstest(levels, "uniform").pvalue > 1e-3
    covariance = found.covariance(TARGETS[:, None])
    correlation = covariance[2, 3] / math.sqrt(covariance[2, 2] * covariance[3, 3])
    assert np.corrcoef(draws[2], draws[3])[0, 1] == pytest.approx(correlation, abs=0.1)
    np.testing.assert_array_equal(found.draws(TARGETS[:, None], 5, 7), found.draws(
        TARGETS[:, None], 5, 7
    ))  # fmt: skip


@roads
@pytest.mark.parametrize("include_noise", [False, True])
def test_that_an_interval_leaves_as_much_above_as_below(
    road: dict[str, str], include_noise: bool
) -> None:
    found = posterior(road)
    members = found.members
    means, spreads = members.curves(TARGETS[:, None], QUIET)
    scales = np.sqrt(spreads + (members.noises[:, None] if include_noise else 0.0))
    lower, upper = found.interval(TARGETS[:, None], 0.8, include_noise)
    for edge, level in ((lower, 0.1), (upper, 0.9)):
        reached = mixture_level(edge, means, scales, members.weights, members.freedom)
        np.testing.assert_allclose(reached, level, atol=1e-8)


@roads
def test_that_bands_are_the_single_answers(road: dict[str, str]) -> None:
    found = posterior(road)
    inputs = TARGETS[:, None]
    mean, variance, new, curve, reading = found.bands(inputs, 0.9)
    np.testing.assert_array_equal([mean, variance], found.predict(inputs))
    np.testing.assert_array_equal(new, found.predict(inputs, include_noise=True)[1])
    np.testing.assert_array_equal(curve, found.interval(inputs, 0.9))
    np.testing.assert_array_equal(reading, found.interval(inputs, 0.9, True))


@roads
def test_that_one_setting_alone_has_a_normals_interval(road: dict[str, str]) -> None:
    found = fit(
        Recipe.of(**road, learning="ml2"),
        Readings.of(np.arange(9.0)[:, None], np.sin(np.arange(9))),
    )
    mean, variance = found.predict(TARGETS[:, None], include_noise=True)
    lower, upper = found.interval(TARGETS[:, None], 0.95, True)
    np.testing.assert_allclose(upper - mean, 1.959963984540054 * np.sqrt(variance), rtol=1e-9)
    np.testing.assert_allclose(mean - lower, upper - mean, rtol=1e-9)


def test_that_draws_are_shared_out_by_weight() -> None:
    random = np.random.default_rng(0)
    weights = np.array([0.5, 0.25, 0.2, 0.05])
    for count in (1, 7, 100, 1_000):
        shares = shared_out(weights, count, random.random())
        assert shares.sum() == count
        assert (np.abs(shares - weights * count) <= 1.0).all()


@pytest.mark.parametrize("probability", [0.0, 1.0, 1.5, -0.2, "much"])
def test_that_a_probability_lies_between_nought_and_one(probability: object) -> None:
    gp = GPRegressor("matern32").fit([0.0, 1.0, 2.0], [0.0, 1.0, 0.5])
    with pytest.raises(InputError, match="probability"):
        gp.predict_interval([0.5], probability)  # type: ignore[arg-type]

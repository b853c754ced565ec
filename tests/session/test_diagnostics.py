"""The numbers behind the plots of a fit, against the long way round."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from gpstudio.core.arrays import Floats
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.data.table import read_table
from gpstudio.resources import SAMPLE, resource
from gpstudio.session import diagnostics
from gpstudio.session.fitting import Fit, Request, fit_series

RECIPE = Recipe.of(kernel="0.1*matern32(40)", likelihood="gaussian(0.005)", learning="fixed")


@pytest.fixture(scope="module")
def fit() -> Fit:
    return fit_series(read_table(resource(*SAMPLE)).series[0], RECIPE, Request(stages="none"))


def without(series: Series, place: int) -> Series:
    kept = np.arange(len(series)) != place
    return replace(series, time=series.time[kept], value=series.value[kept])


def test_that_left_out_residuals_are_those_of_fits_without_the_reading(fit: Fit) -> None:
    found = diagnostics.left_out(fit)
    for place in (0, 17, 60, len(fit.series) - 1):
        others = fit_series(without(fit.series, place), RECIPE, Request(stages="none"))
        time = fit.series.time[[place]][:, None]
        mean, variance = others.posterior.predict(time, include_noise=True)
        expected = (fit.series.value[place] - mean[0]) / np.sqrt(variance[0])
        assert found[place] == pytest.approx(expected, rel=1e-6)


def test_that_places_count_the_normal_probabilities_of_the_residuals(fit: Fit) -> None:
    shares = diagnostics.spread_of_places(fit)
    places = stats.norm.cdf(diagnostics.left_out(fit))
    expected = np.histogram(places, bins=10, range=(0, 1))[0] / len(places)
    np.testing.assert_allclose(shares.shares, expected)
    low, high = stats.binom.ppf([0.025, 0.975], len(places), 0.1) / len(places)
    assert shares.lower == pytest.approx(low, abs=1.5 / len(places))
    assert shares.upper == pytest.approx(high, abs=1.5 / len(places))


def test_that_the_quantiles_band_holds_95_percent_of_normal_samples(fit: Fit) -> None:
    found = diagnostics.normal_quantiles(fit)
    count = len(found.found)
    samples = np.sort(np.random.default_rng(5).standard_normal((2_000, count)), axis=1)
    inside = np.mean((samples > found.lower) & (samples < found.upper), axis=0)
    assert 0.93 < inside.min() <= inside.max() < 0.97
    np.testing.assert_allclose(found.expected, stats.norm.ppf((np.arange(count) + 0.5) / count))


def matern(time: Floats) -> Floats:
    scaled = np.sqrt(3.0) * np.abs(time[:, None] - time[None, :]) / 40.0
    return 0.1 * (1.0 + scaled) * np.exp(-scaled)


def test_that_the_covariance_pictures_are_those_of_dense_algebra(fit: Fit) -> None:
    prior, posterior = diagnostics.prior_picture(fit), diagnostics.posterior_picture(fit)
    np.testing.assert_allclose(prior.covariance, matern(prior.time), rtol=1e-10, atol=1e-14)
    both = np.concatenate([posterior.time, fit.series.time])
    joint, m = matern(both), len(posterior.time)
    noisy = joint[m:, m:] + 0.005 * np.eye(len(fit.series))
    cross = joint[:m, m:]
    ones = np.ones(len(fit.series))
    rest = 1.0 - cross @ np.linalg.solve(noisy, ones)
    level = np.outer(rest, rest) / (ones @ np.linalg.solve(noisy, ones))
    expected = joint[:m, :m] - cross @ np.linalg.solve(noisy, cross.T) + level
    np.testing.assert_allclose(posterior.covariance, expected, atol=1e-9)


def test_that_draws_are_repeatable_and_as_wide_as_their_band(fit: Fit) -> None:
    for make in (diagnostics.prior_curves, diagnostics.posterior_curves):
        one, other = make(fit), make(fit)
        np.testing.assert_array_equal(one.draws, other.draws)
        inside = (one.draws > one.lower[:, None]) & (one.draws < one.upper[:, None])
        assert 0.85 < inside.mean() < 1.0

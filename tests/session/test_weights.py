"""The weights of readings on their way into the fit, against scikit-learn's own process."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, Matern

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.one_matern.road import MaternMembers
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET
from gpstudio.data.series import Series
from gpstudio.session.fitting import Request, fit_series

GRID = np.linspace(-5.0, 140.0, 50)

MATERN = Recipe.of(kernel="matern32", scale="identity")


def season(weights: bool = True, seed: int = 4) -> Series:
    random = np.random.default_rng(seed)
    time = np.sort(random.uniform(0.0, 130.0, 60)).round(1)
    weight = random.choice([1.0, 0.5, 0.2, 0.05], 60)
    noise = 0.03 / np.sqrt(weight) * random.standard_normal(60)
    value = 0.3 + 0.4 * np.exp(-(((time - 70.0) / 25.0) ** 2)) + noise
    return Series("", time, value, "date", "ndvi", True, weight if weights else None)


def sklearn_curve(
    series: Series, variance: float, length: float, noise: float, centre: float
) -> tuple[Floats, Floats, float]:
    """Mean, variance and log evidence; noise is that of a reading of full quality."""
    assert series.weight is not None
    process = GaussianProcessRegressor(
        ConstantKernel(variance) * Matern(length, nu=1.5),
        alpha=noise / series.weight,
        optimizer=None,
    )
    process.fit(series.time[:, None], series.value - centre)
    mean, std = process.predict(GRID[:, None], return_std=True)
    return mean + centre, std**2, float(process.log_marginal_likelihood_value_)


def test_that_a_fit_with_weights_is_the_one_of_noise_over_weight() -> None:
    series = season()
    recipe = Recipe.of(
        kernel="0.05*matern32(30)",
        likelihood="gaussian(0.001)",
        learning="fixed",
        mean="zero",
        solver="kalman",
    )
    fit = fit_series(series, recipe, Request(stages="none"))
    mean, variance = fit.posterior.predict(GRID[:, None])
    centre = fit.posterior.members.readings.centre
    expected = sklearn_curve(series, 0.05, 30.0, 0.001, centre)
    np.testing.assert_allclose(mean, expected[0], atol=1e-8)
    np.testing.assert_allclose(variance, expected[1], atol=1e-9)
    assert fit.report.log_evidence == pytest.approx(expected[2], rel=1e-10)


def test_that_the_noise_that_is_learnt_is_the_noise_there_is() -> None:
    """Were a weight of 0.2 counted as a fifth of a reading, it would be 2.8 times as much."""
    found = []
    for seed in range(12):
        series = season(seed=seed)
        assert series.weight is not None
        fit = fit_series(series, MATERN, Request(stages="none"))
        found.append(fit.posterior.noise / 0.03**2)
    assert 0.8 < np.exp(np.mean(np.log(found))) < 1.25


def test_that_equal_weights_change_nothing_but_the_noise_of_a_full_reading() -> None:
    plain = season(weights=False)
    half = Series("", plain.time, plain.value, "date", "ndvi", True, np.full(len(plain), 0.5))
    first, second = (fit_series(s, Recipe(), Request(stages="none")) for s in (plain, half))
    np.testing.assert_allclose(first.curve.mean, second.curve.mean, rtol=1e-12)
    np.testing.assert_allclose(first.residuals, second.residuals, rtol=1e-10)
    assert second.posterior.noise == pytest.approx(0.5 * first.posterior.noise, rel=1e-12)


def test_that_the_quick_road_of_a_field_weighs_alike() -> None:
    """Every curve that is averaged over, with its own numbers."""
    series = season()
    recipe = Recipe.of(kernel="matern32", mean="zero", scale="identity")
    fit = fit_series(series, recipe, Request(stages="none"))
    members = fit.posterior.members
    assert isinstance(members, MaternMembers)
    means, variances = members.curves(GRID[:, None], QUIET)
    centre = members.readings.centre
    for place, point in enumerate(members.points):
        expected = sklearn_curve(series, *np.exp(point).tolist(), centre)
        np.testing.assert_allclose(means[place], expected[0], atol=1e-7)
        np.testing.assert_allclose(variances[place], expected[1], atol=1e-8)


def test_that_a_poor_reading_pulls_the_curve_less() -> None:
    series = season()
    assert series.weight is not None
    far = series.value.copy()
    place = int(np.argmin(series.weight))
    far[place] += 0.5
    moved = []
    for weight in (series.weight, None):
        before, after = (
            fit_series(
                Series("", series.time, value, "date", "ndvi", True, weight),
                Recipe.of(
                    kernel="0.05*matern32(30)", likelihood="gaussian(0.001)", learning="fixed"
                ),
                Request(stages="none"),
            )
            for value in (series.value, far)
        )
        moved.append(float(np.abs(after.curve.mean - before.curve.mean).max()))
    assert moved[0] < 0.3 * moved[1]


def test_that_residuals_are_in_units_of_each_readings_own_noise() -> None:
    """Made as the weights say, they have the same spread whatever the weight."""
    fits = [
        fit_series(season(seed=seed), Recipe.of(kernel="matern32"), Request(stages="none"))
        for seed in range(6)
    ]
    weight = np.concatenate([fit.series.weight for fit in fits if fit.series.weight is not None])
    residuals = np.concatenate([fit.residuals for fit in fits])
    for quality in (1.0, 0.5, 0.2, 0.05):
        assert 0.7 < float(np.std(residuals[weight == quality])) < 1.2

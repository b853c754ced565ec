"""A field of counts: every answer is on the counts' scale, and nobody trips over a noise that there
is none of."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest

from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.session import diagnostics
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.kept import KeptFit
from gpstudio.session.trial import TriedNumbers, kept_recipe, live_recipe, try_numbers, turnables


@pytest.fixture(scope="module")
def fit() -> Fit:
    random = np.random.default_rng(2)
    time = np.arange(18_628.0, 18_628.0 + 330.0, 6.0)
    level = np.exp(-0.5 + 3.0 * np.exp(-(((time - 18_790.0) / 45.0) ** 2)))
    series = Series("aphids", time, random.poisson(level).astype(float), "day", "count", True)
    words = {"kernel": "matern32", "learning": "ml2(restarts=0)", "likelihood": "poisson"}
    return fit_series(series, Recipe.of(**words))


def test_that_the_forecast_and_its_dates_are_of_counts(fit: Fit) -> None:
    for low, high in (
        (fit.forecast.lower95, fit.forecast.upper95),
        (fit.forecast.curve_lower95, fit.forecast.curve_upper95),
    ):
        assert (low >= 0.0).all()
        assert (high > low).all()
    np.testing.assert_array_equal(fit.forecast.upper95, np.floor(fit.forecast.upper95))
    assert (fit.curve.reading_std > fit.curve.std).all()
    (peak,) = [stage for stage in fit.stages if stage.stage == "peak"]
    assert abs(peak.date - 18_790.0) < 15.0


def test_that_the_season_under_way_is_never_below_none() -> None:
    """From earlier seasons, whose course knows nothing of counts."""
    random = np.random.default_rng(3)
    time = np.arange(17_532.0, 17_532.0 + 3 * 365.25 + 130.0, 9.0)
    level = np.exp(-1.0 + 3.5 * np.exp(-(((((time - 17_690.0) % 365.25) - 0.0) / 50.0) ** 2)))
    level += np.exp(3.0 - ((((time - 17_690.0) % 365.25) - 365.25) / 50.0) ** 2)
    series = Series("aphids", time, random.poisson(level).astype(float), "day", "count", True)
    words = {"kernel": "8 * matern32(60)", "learning": "fixed", "likelihood": "poisson"}
    ahead = fit_series(series, Recipe.of(**words)).dates.ahead
    assert ahead is not None
    for drawn in (ahead.drawn.prior, ahead.drawn.posterior):
        assert drawn.min() >= 0.0


def test_that_residuals_are_about_standard_normal(fit: Fit) -> None:
    for residuals in (fit.residuals, diagnostics.left_out(fit)):
        assert np.isfinite(residuals).all()
        assert 0.7 < np.std(residuals) < 1.3
    assert diagnostics.autocorrelation(fit).beyond <= 4


def test_that_curves_before_and_after_readings_are_levels(fit: Fit) -> None:
    for curves in (diagnostics.prior_curves(fit), diagnostics.posterior_curves(fit)):
        assert (curves.draws > 0.0).all()
        assert (curves.lower > 0.0).all()
    assert np.isfinite(diagnostics.posterior_picture(fit).covariance).all()


def test_that_it_travels(fit: Fit) -> None:
    again = pickle.loads(pickle.dumps(fit))
    assert again.report.kernel == fit.report.kernel
    assert math.isnan(again.report.noise)
    time = fit.curve.time[::9, None]
    for one, other in zip(again.posterior.bands(time), fit.posterior.bands(time), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12)


def test_that_there_is_no_noise_to_try_or_to_keep(fit: Fit) -> None:
    assert math.isnan(fit.report.noise)
    assert fit.report.as_json()["noise"] is None
    assert all("oise" not in turnable.title for turnable in turnables(fit))
    numbers = TriedNumbers.of(fit)
    assert live_recipe(fit.recipe, numbers).text("likelihood") == "poisson"
    assert kept_recipe(fit.recipe, numbers).text("likelihood") == "poisson"
    tried = try_numbers(fit, numbers)
    np.testing.assert_allclose(tried.curve.mean[0], fit.curve.mean[0], rtol=1e-3)
    assert math.isnan(KeptFit.of(fit).noise)

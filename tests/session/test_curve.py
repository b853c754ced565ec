"""The curve: predicted once, and written with every reading on it."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest

from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.session.curve import HOLDS, Curve
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.request import Request

RECIPE = Recipe.of(kernel="matern32(40)", learning="ml2")
BARE = Request(stages="none")


def field(shift: float) -> Series:
    """Every third reading twice, all of them so long after midnight."""
    time = np.sort(np.concatenate([np.arange(0.0, 300.0, 6.0), np.arange(0.0, 300.0, 18.0)]))
    value = 0.5 + 0.3 * np.sin(time / 40.0)
    return Series("a", 18_000.0 + shift + time, value, "date", "ndvi", True)


def bare(shift: float) -> Fit:
    return fit_series(field(shift), RECIPE, BARE)


@pytest.mark.parametrize("shift", [0.0, 0.4])
def test_that_only_what_was_not_predicted_is_predicted_for_a_file(
    shift: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    fit, asked = bare(shift), []
    bands = Posterior.bands

    def noted(self: Posterior, inputs: np.ndarray, *more: object) -> object:
        asked.append(inputs[:, 0])
        return bands(self, inputs, *more)

    monkeypatch.setattr(Posterior, "bands", noted)
    forecast = fit.forecast
    between = np.unique(fit.series.time) if shift else np.zeros(0)
    assert np.array_equal(np.concatenate([*asked, np.zeros(0)]), between)
    monkeypatch.undo()
    mean, _, new, curve, reading = fit.posterior.bands(forecast.time[:, None], HOLDS)
    std = np.sqrt(new)
    expected = mean, std, *reading, *curve
    found = (
        forecast.mean, forecast.std, forecast.lower95, forecast.upper95, forecast.curve_lower95,
        forecast.curve_upper95,
    )  # fmt: skip
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=0.0, atol=1e-14)


def test_that_every_reading_stands_in_a_file_beside_its_curve() -> None:
    fit = bare(0.4)
    seen = np.isfinite(fit.forecast.observed)
    assert np.array_equal(fit.forecast.time[seen], fit.series.time)
    assert np.array_equal(fit.forecast.observed[seen], fit.series.value)
    assert np.array_equal(fit.forecast.time[~seen], fit.curve.time)
    assert np.array_equal(fit.forecast.mean[~seen], fit.curve.mean)


def test_that_the_curve_and_a_new_reading_have_each_their_own_std() -> None:
    fit = bare(0.0)
    _, variance = fit.posterior.predict(fit.curve.time[:, None])
    _, noisy = fit.posterior.predict(fit.curve.time[:, None], include_noise=True)
    assert np.array_equal(fit.curve.std, np.sqrt(variance))
    assert np.array_equal(fit.curve.reading_std, np.sqrt(noisy))


def test_that_another_curve_has_another_fingerprint() -> None:
    curve: Curve = bare(0.0).curve
    assert curve.fingerprint == replace(curve).fingerprint
    for name in ("time", "mean", "reading_std"):
        other = replace(curve, **{name: np.nextafter(getattr(curve, name), np.inf)})
        assert other.fingerprint != curve.fingerprint


def test_that_bands_wait_until_they_are_looked_at_and_travel_whole() -> None:
    whole, short = bare(0.0), fit_series(field(0.0), RECIPE, BARE, in_short=True)
    assert "lower" not in vars(short.curve)
    np.testing.assert_array_equal(short.curve.mean, whole.curve.mean)
    np.testing.assert_array_equal(short.curve.std, whole.curve.std)
    assert "lower" not in vars(short.curve)
    there = pickle.loads(pickle.dumps(short)).curve
    assert type(there) is Curve
    for one, other, third in zip(short.curve.lines, whole.curve.lines, there.lines, strict=True):
        np.testing.assert_array_equal(one, other)
        np.testing.assert_array_equal(third, other)
    np.testing.assert_array_equal(short.residuals, whole.residuals)

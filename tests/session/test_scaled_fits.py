"""A field on a scale: everything that is drawn, dated and written keeps between its limits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.language import Call
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.data.table import Table, read_table
from gpstudio.resources import resource
from gpstudio.session import diagnostics
from gpstudio.session.commands import OpenTable, SetChoice
from gpstudio.session.comparison import compare_kernels
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.rivals import SINGLES, measure_rivals
from gpstudio.session.scales import Scaled
from gpstudio.session.trial import TriedNumbers, kept_recipe, try_numbers

LOW, HIGH = -0.1, 1.05
QUICK = Recipe.of(kernel="matern32", learning="map(restarts=0)", likelihood="gaussian")
NOISE = 4_000
"""Draws of a new reading; its standard deviation is known to 1.1 % then."""


@pytest.fixture(scope="module")
def table() -> Table:
    return read_table(resource("sample", "alarc2_smith6_landsat_ndvi.csv"))


@pytest.fixture(scope="module")
def fit(table: Table) -> Fit:
    return fit_series(table.series[0], QUICK)


def named(series: Series, name: str) -> Series:
    return replace(series, value_name=name)


@pytest.mark.parametrize("recipe", [QUICK, Recipe()], ids=["one normal", "automatic"])
def test_that_the_sample_s_bands_keep_between_the_limits_of_an_ndvi(
    table: Table, recipe: Recipe
) -> None:
    fit = fit_series(table.series[0], recipe)
    curve, forecast = fit.curve, fit.forecast
    for low, high in (
        (curve.lower, curve.upper),
        (curve.reading_lower, curve.reading_upper),
        (forecast.lower95, forecast.upper95),
        (forecast.curve_lower95, forecast.curve_upper95),
    ):
        assert low.min() > LOW
        assert high.max() < HIGH
    given = fit_series(fit.series, recipe.with_choice("scale", "identity")).curve
    assert given.reading_lower.min() < LOW


def test_that_draws_of_the_curve_and_of_its_model_keep_between_them(fit: Fit) -> None:
    for curves in (diagnostics.posterior_curves(fit), diagnostics.prior_curves(fit)):
        for line in (curves.draws, curves.lower, curves.upper):
            assert line.min() > LOW
            assert line.max() < HIGH


def test_that_its_covariances_are_of_the_readings_own_numbers(fit: Fit) -> None:
    """Nothing between two limits has a larger variance than half of their width, squared."""
    for picture in (diagnostics.prior_picture(fit), diagnostics.posterior_picture(fit)):
        variance = np.diag(picture.covariance)
        assert (variance > 0.0).all()
        assert variance.max() <= (0.5 * (HIGH - LOW)) ** 2


def test_that_auto_takes_it_and_says_why(fit: Fit) -> None:
    assert fit.recipe.text("scale") == "auto"
    assert fit.learned.written.text("scale") == "logit(-0.1, 1.05)"
    assert fit.report.reason.endswith("; the limits of ndvi are known")
    written = fit_series(fit.series, QUICK.with_choice("scale", "logit(-0.1, 1.05)"))
    assert "limits of ndvi" not in written.report.reason
    np.testing.assert_array_equal(written.curve.mean, fit.curve.mean)


def test_that_another_column_of_the_same_numbers_is_taken_as_given(fit: Fit) -> None:
    other = fit_series(named(fit.series, "height"), QUICK)
    given = fit_series(fit.series, QUICK.with_choice("scale", "identity"))
    np.testing.assert_array_equal(other.curve.mean, given.curve.mean)
    assert other.report.reason.endswith("; no limits are known for this unit")


def test_that_a_reading_s_standard_deviation_is_that_of_readings_drawn(fit: Fit) -> None:
    """Of the readings' own numbers, whatever the scale: curve and noise drawn, then mapped."""
    posterior, every = fit.posterior, slice(0, None, 40)
    time = fit.curve.time[every]
    random = np.random.default_rng(4)
    inside = posterior.link.inside(posterior.draws(time[:, None], NOISE, 1))
    inside += np.sqrt(posterior.noise) * random.standard_normal(inside.shape)
    drawn = posterior.link.outside(inside)
    np.testing.assert_allclose(fit.curve.reading_std[every], drawn.std(axis=1), rtol=0.08)
    low, high = np.quantile(drawn, [0.025, 0.975], axis=1)
    width = high - low
    assert np.abs(fit.curve.reading_lower[every] - low).max() < 0.1 * width.max()
    assert np.abs(fit.curve.reading_upper[every] - high).max() < 0.1 * width.max()


def test_that_the_season_under_way_keeps_between_the_limits() -> None:
    """From earlier seasons, whose course knows nothing of them."""
    random = np.random.default_rng(3)
    time = np.arange(17_532.0, 17_532.0 + 3 * 365.25 + 130.0, 9.0)
    since = np.mod(time - 17_690.0 + 182.0, 365.25) - 182.0
    value = 0.02 + 0.97 * np.exp(-((since / 60.0) ** 2)) + 0.02 * random.standard_normal(len(time))
    series = Series("A", time, np.clip(value, -0.06, 1.0), "day", "ndvi", True)
    ahead = fit_series(series, QUICK).dates.ahead
    assert ahead is not None
    for drawn in (ahead.drawn.prior, ahead.drawn.posterior):
        assert drawn.min() >= LOW
        assert drawn.max() <= HIGH


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"kernel": "held(0.1) * matern32"}, "variances are kept in the unit of the readings"),
        ({"kernel": "0.1 * matern32(40)", "learning": "fixed"}, "variances are kept"),
        ({"kernel": "between(0.1, 0.01, 1) * matern32"}, "variances are kept"),
        ({"likelihood": "gaussian(held(0.001))"}, "variances are kept"),
        ({"likelihood": "poisson"}, "Poisson readings have a scale of their own"),
    ],
)
def test_that_what_a_recipe_keeps_in_the_readings_unit_stays_true(
    table: Table, words: dict[str, str], reason: str
) -> None:
    scaled = Scaled.of(Recipe.of(**words), table.series[0])
    assert scaled.recipe.text("scale") == "identity"
    assert scaled.reason.startswith(reason)


@pytest.mark.parametrize("kernel", ["0.1 * matern32(40)", "periodic(1, period=held(365.25))"])
def test_that_a_start_or_a_kept_period_leaves_the_scale_to_the_index(
    table: Table, kernel: str
) -> None:
    scaled = Scaled.of(Recipe.of(kernel=kernel), table.series[0])
    assert scaled.recipe.text("scale") == "logit(-0.1, 1.05)"


def test_that_a_likelihood_left_to_auto_leaves_the_scale_to_the_index_too(table: Table) -> None:
    scaled = Scaled.of(replace(QUICK, likelihood=Call("auto")), table.series[0])
    assert scaled.recipe.text("scale") == "logit(-0.1, 1.05)"


def test_that_tried_and_kept_numbers_stay_on_their_scale(fit: Fit) -> None:
    numbers = TriedNumbers.of(fit)
    tried = try_numbers(fit, numbers)
    assert tried.report.log_evidence == pytest.approx(fit.report.log_evidence, abs=1e-6)
    kept = kept_recipe(fit.recipe, numbers)
    assert kept.text("scale") == "logit(-0.1, 1.05)"
    again = fit_series(fit.series, kept)
    np.testing.assert_allclose(again.curve.mean, fit.curve.mean, atol=1e-3)


def test_that_readings_left_out_are_foretold_on_the_scale_of_all(table: Table) -> None:
    """The one that widens the limits may be the one left out."""
    series = table.series[0]
    value = series.value.copy()
    value[40] = -0.16
    series = replace(series, value=value)
    fit = fit_series(series, QUICK)
    assert "widened" in fit.report.reason
    written = QUICK.with_choice("scale", fit.learned.written.text("scale"))
    (row,), (same) = (compare_kernels(series, recipe, ["matern32"]) for recipe in (QUICK, written))
    assert replace(row, seconds=0.0) == replace(same[0], seconds=0.0)
    assert row.log_evidence == pytest.approx(fit.report.log_evidence, abs=0.05)
    (standing,) = measure_rivals(fit, ["whittaker"], SINGLES)
    (again,) = measure_rivals(fit_series(series, written), ["whittaker"], SINGLES)
    assert standing.process_rmse == again.process_rmse


@pytest.mark.parametrize(
    ("scale", "words"),
    [("logit(0.2, 0.7)", "ends at 0.2 and 0.7"), ("log(0.3)", "above 0.3")],
)
def test_that_limits_which_readings_contradict_are_refused_at_once(
    table: Table, scale: str, words: str
) -> None:
    """By the choice itself, so that the form tells it beside the field, and by the fit."""
    document = OpenTable(table).apply(Document())
    for refused in (
        lambda: SetChoice("scale", scale).apply(document),
        lambda: fit_series(table.series[0], QUICK.with_choice("scale", scale)),
    ):
        with pytest.raises(InputError, match=words):
            refused()
    taken = SetChoice("scale", "logit(0, 1.2)").apply(document)
    assert taken.recipe.text("scale") == "logit(0, 1.2)"


def test_that_the_way_of_learning_ends_at_the_evidence_of_the_readings_own_numbers(
    table: Table,
) -> None:
    """Learning sees those on the scale alone: what it climbs is less by the slope of the scale."""
    fit = fit_series(table.series[0], QUICK.with_choice("learning", "ml2(restarts=0)"))
    highest = max(map(max, diagnostics.climbs(fit).heights))
    assert highest == pytest.approx(fit.report.log_evidence, abs=1e-6)

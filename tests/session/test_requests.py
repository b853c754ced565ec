"""What may be asked of a fit, and what an answer must not depend on."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.data.table import read_table
from gpstudio.resources import SAMPLE, resource
from gpstudio.session import fitting
from gpstudio.session.commands import OpenTable, SetHorizon
from gpstudio.session.document import Document
from gpstudio.session.fitting import fit_series, redated
from gpstudio.session.request import MOST_DAYS, MOST_RANGES, Request, checked

RECIPE = Recipe.of(kernel="0.1*matern32(40)", likelihood="gaussian(0.005)", learning="fixed")


@pytest.fixture(scope="module")
def sample() -> Series:
    return read_table(resource(*SAMPLE)).series[0]


@pytest.mark.parametrize(
    "times",
    [
        (18_300.0, 18_400.0, 30.0),
        (18_300.0, 18_310.0, 1.0),
        (19_500.0, 19_600.0, 1.0),
        (18_300.0, 18_300.0, 1.0),
    ],
)
def test_that_stages_do_not_depend_on_the_times_that_are_predicted(
    sample: Series, times: tuple[float, float, float]
) -> None:
    usual = fit_series(sample, RECIPE)
    chosen = fit_series(sample, RECIPE, Request(times=times))
    assert chosen.stages == usual.stages
    assert chosen.seasons == usual.seasons
    first, last, step = times
    np.testing.assert_allclose(chosen.curve.time, np.arange(first, last + 0.5 * step, step))


def test_that_the_same_times_have_the_same_curve_however_they_are_asked_for(
    sample: Series,
) -> None:
    usual = fit_series(sample, RECIPE, Request(stages="none")).curve
    times = (float(usual.time[100]), float(usual.time[140]), 1.0)
    chosen = fit_series(sample, RECIPE, Request(times=times, stages="none")).curve
    np.testing.assert_allclose(chosen.mean, usual.mean[100:141], rtol=1e-10)
    np.testing.assert_allclose(chosen.std, usual.std[100:141], rtol=1e-10)


def test_that_stage_dates_of_a_long_series_are_as_fine_as_those_of_a_short_one() -> None:
    """Thirty years are drawn in steps of days, but each season is dated on its own fine grid."""
    years = 30
    peaks = 180.0 + 365.25 * np.arange(years)
    time = np.arange(0.0, 365.25 * years, 9.0)
    value = 0.2 + sum(0.5 * np.exp(-0.5 * ((time - p) / 30.0) ** 2) for p in peaks)
    noise = 0.01 * np.random.default_rng(0).standard_normal(len(time))
    recipe = Recipe.of(kernel="0.05*matern32(60)", likelihood="gaussian(1e-4)", learning="fixed")
    fit = fit_series(Series("", time, value + noise, "t", "v", True), recipe)
    assert len(fit.seasons) == years
    assert np.diff(fit.curve.time).max() > 1.0
    rises = np.array([s.date for s in fit.stages if s.stage == "mid_green_up"])
    assert np.abs(rises - (peaks - 30.0 * np.sqrt(2 * np.log(2)))).max() < 6.0
    widths = [s.upper90 - s.lower90 for s in fit.stages if s.stage == "mid_green_up"]  # type: ignore[operator]
    assert len(np.unique(np.round(rises % 1.0, 3))) > 5, "dates do not stick to a coarse grid"
    assert 0.5 < np.median(widths) < 15.0


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        (Request(times=(0.0, 10.0, 0.0)), "STEP above 0"),
        (Request(times=(0.0, 10.0, -1.0)), "STEP above 0"),
        (Request(times=(10.0, 0.0, 1.0)), "START ≤ END"),
        (Request(times=(0.0, np.inf, 1.0)), "START ≤ END"),
        (Request(times=(np.nan, 10.0, 1.0)), "START ≤ END"),
        (Request(times=(0.0, 1e9, 1e-3)), "take a longer step"),
        (Request(horizon=-1.0), "horizon is a number from 0"),
        (Request(horizon=np.nan), "horizon is a number from 0"),
        (Request(horizon=np.inf), "horizon is a number from 0"),
        (Request(horizon=36_525.5), "36,525 days"),
        (Request(horizon=1e7), "36,525 days"),
        (Request(horizon=1e308), "36,525 days"),
        (Request(times=(18_300.0, 1e6, 1.0)), "36,525 days"),
        (Request(times=(-1e6, 18_300.0, 10.0)), "36,525 days"),
        (Request(times=(-1e308, 1e308, 1e308)), "START ≤ END|36,525 days"),
        (Request(times=(18_300.0, 18_400.0, 1e-4 - 1e-9)), "1,000,000 times"),
        (Request(times=(18_300.0, 18_400.0, 1e-320)), "1,000,000 times"),
    ],
)
def test_that_an_impossible_request_is_refused_before_work_starts(
    sample: Series, request_: Request, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("nothing is to be fitted")

    monkeypatch.setattr(fitting, "infer", never)
    with pytest.raises(InputError, match=sentence):
        fit_series(sample, RECIPE, request_)


@pytest.mark.parametrize("dated", [True, False])
@pytest.mark.parametrize("name", ["horizon", "times"])
def test_that_the_farthest_times_are_answered_and_no_farther(dated: bool, name: str) -> None:
    """With a number axis, a thousand ranges of the readings, whatever their unit."""
    time = 18_000.0 + 5.0 * np.arange(20) if dated else 1e-3 * np.arange(20)
    series = Series("", time, 0.3 + 0.1 * np.sin(np.arange(20.0)), "t", "v", dated)
    most = MOST_DAYS if dated else MOST_RANGES * float(time[-1] - time[0])

    def asked(share: float) -> Request:
        end = float(time[-1]) + share * most
        if name == "horizon":
            return Request(horizon=share * most, stages="none")
        return Request(times=(end - most / 1e3, end, most / 1e4), stages="none")

    curve = fit_series(series, RECIPE, asked(1.0 - 1e-9)).curve
    assert curve.time[-1] == pytest.approx(time[-1] + most, rel=1e-3)
    assert np.isfinite(curve.mean).all()
    with pytest.raises(InputError, match=r"36,525 days|1,000 times the range"):
        fit_series(series, RECIPE, asked(1.001))


def test_that_a_fit_is_not_dated_anew_for_times_out_of_reach(sample: Series) -> None:
    """As of a project whose request was written by hand."""
    fit = fit_series(sample, RECIPE, Request(stages="none"))
    with pytest.raises(InputError, match="36,525 days"):
        redated(fit, Request(horizon=1e308), fit.facts)


def test_that_no_horizon_ends_at_the_last_reading(sample: Series) -> None:
    curve = fit_series(sample, RECIPE, Request(horizon=0.0, stages="none")).forecast
    assert curve.time[-1] == sample.time[-1]
    assert not curve.is_forecast.any()


def test_that_readings_between_days_and_several_a_day_are_all_in_the_forecast() -> None:
    time = np.array([0.25, 0.25, 0.75, 3.0, 3.0, 7.123456789])
    value = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    fit = fit_series(Series("", time, value, "t", "v", True), RECIPE, Request(stages="none"))
    seen = np.isfinite(fit.forecast.observed)
    np.testing.assert_array_equal(fit.forecast.time[seen], time)
    np.testing.assert_array_equal(fit.forecast.observed[seen], value)
    assert (np.diff(fit.forecast.time) >= 0).all()


def test_that_bands_hold_each_other_and_the_noise(sample: Series) -> None:
    curve = fit_series(sample, RECIPE, Request(stages="none")).forecast
    assert (curve.lower95 <= curve.curve_lower95).all()
    assert (curve.curve_lower95 <= curve.mean).all()
    assert (curve.mean <= curve.curve_upper95).all()
    assert (curve.curve_upper95 <= curve.upper95).all()
    variance = ((curve.curve_upper95 - curve.curve_lower95) / (2 * fitting.BAND)) ** 2
    np.testing.assert_allclose(curve.std**2, variance + 0.005, rtol=1e-9)


def test_that_a_fit_of_another_horizon_is_stale(sample: Series) -> None:
    document = OpenTable(read_table(resource(*SAMPLE))).apply(Document(recipe=RECIPE))
    assert document.series is not None
    document = document.with_fit(fit_series(document.series, RECIPE, document.request))
    assert document.fit_is_current
    assert not SetHorizon(90.0).apply(document).fit_is_current


@pytest.mark.parametrize("factor", [1e-6, 1e6])
def test_that_the_unit_of_a_number_axis_does_not_matter(factor: float) -> None:
    time = np.arange(0.0, 300.0, 6.0)
    value = 0.2 + 0.5 * np.exp(-0.5 * ((time - 150.0) / 30.0) ** 2)
    value += 0.01 * np.random.default_rng(0).standard_normal(len(time))
    first = fit_series(Series("", time, value, "t", "v", False), Recipe())
    second = fit_series(Series("", time * factor, value, "t", "v", False), Recipe())
    for a, b in zip(first.stages, second.stages, strict=True):
        assert b.date == pytest.approx(a.date * factor, rel=2e-3)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("said", "meant"), [("lucerne", "alfalfa"), ("Zuckerrüben", "sugar_beet"), ("whet", "wheat")]
)
def test_that_a_crop_by_another_name_is_met_with_ours(said: str, meant: str) -> None:
    with pytest.raises(InputError, match=f"did you mean '{meant}'"):
        checked(Request(stages=said))

"""A ripe crop's forecast does not rise again, unless earlier seasons of the field do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series, days_from_dates
from gpstudio.session.curve import Curve
from gpstudio.session.facts import NO_FACTS
from gpstudio.session.fitting import Fit, fit_series, redated
from gpstudio.session.population import population_of
from gpstudio.session.request import NO_STAGES, Request

FIRST = float(days_from_dates(["2022-02-01"])[0])
WIDTH, GROUND, HEIGHT = 28.0, 0.18, 0.6
AHEAD = Request(horizon=60.0)


def field(*peaks: float, until: float, name: str = "a", seed: int = 0) -> Series:
    """Bells about these days, read every five days up to one."""
    random = np.random.default_rng([seed, len(peaks)])
    time = np.arange(0.0, until, 5.0)
    value = GROUND + 0.015 * random.standard_normal(len(time))
    for peak in peaks:
        value += HEIGHT * np.exp(-0.5 * ((time - peak) / WIDTH) ** 2)
    return Series(name, FIRST + time, value, "date", "NDVI", dated=True)


def rise(fit: Fit) -> float:
    """From the last reading to the highest that is foretold."""
    last = fit.series.time[-1]
    behind = fit.curve.time >= last
    now = float(np.interp(last, fit.curve.time, fit.curve.mean))
    return float(fit.curve.mean[behind].max()) - now


RIPE = field(110.0, until=205.0)


@pytest.fixture(scope="module")
def ripe() -> Fit:
    return fit_series(RIPE, Recipe(), AHEAD)


def test_that_a_ripe_crop_stays_on_the_ground(ripe: Fit) -> None:
    assert ripe.learned.rests
    assert ripe.learned.rests_until == np.inf
    assert abs(rise(ripe)) < 2e-3
    assert rise(fit_series(RIPE, Recipe.of(mean="linear"), AHEAD)) > 0.05
    assert "its season is over" in ripe.report.reason


def test_that_its_band_is_as_wide_as_that_of_a_curve_that_returns(ripe: Fit) -> None:
    far = np.array([[RIPE.time[-1] + 60.0]])
    plain = ripe.posterior.resting(False)
    assert ripe.posterior.latent(far)[1] == pytest.approx(plain.latent(far)[1])
    assert ripe.curve.reading_lower[-1] < GROUND < ripe.curve.reading_upper[-1]


def test_that_a_crop_is_left_as_it_is_until_it_is_ripe() -> None:
    assert not fit_series(field(110.0, until=150.0), Recipe(), AHEAD).learned.rests


def test_that_it_stays_for_as_long_as_nobody_knows_of_another_rise() -> None:
    """Two and a half months after its season's end, and for a year to come."""
    fit = fit_series(field(110.0, until=270.0), Recipe(), Request(horizon=365.0))
    assert fit.series.time[-1] > fit.seasons[-1].end + 70.0
    assert rise(fit) < 1e-3


def test_that_it_need_not_be_read_to_its_end() -> None:
    """As a trial is that is flown until harvest."""
    fit = fit_series(field(110.0, until=170.0), Recipe(), AHEAD)
    assert fit.learned.rests
    assert rise(fit) < 0.01


def test_that_it_rises_when_it_rose_after_an_earlier_season() -> None:
    """Seasons of about 150 days each, 70 days of ground between them, 25 read since the last."""
    second = 110.0 + 150.0 + 70.0
    asked = replace(AHEAD, horizon=120.0)
    fit = fit_series(
        field(110.0, second, until=second + 105.0), Recipe.of(kernel="matern52"), asked
    )
    assert len(fit.dates.pasts) == 2
    until, last = fit.learned.rests_until, fit.series.time[-1]
    assert fit.learned.rests
    assert last + 20.0 < until < last + 90.0
    mean, days = fit.curve.mean, fit.curve.time
    here = (days > last) & (days <= until)
    assert np.ptp(mean[here]) < 0.02
    assert mean[-1] > mean[here][-1] + 0.02
    assert str(np.datetime64(int(until), "D")) in fit.report.reason


def test_that_what_is_asked_of_dates_changes_no_forecast(ripe: Fit) -> None:
    asked = replace(AHEAD, stages=NO_STAGES)
    np.testing.assert_array_equal(fit_series(RIPE, Recipe(), asked).curve.mean, ripe.curve.mean)
    short = fit_series(RIPE, Recipe(), AHEAD, in_short=True)
    assert "mean" not in vars(short.curve), "nobody has looked at it"
    np.testing.assert_allclose(short.curve.mean, ripe.curve.mean, rtol=1e-12)
    np.testing.assert_allclose(short.curve.upper, ripe.curve.upper, rtol=1e-12)


def test_that_a_curve_that_nobody_looked_at_is_told_from_one_that_does_not_rest() -> None:
    """By its mark, which lessons rest on."""
    short = fit_series(RIPE, Recipe(), AHEAD, in_short=True)
    begun = Curve.begun(short.posterior.resting(False), short.curve.time)
    marks = {one.fingerprint for one in (short.curve, begun, begun.begun_again(short.posterior))}
    assert len(marks) == 3
    same = fit_series(RIPE, Recipe(), replace(AHEAD, stages=NO_STAGES), in_short=True)
    assert same.curve.fingerprint == short.curve.fingerprint


def test_that_dates_are_those_of_the_curve_as_it_was_read(ripe: Fit) -> None:
    again = redated(ripe, AHEAD, NO_FACTS)
    assert [stage.date for stage in again.stages] == [stage.date for stage in ripe.stages]
    assert [season.end for season in again.seasons] == [season.end for season in ripe.seasons]
    assert again.learned.rests


def test_that_a_meadow_grows_again_after_its_cut() -> None:
    asked = replace(AHEAD, stages="grassland")
    assert not fit_series(RIPE, Recipe(), asked).learned.rests


def test_that_fields_learnt_together_rest_too() -> None:
    fields = [
        field(100.0 + 2.0 * place, until=205.0, name=f"{place}", seed=place) for place in range(9)
    ]
    population = population_of(fields, Recipe.of(learning="together"))
    assert population is not None
    fit = fit_series(fields[4], Recipe.of(learning="together"), AHEAD, population=population)
    assert fit.posterior.is_shared
    assert fit.learned.rests
    assert abs(rise(fit)) < 2e-3

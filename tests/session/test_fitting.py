"""The whole road for one field."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Task
from gpstudio.data.series import Series, days_from_dates
from gpstudio.data.table import read_table
from gpstudio.data.writing.forecast import write_forecast
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.fitting import Fit, Request, fit_series, redated
from gpstudio.session.results import write_results


@pytest.fixture(scope="module")
def sample() -> Series:
    return read_table(resource(*SAMPLE)).series[0]


@pytest.fixture(scope="module")
def fit(sample: Series) -> Fit:
    return fit_series(sample, Recipe())


def small(time: list[float], value: list[float], dated: bool = True) -> Series:
    return Series("", np.array(time), np.array(value), "time", "value", dated)


def test_that_the_sample_has_two_seasons_a_year_with_stages_in_order(fit: Fit) -> None:
    names = [season.name for season in fit.seasons]
    assert names == ["2020a", "2020b", "2021a", "2021b", "2022a", "2022b"]
    for name in names:
        stages = {s.stage: s for s in fit.stages if s.season == name}
        rise, peak, fall = (stages[s].date for s in ("mid_green_up", "peak", "senescence"))
        assert rise is not None
        assert peak is not None
        assert fall is not None
        assert rise < peak < fall


def test_that_intervals_nest_about_the_date(fit: Fit) -> None:
    for stage in fit.stages:
        numbers = [stage.lower90, stage.lower50, stage.date, stage.upper50, stage.upper90]
        assert all(n is not None for n in numbers)
        assert numbers == sorted(numbers)  # type: ignore[type-var]


def test_that_a_stage_lies_where_the_mean_curve_says(fit: Fit) -> None:
    """The spring green-up of 2020 crosses half of its amplitude between two readings."""
    stage = next(s for s in fit.stages if (s.season, s.stage) == ("2020a", "mid_green_up"))
    low, high = days_from_dates(["2020-02-13", "2020-02-21"])
    assert stage.date is not None
    assert low < stage.date < high


def test_that_the_forecast_holds_every_reading(fit: Fit, sample: Series) -> None:
    observed = fit.forecast.observed[np.isfinite(fit.forecast.observed)]
    assert sorted(observed) == sorted(sample.value)
    assert np.all(np.diff(fit.forecast.time) >= 0)
    assert fit.forecast.is_forecast.sum() == 30


def test_that_the_request_is_honoured(sample: Series) -> None:
    recipe = Recipe.of(kernel="0.1*matern32(40)", likelihood="gaussian(0.01)", learning="fixed")
    longer = fit_series(sample, recipe, Request(horizon=90.0, stages="none"))
    assert longer.curve.time[-1] == sample.time[-1] + 90.0
    assert longer.stages == ()
    chosen = fit_series(sample, recipe, Request(times=(18_300.0, 18_310.0, 5.0), stages="none"))
    assert chosen.curve.time.tolist() == [18_300.0, 18_305.0, 18_310.0]


def test_that_a_fit_as_of_a_day_is_that_of_a_table_which_ends_there(sample: Series) -> None:
    recipe = Recipe.of(kernel="0.1*matern32(40)", likelihood="gaussian(0.01)", learning="fixed")
    day = float(sample.time[80]) + 1.0
    ended = replace(sample, time=sample.time[:81], value=sample.value[:81])
    then, alone = fit_series(sample, recipe, Request(as_of=day)), fit_series(ended, recipe)
    assert then.series.later is not None
    assert len(then.series.later.time) == len(sample) - 81
    np.testing.assert_array_equal(then.curve.mean, alone.curve.mean)
    assert [s.date for s in then.stages] == [s.date for s in alone.stages]
    assert {s.as_of for s in then.stages} == {day}
    assert len(then.residuals) == 81
    assert then.is_of(sample)
    assert not then.is_of(ended)
    assert then.on(sample).series is then.series
    again = redated(then, Request(stages="wheat"), then.facts)
    assert again.request.as_of == day
    assert again.series is then.series


def test_that_a_part_is_handed_over_before_the_stages(sample: Series) -> None:
    parts: list[object] = []

    class Watching(Task):
        def partial(self, result: object) -> None:
            parts.append(result)

    fit_series(sample, Recipe.of(learning="ml2(restarts=0)"), task=Watching())
    (part,) = parts
    assert isinstance(part, Fit)
    assert part.stages == ()
    assert len(part.curve.time) > 1_000


def test_that_the_same_recipe_and_data_give_the_same_numbers(fit: Fit, sample: Series) -> None:
    again = fit_series(sample, Recipe())
    assert again.stages == fit.stages
    np.testing.assert_array_equal(again.curve.mean, fit.curve.mean)


@pytest.mark.parametrize(
    "series",
    [
        small([10.0], [0.4]),
        small([10.0, 11.0], [0.4, 0.5]),
        small([10.0, 10.0, 10.0], [0.4, 0.5, 0.3]),
        small([float(t) for t in range(20)], [0.4] * 20),
        small([0.0, 365_000.0], [0.1, 0.9]),
        small([1.5, 2.5, 9.0], [1e12, 3e12, 2e12], dated=False),
        small([0.0, 1e-9, 2e-9], [1.0, 2.0, 1.5], dated=False),
    ],
    ids=["one", "two", "one day", "constant", "a thousand years", "huge", "tiny axis"],
)
def test_that_hardly_any_data_give_finite_numbers_and_no_made_up_date(series: Series) -> None:
    fit = fit_series(series, Recipe())
    for numbers in (fit.curve.mean, fit.curve.std, fit.curve.upper, fit.residuals):
        assert np.isfinite(numbers).all()
    assert (fit.curve.std >= 0).all()
    assert fit.stages == ()


def test_that_a_flat_noisy_series_has_no_season() -> None:
    time = np.arange(0.0, 365.0, 8.0)
    value = 0.2 + 0.02 * np.random.default_rng(3).standard_normal(len(time))
    assert fit_series(small(list(time), list(value)), Recipe()).seasons == ()


def test_that_a_season_cut_before_its_fall_is_told_as_not_reached() -> None:
    time = np.arange(0.0, 200.0, 6.0)
    rising = 0.2 + 0.6 / (1.0 + np.exp(-(time - 130.0) / 9.0))
    bump = 0.05 * np.exp(-(((time - 185.0) / 8.0) ** 2))
    series = small(list(time), list(rising + bump))
    fit = fit_series(series, Recipe.of(likelihood="gaussian(held(0.0001))"), Request(horizon=5.0))
    (fall,) = [s for s in fit.stages if s.stage == "senescence"]
    assert fall.date is None
    assert "not reached yet" in fall.reason
    assert "P = 0." in fall.reason
    assert fall.probability_reached < 0.5


def test_that_result_files_tell_how_they_were_made(fit: Fit, tmp_path: Path) -> None:
    table = read_table(resource(*SAMPLE))
    written = write_results(tmp_path / "out", table, [fit])
    assert [path.name for path in written] == [
        "forecast.csv", "stages.csv", "fields.csv", "readings.csv", "report.json",
    ]  # fmt: skip
    report = json.loads(written[4].read_text(encoding="utf-8"))
    (record,) = report["fits"]
    assert Recipe.from_json(record["recipe"]) == fit.recipe
    assert record["report"]["readings"] == 133
    assert "state space: O(n)" in record["report"]["reason"]


# readings that scatter without a variance


def bells() -> Series:
    """A clean bell a year."""
    first = float(days_from_dates(["2021-01-01"])[0])
    time = first + np.arange(0.0, 730.0, 8.0)
    phase = (time - first) % 365.0
    noise = np.random.default_rng(5).normal(0.0, 0.015, len(time))
    value = 0.2 + 0.6 * np.exp(-(((phase - 180.0) / 40.0) ** 2)) + noise
    return Series("North", time, value, "date", "ndvi", True)


AS_GIVEN = Recipe.of(kernel="matern52(40)", learning="fixed", scale="identity")


@pytest.fixture(scope="module")
def normal() -> Fit:
    return fit_series(bells(), AS_GIVEN)


@pytest.mark.parametrize("freedom", [1.0, 1.5, 2.0, 2.1, 30.0])
def test_that_seasons_are_found_however_heavy_the_tails_of_the_scatter(
    normal: Fit, freedom: float
) -> None:
    """The curve's own deviation is asked for; that of a reading is infinite up to two degrees."""
    likelihood = f"student_t(freedom={freedom})"
    robust = fit_series(bells(), AS_GIVEN.with_choice("likelihood", likelihood))
    assert [s.name for s in robust.seasons] == [s.name for s in normal.seasons] == ["2021", "2022"]
    for stage, usual in zip(robust.stages, normal.stages, strict=True):
        assert stage.date is not None
        assert usual.date is not None
        assert stage.date == pytest.approx(usual.date, abs=1.0)
    curve, (_, variance) = robust.curve, robust.posterior.predict(robust.curve.time[:, None])
    assert np.array_equal(robust.curve.std, np.sqrt(variance))
    assert np.isinf(curve.reading_std).all() == (freedom <= 2.0)
    for column in (curve.lower, curve.upper, curve.reading_lower, curve.reading_upper):
        assert np.isfinite(column).all()
    assert (curve.reading_upper > curve.upper).all()


def test_that_an_infinite_deviation_is_written_so_that_tables_read_it_back(tmp_path: Path) -> None:
    fit = fit_series(bells(), AS_GIVEN.with_choice("likelihood", "student_t(freedom=2)"))
    path = write_forecast(tmp_path / "forecast.csv", [fit.forecast])
    with path.open(encoding="utf-8", newline="") as handle:
        written = [row["std"] for row in csv.DictReader(handle)]
    assert set(written) == {"inf"}
    assert np.isinf([float(text) for text in written]).all()

"""Thermal time against quadrature, hand-worked sums and simulation."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.phenology.thermal import (
    METHODS,
    Response,
    TemperatureSeries,
    Weather,
    capped,
    make_clock,
    temperatures_from_extremes,
    temperatures_from_means,
    thermal_dates,
    through,
    triangle,
)
from gpstudio.phenology.thermal.clock import BRIDGED, CLIMATE, MEASURED, STATED, even_dates
from gpstudio.phenology.thermal.dating import LONGEST
from gpstudio.phenology.thermal.methods import THREE_HOURLY_SHARES

WHEAT = triangle(0, 26, 37)
MAIZE = through((0, 18, 26, 34, 44), (0, 10, 18, 26, 0))
RESPONSES = (WHEAT, triangle(4, 26, 37), triangle(2, 30, 35), capped(0, 30), capped(5.7, 23.5))
START = float(np.datetime64("2020-03-01").astype(int))
SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
QUEENSLAND = SHARED / "B_thesis" / "queensland_daily_temperature.csv"


def steady(days: int, temperature: float, first: float = START) -> TemperatureSeries:
    return temperatures_from_means(first + np.arange(days), np.full(days, temperature))


def degree_days(method: str, response: Response, low: float, high: float) -> float:
    return float(METHODS[method]().degree_days(response, np.array([low]), np.array([high]))[0])


def dates_of(weather: Weather, starts: Floats, targets: Floats | float, seed: int = 1) -> Floats:
    return thermal_dates(
        weather, WHEAT, starts, targets, np.random.default_rng(seed), lambda t: f"{t:g}"
    ).dates


@pytest.mark.parametrize("response", [*RESPONSES, MAIZE])
@pytest.mark.parametrize("low", [-12.0, 3.0, 17.0, 30.0])
@pytest.mark.parametrize("width", [0.0, 1e-9, 6.0, 25.0])
def test_that_the_single_sine_is_the_integral_of_the_response(
    response: Response, low: float, width: float
) -> None:
    middle, reach = low + width / 2, width / 2
    knots = [np.arcsin((t - middle) / reach) for t in response.temperature if width > 1e-6
             and abs(t - middle) < reach]  # fmt: skip
    integral, _ = quad(
        lambda angle: float(np.interp(middle + reach * np.sin(angle),
                                      response.temperature, response.rate)),
        -np.pi / 2, np.pi / 2, points=knots or None, epsabs=1e-12, limit=200,
    )  # fmt: skip
    assert degree_days("single_sine", response, low, low + width) == pytest.approx(
        integral / np.pi, abs=1e-9
    )


def test_that_the_single_sine_agrees_with_the_textbook_about_a_lower_threshold() -> None:
    """Baskerville and Emin (1969): ((m − b)(π/2 − θ) + a cos θ)/π with θ = arcsin((b − m)/a)."""
    low, high, base = 4.0, 20.0, 10.0
    middle, reach = 12.0, 8.0
    angle = np.arcsin((base - middle) / reach)
    textbook = ((middle - base) * (np.pi / 2 - angle) + reach * np.cos(angle)) / np.pi
    assert degree_days("single_sine", capped(base, 60.0), low, high) == pytest.approx(textbook)


def test_that_the_three_hourly_shares_average_one_half_and_are_the_cubic() -> None:
    """By hand: k = 1 gives 0.97005, k = 8 gives 0.04745; the constant makes the mean 0.5."""
    assert THREE_HOURLY_SHARES[[0, 7]] == pytest.approx([0.97005, 0.04745])
    assert THREE_HOURLY_SHARES.mean() == pytest.approx(0.5, abs=1e-12)


def test_that_three_hourly_degree_days_are_those_of_a_sum_by_hand() -> None:
    """Wheat on a day from 10 to 40 °C: eight temperatures, of which those above 26 count less."""
    shares = [0.97005, 0.91025, 0.77345, 0.59145, 0.39605, 0.21905, 0.09225, 0.04745]
    temperatures = [10 + 30 * share for share in shares]
    by_hand = sum(t if t <= 26 else max(0.0, 26 * (37 - t) / 11) for t in temperatures) / 8
    assert degree_days("three_hourly", WHEAT, 10.0, 40.0) == pytest.approx(by_hand, abs=1e-9)


@pytest.mark.parametrize("method", METHODS.names)
@pytest.mark.parametrize("temperature", [-5.0, 9.0, 22.0, 31.0, 50.0])
def test_that_every_way_agrees_on_a_day_of_one_temperature(method: str, temperature: float) -> None:
    for response in (*RESPONSES, MAIZE):
        expected = np.interp(temperature, response.temperature, response.rate)
        found = degree_days(method, response, temperature, temperature)
        assert found == pytest.approx(expected, abs=1e-12)


def test_that_maize_counts_as_printed() -> None:
    assert MAIZE.rates(np.array([-3.0, 0, 9, 18, 22, 26, 34, 39, 44, 50])) == pytest.approx(
        [0, 0, 5, 10, 14, 18, 26, 13, 0, 0]
    )


def test_that_a_steady_temperature_takes_target_over_rate_days() -> None:
    """80 °Cd at 16 °C are five days, from any moment of the day."""
    starts = START + np.array([0.0, 3.25, 17.9])
    found = dates_of(Weather(steady(60, 16.0)), starts, 80.0)
    np.testing.assert_allclose(found, starts + 5.0, atol=1e-9)


def test_that_without_a_record_days_are_counted_at_the_stated_temperature() -> None:
    """545 °Cd at 18 °C: 30.3 days; an SD of 3 °C in the temperature makes one of about 5 days."""
    starts = np.full(4_000, START)
    result = thermal_dates(
        Weather(stated=18.0), WHEAT, starts, 545.0, np.random.default_rng(3), str
    )
    lasted = result.dates - START
    assert np.median(lasted) == pytest.approx(545.0 / 18.0, abs=0.3)
    assert 4.0 < np.std(lasted) < 7.0
    assert "18 °C" in result.reason
    assert "not measured" in result.reason


def test_that_every_draw_has_its_own_start_and_target() -> None:
    random = np.random.default_rng(5)
    starts = START + random.uniform(0, 20, 50)
    targets = random.uniform(50, 300, 50)
    low = 8 + 6 * np.sin(np.arange(120) / 9)
    record = temperatures_from_extremes(START + np.arange(120), low, low + 11)
    found = dates_of(Weather(record), starts, targets)
    daily = METHODS["three_hourly"]().degree_days(WHEAT, record.low, record.high)
    for start, target, date in zip(starts, targets, found, strict=True):
        fine = np.arange(start, start + 100, 0.002)
        grown = np.cumsum(daily[np.floor(fine - START).astype(int)]) * 0.002
        assert date == pytest.approx(fine[np.searchsorted(grown, target)], abs=0.01)


def test_that_days_too_cold_to_count_are_waited_out() -> None:
    temperature = np.concatenate([np.full(10, 10.0), np.full(30, -5.0), np.full(30, 10.0)])
    record = temperatures_from_means(START + np.arange(70), temperature)
    found = dates_of(Weather(record), np.array([START, START]), np.array([100.0, 110.0]))
    assert found - START == pytest.approx([10.0, 41.0])


def test_that_a_draw_without_a_start_has_no_date() -> None:
    found = dates_of(Weather(steady(60, 16.0)), np.array([np.nan, START]), 80.0)
    assert np.isnan(found[0])
    assert found[1] == pytest.approx(START + 5)


def test_that_a_target_out_of_reach_has_no_date() -> None:
    assert np.isnan(dates_of(Weather(stated=-10.0), np.array([START]), 80.0)).all()


def test_that_days_after_the_record_are_its_mean_by_day_of_the_year_and_said() -> None:
    """Five years of 14 °C, then a year that ends early: 14 °C goes on, and the reader is told."""
    record = steady(5 * 365 + 40, 14.0, START - 5 * 365)
    result = thermal_dates(
        Weather(record), WHEAT, np.array([START + 35]), 140.0, np.random.default_rng(0),
        lambda t: str(np.datetime64(int(t), "D")),
    )  # fmt: skip
    assert result.dates == pytest.approx([START + 45.0])
    assert "temperatures end on 2020-04-09" in result.reason
    assert "5 measured, 5 from the record's mean for the day of the year" in result.reason


def test_that_the_doubt_after_the_record_is_that_between_its_years() -> None:
    """Years that differ by an SD of 2 °C about 15: a phase of 30 days is uncertain by 4 days."""
    random = np.random.default_rng(8)
    offsets = random.normal(0.0, 2.0, 200)
    day = np.arange(200 * 365.0)
    year = np.minimum((day // 365.25).astype(int), 199)
    record = temperatures_from_means(day - 200 * 365 + START, 15.0 + offsets[year])
    found = dates_of(Weather(record), np.full(3_000, START), 450.0) - START
    assert np.median(found) == pytest.approx(30.0, abs=1.0)
    assert np.std(found) == pytest.approx(4.3, abs=1.0)


def test_that_short_gaps_are_bridged_and_long_ones_are_not() -> None:
    day = START + np.array([*range(10), *range(15, 30), *range(60, 90)])
    record = temperatures_from_means(day, np.full(len(day), 12.0))
    clock = make_clock(record, WHEAT, "daily_mean", START - 30, START + 120, 20.0)
    origin = {offset: int(clock.origins[30 + offset]) for offset in (-20, 0, 12, 32, 45, 61, 115)}
    assert origin == {
        -20: STATED, 0: MEASURED, 12: BRIDGED, 32: CLIMATE, 45: STATED, 61: MEASURED, 115: STATED
    }  # fmt: skip


def test_that_a_record_of_means_says_how_it_was_counted() -> None:
    result = thermal_dates(
        Weather(steady(60, 16.0)), WHEAT, np.array([START]), 80.0, np.random.default_rng(0), str
    )
    assert result.method.startswith("daily mean")
    assert result.reason == f"degree days by {result.method}"


def test_that_hours_are_joined_into_days() -> None:
    hours = START + np.arange(48) / 24
    record = temperatures_from_means(hours, np.repeat([10.0, 20.0], 24))
    assert record.day.tolist() == [START, START + 1]
    assert record.low.tolist() == [10.0, 20.0]


@pytest.mark.parametrize(
    ("tmin", "tmax", "words"),
    [
        ([50.0, 55.0], [80.0, 85.0], "°C"),
        ([20.0, 21.0], [10.0, 12.0], "swap"),
        ([np.nan, np.nan], [10.0, 12.0], "no day with a temperature"),
    ],
)
def test_that_odd_records_are_refused_in_one_sentence(
    tmin: list[float], tmax: list[float], words: str
) -> None:
    with pytest.raises(InputError, match=words) as caught:
        temperatures_from_extremes(START + np.arange(2), np.array(tmin), np.array(tmax))
    assert str(caught.value).count(". ") == 0


def test_that_a_day_whose_minimum_is_above_its_maximum_is_set_aside_and_counted() -> None:
    record = temperatures_from_extremes(
        START + np.arange(3), np.array([5.0, 9.0, 5.0]), np.array([9.0, 5.0, 9.0])
    )
    assert (len(record), record.set_aside) == (2, 1)


@pytest.mark.parametrize(
    ("temperature", "rate"), [((0, 26), (0,)), ((26, 0), (0, 26)), ((0, 26), (0, 0))]
)
def test_that_a_response_that_is_none_is_refused(
    temperature: tuple[float, ...], rate: tuple[float, ...]
) -> None:
    with pytest.raises(InputError):
        Response(temperature, rate)


@pytest.mark.skipif(not QUEENSLAND.exists(), reason="the shared data are not here")
def test_that_intervals_beyond_the_record_hold_on_real_weather() -> None:
    """Brisbane: cut the record on 1 August of each year, ask for 545 °Cd from there, and compare
    with the day on which the whole record reaches it. Of nine years at least seven are held."""
    rows = np.genfromtxt(QUEENSLAND, delimiter=",", dtype=str, skip_header=1, usecols=(0, 1, 2, 3))
    rows = rows[(rows[:, 0] == "Brisbane") & (rows[:, 2] != "") & (rows[:, 3] != "")]
    rows = rows[(rows[:, 2] != "NA") & (rows[:, 3] != "NA")]
    day = rows[:, 1].astype("datetime64[D]").astype(float)
    low, high = rows[:, 2].astype(float), rows[:, 3].astype(float)
    whole = Weather(temperatures_from_extremes(day, low, high))
    held = asked = 0
    for year in range(2009, 2017):
        start = float(np.datetime64(f"{year}-08-01").astype(int))
        truth = dates_of(whole, np.array([start]), 545.0)[0]
        other = (day < start) | (day > start + 200)
        cut = Weather(temperatures_from_extremes(day[other], low[other], high[other]))
        draws = dates_of(cut, np.full(1_000, start), 545.0)
        lower, upper = np.quantile(draws, [0.05, 0.95])
        assert upper - lower < 12.0
        held += lower <= truth <= upper
        asked += 1
    assert held >= asked - 2


@pytest.mark.parametrize("stated", [-15.0, 0.0, 4.0, 18.0])
@pytest.mark.parametrize("target", [0.0, 90.0, 2_500.0])
def test_that_days_that_are_all_alike_need_no_clock(stated: float, target: float) -> None:
    random = np.random.default_rng(8)
    starts = START + 40.0 * random.uniform(size=300)
    starts[::17] = np.nan
    warmth = 2.0 * random.standard_normal(300)
    first, last = np.nanmin(starts), np.nanmax(starts) + LONGEST
    clock = make_clock(None, WHEAT, "daily_mean", first, last, stated)
    found = even_dates(WHEAT, stated, starts, target, warmth, LONGEST)
    expected = clock.dates(starts, target, warmth)
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-8)
    if stated == 18.0 and target == 2_500.0:  # draws of cold days end beyond the clock
        assert np.isfinite(starts).sum() > np.isfinite(found).sum() > 0

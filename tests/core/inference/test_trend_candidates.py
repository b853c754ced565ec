"""When ``auto`` takes a trend beside a course that repeats."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.inference import trend_candidates
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.inference.trend_candidates import parted, trend_offered, with_trend
from gpstudio.core.language import parse, print_expression
from gpstudio.core.recipe import Recipe

AIRLINE = Path(__file__).parents[4] / "shared/data/C_classic/airline_passengers.csv"
QUICK = Recipe.of(learning="map(restarts=0)")


def waves(slope: float, count: int = 72) -> Readings:
    times = np.arange(float(count))
    noise = 0.1 * np.random.default_rng(0).standard_normal(count)
    return Readings.of(times[:, None], np.sin(2 * np.pi * times / 12.0) + slope * times + noise)


def passengers(count: int) -> tuple[Readings, Floats, Floats]:
    with AIRLINE.open(encoding="utf-8") as file:
        values = np.array([float(row["passengers_thousand"]) for row in csv.DictReader(file)])
    times = np.arange(float(len(values))) * 365.25 / 12.0
    ahead = slice(count, count + 24)
    return Readings.of(times[:count, None], values[:count]), times[ahead], values[ahead]


def test_that_a_trend_is_offered_to_many_periods_of_what_repeats() -> None:
    readings = waves(0.0)
    assert trend_offered(readings, 14.2)
    assert not trend_offered(readings, 14.3)
    assert not trend_offered(readings, 0.0)


def test_that_a_trend_is_one_more_term() -> None:
    for text in ("matern32", "periodic * matern32 + matern32(3)"):
        found = print_expression(with_trend(parse(text)))
        assert found == f"{text} + local_linear_trend(0)"


def test_that_the_last_third_is_what_is_foretold() -> None:
    readings = waves(0.1)
    first, rest = parted(readings)
    assert first.present == 48
    assert rest.inputs[0, 0] == 48.0
    kernels = ("matern32(9)", "local_linear_trend(0)")
    level, trend = (
        fit(Recipe.of(kernel=kernel, learning="map(restarts=0)"), first).foretold(rest).log_density
        for kernel in kernels
    )
    assert trend > level + 0.2


def test_that_a_trend_is_taken_where_there_is_one_and_told() -> None:
    found = fit(QUICK, waves(0.05))
    assert "local_linear_trend(held(0)" in str(found.kernel)
    assert "and a trend" in found.report.reason
    mean, _ = found.latent(np.array([[84.0], [96.0]]))
    np.testing.assert_allclose(mean - found.latent(np.array([[60.0]]))[0], [1.2, 1.8], atol=0.5)


def test_that_no_trend_is_taken_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "trend" not in str(fit(QUICK, waves(0.0)).kernel)
    monkeypatch.setattr(trend_candidates, "PERIODS_NEEDED", 7.0)
    assert "trend" not in str(fit(QUICK, waves(0.05)).kernel)


@pytest.mark.skipif(not AIRLINE.exists(), reason="shared data are not here")
def test_that_airline_passengers_two_years_ahead_are_held() -> None:
    """75 % without a trend."""
    readings, times, values = passengers(96)
    found = fit(QUICK, readings)
    low, high = found.interval(times[:, None], 0.95, include_noise=True)
    assert ((values > low) & (values < high)).mean() >= 0.9


@pytest.mark.skipif(not AIRLINE.exists(), reason="shared data are not here")
def test_that_a_forecast_decides_where_the_evidence_is_no_lower() -> None:
    """Of ten years it is 0.8 higher, and 1.6 lower with the price of a number."""
    found = fit(QUICK.filled(scale="identity"), passengers(120)[0])
    assert "local_linear_trend" in str(found.kernel)
    assert "what is foretold" in found.report.reason

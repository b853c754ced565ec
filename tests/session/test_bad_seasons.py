"""Series that show no season, half of one, or too many: each gets an answer in words, no dates
that nobody saw."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series, days_from_dates
from gpstudio.phenology.stages import StageDate
from gpstudio.phenology.thermal import temperatures_from_means
from gpstudio.session.facts import NO_FACTS, Facts
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.request import Request

RECIPE = Recipe.of(kernel="matern52(40)", learning="ml2")
WHEAT = Request(stages="wheat", index="NDVI")
FIRST = float(days_from_dates(["2022-01-01"])[0])
TIME = np.arange(0.0, 365.0, 7.0)
NOISE = 0.02 * np.random.default_rng(0).standard_normal(len(TIME))


def bell(time: Floats, middle: float = 150.0, width: float = 28.0) -> Floats:
    return np.asarray(0.6 * np.exp(-0.5 * ((time - middle) / width) ** 2))


SEASON = 0.2 + bell(TIME) + NOISE


def fit(time: Floats, value: Floats, facts: Facts = NO_FACTS) -> Fit:
    series = Series("", FIRST + time, value, "date", "NDVI", dated=True)
    return fit_series(series, RECIPE, WHEAT, facts)


def stage(of: Fit, name: str) -> StageDate:
    return next(s for s in of.stages if s.stage == name)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("bare soil", 0.15 + 0.2 * NOISE, "below 0.10"),
        ("tree crop", 0.75 + 0.03 * np.sin(TIME / 58.0) + NOISE, "below 0.10"),
        ("flat line", np.full(len(TIME), 0.3), "fewer than three distinct"),
        ("noise", 0.4 + 5.0 * NOISE, "amplitude"),
    ],
)
def test_that_a_field_without_a_season_gets_a_reason_and_no_date(
    name: str, value: Floats, said: str
) -> None:
    found = fit(TIME, value)
    assert found.seasons == (), name
    assert said in found.dates.findings.reason
    assert found.stage_rows
    assert all(row["date"] is None and said in str(row["reason"]) for row in found.stage_rows)


def test_that_three_readings_are_too_few() -> None:
    found = fit(np.array([0.0, 100.0, 200.0]), np.array([0.2, 0.7, 0.3]))
    assert found.dates.findings.reason == (
        "No season: 3 readings cannot show one, at least 5 are needed."
    )


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (lambda time: time < 140.0, "still rises where the series ends"),
        (lambda time: time > 170.0, "already falls where the series begins"),
    ],
)
def test_that_half_a_season_has_no_peak_to_be_dated_from(
    part: Callable[[Floats], Floats], said: str
) -> None:
    seen = part(TIME)
    found = fit(TIME[seen], SEASON[seen])
    assert found.seasons == ()
    assert said in found.dates.findings.reason


def test_that_a_season_cut_by_the_end_has_what_was_seen_and_says_what_was_not() -> None:
    seen = TIME < 160.0
    found = fit(TIME[seen], SEASON[seen])
    (season,) = found.seasons
    assert season.cut_right
    assert stage(found, "mid_green_up").date is not None
    fall = stage(found, "senescence")
    assert fall.grade is not None
    assert {"cut", "forecast"} & set(fall.grade.codes)


def test_that_two_crops_in_one_year_are_two_seasons() -> None:
    found = fit(TIME, 0.2 + bell(TIME, 100.0, 18.0) + bell(TIME, 240.0, 20.0) + NOISE)
    assert [season.name for season in found.seasons] == ["2022a", "2022b"]


def test_that_a_gap_over_the_peak_is_told_and_widens_its_interval() -> None:
    seen = (TIME < 115.0) | (TIME > 185.0)
    gap, whole = fit(TIME[seen], SEASON[seen]), fit(TIME, SEASON)
    peak = stage(gap, "peak")
    assert peak.grade is not None
    assert "gap" in peak.grade.codes
    assert "without a reading" in peak.grade.sentence
    assert peak.std is not None
    assert peak.std > 2.0 * (stage(whole, "peak").std or 0.0)


def test_that_an_index_in_ten_thousandths_gives_the_same_dates() -> None:
    small, large = fit(TIME, SEASON), fit(TIME, 1e4 * SEASON)
    for name in ("mid_green_up", "peak", "senescence"):
        assert stage(small, name).date == pytest.approx(stage(large, name).date, abs=0.5)


def test_that_temperatures_that_end_early_are_told_in_the_definition() -> None:
    record = temperatures_from_means(FIRST + np.arange(-100.0, 150.0), np.full(250, 14.0))
    found = fit(TIME, SEASON, Facts(temperatures=record))
    words = stage(found, "maturity").definition
    assert "temperatures end on 2022-05-30" in words
    assert "from a stated 18 °C" in words

"""Every stage rule against curves whose dates are known; see ``rules_table`` for the rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from phenology.dating import date_stages
from phenology.rules_table import RULES_TABLE, Row, bell, double_logistic

from gpstudio.core.arrays import Floats
from gpstudio.phenology.rules import RULES, SeasonCurves
from gpstudio.phenology.season import Season, find_seasons

SEASON = Season("1", 0.0, 150.0, 300.0, cut_left=False, cut_right=False)
DAYS = np.arange(0.0, 301.0)


def drawn(curve: Floats, season: Season = SEASON, time: Floats = DAYS) -> SeasonCurves:
    return SeasonCurves(season, time, curve[:, None])


def test_that_every_rule_has_a_row() -> None:
    assert {row.rule for row in RULES_TABLE} == set(RULES.names)


@pytest.mark.parametrize("row", RULES_TABLE, ids=lambda row: f"{row.rule} of {row.curve.__name__}")
def test_that_a_known_curve_gets_its_date(row: Row) -> None:
    (date,) = RULES[row.rule].dates(drawn(row.curve(DAYS)))
    assert date == pytest.approx(row.date, abs=0.05)


@pytest.mark.parametrize("row", RULES_TABLE, ids=lambda row: f"{row.rule} of {row.curve.__name__}")
def test_that_the_unit_of_the_index_does_not_matter(row: Row) -> None:
    rule = RULES[row.rule]
    plain, scaled = (rule.dates(drawn(c)) for c in (row.curve(DAYS), 1e4 * row.curve(DAYS) - 7.0))
    np.testing.assert_allclose(plain, scaled, atol=1e-6)


def test_that_a_rise_before_the_series_is_not_made_up() -> None:
    time = DAYS[120:]
    season = replace(SEASON, start=120.0, cut_left=True)
    (date,) = RULES["mid_green_up"].dates(drawn(double_logistic(time), season, time))
    assert np.isnan(date)


def test_that_a_fall_after_the_series_is_not_made_up() -> None:
    time = DAYS[:180]
    season = replace(SEASON, end=179.0, cut_right=True)
    (date,) = RULES["senescence"].dates(drawn(double_logistic(time), season, time))
    assert np.isnan(date)


def test_that_a_highest_point_on_a_cut_edge_is_no_peak() -> None:
    time = DAYS[:140]
    season = replace(SEASON, end=139.0, cut_right=True)
    (date,) = RULES["peak"].dates(drawn(bell(time), season, time))
    assert np.isnan(date)


def yearly(time: Floats, *peaks: float) -> Floats:
    return 0.15 + sum(0.7 * np.exp(-0.5 * ((time - p) / 25.0) ** 2) for p in peaks)


def seasons_of(time: Floats, mean: Floats, std: float = 0.02, dated: bool = True) -> list[Season]:
    return list(find_seasons(time, mean, np.full(len(time), std), dated))


def test_that_seasons_are_cut_at_their_troughs() -> None:
    time = np.arange(0.0, 730.0)
    first, second = seasons_of(time, yearly(time, 150.0, 515.0))
    assert first.peak == pytest.approx(150.0, abs=1.0)
    assert first.end <= 332.5 <= second.start


def test_that_two_crops_a_year_are_a_and_b() -> None:
    time = np.arange(0.0, 365.0)
    assert [s.name for s in seasons_of(time, yearly(time, 100.0, 260.0))] == ["1970a", "1970b"]


def test_that_a_season_over_new_year_is_named_by_its_harvest() -> None:
    time = np.arange(200.0, 560.0)
    (season,) = seasons_of(time, yearly(time, 350.0))
    assert season.name == "1971"


def test_that_a_wiggle_is_no_season() -> None:
    time = np.arange(0.0, 365.0)
    assert seasons_of(time, 0.2 + 0.02 * np.sin(time / 20.0)) == []
    assert seasons_of(time, np.full(len(time), 0.4)) == []
    bumpy = yearly(time, 180.0) + 0.03 * np.sin(time / 6.0)
    assert len(seasons_of(time, bumpy)) == 1


def test_that_a_stage_reached_by_few_draws_gets_a_reason_and_no_date() -> None:
    """Four draws of five are cut before they fall; a date from the fifth would be made up."""
    season = replace(SEASON, cut_right=True)

    def draw(time: Floats) -> Floats:
        return np.column_stack([bell(time), *[np.maximum(bell(time), 0.7)] * 4])

    def draw_cut(time: Floats) -> Floats:
        curves = draw(time)
        curves[time > season.peak, 1:] = 0.85 - 0.0001 * (time[time > season.peak, None] - 150.0)
        return curves

    stages = {s.stage: s for s in date_stages([season], draw_cut, 400.0, lambda t: f"day {t:g}")}
    fall = stages["senescence"]
    assert fall.date is None
    assert fall.lower90 is None
    assert fall.reason == "not reached, P = 0.20 by day 300"
    assert fall.probability_reached == pytest.approx(0.2)
    assert fall.probability_passed == pytest.approx(0.2)


def test_that_quantiles_are_those_of_the_draws() -> None:
    shifts = np.linspace(-10.0, 10.0, 201)

    def draw(time: Floats) -> Floats:
        return np.column_stack([double_logistic(time - shift) for shift in shifts])

    stages = {s.stage: s for s in date_stages([SEASON], draw, 105.0, str)}
    rise = stages["mid_green_up"]
    assert rise.date == pytest.approx(100.0, abs=0.1)
    assert rise.lower90 == pytest.approx(100.0 - 9.0, abs=0.1)
    assert rise.upper50 == pytest.approx(100.0 + 5.0, abs=0.1)
    assert rise.probability_passed == pytest.approx(0.75, abs=0.01)

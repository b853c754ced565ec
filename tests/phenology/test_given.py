"""Seasons by sowing dates and windows drawn by hand."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.phenology.candidates import Bars, Candidate, Findings, SearchedCurve
from gpstudio.phenology.given import drawn_season, sown_seasons

NDVI = Bars(amplitude=0.10)
TIME = np.arange(0.0, 730.0)


def bells(*middles: float, height: float = 0.6) -> Floats:
    return 0.15 + sum(height * np.exp(-0.5 * ((TIME - m) / 25.0) ** 2) for m in middles)


def curve_of(mean: Floats, readings: Floats | None = None) -> SearchedCurve:
    return SearchedCurve(TIME[: len(mean)], mean, np.full(len(mean), 0.01), True, readings)


def sown(mean: Floats, *days: float) -> Findings:
    return sown_seasons(curve_of(mean), days, NDVI)


def drawn(mean: Floats, start: float, end: float) -> Candidate:
    return drawn_season(curve_of(mean), start, end, NDVI)


def test_that_a_season_starts_on_its_day_of_sowing() -> None:
    first, second = sown(bells(180.0, 500.0), 420.0, 60.0).seasons
    assert (first.start, first.peak) == (60.0, 180.0)
    assert (second.start, second.peak) == (420.0, 500.0)
    assert first.end < 420.0
    assert [first.name, second.name] == ["1970", "1971"]


def test_that_two_sowings_a_year_are_a_and_b() -> None:
    assert [s.name for s in sown(bells(100.0, 260.0), 20.0, 190.0).seasons] == ["1970a", "1970b"]


def test_that_of_two_crops_after_one_sowing_the_higher_rise_is_taken() -> None:
    mean = bells(180.0) + 0.3 * np.exp(-0.5 * ((TIME - 320.0) / 25.0) ** 2)
    (season,) = sown(mean, 60.0).seasons
    assert season.peak == 180.0


def test_that_the_crop_before_is_not_this_season() -> None:
    """Still green on the day of sowing, and higher than what follows."""
    mean = bells(50.0) + 0.4 * np.exp(-0.5 * ((TIME - 200.0) / 25.0) ** 2)
    (season,) = sown(mean, 60.0).seasons
    assert season.peak == pytest.approx(200.0, abs=1.0)
    assert season.start > 100.0


def test_that_a_sowing_without_a_crop_keeps_its_reason() -> None:
    found = sown(bells(180.0) + 0.05 * np.exp(-0.5 * ((TIME - 500.0) / 25.0) ** 2), 60.0, 420.0)
    assert [c.accepted for c in found.candidates] == [True, False]
    assert found.candidates[1].reason.startswith("amplitude 0.05 below 0.15")
    assert found.reason == ""


def test_that_sowings_outside_the_series_say_so() -> None:
    found = sown(bells(180.0), 800.0)
    assert found.candidates[0].reason == "It starts 71 days after the last reading"
    assert found.seasons == ()
    assert found.reason != ""
    early = sown(bells(180.0), -900.0)
    assert early.candidates[0].reason == "It ends 500 days before the first reading"


def test_that_no_sowing_dates_are_no_seasons() -> None:
    assert sown(bells(180.0)).reason == "No season: no sowing dates are given."


def test_that_a_sowing_that_is_no_date_is_refused() -> None:
    with pytest.raises(InputError, match="sowing date is no date"):
        sown(bells(180.0), np.nan)


def test_that_a_drawn_window_is_kept_as_drawn() -> None:
    candidate = drawn(bells(180.0), 90.0, 300.0)
    assert candidate.accepted
    season = candidate.season
    assert (season.start, season.peak, season.end) == (90.0, 180.0, 300.0)
    assert not season.cut_left
    assert not season.cut_right
    assert season.name == "1970"


def test_that_a_window_beyond_the_series_is_cut_by_it() -> None:
    season = drawn(bells(700.0), 600.0, 800.0).season
    assert season.end == 729.0
    assert season.cut_right
    assert not season.cut_left


def test_that_a_low_amplitude_is_said_and_a_person_believed() -> None:
    candidate = drawn(bells(180.0, height=0.05), 90.0, 300.0)
    assert candidate.accepted
    assert candidate.reason.startswith("drawn by hand, although amplitude 0.05 below 0.10")


def test_that_a_window_without_a_peak_or_readings_is_none() -> None:
    slope = drawn(bells(180.0), 100.0, 150.0)
    assert not slope.accepted
    assert slope.reason == "the curve has no peak in this window: widen it"
    readings = np.concatenate([np.arange(0.0, 100.0, 10.0), np.arange(300.0, 730.0, 10.0)])
    bare = drawn_season(curve_of(bells(180.0), readings), 120.0, 280.0, NDVI)
    assert not bare.accepted
    assert bare.reason == "0 readings in it"


def test_that_a_window_that_ends_before_it_starts_is_refused() -> None:
    with pytest.raises(InputError, match="ends before it starts"):
        drawn(bells(180.0), 300.0, 90.0)

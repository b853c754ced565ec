"""Cuts of a sward: seen in readings, told with the days on which they may have been."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from phenology.mown import mown

from gpstudio.core.arrays import Floats
from gpstudio.phenology.candidates import SearchedCurve
from gpstudio.phenology.cuts import Cut, cuts_of
from gpstudio.phenology.growing_years import YEAR, growing_years, turn_of_year
from gpstudio.phenology.season import Bars

DAYS = np.arange(4.0, 360.0, 7.0)
CUTS = (140.0, 190.0, 245.0)
SMALLEST = 0.1


def uncut(time: Floats) -> Floats:
    """Winter 0.45, summer 0.88."""
    rise = 1.0 / (1.0 + np.exp(-(time - 90.0) / 9.0))
    return np.asarray(0.45 + 0.43 * (rise - 1.0 / (1.0 + np.exp(-(time - 310.0) / 9.0))))


def cut_at(time: Floats, *cuts: float) -> Floats:
    """A third of the green goes, and is back after a month."""
    found = uncut(time)
    for day in cuts:
        since = time - day
        found -= np.where(since >= 0.0, 0.3 * np.exp(-((since / 16.0) ** 2)), 0.0)
    return found


def noisy(value: Floats, seed: int = 0) -> Floats:
    return np.asarray(value + np.random.default_rng(seed).normal(0.0, 0.015, len(value)))


def interval(cut: Cut) -> tuple[float, float]:
    low, high = np.nanquantile(cut.draws(4_000, np.random.default_rng(0)), [0.05, 0.95])
    return float(low), float(high)


def test_that_each_cut_is_told_within_the_readings_about_it() -> None:
    found = cuts_of(DAYS, noisy(cut_at(DAYS, *CUTS)), SMALLEST)
    assert len(found) == len(CUTS)
    for cut, day in zip(found, CUTS, strict=True):
        assert cut.probability > 0.95
        low, high = interval(cut)
        assert low - 1.0 <= day <= high + 1.0
        assert high - low <= 7.0


def test_that_an_interval_is_as_wide_as_the_gap_in_which_nobody_looked() -> None:
    time = DAYS[(DAYS < 135.0) | (DAYS > 150.0)]
    gap = float(np.diff(time).max())
    (found,) = cuts_of(time, noisy(cut_at(time, 142.0)), SMALLEST)
    low, high = interval(found)
    assert 0.5 * gap <= high - low <= gap


@pytest.mark.parametrize("seed", range(4))
def test_that_neither_a_summer_nor_an_autumn_nor_a_cloud_is_a_cut(seed: int) -> None:
    value = noisy(uncut(DAYS), seed)
    assert cuts_of(DAYS, value, SMALLEST) == ()
    value[DAYS.searchsorted(180.0)] -= 0.3  # back a week later, as no sward is
    assert cuts_of(DAYS, value, SMALLEST) == ()


def test_that_what_falls_and_stays_low_was_not_mown() -> None:
    """Ploughed, or ripe."""
    value = noisy(np.where(DAYS < 200.0, uncut(DAYS), 0.3))
    assert cuts_of(DAYS, value, SMALLEST) == ()


def test_that_a_fall_at_the_last_reading_may_be_a_cut() -> None:
    """Nobody can have seen it grow again."""
    time = DAYS[DAYS < 155.0]
    (found,) = cuts_of(time, noisy(cut_at(time, 140.0)), SMALLEST)
    assert 138.0 <= found.middle <= 147.0


def test_that_draws_are_none_as_often_as_there_may_be_no_cut() -> None:
    cut = Cut(0.7, np.array([10.5, 11.5]), np.array([0.25, 0.75]))
    days = cut.draws(1_000, np.random.default_rng(1))
    assert np.isnan(days).sum() == 300
    late = days[np.isfinite(days)] >= 11.0
    assert late.mean() == pytest.approx(0.75, abs=0.03)


@pytest.mark.parametrize(("time", "value"), [([], []), ([1.0, 2.0], [0.5, 0.6]), (DAYS, 0 * DAYS)])
def test_that_nothing_to_see_is_no_cut(time, value) -> None:
    assert cuts_of(np.asarray(time, float), np.asarray(value, float)) == ()


def test_that_most_cuts_of_swards_that_were_grown_are_found_and_few_that_were_not() -> None:
    """The benchmark ``cuts`` says how many; a slip in the search shows here."""
    found = false = true = held = 0
    for number in range(12):
        year = mown(np.random.default_rng([5, number]), 7.0)
        told = [interval(cut) for cut in cuts_of(year.time, year.value, SMALLEST)]
        near = [min((abs(sum(t) / 2 - day), t) for t in told) for day in year.cuts if told]
        hits = [(t, day) for (off, t), day in zip(near, year.cuts, strict=False) if off <= 10.0]
        found, true = found + len(hits), true + len(year.cuts)
        false += len(told) - len({t for t, _ in hits})
        held += sum(np.floor(low) <= day <= np.floor(high) for (low, high), day in hits)
    assert found >= 0.75 * true
    assert false <= 0.25 * true
    assert held >= 0.8 * found


def curve_of(time: Floats, value: Floats) -> SearchedCurve:
    return SearchedCurve(time, value, np.full(len(time), 0.01), True, time[::7])


def test_that_a_year_of_a_sward_lasts_from_winter_to_winter_however_often_it_is_cut() -> None:
    start = float(np.datetime64("2019-01-01").astype("datetime64[D]").astype(int))
    time = np.arange(0.0, 3 * 365.0)
    value = np.concatenate([cut_at(time[:365], *CUTS)] * 3)
    found = growing_years(curve_of(start + time, value), Bars(SMALLEST)).seasons
    assert [season.name for season in found] == ["2019", "2020", "2021"]
    assert all(season.end - season.start < YEAR + 1.0 for season in found)
    assert not found[1].cut_left


def test_that_in_the_south_the_year_turns_in_its_winter() -> None:
    time = 18_000.0 + np.arange(0.0, 800.0)
    value = 0.5 + 0.3 * np.cos(2.0 * np.pi * (time % YEAR - 10.0) / YEAR)
    assert turn_of_year(time, value) == pytest.approx(192.0, abs=8.0)


def test_that_a_year_turns_where_nobody_looks() -> None:
    time = np.arange(90.0, 300.0) + 50.0 * YEAR
    middle = turn_of_year(time, uncut(time % YEAR))
    assert middle < 80.0 or middle > 310.0


def test_that_years_without_readings_or_without_green_say_so() -> None:
    time = np.arange(0.0, 700.0) + 50.0 * YEAR
    flat = np.where(time < time[350], cut_at(time % YEAR, *CUTS), 0.45)
    found = growing_years(curve_of(time, flat + 1e-3 * np.sin(time)), Bars(SMALLEST))
    assert any("below" in one.reason for one in found.candidates if not one.accepted)


def test_that_alfalfa_is_mown_and_vines_and_walnuts_are_not(shared_data: Path) -> None:
    """Parcels of the Limarí valley, Chile, July 2021 to June 2022: nobody wrote their cuts down."""
    table = pd.read_csv(shared_data / "A_phenology" / "sentinel2_ndvi_chile_crops.csv")
    told: dict[str, list[int]] = {}
    for (crop, _), rows in table.groupby(["crop", "sample"]):
        if crop in ("forage", "table grape", "walnut"):
            days = pd.to_datetime(rows["date"]).to_numpy().astype("datetime64[D]").astype(float)
            year = days >= float(np.datetime64("2021-07-02").astype(int))
            found = cuts_of(days[year], rows["ndvi"].to_numpy()[year], SMALLEST)
            told.setdefault(str(crop), []).append(sum(cut.probability > 0.5 for cut in found))
    assert np.median(told["forage"]) >= 3
    assert np.mean(told["table grape"] + told["walnut"]) <= 0.25

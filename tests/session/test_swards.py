"""Grassland and alfalfa on the road that users take: a year is a season, every cut has a row."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from phenology.mown import mown

from gpstudio import fit_table
from gpstudio.data.series import iso_from_days

YEARS = (2019, 2020)


def meadow() -> tuple[pd.DataFrame, dict[str, list[float]]]:
    """Two years of readings, and the days of the cuts of each."""
    parts, cuts = [], {}
    for place, year in enumerate(YEARS):
        first = float(np.datetime64(f"{year}-01-01").astype("datetime64[D]").astype(int))
        found = mown(np.random.default_rng([3, place]), 6.0, "alfalfa")
        parts.append(pd.DataFrame({"date": iso_from_days(first + found.time), "ndvi": found.value}))
        cuts[str(year)] = [first + day for day in found.cuts]
    return pd.concat(parts), cuts


@pytest.fixture(scope="module")
def dated() -> pd.DataFrame:
    return fit_table(meadow()[0], time="date", value="ndvi", stages="alfalfa").stages


def test_that_every_year_is_a_season_and_every_cut_a_stage_of_it(dated: pd.DataFrame) -> None:
    _, cuts = meadow()
    assert sorted(dated["season"].unique()) == sorted(cuts)
    for season, days in cuts.items():
        mine = dated[dated["season"] == season]
        assert list(mine["stage"]) == [f"cut_{n}" for n in range(1, len(mine) + 1)]
        told = [(pd.Timestamp(date) - pd.Timestamp(0)).days for date in mine["date"]]
        near = [min(abs(day - one) for one in told) for day in days]
        assert np.median(near) <= 4.0
        assert abs(len(told) - len(days)) <= 2


def test_that_a_later_cut_is_compared_with_no_other(dated: pd.DataFrame) -> None:
    first = dated[dated["stage"] == "cut_1"]
    later = dated[dated["stage"] != "cut_1"]
    assert first["days_late"].notna().all()
    assert len(later) > 2
    assert later["days_late"].isna().all()
    assert not dated["forecast"].any()


def test_that_a_year_without_a_cut_says_so_once() -> None:
    time = np.arange(0.0, 360.0, 6.0)
    ndvi = 0.5 + 0.35 * np.exp(-(((time - 190.0) / 70.0) ** 2))
    frame = pd.DataFrame({"date": iso_from_days(18_262.0 + time), "ndvi": ndvi})
    frame["ndvi"] += np.random.default_rng(0).normal(0.0, 0.01, len(time))
    (row,) = fit_table(frame, value="ndvi", stages="grassland").stages.to_dict("records")
    assert (row["stage"], row["season"]) == ("cut_1", "2020")
    assert pd.isna(row["date"])
    assert "Not reached: P = 0.00" in row["reason"]


def test_that_a_cut_is_graded_by_the_readings_and_not_by_a_curve_that_is_too_smooth(
    dated: pd.DataFrame,
) -> None:
    assert not dated["quality"].str.contains("band").any()
    assert dated["quality"].str.startswith(("A", "B")).mean() > 0.5

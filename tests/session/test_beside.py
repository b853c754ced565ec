"""Seasons beside each other: like with like, the usual day, and rows in the order of the season."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpstudio.phenology.season import Season
from gpstudio.phenology.stages import UNDATED, StageDate
from gpstudio.phenology.years import YEAR, like_days
from gpstudio.session.beside import beside_others, like


def season(name: str, peak: float) -> Season:
    return Season(name, peak - 60.0, peak, peak + 60.0, False, False)


def dated(name: str, stage: str, day: float | None) -> StageDate:
    return replace(UNDATED, season=name, stage=stage, date=day, reason="" if day else "cut off")


def yearly(places: list[float], years: int) -> list[Season]:
    """Covers at these days of each year."""
    return [
        season(f"{2020 + year}{'abcdefgh'[place]}", year * YEAR + day)
        for year in range(years)
        for place, day in enumerate(places)
    ]


@pytest.mark.parametrize(
    ("places", "named"),
    [
        ([150.0], ["2021a", "2022a"]),
        ([100.0, 250.0], ["2021a", "2022a"]),
        ([60.0, 180.0, 300.0], ["2021a", "2022a"]),
        ([90.0, 130.0, 170.0, 210.0, 250.0], []),
    ],
)
def test_that_like_is_compared_with_like_or_not_at_all(
    places: list[float], named: list[str]
) -> None:
    seasons = yearly(places, 3)
    assert list(like(seasons[0], seasons)) == named


def test_that_a_second_crop_two_months_later_is_another_kind() -> None:
    """Ninety days would take both for one."""
    seasons = yearly([100.0, 180.0], 3)
    assert like_days([[one.peak for one in seasons]]) < 80.0
    assert list(like(seasons[1], seasons)) == ["2021b", "2022b"]


def test_that_fields_beside_each_other_are_not_covers_of_one() -> None:
    one, other = [100.0, 100.0 + YEAR], [130.0, 130.0 + YEAR]
    assert like_days([one, other]) == pytest.approx(0.35 * YEAR)
    assert like_days([sorted([*one, *other])]) < 0.35 * YEAR


def test_that_usual_and_late_are_those_of_like_seasons() -> None:
    seasons = yearly([100.0, 250.0], 4)
    late = {"2020a": 0.0, "2021a": 4.0, "2022a": -2.0, "2023a": 9.0}
    stages = [dated(s.name, "peak", s.peak + late.get(s.name, 50.0)) for s in seasons]
    found = {s.season: s for s in beside_others(stages, seasons)}
    usual = found["2023a"].usual
    assert usual is not None
    assert usual[0] == pytest.approx(3 * YEAR + 100.0, abs=0.01)
    assert found["2023a"].days_late == pytest.approx(9.0, abs=0.01)
    assert found["2021b"].days_late == pytest.approx(0.0, abs=0.01)
    plain = beside_others(stages, seasons, has_years=False)
    assert {(s.usual, s.days_late) for s in plain} == {(None, None)}
    assert [s.season for s in plain] == [s.name for s in seasons]


def test_that_a_date_which_may_be_either_covers_is_not_late() -> None:
    """Half a year wide: its median lies between two covers, where nothing came."""
    seasons = yearly([150.0], 4)
    stages = [dated(s.name, "senescence", s.peak + 40.0) for s in seasons]
    day = seasons[1].peak + 40.0
    stages[1] = replace(stages[1], date=day + 120.0, lower90=day, upper90=day + 180.0)
    found = {s.season: s for s in beside_others(stages, seasons)}
    assert found["2021a"].days_late is None
    assert found["2021a"].usual is not None
    assert found["2021a"].usual[0] == pytest.approx(day, abs=1.0)
    assert found["2022a"].days_late == pytest.approx(0.0, abs=1.0)


def test_that_a_stage_without_a_date_has_its_usual_day() -> None:
    seasons = yearly([150.0], 3)
    stages = [dated(s.name, "senescence", s.peak + 40.0) for s in seasons[:2]]
    *_, last = beside_others([*stages, dated("2022a", "senescence", None)], seasons)
    assert last.date is None
    assert last.days_late is None
    assert last.usual is not None
    assert last.usual[0] == pytest.approx(2 * YEAR + 190.0, abs=0.01)
    assert 10.0 < last.usual[1] < 16.0


def test_that_an_end_more_than_half_a_year_after_the_peak_is_of_its_own_year() -> None:
    """Meadows are green from April to November: the November before is the nearer one."""
    seasons = yearly([110.0], 3)
    stages = [dated(s.name, "senescence", s.peak + 210.0) for s in seasons]
    for stage, one in zip(beside_others(stages, seasons), seasons, strict=True):
        assert stage.usual is not None
        assert stage.usual[0] == pytest.approx(one.peak + 210.0, abs=0.01)
        assert stage.days_late == pytest.approx(0.0, abs=0.01)


def test_that_rows_stand_in_the_order_of_the_season() -> None:
    seasons = yearly([150.0], 2)
    names = ("heading", "maturity", "harvest", "peak", "senescence")
    days: tuple[float | None, ...] = (160.0, None, 230.0, 150.0, 200.0)
    later = [
        dated("2021a", name, day and day + YEAR) for name, day in zip(names, days, strict=True)
    ]
    early = [dated("2020a", name, day) for name, day in zip(names, days, strict=True)]
    found = beside_others([*later, *early], seasons)
    assert [s.season for s in found] == ["2020a"] * 5 + ["2021a"] * 5
    # ripeness has no date, and stands behind the stage that is before it
    assert [s.stage for s in found[:5]] == ["peak", "heading", "maturity", "senescence", "harvest"]
    known = [s.date for s in found[:5] if s.date is not None]
    assert np.diff(known).min() > 0.0

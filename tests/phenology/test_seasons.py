"""Which stretches of a curve are seasons, where they are cut, and what they are called."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phenology.dating import date_stages

from gpstudio.core.arrays import Floats
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.phenology.season import SearchedCurve, Season, find_seasons, search
from gpstudio.session.fitting import fit_series


def crops(time: Floats, *peaks: float, height: float = 0.6, width: float = 25.0) -> Floats:
    return 0.15 + sum(height * np.exp(-0.5 * ((time - p) / width) ** 2) for p in peaks)


def seasons_of(
    time: Floats, mean: Floats, std: float = 0.02, dated: bool = True
) -> tuple[Season, ...]:
    return find_seasons(time, mean, np.full(len(time), std), dated)


def test_that_a_series_that_ends_in_the_fall_is_cut_there() -> None:
    time = np.arange(0.0, 190.0)
    (season,) = seasons_of(time, crops(time, 150.0))
    assert season.cut_right
    assert season.end == 189.0
    assert season.peak == 150.0


def test_that_a_series_that_starts_in_the_rise_is_cut_there() -> None:
    time = np.arange(120.0, 300.0)
    (season,) = seasons_of(time, crops(time, 150.0))
    assert season.cut_left
    assert season.start == 120.0
    assert not season.cut_right or season.end == 299.0


@pytest.mark.parametrize("edge", [(150.0, 300.0), (0.0, 151.0)])
def test_that_a_highest_point_at_an_edge_is_no_peak_yet(edge: tuple[float, float]) -> None:
    time = np.arange(*edge)
    assert seasons_of(time, crops(time, 150.0)) == ()


def test_that_fallow_belongs_to_no_season() -> None:
    """A crop's season begins on the last day on which the curve cannot be told from the ground:
    1.5 standard deviations of a difference, 0.02·√2, above it, which exp(−d²/2·25²)·0.6 = 0.0424
    puts at 57.5 days."""
    time = np.arange(0.0, 1_000.0)
    (first, second) = seasons_of(time, crops(time, 150.0, 700.0))
    assert [first.start, first.end] == pytest.approx([150.0 - 57.5, 150.0 + 57.5], abs=1.0)
    assert [second.start, second.end] == pytest.approx([700.0 - 57.5, 700.0 + 57.5], abs=1.0)
    assert not any(s.cut_left or s.cut_right for s in (first, second))


def test_that_ground_is_not_season_for_being_less_sure_than_its_lowest_day() -> None:
    """Close to a limit of its scale a trough is known well; months of ground a little above it are
    known less, and cannot be told from it: 0.11 + 1.5·√(0.03² + 0.015²) is passed at 221 days."""
    time = np.arange(0.0, 400.0)
    mean = crops(time, 150.0) - 0.04 * np.exp(-0.5 * ((time - 370.0) / 6.0) ** 2)
    std = np.where(np.abs(time - 370.0) < 15.0, 0.015, 0.03)
    (season,) = find_seasons(time, mean, std, True)
    assert season.end == pytest.approx(221.0, abs=2.0)


def read_until(last: float, mean: Floats) -> Season:
    """The one season of a curve that was read every five days up to then."""
    time = np.arange(float(len(mean)))
    curve = SearchedCurve(time, mean, np.full(len(mean), 0.02), True, np.arange(0.0, last + 1, 5.0))
    (season,) = search(curve).seasons
    return season


@pytest.mark.parametrize(("last", "is_open"), [(195.0, True), (230.0, False)])
def test_that_a_trough_after_the_last_reading_was_not_seen(last: float, is_open: bool) -> None:
    """Behind it the curve returns to its mean, and so turns up again whatever the crop does."""
    time = np.arange(0.0, 260.0)
    known = crops(np.minimum(time, last + 2.0), 150.0)
    mean = np.where(time > last, known + 0.004 * np.maximum(time - last - 2.0, 0.0), known)
    season = read_until(last, mean)
    assert season.unread is season.is_open is is_open
    assert not season.cut_right


def test_that_crops_that_follow_one_another_touch_at_their_trough() -> None:
    time = np.arange(0.0, 400.0)
    first, second = seasons_of(time, crops(time, 130.0, 230.0), std=0.0)
    assert first.end == second.start == pytest.approx(180.0, abs=1.0)


def test_that_ground_seen_before_the_rise_leaves_a_season_uncut() -> None:
    """However the lowest of its days lie: at the very edge the curve is known least."""
    time = np.arange(0.0, 300.0)
    curve = crops(time, 150.0) - 0.002 * np.maximum(0.0, 5.0 - time)
    (season,) = seasons_of(time, curve)
    assert not season.cut_left
    assert season.start > 60.0


def test_that_seasons_follow_one_another() -> None:
    time = np.arange(0.0, 1_500.0)
    found = seasons_of(time, crops(time, 150.0, 330.0, 680.0, 1_050.0, 1_300.0))
    assert [s.peak for s in found] == [150.0, 330.0, 680.0, 1_050.0, 1_300.0]
    for before, after in pairwise(found):
        assert before.start < before.peak < before.end <= after.start
    assert [s.name for s in found] == ["1970a", "1970b", "1971", "1972", "1973"]


def test_that_names_follow_the_half_fallen_day_over_new_year() -> None:
    """Peak in December, fallen half-way in January: the harvest is of the new year."""
    time = np.arange(150.0, 560.0)
    (late,) = seasons_of(time, crops(time, 355.0, width=40.0))
    assert late.name == "1971"
    (early,) = seasons_of(time, crops(time, 320.0, width=30.0))
    assert early.name == "1970"


def test_that_falls_about_new_year_are_named_as_most_of_them() -> None:
    """Half-fallen in the last days of December, once in the first of January: no year has two
    seasons, and none is left out."""
    time = np.arange(0.0, 2_100.0)
    peaks = [300.0 + 365.25 * year + late for year, late in enumerate((0.0, 42.0, 4.0, 0.0, 3.0))]
    found = seasons_of(time, crops(time, *peaks, width=35.0))
    assert [s.name for s in found] == ["1970", "1971", "1972", "1973", "1974"]
    turned = seasons_of(time, crops(time, *(peak + 38.0 for peak in peaks), width=35.0))
    assert [s.name for s in turned] == ["1971", "1972", "1973", "1974", "1975"]


def test_that_years_before_1970_are_named_too() -> None:
    start = -365.0 * 20
    time = np.arange(start, start + 365.0)
    (season,) = seasons_of(time, crops(time, start + 180.0))
    assert season.name == str(
        (np.datetime64("1970-01-01") + np.timedelta64(int(start) + 210, "D")).item().year
    )


def test_that_seasons_on_a_number_axis_are_counted() -> None:
    time = np.arange(0.0, 700.0)
    assert [s.name for s in seasons_of(time, crops(time, 150.0, 500.0), dated=False)] == ["1", "2"]


def test_that_what_is_lost_in_doubt_is_no_season() -> None:
    time = np.arange(0.0, 365.0)
    curve = crops(time, 180.0, height=0.1)
    assert len(seasons_of(time, curve, std=0.02)) == 1
    assert seasons_of(time, curve, std=0.05) == ()


def test_that_a_small_wiggle_beside_a_crop_is_no_season() -> None:
    time = np.arange(0.0, 365.0)
    curve = crops(time, 180.0) + crops(time, 330.0, height=0.1, width=8.0)
    assert len(seasons_of(time, curve)) == 1


@pytest.mark.parametrize("points", [0, 1, 2, 3])
def test_that_the_shortest_grids_have_none(points: int) -> None:
    time = np.arange(float(points))
    assert seasons_of(time, np.ones(points)) == ()
    assert seasons_of(time, time) == ()


@settings(deadline=None)
@given(st.lists(st.floats(-1e6, 1e6), min_size=3, max_size=60), st.booleans())
def test_that_any_curve_has_seasons_in_order_inside_it(heights: list[float], dated: bool) -> None:
    time = np.arange(float(len(heights)))
    found = seasons_of(time, np.array(heights), std=0.0, dated=dated)
    for season in found:
        assert 0.0 <= season.start < season.peak < season.end <= time[-1]
    for before, after in pairwise(found):
        assert before.end <= after.start
    assert len({season.name for season in found}) == len(found)


def test_that_stages_of_no_season_are_none_and_need_no_draws() -> None:
    def never(time: Floats) -> Floats:
        raise AssertionError("nothing is to be drawn")

    assert date_stages((), never, 0.0, str) == ()


def test_that_every_season_is_drawn_on_its_own_days() -> None:
    seasons = (
        Season("1", 0.0, 150.0, 300.0, False, False),
        Season("2", 300.0, 450.0, 600.0, False, False),
    )
    asked: list[Floats] = []

    def draw(time: Floats) -> Floats:
        asked.append(time)
        return np.column_stack([crops(time, 150.0 + s, 450.0 + s) for s in (-5.0, 0.0, 5.0)])

    stages = date_stages(seasons, draw, 300.0, str)
    assert [(time[0], time[-1]) for time in asked] == [(0.0, 300.0), (300.0, 600.0)]
    assert all((np.diff(time) > 0).all() for time in asked)
    peaks = [stage for stage in stages if stage.stage == "peak"]
    assert [p.date for p in peaks] == pytest.approx([150.0, 450.0], abs=1.0)
    assert [p.probability_passed for p in peaks] == [1.0, 0.0]


def test_that_stages_after_as_of_have_not_passed_and_certain_ones_have() -> None:
    time = np.arange(0.0, 300.0, 5.0)
    value = crops(time, 150.0) + 0.01 * np.random.default_rng(0).standard_normal(len(time))
    fit = fit_series(Series("", time, value, "t", "v", True), Recipe())
    passed = {stage.stage: stage.probability_passed for stage in fit.stages}
    assert passed == {"mid_green_up": 1.0, "peak": 1.0, "senescence": 1.0}
    assert all(stage.reason == "" for stage in fit.stages)

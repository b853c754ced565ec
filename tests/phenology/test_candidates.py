"""Why a stretch of a curve is a season or none: every bar, in words."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.phenology.candidates import Bars, Candidate, Findings, SearchedCurve
from gpstudio.phenology.indices import known_index, smallest_amplitude
from gpstudio.phenology.season import find_seasons, search

NDVI = Bars(amplitude=0.10)
YEAR = np.arange(0.0, 365.0)
EVERY_TEN = np.arange(0.0, 365.0, 10.0)


def bell(time: Floats, middle: float, height: float, width: float = 25.0) -> Floats:
    return height * np.exp(-0.5 * ((time - middle) / width) ** 2)


def searched(
    mean: Floats, std: float | Floats = 0.01, bars: Bars = NDVI, readings: Floats | None = None
) -> Findings:
    time = np.arange(float(len(mean)))
    return search(SearchedCurve(time, mean, np.broadcast_to(std, mean.shape), True, readings), bars)


def only(found: Findings) -> Candidate:
    (candidate,) = found.candidates
    return candidate


def test_that_find_seasons_gives_the_accepted_candidates() -> None:
    mean = 0.15 + bell(YEAR, 120.0, 0.6) + bell(YEAR, 290.0, 0.12)
    found = searched(mean, bars=Bars())
    assert [c.accepted for c in found.candidates] == [True, False]
    assert found.seasons == find_seasons(YEAR, mean, np.full(365, 0.01), True)
    assert found.reason == ""


def test_that_an_accepted_season_says_what_was_needed() -> None:
    candidate = only(searched(0.15 + bell(YEAR, 180.0, 0.6)))
    assert candidate.accepted
    assert candidate.reason == "amplitude 0.60 (needed: 0.15)"


def test_that_a_low_amplitude_is_named_with_its_bar() -> None:
    found = searched(0.15 + bell(YEAR, 180.0, 0.09))
    assert found.seasons == ()
    assert only(found).reason == "amplitude 0.09 below 0.10"
    assert found.reason == "No season: amplitude 0.09 below 0.10."


def test_that_numbers_get_as_many_digits_as_tell_them_apart() -> None:
    assert (
        only(searched(0.15 + bell(YEAR, 180.0, 0.0996))).reason == "amplitude 0.0996 below 0.1000"
    )


def test_that_a_lesser_rise_beside_a_crop_is_below_a_quarter_of_the_range() -> None:
    found = searched(0.15 + bell(YEAR, 120.0, 0.6) + bell(YEAR, 290.0, 0.12))
    assert (
        found.candidates[1].reason == "amplitude 0.12 below 0.15, 25 % of the curve's whole range"
    )
    assert found.candidates[1].season.name == "1970"
    assert found.candidates[1].season.peak == 290.0


@pytest.mark.parametrize(
    ("mean", "std", "reason"),
    [
        (0.15 + bell(YEAR, 60.0, 0.03, 60.0), 0.005, "No season: amplitude 0.03 below 0.10."),
        (0.78 + bell(YEAR, 180.0, 0.08, 70.0), 0.005, "No season: amplitude 0.08 below 0.10."),
        (np.full(365, 0.3), 0.0, "No season: the curve is flat."),
        (
            0.4 + bell(YEAR, 180.0, 0.12),
            0.05,
            "No season: amplitude 0.12 below 0.15, 3 standard deviations of the curve.",
        ),
    ],
    ids=["bare soil", "tree crop", "flat line", "noise"],
)
def test_that_where_nothing_grows_there_is_no_season(mean: Floats, std: float, reason: str) -> None:
    found = searched(mean, std)
    assert found.seasons == ()
    assert found.reason == reason


def test_that_an_index_in_ten_thousandths_is_judged_alike() -> None:
    plain = 0.15 + bell(YEAR, 100.0, 0.6) + bell(YEAR, 220.0, 0.13) + bell(YEAR, 310.0, 0.4)
    bars = Bars(amplitude=smallest_amplitude("NDVI", 1e4 * plain))
    assert bars.amplitude == 1_000.0
    one, other = searched(plain), searched(1e4 * plain, 100.0, bars)
    assert [c.accepted for c in one.candidates] == [c.accepted for c in other.candidates]
    assert [c.season for c in one.candidates] == [c.season for c in other.candidates]
    assert other.candidates[1].reason.startswith("amplitude 3,707 (needed: 1,500)")


@pytest.mark.parametrize(
    ("index", "top", "bar"),
    [
        ("NDVI", 0.8, 0.10),
        ("S2_ndvi_mean", 80.0, 10.0),
        ("EVI", 6_500.0, 1_000.0),
        ("gcc_90", 0.45, 0.02),
        ("LAI", 6.0, 0.5),
        ("height", 0.9, 0.0),
        ("devil", 0.9, 0.0),
    ],
)
def test_that_the_smallest_amplitude_is_that_of_the_index(
    index: str, top: float, bar: float
) -> None:
    assert smallest_amplitude(index, np.linspace(0.1 * top, top, 40)) == pytest.approx(bar)


def test_that_an_index_is_known_by_a_whole_word() -> None:
    assert known_index("S2 NDVI (median)") == "ndvi"
    assert known_index("Mandvi") == ""


def test_that_a_dip_in_bloom_is_one_season_that_remembers_it() -> None:
    """Canola: summits of 0.85 and 0.80 forty days apart, 0.62 between, on ground of 0.2."""
    mean = np.interp(YEAR, [0, 100, 150, 170, 190, 230, 364], [0.2, 0.2, 0.85, 0.62, 0.8, 0.2, 0.2])
    (season,) = searched(mean).seasons
    assert season.peak == 150.0
    assert season.dips == (170.0,)


@pytest.mark.parametrize(
    ("second", "dip", "height", "seasons"),
    [
        (190.0, 0.62, 0.80, 1),
        (226.0, 0.62, 0.80, 2),  # 76 days apart
        (190.0, 0.50, 0.80, 2),  # more than half of the amplitude of 0.65 is gone
        (190.0, 0.54, 0.80, 1),
        (190.0, 0.60, 0.64, 1),  # a shoulder: 0.04 is no summit of its own
        (190.0, 0.35, 0.60, 2),
    ],
)
def test_that_a_dip_is_short_and_shallow_between_high_summits(
    second: float, dip: float, height: float, seasons: int
) -> None:
    middle = 0.5 * (150.0 + second)
    times = [0, 100, 150, middle, second, second + 40, 364]
    mean = np.interp(YEAR, times, [0.2, 0.2, 0.85, dip, height, 0.2, 0.2])
    assert len(searched(mean).seasons) == seasons


def test_that_two_real_crops_a_year_stay_two() -> None:
    """Wheat, then soybean: the ground shows between them, four months from peak to peak."""
    mean = 0.15 + bell(YEAR, 110.0, 0.6, 22.0) + bell(YEAR, 235.0, 0.6, 22.0)
    first, second = searched(mean).seasons
    assert (first.name, second.name) == ("1970a", "1970b")
    assert first.dips == second.dips == ()


def test_that_half_a_season_has_no_peak_yet() -> None:
    rising = searched((0.15 + bell(YEAR, 180.0, 0.6))[:175])
    assert only(rising).reason == "still rises where the series ends: its peak is not seen"
    assert rising.seasons == ()
    falling = searched((0.15 + bell(YEAR, 180.0, 0.6))[185:])
    assert only(falling).reason == "already falls where the series begins: its peak is not seen"


def test_that_what_rises_beyond_the_last_reading_is_under_way() -> None:
    """The curve comes back to its mean where nothing is read: its highest point there is none."""
    readings = EVERY_TEN[EVERY_TEN < 155.0]
    candidate = only(searched((0.15 + bell(YEAR, 180.0, 0.6))[:190], readings=readings))
    assert not candidate.accepted
    assert candidate.under_way
    assert candidate.reason == "still rises at the last reading: its peak is not seen"
    season = candidate.season
    assert season.start < readings[-1] < season.end
    assert season.cut_right


def test_that_a_rise_up_to_the_end_is_under_way_and_a_fall_from_the_start_is_not() -> None:
    mean = 0.15 + bell(YEAR, 180.0, 0.6)
    assert only(searched(mean[:175])).under_way
    assert not only(searched(mean[185:])).under_way


def test_that_a_top_that_is_all_but_reached_is_a_peak() -> None:
    readings = EVERY_TEN[EVERY_TEN < 175.0]
    candidate = only(searched((0.15 + bell(YEAR, 180.0, 0.6))[:205], readings=readings))
    assert candidate.accepted
    assert "its peak lies after the last reading" in candidate.reason


@pytest.mark.parametrize(("height", "under_way"), [(0.09, False), (0.2, True)])
def test_that_a_rise_below_the_bar_of_its_index_is_not_under_way(
    height: float, under_way: bool
) -> None:
    """Soil that dries before a series ends: a quarter of its range it has risen, but not 0.10."""
    assert only(searched((0.15 + bell(YEAR, 180.0, height))[:180])).under_way is under_way


def test_that_in_doubt_a_rise_is_not_under_way() -> None:
    mean = (0.15 + bell(YEAR, 180.0, 0.2))[:180]
    assert not any(c.under_way for c in searched(mean, 0.1).candidates)


def test_that_a_season_cut_by_the_end_says_so() -> None:
    candidate = only(searched((0.15 + bell(YEAR, 180.0, 0.6))[:205]))
    assert candidate.accepted
    assert candidate.season.cut_right
    assert candidate.reason.endswith("; cut by the end of the series")


def test_that_a_gap_over_the_peak_is_told_and_its_flanks_prove_the_season() -> None:
    """In the gap the curve is hardly known; on both flanks it is surely above the ground."""
    readings = EVERY_TEN[(EVERY_TEN < 155.0) | (EVERY_TEN > 205.0)]
    std = np.where((YEAR > 155.0) & (YEAR < 205.0), 0.3, 0.01)
    candidate = only(searched(0.15 + bell(YEAR, 180.0, 0.6), std, readings=readings))
    assert candidate.accepted
    assert candidate.reason.endswith("; no reading for 60 days about its peak")


def test_that_a_hump_in_a_gap_between_low_readings_is_none() -> None:
    """The curve swings back to its mean where nothing is known: that is no crop."""
    readings = EVERY_TEN[(EVERY_TEN < 245.0) | (EVERY_TEN > 335.0)]
    std = 0.01 + bell(YEAR, 290.0, 0.15, 20.0)
    mean = 0.15 + bell(YEAR, 120.0, 0.6) + bell(YEAR, 290.0, 0.2, 20.0)
    found = searched(mean, std, readings=readings)
    assert [c.accepted for c in found.candidates] == [True, False]
    assert "3 standard deviations of the curve" in found.candidates[1].reason


def test_that_an_amplitude_that_may_be_below_its_bar_is_none() -> None:
    found = searched(0.75 + bell(YEAR, 180.0, 0.11, 50.0), 0.013)
    assert only(found).reason == "amplitude 0.11 ± 0.02, which may be below 0.10"
    assert len(searched(0.75 + bell(YEAR, 180.0, 0.13, 50.0), 0.013).seasons) == 1
    assert len(searched(0.75 + bell(YEAR, 180.0, 0.11, 50.0), 0.013, Bars()).seasons) == 1


def test_that_flanks_prove_an_amplitude_that_a_gap_hides() -> None:
    std = np.where((YEAR > 155.0) & (YEAR < 205.0), 0.7, 0.01)
    assert only(searched(0.15 + bell(YEAR, 180.0, 0.6), std)).accepted


def test_that_a_spike_of_days_is_no_crop() -> None:
    found = searched(0.15 + bell(YEAR, 180.0, 0.5, 4.0))
    assert only(found).reason == "10 days above half of its amplitude, fewer than 14"


def test_that_ground_between_two_clouds_is_no_season() -> None:
    """Low readings before and after dig two pits; the ground between them stands out of both."""
    mean = (
        0.25 + bell(YEAR, 100.0, 0.6) - bell(YEAR, 230.0, 0.22, 4.0) - bell(YEAR, 320.0, 0.22, 4.0)
    )
    found = searched(mean)
    assert [c.accepted for c in found.candidates][:2] == [True, False]
    reason = found.candidates[1].reason
    assert reason.startswith("its peak is 0.0")
    assert reason.endswith("above the field's usual ground, less than 0.20")


def test_that_three_readings_cannot_show_a_season() -> None:
    found = searched(0.15 + bell(YEAR, 180.0, 0.6), readings=np.array([10.0, 180.0, 350.0]))
    assert found == Findings((), "No season: 3 readings cannot show one, at least 5 are needed.")


def test_that_a_season_hardly_read_is_none() -> None:
    readings = np.concatenate([EVERY_TEN[EVERY_TEN < 90.0], [180.0, 200.0]])
    found = searched(0.15 + bell(YEAR, 180.0, 0.6), readings=readings)
    assert only(found).reason == "2 readings in it, fewer than 3"


def test_that_without_a_calendar_no_rule_speaks_of_days() -> None:
    time = np.linspace(0.0, 1.0, 365)
    mean = 0.15 + bell(YEAR, 180.0, 0.5, 4.0)
    found = search(SearchedCurve(time, mean, np.full(365, 0.01), dated=False), NDVI)
    assert [s.name for s in found.seasons] == ["1"]


def test_that_a_season_over_new_year_in_the_south_is_named_by_its_harvest() -> None:
    time = np.arange(18_078.0, 18_078.0 + 365.0)  # 1 July 2019
    mean = 0.15 + bell(time, 18_262.0, 0.6)  # peak on New Year
    (season,) = find_seasons(time, mean, np.full(365, 0.01), True)
    assert season.name == "2020"


def test_that_noise_of_many_points_is_searched_to_its_end() -> None:
    """Fifty years of days with a maximum every few: rounds, not pairs of all with all."""
    mean = np.random.default_rng(0).standard_normal(18_000)
    found = searched(mean, 0.0, Bars())
    assert len(found.candidates) < 6_000

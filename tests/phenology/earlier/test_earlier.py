"""Earlier seasons as a prior: known shifts are learnt, readings move it, intervals hold."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.phenology.earlier import (
    PastSeason,
    Usual,
    current_draws,
    expected_end,
    fan_of,
    usual_of,
    with_usual,
)
from gpstudio.phenology.earlier.past import landmarks_of
from gpstudio.phenology.earlier.pattern import pattern_of
from gpstudio.phenology.earlier.weighing import prior_traits
from gpstudio.phenology.earlier.weight import LEAST, SEEN
from gpstudio.phenology.years import YEAR

DAYS = np.arange(0.0, 300.0)
RISE, FALL, STEEP = 100.0, 200.0, 8.0
MIDDLE = 149.5


def season(time: Floats, late: float = 0.0, longer: float = 0.0, height: float = 0.6) -> Floats:
    up = 1.0 / (1.0 + np.exp(-(time - RISE - late) / STEEP))
    down = 1.0 / (1.0 + np.exp((time - FALL - late - longer) / STEEP))
    return np.asarray(0.2 + height * (up + down - 1.0))


def past(years: int, late: float = 0.0, group: str = "mine", height: float = 0.6) -> PastSeason:
    mean = season(DAYS, late, height=height)
    time = DAYS - YEAR * years
    return PastSeason(str(-years), group, "wheat", time, mean, np.full(len(DAYS), 0.01))


def rises(curves: Floats, time: Floats) -> Floats:
    return np.array([landmarks_of(time, curve).rise for curve in curves.T])


def draws(
    pasts: list[PastSeason], until: float, late: float, seed: int = 0, count: int = 300
) -> tuple[Floats, Floats, Floats]:
    random = np.random.default_rng(seed)
    when = np.arange(0.0, until, 5.0)
    value = season(when, late) + 0.01 * random.standard_normal(len(when))
    time = np.linspace(0.0, 299.0, 200)
    noise = np.full(len(when), 1e-4)
    found = current_draws(pasts, time, when, value, noise, count, random, "mine")
    return time, found.prior, found.posterior


PASTS = [past(year, late) for year, late in enumerate((-6.0, 4.0, 0.0, 8.0, -3.0), start=1)]


def test_that_a_season_of_another_year_lies_beside_this_one() -> None:
    moved = past(3).moved_to(MIDDLE)
    assert moved[0] == pytest.approx(0.0)
    assert past(3).years_to(MIDDLE) == 3.0


def test_that_landmarks_are_the_half_way_days() -> None:
    mark = landmarks_of(DAYS, season(DAYS, 5.0))
    assert mark.rise == pytest.approx(RISE + 5.0, abs=0.1)
    assert mark.fall == pytest.approx(FALL + 5.0, abs=0.1)
    assert mark.amplitude == pytest.approx(0.6, abs=0.01)


def test_that_the_pattern_has_the_seasons_median_days_and_their_common_shape() -> None:
    pattern = pattern_of(PASTS, 0.0, 299.0, "mine")
    assert pattern.traits[:2] == pytest.approx([RISE, FALL], abs=1.0)
    assert pattern.effective == pytest.approx(5.0)
    assert pattern.base == pytest.approx(0.2, abs=0.02)
    assert np.exp(pattern.traits[2]) == pytest.approx(0.6, abs=0.02)
    usual = pattern.curves(DAYS, pattern.traits[None, :], pattern.base)[0]
    assert np.abs(usual - season(DAYS)).max() < 0.03


def test_that_a_season_with_other_days_is_the_same_shape_bent() -> None:
    pattern = pattern_of(PASTS, 0.0, 299.0, "mine")
    bent = pattern.at(DAYS, np.array([[120.0, 190.0, 0.0]]))[0]
    mark = landmarks_of(DAYS, bent)
    assert mark.rise == pytest.approx(120.0, abs=1.5)
    assert mark.fall == pytest.approx(190.0, abs=1.5)


def test_that_other_fields_count_for_less() -> None:
    late = [past(year, 15.0, "yours") for year in (1, 2)]
    mixed = pattern_of([*PASTS[:2], *late], 0.0, 299.0, "mine")
    assert mixed.effective < 3.5
    assert mixed.traits[0] < RISE + 7.5


def test_that_one_earlier_season_leaves_the_prior_wide() -> None:
    random = np.random.default_rng(0)
    one = prior_traits(pattern_of(PASTS[:1], 0.0, 299.0, "mine"), 4_000, random)
    many = prior_traits(pattern_of(PASTS, 0.0, 299.0, "mine"), 4_000, random)
    assert one[:, 0].std() > 1.3 * many[:, 0].std()
    assert one[:, 0].std() > 12.0


def test_that_readings_of_a_late_rise_move_all_that_follows() -> None:
    time, prior, posterior = draws(PASTS, until=125.0, late=18.0)
    before, after = np.nanmedian(rises(prior, time)), np.nanmedian(rises(posterior, time))
    assert before == pytest.approx(RISE, abs=3.0)
    assert after == pytest.approx(RISE + 18.0, abs=4.0)
    falls = [landmarks_of(time, curve).fall for curve in posterior.T]
    assert np.nanmedian(falls) > FALL + 2.0


def test_that_draws_pass_through_the_readings_as_their_noise_says() -> None:
    time, _, posterior = draws(PASTS, until=150.0, late=0.0)
    near = time < 145.0
    apart = posterior[near] - season(time[near])[:, None]
    assert np.abs(apart.mean(axis=1)).max() < 0.02
    assert apart.std() < 0.02


def test_that_no_readings_leave_the_prior() -> None:
    time = np.linspace(0.0, 299.0, 150)
    none = np.empty(0)
    found = current_draws(PASTS, time, none, none, none, 50, np.random.default_rng(1), "mine")
    assert np.array_equal(found.prior, found.posterior)
    assert found.words == "5 earlier seasons of this field"


def test_that_the_same_seed_draws_the_same() -> None:
    assert np.array_equal(draws(PASTS, 90.0, 3.0)[2], draws(PASTS, 90.0, 3.0)[2])


def test_that_intervals_hold_in_seasons_drawn_from_such_years() -> None:
    """Forty seasons whose lateness is that of the earlier ones; asked a week before the rise."""
    random = np.random.default_rng(3)
    held = []
    for trial in range(40):
        lates = random.normal(0.0, 6.0, 6)
        pasts = [past(year, late) for year, late in enumerate(lates[:5], start=1)]
        time, _, posterior = draws(pasts, RISE - 7.0, lates[5], seed=trial, count=200)
        low, high = np.nanquantile(rises(posterior, time), (0.05, 0.95))
        held.append(low <= RISE + lates[5] <= high)
    assert 0.8 <= np.mean(held) <= 1.0


def test_that_nothing_is_foretold_from_nothing() -> None:
    none = np.empty(0)
    with pytest.raises(InputError, match="No earlier season"):
        current_draws([], DAYS, none, none, none, 10, np.random.default_rng(0))
    flat = PastSeason("1", "mine", "wheat", DAYS - YEAR, np.full(300, 0.2), np.full(300, 0.01))
    with pytest.raises(InputError, match="rises and falls"):
        current_draws([flat], DAYS, none, none, none, 10, np.random.default_rng(0))


def test_that_the_fan_holds_every_earlier_season_on_this_years_days() -> None:
    fan = fan_of(PASTS, DAYS)
    assert fan.curves.shape == (5, 300)
    seen = np.isfinite(fan.median)
    assert (fan.lower90[seen] <= fan.median[seen]).all()
    assert (fan.median[seen] <= fan.upper90[seen]).all()
    assert np.isnan(fan_of(PASTS, DAYS + 500.0 * YEAR + 170.0).median).any()


def test_that_a_season_ends_as_nearly_all_earlier_ones_did() -> None:
    assert expected_end(PASTS, 10.0) == pytest.approx(299.0 + 30.0 / 5.0**0.5, abs=3.0)


def test_that_one_earlier_season_leaves_room_for_a_later_one() -> None:
    assert expected_end(PASTS[:1], 10.0) > expected_end(PASTS, 10.0) + 10.0


def test_that_the_usual_day_is_the_median_of_others() -> None:
    usual = usual_of([100.0, 98.0, 102.0])
    assert usual is not None
    assert usual.day == pytest.approx(100.0, abs=0.01)
    # 6 seasons of 12 d and three with a sum of squares of 8
    assert usual.std == pytest.approx(((6 * 144.0 + 8.0) / 8.0 * 4.0 / 3.0) ** 0.5, rel=1e-6)
    assert usual_of([np.nan]) is None


def test_that_the_season_has_less_to_say_the_farther_a_stage_is_ahead() -> None:
    own = 100.0 + 10.0 * np.random.default_rng(1).standard_normal(1_000)
    own[::10] = np.nan
    for ahead, weight in ((-5.0, 1.0), (15.0, np.exp(-0.5)), (90.0, LEAST)):
        usual = Usual(60.0 + 60.0, 8.0, 5)
        told = with_usual(own, usual, 120.0 - ahead)
        assert np.isnan(told[::10]).all()
        spread = weight * np.nanstd(own) + (1.0 - weight) * 8.0
        middle = weight * np.nanmedian(own) + (1.0 - weight) * 120.0
        if ahead > 0.0:
            assert np.nanmedian(told) == pytest.approx(middle, abs=0.1)
            assert np.nanstd(told) == pytest.approx(spread, rel=0.02)
        order = np.argsort(own[np.isfinite(own)])
        assert (np.diff(told[np.isfinite(own)][order]) >= 0.0).all()


def test_that_what_was_seen_to_pass_is_not_moved() -> None:
    own = 100.0 + np.linspace(-3.0, 3.0, 50)
    assert with_usual(own, Usual(160.0, 10.0, 5), 100.0 + SEEN + 1.0) is own
    assert np.median(with_usual(own, Usual(160.0, 10.0, 5), 100.0)) > 120.0

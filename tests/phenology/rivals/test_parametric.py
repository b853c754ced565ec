"""What must hold for every parametric rival, against its formula in ``rival_rows``."""

from __future__ import annotations

import numpy as np
import pytest
from phenology.rivals.rival_rows import LENGTH, ROWS, SEASON, START, Row, days, season_from

from gpstudio.core.errors import InputError
from gpstudio.phenology.rivals import METHODS
from gpstudio.phenology.rivals.coefficients import Frame, coordinates, numbers_at
from gpstudio.phenology.rivals.outlines import Outlines, closest_outlines
from gpstudio.phenology.rivals.parametric import Parametric

FINE = START + np.linspace(0.0, LENGTH, 501)
every_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.rival)


def method_of(row: Row, **options: str) -> Parametric:
    found = METHODS[row.rival](**options)
    assert isinstance(found, Parametric)
    return found


def rmse(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.sqrt(np.mean((one - other) ** 2)))


def test_that_every_parametric_rival_has_a_row() -> None:
    assert {row.rival for row in ROWS} == {m.spec.name for m in METHODS if m.by_season}


@every_row
def test_that_a_curve_without_noise_is_found_again(row: Row) -> None:
    time = days(90)
    rival = method_of(row).fit(time, row(time), None, SEASON)
    assert rival.at(FINE) == pytest.approx(row(FINE), abs=1e-6)
    assert rival.converged
    assert rival.trouble == ""
    assert rival.residual_std < 1e-4
    for name, number in row.numbers.items():
        reach = LENGTH if number > START - 1.0 else max(abs(number), 1e-2)
        assert rival.numbers[name] == pytest.approx(number, abs=row.close * reach), name


@every_row
def test_that_the_formula_holds_in_the_users_units(row: Row) -> None:
    """The numbers of a row, put into the curve of the method, give the formula of the paper."""
    method = method_of(row)
    frame = Frame(START, LENGTH, 0.2, 0.5)
    numbers = np.array([row.numbers[c.name] for c in method.coefficients])
    inside = frame.inside(method.coefficients, numbers)
    curves, _ = method.curve(frame.times(FINE), inside[None, :])
    # a base that drifts has its height in the frame's base, everything else is a difference
    assert frame.base + frame.range * curves[0] == pytest.approx(row(FINE), abs=1e-12)
    assert frame.outside(method.coefficients, inside) == pytest.approx(numbers)


@every_row
def test_that_slopes_are_those_of_differences(row: Row) -> None:
    method = method_of(row)
    time = Frame(START, LENGTH, 0.0, 1.0).times(days(60, seed=3))
    random = np.random.default_rng(5)
    for start in method.starts(_outlines()):
        place = coordinates(method.coefficients, start) + 0.02 * random.standard_normal(len(start))
        _, slopes = method.curve(time, numbers_at(method.coefficients, place[None, :]))
        for which in range(len(place)):
            step = 1e-6 * np.eye(len(place))[which]
            sides = np.stack([place + step, place - step])
            curves, _ = method.curve(time, numbers_at(method.coefficients, sides))
            differences = (curves[0] - curves[1]) / 2e-6
            assert slopes[0, :, which] == pytest.approx(differences, abs=2e-7)


def _outlines() -> Outlines:
    time = np.linspace(0.0, 1.0, 50)
    return closest_outlines(time, np.exp(-(((time - 0.5) / 0.2) ** 2)), np.ones(50))


@every_row
def test_that_one_reading_in_ten_far_too_low_hardly_matters(row: Row) -> None:
    """Against least squares on the same readings, and against the noise of the good ones."""
    random = np.random.default_rng(2)
    time = days(70)
    value = row(time) + 0.02 * random.standard_normal(70)
    value[random.permutation(70)[:7]] -= 0.4
    robust = method_of(row).fit(time, value, None, SEASON)
    squares = method_of(row, loss="squares").fit(time, value, None, SEASON)
    assert rmse(robust.at(FINE), row(FINE)) < 0.015
    assert rmse(robust.at(FINE), row(FINE)) < 0.5 * rmse(squares.at(FINE), row(FINE))
    assert robust.residual_std == pytest.approx(0.02, rel=0.35)


@every_row
def test_that_units_change_nothing(row: Row) -> None:
    """An index in 0 to 10,000, and time in years since another day."""
    time = days(60)
    value = row(time) + 0.02 * np.random.default_rng(4).standard_normal(60)
    plain = method_of(row).fit(time, value, None, SEASON)
    other_time = (time - 17_000.0) / 365.25
    season = season_from((START - 17_000.0) / 365.25, (START + LENGTH - 17_000.0) / 365.25)
    other = method_of(row).fit(other_time, 1e4 * value, None, season)
    assert 1e-4 * other.at((FINE - 17_000.0) / 365.25) == pytest.approx(plain.at(FINE), abs=1e-5)


@every_row
@pytest.mark.parametrize("count", [0, 1, 3, 5])
def test_that_few_readings_are_refused_in_words(row: Row, count: int) -> None:
    time = START + np.linspace(0.0, LENGTH, count)
    with pytest.raises(InputError, match=rf"Season 2019 has readings on {count} days?, and .* nee"):
        method_of(row).fit(time, row(time), None, SEASON)


@every_row
def test_that_level_readings_are_refused_in_words(row: Row) -> None:
    time = days(40)
    with pytest.raises(InputError, match=r"level at 0\.3: there is no season"):
        method_of(row).fit(time, np.full(40, 0.3), None, SEASON)


@every_row
def test_that_noise_about_a_level_is_said_not_to_be_a_season(row: Row) -> None:
    time = days(60)
    value = 0.3 + 0.02 * np.random.default_rng(6).standard_normal(60)
    rival = method_of(row).fit(time, value, None, SEASON)
    assert "not clear of a scatter" in rival.trouble
    assert np.all(np.abs(rival.at(FINE) - 0.3) < 0.1)


@every_row
def test_that_half_a_season_gives_its_half_and_no_nonsense_beyond(row: Row) -> None:
    """Readings end before the fall begins: the rise is right, the rest stays in bounds."""
    time = START + np.linspace(0.0, 100.0, 50)
    value = row(time) + 0.01 * np.random.default_rng(7).standard_normal(50)
    rival = method_of(row).fit(time, value, None, SEASON)
    seen = FINE <= START + 100.0
    assert rmse(rival.at(FINE[seen]), row(FINE[seen])) < 0.02
    far = np.linspace(START - 1_000.0, START + 1_000.0, 999)
    reach = 0.5 * float(np.ptp(value))
    assert np.all(np.isfinite(rival.at(far)))
    assert np.all((rival.at(far) > value.min() - reach) & (rival.at(far) < value.max() + reach))


def test_that_a_fall_which_no_reading_sees_is_told() -> None:
    time = START + np.linspace(0.0, 100.0, 50)
    rival = METHODS["beck"]().fit(time, ROWS[0](time), None, SEASON)
    assert "It falls outside the readings: that half is a guess." in rival.trouble


@every_row
def test_that_weights_count_and_readings_without_weight_do_not(row: Row) -> None:
    time = days(70)
    value = row(time) + 0.01 * np.random.default_rng(8).standard_normal(70)
    weight = np.ones(70)
    wrong = np.arange(70) % 3 == 0
    value[wrong] += 0.3
    weight[wrong] = 0.0
    rival = method_of(row).fit(time, value, weight, SEASON)
    alone = method_of(row).fit(time[~wrong], value[~wrong], None, SEASON)
    assert rival.at(FINE) == pytest.approx(alone.at(FINE), abs=1e-12)
    weight[wrong] = 1e-3
    assert rmse(method_of(row).fit(time, value, weight, SEASON).at(FINE), row(FINE)) < 0.02


def test_that_readings_in_any_order_with_gaps_and_repeats_give_the_same() -> None:
    row = ROWS[0]
    time = np.repeat(days(40), 2)
    value = row(time) + 0.02 * np.random.default_rng(9).standard_normal(80)
    order = np.random.default_rng(10).permutation(80)
    straight = METHODS["beck"]().fit(time, value, None, SEASON)
    mixed = METHODS["beck"]().fit(
        np.r_[time[order], START], np.r_[value[order], np.nan], None, SEASON
    )
    assert mixed.at(FINE) == pytest.approx(straight.at(FINE), abs=1e-7)


def test_that_beck_agrees_with_least_squares_of_scipy() -> None:
    """Without outliers and with squares, the only difference is a prior of next to no weight."""
    from scipy.optimize import least_squares

    time = days(80)
    value = ROWS[0](time) + 0.01 * np.random.default_rng(11).standard_normal(80)

    def curve(p: np.ndarray, t: np.ndarray) -> np.ndarray:
        x = t - START
        up, down = 1 / (1 + np.exp(-(x - p[2]) / p[3])), 1 / (1 + np.exp((x - p[4]) / p[5]))
        return p[0] + p[1] * (up + down - 1)

    start = [0.2, 0.6, 50.0, 10.0, 150.0, 10.0]
    theirs = least_squares(lambda p: curve(p, time) - value, start, x_scale=np.abs(start))
    mine = METHODS["beck"](loss="squares").fit(time, value, None, SEASON)
    assert mine.at(FINE) == pytest.approx(curve(theirs.x, FINE), abs=2e-4)
    scatter = np.sqrt(np.sum(theirs.fun**2) / (80 - 6))
    assert mine.residual_std == pytest.approx(scatter, rel=1e-2)


def test_that_a_number_at_its_bound_is_named() -> None:
    """A jump between two readings has no width."""
    time = START + np.linspace(0.0, LENGTH, 81)
    value = np.where((time > START + 61.0) & (time < START + 139.0), 0.8, 0.2)
    rival = METHODS["beck"]().fit(time, value, None, SEASON)
    assert "The readings leave open:" in rival.trouble
    assert "Width of the rise (0.8)" in rival.trouble


@every_row
def test_that_a_few_readings_more_than_numbers_do_not_swing_the_curve(row: Row) -> None:
    """Where few readings leave much open, the curve stays near the usual one between them."""
    method = method_of(row)
    for seed in range(5):
        time = days(method.needed + 2, seed=seed)
        value = row(time) + 0.03 * np.random.default_rng(seed).standard_normal(len(time))
        rival = method.fit(time, value, None, SEASON)
        gap = float(np.diff(time).max())
        assert rmse(rival.at(FINE), row(FINE)) < 0.05 + 0.15 * gap / 40.0

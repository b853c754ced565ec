"""Held-out error against doing it by hand, and rivals on several seasons."""

from __future__ import annotations

import numpy as np
import pytest
from phenology.rivals.rival_rows import ROWS, START, season_from

from gpstudio.core.errors import InputError
from gpstudio.phenology.rivals import METHODS
from gpstudio.phenology.rivals.held_out import (
    HeldOut,
    blocks,
    common,
    held_out,
    margin,
    predictor_of,
    singles,
)
from gpstudio.phenology.rivals.rival import Curve
from gpstudio.phenology.rivals.seasons import draw, widened

BECK = ROWS[0]


def mean_of(time: np.ndarray, value: np.ndarray, weight: np.ndarray) -> Curve:
    mean = float(np.average(value, weights=weight))
    return lambda new: np.full(len(new), mean)


def test_that_each_reading_left_out_alone_gives_the_known_error_of_a_mean() -> None:
    """Without reading i the mean misses it by n/(n − 1) times its distance to the mean."""
    value = np.random.default_rng(0).standard_normal(20)
    found = held_out("mean", mean_of, np.arange(20.0), value, None, singles(20))
    assert found.error == pytest.approx((value.mean() - value) * 20.0 / 19.0)
    assert found.rmse == pytest.approx(np.sqrt(np.mean(found.error**2)))
    assert found.missing == 0


def test_that_readings_of_one_day_are_left_out_together() -> None:
    number = singles(5)(np.repeat(np.arange(10.0), 3))
    assert np.all(number.reshape(10, 3) == number.reshape(10, 3)[:, :1])
    assert np.bincount(number).tolist() == [6] * 5


def test_that_blocks_are_stretches_of_days_and_leave_the_ends() -> None:
    time = np.arange(0.0, 301.0, 10.0)
    number = blocks(30.0, 5)(time)
    assert number[:7].tolist() == [-1, 0, 0, 1, 1, 1, 2]
    assert number[-1] == -1
    assert set(number[1:-1]) == set(range(5))


def test_that_what_is_left_out_is_not_seen() -> None:
    seen: list[np.ndarray] = []

    def spy(time: np.ndarray, value: np.ndarray, weight: np.ndarray) -> Curve:
        seen.append(time)
        return lambda new: np.where(np.isin(new, time), np.inf, 0.0)

    found = held_out("spy", spy, np.arange(50.0), np.zeros(50), None, blocks(5.0, 5))
    assert len(seen) == 5
    assert np.all(found.error[found.fold >= 0] == 0.0)


def test_that_a_refusal_is_counted_and_kept_in_words() -> None:
    def moody(time: np.ndarray, value: np.ndarray, weight: np.ndarray) -> Curve:
        if 3.0 not in time:
            raise InputError("Not without the third.")
        return lambda new: np.zeros(len(new))

    found = held_out("moody", moody, np.arange(10.0), np.ones(10), None, singles(10))
    assert (found.missing, found.refusals) == (1, ("Not without the third.",))
    assert found.rmse == 1.0


def test_that_margin_is_the_difference_of_mean_squares_with_an_honest_error() -> None:
    """Its standard error covers a true difference of nought about as often as two should."""
    random = np.random.default_rng(1)
    inside = 0
    for _ in range(300):
        number = np.arange(200) % 10
        shared = random.standard_normal(10)[number]
        errors = [shared + random.standard_normal(200) for _ in range(2)]
        one, other = (HeldOut("", np.arange(200.0), e, np.ones(200), number) for e in errors)
        gain, error = margin(one, other, common([one, other]))
        assert gain == pytest.approx(np.mean(errors[1] ** 2) - np.mean(errors[0] ** 2))
        inside += abs(gain) < 2.0 * error
    assert 0.87 < inside / 300 < 0.97


def test_that_the_true_form_foretells_best() -> None:
    """On seasons that are Beck's, Beck's form beats the bell and the smoothers."""
    random = np.random.default_rng(2)
    time = START + np.sort(random.uniform(0.0, 200.0, 60))
    value = BECK(time) + 0.02 * random.standard_normal(60)
    seasons = [season_from(START, START + 200.0)]
    errors = {
        name: held_out(
            name, predictor_of(METHODS[name](), seasons), time, value, None, blocks(20.0, 5)
        ).rmse
        for name in ("beck", "asymmetric_gaussian", "savitzky_golay")
    }
    assert errors["beck"] == min(errors.values())
    assert errors["beck"] < 0.03


def two_seasons() -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(3)
    time = START + np.sort(random.uniform(0.0, 400.0, 120))
    value = BECK.formula((time - START) % 200.0) + 0.01 * random.standard_normal(120)
    return time, value


def test_that_each_season_is_drawn_with_its_own_curve() -> None:
    time, value = two_seasons()
    seasons = [season_from(START, START + 200.0, "a"), season_from(START + 200.0, START + 400, "b")]
    drawn = draw(METHODS["beck"](), time, value, None, seasons)
    rises = [part.rival.numbers["rise"] for part in drawn.parts if part.rival is not None]
    assert rises == pytest.approx([START + 60.0, START + 260.0], abs=1.5)
    fine = START + np.linspace(0.0, 400.0, 401)
    truth = BECK.formula((fine - START) % 200.0)
    assert np.sqrt(np.mean((drawn.at(fine) - truth) ** 2)) < 0.01


def test_that_a_refused_season_is_blank_with_its_reason_and_the_other_is_drawn() -> None:
    time, value = two_seasons()
    few = (time < START + 200.0) | (time > START + 390.0)
    seasons = [season_from(START, START + 200.0, "a"), season_from(START + 200.0, START + 400, "b")]
    drawn = draw(METHODS["beck"](), time[few], value[few], None, seasons)
    assert "Season b has readings on" in drawn.parts[1].refusal
    curve = drawn.at(np.array([START + 100.0, START + 300.0]))
    assert np.isfinite(curve).tolist() == [True, False]


def test_that_a_seasonal_curve_without_seasons_is_refused_in_words() -> None:
    time, value = two_seasons()
    with pytest.raises(InputError, match="No season was found, and 'Double logistic"):
        draw(METHODS["beck"](), time, value, None, [])
    assert np.all(np.isfinite(draw(METHODS["whittaker"](), time, value, None, []).at(time)))


def test_that_seasons_borrow_ground_from_the_gap_between_them_only() -> None:
    wide = widened([season_from(100.0, 200.0), season_from(210.0, 310.0), season_from(310.0, 400)])
    assert [(s.start, s.end) for s in wide] == [(80.0, 205.0), (205.0, 310.0), (310.0, 418.0)]

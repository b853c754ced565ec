"""Standings against predictors whose worth is known."""

from __future__ import annotations

import numpy as np
from phenology.rivals.rival_rows import LENGTH, ROWS, SEASON, START

from gpstudio.phenology.rivals import METHODS
from gpstudio.phenology.rivals.held_out import Predictor, held_out, predictor_of, singles
from gpstudio.phenology.rivals.league import league
from gpstudio.phenology.rivals.rival import Curve

BECK = ROWS[0]


def readings(count: int = 80) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(7)
    time = START + np.sort(random.uniform(0.0, LENGTH, count))
    return time, BECK(time) + 0.02 * random.standard_normal(count)


def knowing(offset: float) -> Predictor:
    """Knows the truth, and is off by as much."""

    def predict(time: np.ndarray, value: np.ndarray, weight: np.ndarray) -> Curve:
        return lambda new: BECK(new) + offset

    return predict


def test_that_knowing_the_truth_wins_and_being_far_off_loses() -> None:
    time, value = readings()
    methods = [METHODS["harmonic"](), METHODS["beck"]()]
    best = league(time, value, None, [SEASON], knowing(0.0), methods, singles(10))
    assert best[0].verdict == "The Gaussian process is better."
    worst = league(time, value, None, [SEASON], knowing(0.3), methods, singles(10))
    assert [s.verdict for s in worst] == ["This curve is better."] * 2
    assert all(s.gain < 0.0 for s in worst)


def test_that_a_rival_against_itself_is_not_told_apart() -> None:
    time, value = readings()
    same = predictor_of(METHODS["beck"](), [SEASON])
    (standing,) = league(time, value, None, [SEASON], same, [METHODS["beck"]()], singles(10))
    assert standing.rmse == standing.process_rmse
    assert standing.gain == 0.0
    assert standing.verdict == "The readings do not tell them apart."
    held = held_out("", same, time, value, None, singles(10))
    assert standing.rmse == held.rmse


def test_that_readings_outside_the_seasons_are_not_counted() -> None:
    time, value = readings()
    fallow = START + LENGTH + np.arange(100.0, 200.0, 5.0)
    (standing,) = league(
        np.r_[time, fallow],
        np.r_[value, np.zeros(20)],
        None,
        [SEASON],
        knowing(0.0),
        [METHODS["beck"]()],
        singles(10),
    )
    assert standing.compared == len(time)


def test_that_a_rival_without_a_curve_says_why() -> None:
    time, value = readings(9)
    (standing,) = league(
        time, value, None, [SEASON], knowing(0.0), [METHODS["klosterman"]()], singles(3)
    )
    assert standing.compared == 0
    assert standing.missing == 9
    assert standing.verdict.startswith("Too few readings to compare on (0).")


def test_that_errors_of_the_arithmetic_are_no_difference() -> None:
    """Of level readings every curve is right to the last digits, and none is better."""
    time = START + np.linspace(0.0, LENGTH, 60)
    level = np.full(60, 0.3)

    def near(time: np.ndarray, value: np.ndarray, weight: np.ndarray) -> Curve:
        return lambda new: np.full(len(new), 0.3 + 1e-15)

    methods = [METHODS["whittaker"](), METHODS["harmonic"]()]
    for standing in league(time, level, None, [], near, methods, singles(10)):
        assert standing.compared == 60
        assert not standing.clear
        assert standing.verdict == "The readings do not tell them apart."

"""HANTS against least squares, and against a year that is made of harmonics."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.phenology.rivals import METHODS

YEAR = 365.25


def wave(time: np.ndarray) -> np.ndarray:
    angle = 2.0 * np.pi * time / YEAR
    return 0.4 + 0.2 * np.cos(angle - 1.0) + 0.1 * np.cos(2.0 * angle + 0.5)


def days(count: int, years: float = 1.0, seed: int = 0) -> np.ndarray:
    return 18_000.0 + np.sort(np.random.default_rng(seed).uniform(0.0, YEAR * years, count))


def basis(time: np.ndarray, harmonics: int) -> np.ndarray:
    angle = 2.0 * np.pi * time / YEAR
    waves = [f(k * angle) for f in (np.cos, np.sin) for k in range(1, harmonics + 1)]
    return np.stack([np.ones_like(time), *waves], axis=1)


def test_that_a_year_of_harmonics_is_found_again() -> None:
    time = days(40)
    rival = METHODS["harmonic"](damping=0.0).fit(time, wave(time))
    fine = 18_000.0 + np.linspace(0.0, 364.0, 200)
    assert rival.at(fine) == pytest.approx(wave(fine), abs=1e-8)
    assert rival.numbers["mean"] == pytest.approx(0.4)
    assert rival.numbers["amplitude1"] == pytest.approx(0.2)
    assert rival.numbers["amplitude2"] == pytest.approx(0.1)
    assert rival.numbers["amplitude3"] == pytest.approx(0.0, abs=1e-8)


@pytest.mark.parametrize("harmonics", [1, 3, 4])
def test_that_with_wide_tolerance_it_is_least_squares(harmonics: int) -> None:
    time = days(60)
    random = np.random.default_rng(1)
    value, weight = wave(time) + 0.05 * random.standard_normal(60), random.uniform(0.5, 2.0, 60)
    rival = METHODS["harmonic"](harmonics=harmonics, damping=0.0, tolerance=1e9, years="all").fit(
        time, value, weight
    )
    root = np.sqrt(weight)
    theirs, *_ = np.linalg.lstsq(root[:, None] * basis(time, harmonics), root * value, rcond=None)
    assert rival.at(time) == pytest.approx(basis(time, harmonics) @ theirs, abs=1e-9)


def test_that_damping_is_ridge_on_all_but_the_mean() -> None:
    time = days(25)
    value = wave(time)
    rival = METHODS["harmonic"](damping=2.0, tolerance=1e9, years="all").fit(time, value)
    rows = np.sqrt(2.0) * np.eye(7)[1:]
    theirs, *_ = np.linalg.lstsq(np.r_[basis(time, 3), rows], np.r_[value, np.zeros(6)], rcond=None)
    assert rival.at(time) == pytest.approx(basis(time, 3) @ theirs, abs=1e-9)


def test_that_clouds_are_dropped() -> None:
    random = np.random.default_rng(3)
    time = days(60)
    value = wave(time) + 0.01 * random.standard_normal(60)
    value[random.permutation(60)[:6]] -= 0.3
    fine = 18_000.0 + np.linspace(10.0, 350.0, 200)
    for side, error in (("both", 0.015), ("low", 0.015)):
        rival = METHODS["harmonic"](side=side).fit(time, value)
        assert np.sqrt(np.mean((rival.at(fine) - wave(fine)) ** 2)) < error
    kept = METHODS["harmonic"](side="high", tolerance=0.05).fit(time, value)
    assert np.sqrt(np.mean((kept.at(fine) - wave(fine)) ** 2)) > 0.03


def test_that_years_differ_unless_one_cycle_is_asked_for() -> None:
    time = days(160, years=4.0)
    value = wave(time) * (1.0 + 0.5 * np.floor((time - 18_000.0) / YEAR))
    each = METHODS["harmonic"]().fit(time, value)
    every = METHODS["harmonic"](years="all", tolerance=1e9).fit(time, value)
    assert np.sqrt(np.mean((each.at(time) - value) ** 2)) < 0.02
    cycle = every.at(18_100.0 + YEAR * np.arange(4))
    assert cycle == pytest.approx(np.full(4, cycle[0]))


def test_that_a_thin_year_takes_the_cycle_of_all_and_says_so() -> None:
    time = np.r_[days(60), 18_000.0 + YEAR + np.array([10.0, 40.0, 80.0])]
    rival = METHODS["harmonic"]().fit(time, wave(time))
    assert "1 of 2 years have too few readings" in rival.trouble
    gap = 18_000.0 + YEAR + np.linspace(100.0, 300.0, 20)
    assert rival.at(gap) == pytest.approx(wave(gap), abs=0.01)


def test_that_half_a_year_alone_has_no_year_of_its_own() -> None:
    """Harmonics of half a year are free to do anything in the other half."""
    time = np.r_[days(60), 18_000.0 + YEAR + np.linspace(0.0, 150.0, 30)]
    rival = METHODS["harmonic"](damping=0.0).fit(time, wave(time))
    unseen = 18_000.0 + YEAR + np.linspace(160.0, 350.0, 50)
    assert np.all(np.abs(rival.at(unseen) - wave(unseen)) < 0.01)


def test_that_few_readings_are_refused_in_words() -> None:
    with pytest.raises(InputError, match=r"The series has readings on 5 days, and .* needs 10"):
        METHODS["harmonic"]().fit(np.arange(5.0), np.arange(5.0))

"""The Savitzky–Golay filter against scipy.signal."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.signal import savgol_filter

from gpstudio.core.errors import InputError
from gpstudio.phenology.rivals import METHODS
from gpstudio.phenology.rivals.savitzky_golay import enveloped, filtered


@pytest.mark.parametrize(("half", "degree"), [(2, 2), (4, 2), (4, 6), (7, 3)])
def test_that_an_even_series_is_filtered_as_scipy_does(half: int, degree: int) -> None:
    even = np.random.default_rng(half).standard_normal(50)
    theirs = savgol_filter(even, 2 * half + 1, degree, mode="interp")
    assert filtered(even, half, degree) == pytest.approx(theirs, abs=1e-10)


def test_that_a_quiet_even_series_is_only_filtered() -> None:
    """Small smooth residuals: robust weights are one to within the biweight's own give."""
    time = np.arange(0.0, 400.0, 10.0)
    value = 1e-3 * time**2 / 400.0 + 0.5
    rival = METHODS["savitzky_golay"]().fit(time, value)
    assert rival.at(time) == pytest.approx(savgol_filter(value, 9, 2, mode="interp"), abs=1e-10)
    assert rival.numbers == {"window": 90.0, "step": 10.0}


def test_that_a_quadratic_goes_through_unchanged_at_irregular_times() -> None:
    """But for reading between the even steps along lines: f''·step²/8 at most, twice."""
    random = np.random.default_rng(1)
    time = np.sort(np.r_[0.0, random.uniform(0.0, 300.0, 80), 300.0])
    rival = METHODS["savitzky_golay"](window=60.0).fit(time, (time / 300.0) ** 2)
    gap = float(np.diff(time).max())
    bound = 2.0 / 300.0**2 * gap**2 / 4.0
    assert np.max(np.abs(rival.at(time) - (time / 300.0) ** 2)) < bound


def test_that_outliers_hardly_move_the_curve() -> None:
    random = np.random.default_rng(2)
    time = np.arange(0.0, 1_000.0, 5.0)
    value = np.sin(time / 60.0) + 0.05 * random.standard_normal(200)
    value[random.permutation(200)[:20]] -= 2.0
    inner = slice(10, -10)
    truth = np.sin(time / 60.0)[inner]
    robust = METHODS["savitzky_golay"](window=75.0).fit(time, value).at(time)[inner]
    plain = savgol_filter(value, 15, 2)[inner]
    error = np.sqrt(np.mean((robust - truth) ** 2))
    assert error < 0.06
    assert error < 0.3 * np.sqrt(np.mean((plain - truth) ** 2))


def test_that_the_envelope_lies_above_dips_and_keeps_the_top() -> None:
    random = np.random.default_rng(3)
    time = np.arange(0.0, 360.0, 10.0)
    clear = 0.2 + 0.6 * np.exp(-(((time - 180.0) / 60.0) ** 2))
    cloudy = clear - 0.15 * random.uniform(0.0, 1.0, 36)
    trend = filtered(cloudy, 4, 2)
    climbed = enveloped(trend, cloudy, 4, 2)
    assert np.mean(np.abs(climbed - clear)) < 0.8 * np.mean(np.abs(trend - clear))
    assert np.all(climbed < clear.max() + 0.05)
    rival = METHODS["savitzky_golay"](envelope="yes").fit(time, cloudy)
    low = METHODS["savitzky_golay"]().fit(time, cloudy)
    assert np.mean(rival.at(time)) > np.mean(low.at(time)) + 0.01


def test_that_a_window_too_narrow_for_its_degree_is_refused_in_words() -> None:
    time = np.arange(0.0, 400.0, 10.0)
    with pytest.raises(InputError, match="holds 3 steps, too few for degree 2: widen the window"):
        METHODS["savitzky_golay"](window=30.0).fit(time, time)


def test_that_three_readings_are_refused_in_words() -> None:
    with pytest.raises(InputError, match=r"The series has readings on 3 days, and .* needs 5"):
        METHODS["savitzky_golay"]().fit(np.arange(3.0), np.arange(3.0))

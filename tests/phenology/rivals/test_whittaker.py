"""The Whittaker smoother against dense algebra."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.phenology.rivals import METHODS
from gpstudio.phenology.rivals.banded import factored, inverse_band, solved
from gpstudio.phenology.rivals.grid import Grid
from gpstudio.phenology.rivals.whittaker import CANDIDATES, penalty, smoothed


def whole(band: np.ndarray) -> np.ndarray:
    size = band.shape[1]
    matrix = np.zeros((size, size))
    for k, diagonal in enumerate(band):
        matrix += np.diag(diagonal[: size - k], -k)
        if k:
            matrix += np.diag(diagonal[: size - k], k)
    return matrix


def dense(
    time: np.ndarray, value: np.ndarray, weight: np.ndarray, smoothness: float, order: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Days, the curve on them and the leverages, straight from the definition."""
    days = np.arange(time[0], time[-1] + 1.0)
    reads = np.stack([np.interp(time, days, unit) for unit in np.eye(len(days))], axis=1)
    rough = np.diff(np.eye(len(days)), order, axis=0)
    normal = reads.T @ (weight[:, None] * reads) + smoothness * rough.T @ rough
    hat = reads @ np.linalg.solve(normal, reads.T * weight)
    return days, np.linalg.solve(normal, reads.T @ (weight * value)), np.diag(hat)


def readings(count: int = 60) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Irregular, some twice a day, none on whole days but the first and last."""
    random = np.random.default_rng(3)
    time = np.sort(np.r_[0.0, random.uniform(0.0, 300.0, count - 3), 150.25, 300.0])
    value = np.sin(time / 40.0) + 0.1 * random.standard_normal(count)
    return time, value, random.uniform(0.2, 2.0, count)


@pytest.mark.parametrize("reach", [1, 2, 3])
def test_that_banded_solves_agree_with_dense_ones(reach: int) -> None:
    random = np.random.default_rng(reach)
    band = random.standard_normal((reach + 1, 12))
    band[0] += 8.0
    matrix, right = whole(band), random.standard_normal(12)
    factor = factored(band)
    assert solved(factor, right) == pytest.approx(np.linalg.solve(matrix, right), rel=1e-10)
    inverse = np.linalg.inv(matrix)
    for k, diagonal in enumerate(inverse_band(factor)):
        assert diagonal[: 12 - k] == pytest.approx(np.diag(inverse, k), abs=1e-12)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_that_the_penalty_is_that_of_differences(order: int) -> None:
    differences = np.diff(np.eye(9), order, axis=0)
    assert whole(penalty(9, order)) == pytest.approx(differences.T @ differences)


@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("smoothness", [1.0, 1e3])
def test_that_curve_and_leverage_are_those_of_dense_algebra(order: int, smoothness: float) -> None:
    time, value, weight = readings()
    days, curve, leverage = dense(time, value, weight, smoothness, order)
    grid = Grid.of(time, 1.0)
    smooth = smoothed(grid, value, weight, smoothness, order)
    assert grid.time == pytest.approx(days)
    assert smooth.heights == pytest.approx(curve, abs=1e-6)
    assert smooth.leverage == pytest.approx(leverage, abs=1e-6)


def test_that_leverage_foretells_what_leaving_a_reading_out_does() -> None:
    time, value, weight = readings(20)
    grid = Grid.of(time, 1.0)
    smooth = smoothed(grid, value, weight, 100.0, 2)
    for out in (5, 11):
        less = weight.copy()
        less[out] = 1e-12
        without = smoothed(grid, value, less, 100.0, 2)
        truth = value[out] - grid.read(without.heights)[out]
        guess = (value - grid.read(smooth.heights))[out] / (1.0 - smooth.leverage[out])
        assert guess == pytest.approx(truth, rel=1e-5)


def test_that_the_chosen_smoothness_has_the_least_left_out_error() -> None:
    """Without outliers the robust weights are near one, so dense leave-one-out may judge."""
    time, value, _ = readings()
    chosen = METHODS["whittaker"]().fit(time, value).numbers["smoothness"]
    errors = []
    for candidate in CANDIDATES:
        days, curve, leverage = dense(time, value, np.ones(60), float(candidate), 2)
        off = (value - np.interp(time, days, curve)) / (1.0 - leverage)
        errors.append(float(off @ off))
    best = float(CANDIDATES[int(np.argmin(errors))])
    assert abs(np.log10(chosen / best)) <= 0.51


def test_that_outliers_hardly_move_the_curve() -> None:
    random = np.random.default_rng(5)
    time = np.sort(random.uniform(0.0, 1_000.0, 200))
    value = np.sin(time / 60.0) + 0.05 * random.standard_normal(200)
    value[random.permutation(200)[:20]] -= 2.0
    rival = METHODS["whittaker"]().fit(time, value)
    fine = np.linspace(20.0, 980.0, 500)
    assert np.sqrt(np.mean((rival.at(fine) - np.sin(fine / 60.0)) ** 2)) < 0.05
    assert rival.residual_std == pytest.approx(0.05, rel=0.3)


def test_that_fifty_years_and_odd_units_have_a_grid_in_bounds() -> None:
    for time in (np.linspace(0.0, 18_000.0, 300), np.linspace(0.0, 1.0, 40), np.r_[0.0, 1.0, 1e9]):
        assert 200 <= Grid.daily(time).size <= 20_001


def test_that_beyond_the_readings_the_curve_is_level() -> None:
    time, value, _ = readings()
    at = METHODS["whittaker"]().fit(time, value).at
    assert at(np.array([-500.0, 0.0, 300.0, 900.0]))[[0, 3]] == pytest.approx(
        at(np.array([0.0, 300.0]))
    )


def test_that_a_level_series_stays_level() -> None:
    rival = METHODS["whittaker"]().fit(np.arange(0.0, 200.0, 10.0), np.full(20, 0.4))
    assert rival.at(np.array([3.3, 77.7])) == pytest.approx(0.4)


def test_that_three_readings_are_refused_in_words() -> None:
    with pytest.raises(InputError, match=r"The series has readings on 3 days, and .* needs 4"):
        METHODS["whittaker"]().fit(np.arange(3.0), np.arange(3.0))

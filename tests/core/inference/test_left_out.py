"""Readings left out and held out: closed forms against fits that never saw them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import Posterior, fit
from gpstudio.core.learning.cross_validation import folds_of
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET

KERNELS = ("0.8 * matern32(12)", "0.5 * rbf(9) + 0.3 * matern52(40)")


def data(n: int = 14) -> tuple[Floats, Floats, Floats]:
    random = np.random.default_rng(4)
    x = np.sort(random.uniform(0.0, 100.0, n))
    x[5] = x[4]
    y = 3.0 + np.sin(x / 10.0) + 0.2 * random.standard_normal(n)
    y[8] = np.nan
    return x[:, None], y, random.uniform(0.5, 2.0, n)


def fixed(mean: str, kernel: str, solver: str, readings: Readings) -> Posterior:
    words = {"kernel": kernel, "mean": mean, "solver": solver, "learning": "fixed"}
    return fit(Recipe.of(likelihood="gaussian(0.07)", **words), readings)


@pytest.mark.parametrize("mean", ["constant", "zero"])
@pytest.mark.parametrize(
    ("kernel", "solver"), [(KERNELS[0], "kalman"), (KERNELS[0], "cholesky"), (KERNELS[1], "auto")]
)
def test_that_each_reading_is_foretold_as_if_it_had_not_been_there(
    mean: str, kernel: str, solver: str
) -> None:
    x, y, weights = data()
    found = fixed(mean, kernel, solver, Readings.of(x, y, weights)).left_out()
    total = 0.0
    for i in np.flatnonzero(np.isfinite(y)):
        without = np.where(np.arange(len(y)) == i, np.nan, y)
        other = fixed(mean, kernel, solver, Readings.of(x, without, weights))
        (expected,), (curve,) = other.predict(x[i : i + 1])
        variance = curve + 0.07 / weights[i]
        assert found.mean[i] == pytest.approx(expected, rel=1e-9, abs=1e-9)
        assert found.variance[i] == pytest.approx(variance, rel=1e-9)
        off = y[i] - expected
        total -= 0.5 * (off**2 / variance + math.log(2.0 * math.pi * variance))
    assert found.log_score == pytest.approx(total, rel=1e-9)
    assert np.isnan(found.mean[8])
    assert found.told == len(y) - 1


def test_that_a_single_reading_is_foretold_by_nobody() -> None:
    x, y = np.array([[1.0]]), np.array([2.0])
    found = fixed("constant", KERNELS[0], "auto", Readings.of(x, y)).left_out()
    assert found.told == 0
    assert np.isnan(found.mean[0])
    assert found.log_score == 0.0
    assert math.isnan(found.log_density)
    assert math.isnan(found.error)


@pytest.mark.parametrize("mean", ["constant", "zero"])
def test_that_a_fold_is_foretold_as_if_it_had_not_been_there(mean: str) -> None:
    x, y, weights = data()
    readings = Readings.of(x, y, weights)
    posterior = fixed(mean, KERNELS[0], "auto", readings)
    problem = Problem(posterior.plan, posterior._readings, QUIET)
    folds = folds_of(readings.present, 3)
    numbers = [*(setting.number for _, setting in posterior.kernel.settings), posterior.noise]
    settings = [*posterior.kernel.settings, *posterior.plan.likelihood.settings]
    parameters = [parameter for parameter, _ in settings]
    pairs = zip(parameters, numbers, strict=True)
    found = problem.held_out(np.array([p.coordinate(number) for p, number in pairs]), folds)
    rows = np.flatnonzero(np.isfinite(y))
    for fold in range(3):
        out = rows[folds == fold]
        without = y.copy()
        without[out] = np.nan
        other = fixed(mean, KERNELS[0], "cholesky", Readings.of(x, without, weights))
        expected, curve = other.predict(x[out])
        np.testing.assert_allclose(found.mean[out], expected, rtol=1e-9)
        np.testing.assert_allclose(found.variance[out], curve + 0.07 / weights[out], rtol=1e-9)
    miss = (y - found.mean)[rows]
    assert found.error == pytest.approx(math.sqrt(np.mean(miss**2)))
    each = -0.5 * (miss**2 / found.variance[rows] + np.log(2.0 * np.pi * found.variance[rows]))
    assert found.log_density == pytest.approx(np.mean(each))

"""Recipes side by side: each figure against one's own arithmetic."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gpstudio.core.inference.comparison import compare, with_kernels
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.learning.cross_validation import folds_of
from gpstudio.core.recipe import Recipe

FIXED = Recipe.of(learning="fixed", likelihood="gaussian(0.05)")


def readings(n: int = 21, weighted: bool = True) -> Readings:
    random = np.random.default_rng(1)
    x = np.sort(random.uniform(0.0, 100.0, n))
    y = 2.0 + np.sin(x / 9.0) + 0.2 * random.standard_normal(n)
    y[4] = np.nan
    return Readings.of(x[:, None], y, random.uniform(0.5, 2.0, n) if weighted else None)


def test_that_every_figure_is_what_its_name_says() -> None:
    data = readings()
    recipe = FIXED.with_choice("kernel", "0.7 * matern32(15)")
    (row,) = compare({"one": recipe}, data, folds=4)
    posterior = fit(recipe, data)
    assert row.name == "one"
    assert row.kernel == str(posterior.kernel)
    assert row.log_evidence == posterior.log_evidence
    assert row.left_out == posterior.left_out().log_score
    assert 0.0 < row.seconds < 60.0
    folds, rows = folds_of(20, 4), np.flatnonzero(data.here)
    misses, densities = [], []
    for fold in range(4):
        out = rows[folds == fold]
        values = np.where(data.here, data.values + data.centre, np.nan)
        values[out] = np.nan
        weights = np.where(data.here, 1.0 / data.relative_noise, 1.0)
        mean, variance = fit(recipe, Readings.of(data.inputs, values, weights)).predict(
            data.inputs[out]
        )
        miss = data.values[out] + data.centre - mean
        variance = variance + 0.05 / weights[out]
        misses.extend(miss)
        densities.extend(-0.5 * (miss**2 / variance + np.log(2.0 * math.pi * variance)))
    assert row.error == pytest.approx(math.sqrt(np.mean(np.square(misses))))
    assert row.log_density == pytest.approx(np.mean(densities))


def test_that_the_kernel_that_suits_foretells_best() -> None:
    kernels = {"long": "matern32(held(4000))", "right": "matern32", "short": "matern32(held(0.1))"}
    recipes = with_kernels(Recipe.of(learning="ml2(restarts=1)", solver="cholesky"), kernels)
    rows = compare(recipes, readings(40, weighted=False), folds=4)
    assert [row.name for row in rows] == list(kernels)
    for figure in ("log_evidence", "left_out", "log_density"):
        assert max(rows, key=lambda row: getattr(row, figure)).name == "right", figure
    assert min(rows, key=lambda row: row.error).name == "right"


def test_that_a_recipe_that_cannot_be_fitted_says_why_and_others_go_on() -> None:
    recipes = {
        "wrong": Recipe.of(kernel="rbf", approximation="exact", solver="kalman"),
        "right": FIXED.with_choice("kernel", "0.7 * rbf(15)"),
    }
    wrong, right = compare(recipes, readings(), folds=0)
    assert "cannot use the approximation 'exact'" in wrong.problem
    assert math.isnan(wrong.log_evidence)
    assert math.isfinite(right.log_evidence)
    assert math.isnan(right.error)


def test_that_two_readings_are_too_few_to_hold_out() -> None:
    recipe = FIXED.with_choice("kernel", "matern32(15)")
    (row,) = compare({"": recipe}, Readings.of(np.array([[0.0], [1.0]]), np.array([1.0, 2.0])))
    assert math.isnan(row.log_density)
    assert math.isfinite(row.log_evidence)

"""Recipes side by side on the same readings.

Evidence and leave-one-out score are of the numbers that learning ended at. Held-out figures are
honest: for each fold everything is learnt anew without it, so that a recipe with many numbers is
not praised for having seen the answers.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.inference.left_out import LeftOut
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import Posterior, fit
from gpstudio.core.learning.cross_validation import folds_of
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

FOLDS = 5
FEWEST_READINGS = 3


@dataclass(frozen=True)
class Row:
    """One recipe; NaN where a figure could not be had."""

    name: str
    kernel: str = ""
    """With the numbers that were learnt."""
    log_evidence: float = math.nan
    left_out: float = math.nan
    """Leave-one-out log score, over all readings."""
    error: float = math.nan
    """Root mean squared miss of readings held out."""
    log_density: float = math.nan
    """Mean log density of readings held out, noise included."""
    seconds: float = math.nan
    """Of the one fit to all readings."""
    problem: str = ""
    """Why there are no figures."""


def compare(
    recipes: Mapping[str, Recipe],
    readings: Readings,
    folds: int = FOLDS,
    split: str = "interleaved",
    task: Task = QUIET,
) -> tuple[Row, ...]:
    """One row a recipe, in their order; ``folds`` 0 leaves out what is held out.

    A recipe that cannot be fitted to these readings has a row that says why.
    """
    rows = []
    for place, (name, recipe) in enumerate(recipes.items()):
        task.report(tr("comparing, {name}", name=name), place / len(recipes))
        try:
            rows.append(_row(name, recipe, readings, folds, split, task))
        except InputError as problem:
            rows.append(Row(name, problem=str(problem)))
    return tuple(rows)


def with_kernels(recipe: Recipe, kernels: Mapping[str, str]) -> dict[str, Recipe]:
    """The same recipe with one kernel after another, by name."""
    return {name: recipe.with_choice("kernel", text) for name, text in kernels.items()}


def foretold(recipe: Recipe, readings: Readings, folds: Floats, task: Task = QUIET) -> LeftOut:
    """Each fold as the recipe, learnt without it, foretells it."""
    rows, values = np.flatnonzero(readings.here), readings.as_given
    mean, variance, density, residual = np.full((4, len(values)), np.nan)
    for fold in np.unique(folds):
        task.check()
        out = rows[folds == fold]
        of_fold = fit(recipe, _without(readings, out), task).foretold(readings.at(out), task)
        mean[out], variance[out] = of_fold.mean, of_fold.variance
        density[out], residual[out] = of_fold.log_densities, of_fold.residuals
    return LeftOut(mean, variance, values, (density, residual))


def _row(name: str, recipe: Recipe, readings: Readings, folds: int, split: str, task: Task) -> Row:
    began = time.perf_counter()
    posterior: Posterior = fit(recipe, readings, task)
    seconds = time.perf_counter() - began
    row = Row(
        name,
        kernel=str(posterior.kernel),
        log_evidence=posterior.log_evidence,
        left_out=posterior.left_out(task).log_score,
        seconds=seconds,
    )
    if folds < 2 or readings.present < FEWEST_READINGS:
        return row
    turns = folds_of(readings.present, folds, split, recipe.seed)
    held = foretold(recipe, readings, turns, task)
    return replace(row, error=held.error, log_density=held.log_density)


def _without(readings: Readings, rows: Floats) -> Readings:
    """As if these had been missing."""
    relative = readings.relative_noise.copy()
    relative[rows] = np.inf
    values = np.where(np.isfinite(relative), readings.values, 0.0)
    return replace(readings, values=values, relative_noise=relative)

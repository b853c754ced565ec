"""A few readings in 50 digits: any row of the kernels' table as a dense problem in mpmath.

Nothing here is shared with the code under test: the covariance is the row's own formula, a weight
is so many readings, and the mean's level is integrated out as Rasmussen & Williams write it (2.45).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import mpmath as mp
import numpy as np
from core.kernels.rows import Point, Row

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import Posterior, fit
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET

DIGITS = 50
TIMES = np.array([1.9, -1.2, 3.6, -3.7, -1.2, 0.4, 2.5])
"""Out of order, two of them alike."""
VALUES = np.array([0.8, -0.5, 1.6, 0.3, -0.9, 1.1, np.nan])
WEIGHTS = np.array([1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 1.0])
PRESENT = int(np.isfinite(VALUES).sum())
TARGETS = np.array([-9.0, -1.2, 0.9, 2.5, 4.1])
NOISE = 0.05


@dataclass(frozen=True)
class Answers:
    evidence: mp.mpf
    mean: Floats
    variance: Floats


def inputs(places: Floats, dimensions: int) -> Floats:
    """The same places along the first input, others of them along the rest."""
    rest = [np.cos(places * (k + 1)) for k in range(1, dimensions)]
    return np.column_stack([places, *rest])


def as_points(rows: Floats) -> list[Point]:
    return [tuple(mp.mpf(float(x)) for x in row) for row in rows]


def readings_of(dimensions: int) -> Readings:
    return Readings.of(inputs(TIMES, dimensions), VALUES, WEIGHTS)


def recipe_of(text: str, approximation: str, mean: str = "zero") -> Recipe:
    return Recipe.of(
        kernel=text,
        likelihood=f"gaussian({NOISE})",
        mean=mean,
        approximation=approximation,
        learning="fixed",
    )


def posterior(text: str, approximation: str, mean: str, dimensions: int = 1) -> Posterior:
    return fit(recipe_of(text, approximation, mean), readings_of(dimensions))


def problem(text: str, approximation: str) -> Problem:
    """Of the readings about nought, along one input."""
    readings = readings_of(1)
    about_nought = np.where(readings.here, readings.values + readings.centre, 0.0)
    readings = replace(readings, values=about_nought, centre=0.0)
    return Problem(choose(recipe_of(text, approximation), len(readings.values), 1), readings, QUIET)


def repeated(dimensions: int) -> tuple[list[Point], list[mp.mpf]]:
    """The readings that are there, each as often as it weighs."""
    here = np.isfinite(VALUES)
    counts = WEIGHTS[here].astype(int)
    rows = np.repeat(inputs(TIMES, dimensions)[here], counts, axis=0)
    return as_points(rows), [mp.mpf(float(v)) for v in np.repeat(VALUES[here], counts)]


def covariance(
    row: Row, points: list[Point], numbers: Sequence[mp.mpf], noise: mp.mpf
) -> mp.matrix:
    n = len(points)
    found = mp.matrix(n, n)
    for i in range(n):
        for j in range(i + 1):
            found[i, j] = found[j, i] = row.covariance(points[i], points[j], *numbers)
        found[i, i] += noise
    return found


def evidence(row: Row, numbers: Sequence[mp.mpf], noise: mp.mpf) -> mp.mpf:
    """Of the readings about nought, along one input."""
    points, values = repeated(1)
    n, root = len(points), mp.cholesky(covariance(row, points, numbers, noise))
    log_determinant = 2 * mp.log(mp.fprod(root[i, i] for i in range(n)))
    white: list[mp.mpf] = []
    for i in range(n):
        white.append((values[i] - sum(root[i, j] * white[j] for j in range(i))) / root[i, i])
    return -(mp.fdot(white, white) + log_determinant + n * mp.log(2 * mp.pi)) / 2


def answers(row: Row, mean: str, dimensions: int = 1) -> Answers:
    """Evidence, mean and variance of the curve, the level ``zero`` or ``constant``."""
    points, values = repeated(dimensions)
    numbers = [mp.mpf(number) for number in row.numbers]
    n, y = len(points), mp.matrix(values)
    A = covariance(row, points, numbers, mp.mpf(NOISE))
    inverse = mp.inverse(A)
    ones = mp.ones(n, 1)
    level, spread = mp.mpf(0), mp.mpf(0)
    evidence = -(mp.log(mp.det(A)) + n * mp.log(2 * mp.pi)) / 2
    if mean == "constant":
        precision = (ones.T * inverse * ones)[0]
        level, spread = (ones.T * inverse * y)[0] / precision, 1 / precision
        evidence -= (mp.log(precision) - mp.log(2 * mp.pi)) / 2
    misfit = y - level * ones
    evidence -= (misfit.T * inverse * misfit)[0] / 2
    means, variances = [], []
    for target in as_points(inputs(TARGETS, dimensions)):
        cross = mp.matrix([row.covariance(target, point, *numbers) for point in points])
        pull = inverse * cross
        own = row.covariance(target, target, *numbers)
        drift = 1 - (ones.T * pull)[0]
        means.append(float(level + (pull.T * misfit)[0]))
        variances.append(float(own - (cross.T * pull)[0] + spread * drift**2))
    return Answers(evidence, np.array(means), np.array(variances))

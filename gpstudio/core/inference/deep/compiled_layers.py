"""A layer's covariances for many particles, factored one after the other in one small place.

K = Uᵀ U, row by row of U. A kernel comes as its radial terms, each particle's numbers in a row of
their own or one row for all.
"""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.compiled import compiled
from gpstudio.core.kernels.compiled_profiles import matern12, matern32, matern52, rbf

PROFILES = ("rbf", "matern12", "matern32", "matern52")
"""In the order of what ``_add`` knows."""


@compiled
def _add(
    which: int, variance: float, inverse: float, here: float, below: Floats, line: Floats
) -> None:
    """One term, of one row with all; a loop for each profile, or none would run along memory."""
    if which == 0:
        for j in range(len(line)):
            gap = (here - below[j]) * inverse
            line[j] += variance * rbf(gap * gap)
    elif which == 1:
        for j in range(len(line)):
            gap = (here - below[j]) * inverse
            line[j] += variance * matern12(gap * gap)
    elif which == 2:
        for j in range(len(line)):
            gap = (here - below[j]) * inverse
            line[j] += variance * matern32(gap * gap)
    else:
        for j in range(len(line)):
            gap = (here - below[j]) * inverse
            line[j] += variance * matern52(gap * gap)


@compiled
def _filled(
    below: Floats, profiles: Integers, variances: Floats, inverses: Floats, lift: float,
    nugget: float, noise: Floats, upper: Floats,
) -> None:  # fmt: skip
    """One particle's covariance, with what is added to its diagonal."""
    for i in range(len(below)):
        line = upper[i, i:]
        line[:] = lift
        for term in range(len(profiles)):
            _add(profiles[term], variances[term], inverses[term], below[i], below[i:], line)
        line[0] += nugget * line[0] + noise[i]


@compiled
def _factored(upper: Floats) -> bool:
    """The upper triangle, in place; whether it was positive definite."""
    n = len(upper)
    for i in range(n):
        line = upper[i, i:]
        for k in range(i):
            here, above = upper[k, i], upper[k, i:]
            for j in range(len(line)):
                line[j] -= here * above[j]
        if not line[0] > 0.0:
            return False
        inverse = 1.0 / math.sqrt(line[0])
        for j in range(len(line)):
            line[j] *= inverse
    return True


@compiled
def told_by(
    below: Floats, values: Floats, profiles: Integers, variances: Floats, inverses: Floats,
    lift: float, nugget: float, noise: Floats, heights: Floats, halves: Floats, tails: Floats,
) -> None:  # fmt: skip
    """How likely each particle's ``values`` are beforehand, U⁻ᵀ values, and the last rows of U."""
    many, n = below.shape
    size = tails.shape[1]
    upper = np.zeros((n, n))  # what is below the diagonal stays so
    for one in range(many):
        own = one % len(variances)
        diagonal = noise[one % len(noise)]
        _filled(below[one], profiles, variances[own], inverses[own], lift, nugget, diagonal, upper)
        heights[one] = -math.inf
        if not _factored(upper):
            continue
        height = -0.5 * n * math.log(2.0 * math.pi)
        half = halves[one]
        half[:] = values[one]
        for i in range(n):
            half[i] /= upper[i, i]
            here = half[i]
            height -= math.log(upper[i, i]) + 0.5 * here * here
            for j in range(i + 1, n):
                half[j] -= here * upper[i, j]
        if math.isfinite(height):
            heights[one] = height
        tails[one] = upper[n - size :, n - size :]


@compiled
def led_by(
    below: Floats, drives: Floats, profiles: Integers, variances: Floats, inverses: Floats,
    lift: float, nugget: float, noise: Floats, values: Floats,
) -> None:  # fmt: skip
    """Uᵀ drives of each particle; no numbers where there is no factor."""
    many, n = below.shape
    upper = np.zeros((n, n))  # what is below the diagonal stays so
    for one in range(many):
        own = one % len(variances)
        diagonal = noise[one % len(noise)]
        _filled(below[one], profiles, variances[own], inverses[own], lift, nugget, diagonal, upper)
        if not _factored(upper):
            values[one] = math.nan
            continue
        values[one] = 0.0
        for i in range(n):
            for j in range(i, n):
                values[one, j] += upper[i, j] * drives[one, i]

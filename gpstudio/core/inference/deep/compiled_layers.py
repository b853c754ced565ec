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


@compiled(inline=True)
def _less(line: Floats, heres: tuple[float, float, float, float], rows: Floats, first: int) -> None:
    """Four rows, each as often as it is there, taken from a line: one way along memory for all."""
    a, b, c, d = heres
    one, two, three, four = rows[0, first:], rows[1, first:], rows[2, first:], rows[3, first:]
    for j in range(len(line)):
        line[j] = line[j] - a * one[j] - b * two[j] - c * three[j] - d * four[j]


@compiled
def _all_less(line: Floats, rows: Floats, first: int) -> None:
    """Any number of rows from their ``first`` place on, each as often as it says there."""
    fours = len(rows) - len(rows) % 4
    for k in range(0, fours, 4):
        heres = rows[k, first], rows[k + 1, first], rows[k + 2, first], rows[k + 3, first]
        _less(line, heres, rows[k : k + 4], first)
    for k in range(fours, len(rows)):
        here, above = rows[k, first], rows[k, first:]
        for j in range(len(line)):
            line[j] -= here * above[j]


@compiled
def _factored(upper: Floats) -> bool:
    """The upper triangle, in place; whether it was positive definite."""
    n = len(upper)
    for i in range(n):
        line = upper[i, i:]
        _all_less(line, upper[:i], i)
        if not line[0] > 0.0:
            return False
        inverse = 1.0 / math.sqrt(line[0])
        for j in range(len(line)):
            line[j] *= inverse
    return True


@compiled
def _turned(upper: Floats, line: Floats) -> None:
    """U⁻ᵀ of a line, in place, by the first rows of U, as many as it is long."""
    n = len(line)
    fours = n - n % 4
    for k in range(0, fours, 4):
        for i in range(k, k + 4):
            for j in range(k, i):
                line[i] -= line[j] * upper[j, i]
            line[i] /= upper[i, i]
        heres = line[k], line[k + 1], line[k + 2], line[k + 3]
        _less(line[k + 4 :], heres, upper[k : k + 4, :n], k + 4)
    for i in range(fours, n):
        for j in range(fours, i):
            line[i] -= line[j] * upper[j, i]
        line[i] /= upper[i, i]


@compiled
def _told(upper: Floats, values: Floats, half: Floats) -> float:
    """U⁻ᵀ values, and how likely these are."""
    n = len(values)
    height = -0.5 * n * math.log(2.0 * math.pi)
    half[:] = values
    _turned(upper, half)
    for i in range(n):
        height -= math.log(upper[i, i]) + 0.5 * half[i] * half[i]
    return height if math.isfinite(height) else -math.inf


@compiled
def told_by(
    below: Floats, values: Floats, profiles: Integers, variances: Floats, inverses: Floats,
    lift: float, nugget: float, noise: Floats, heights: Floats, halves: Floats, uppers: Floats,
) -> None:  # fmt: skip
    """How likely each particle's ``values`` are beforehand, U⁻ᵀ values, and U where there is one
    place for each; with a single one it is written over."""
    for one in range(len(below)):
        own, upper = one % len(variances), uppers[one % len(uppers)]
        diagonal = noise[one % len(noise)]
        _filled(below[one], profiles, variances[own], inverses[own], lift, nugget, diagonal, upper)
        heights[one] = -math.inf
        if _factored(upper):
            heights[one] = _told(upper, values[one], halves[one])
        else:
            upper[:] = 0.0


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


@compiled
def _product(one: Floats, other: Floats) -> float:
    """In four sums side by side, always in the same order."""
    first = second = third = fourth = 0.0
    fours = len(one) // 4 * 4
    for k in range(0, fours, 4):
        first += one[k] * other[k]
        second += one[k + 1] * other[k + 1]
        third += one[k + 2] * other[k + 2]
        fourth += one[k + 3] * other[k + 3]
    total = (first + second) + (third + fourth)
    for k in range(fours, len(one)):
        total += one[k] * other[k]
    return total


@compiled
def _rest_factored(
    below: Floats, profiles: Integers, variances: Floats, inverses: Floats, lift: float,
    nugget: float, noise: Floats, upper: Floats, across: Floats, tail: Floats,
) -> bool:  # fmt: skip
    """Of the factor whose first rows stand in ``upper``, the other columns: what is in those rows
    (``across``, a column after the other) and what is below (``tail``)."""
    first, size = across.shape[1], len(tail)
    for c in range(size):
        line = across[c]
        line[:] = lift
        for term in range(len(profiles)):
            _add(
                profiles[term], variances[term], inverses[term], below[first + c], below[:first],
                line,
            )  # fmt: skip
        _turned(upper, line)
    _filled(below[first:], profiles, variances, inverses, lift, nugget, noise[first:], tail)
    above = across.T.copy()
    for c in range(size):
        _all_less(tail[c, c:], above, c)
    return _factored(tail)


@compiled
def told_again(
    which: Integers, below: Floats, values: Floats, profiles: Integers, variances: Floats,
    inverses: Floats, lift: float, nugget: float, noise: Floats, first: int, uppers: Floats,
    halves: Floats, heights: Floats,
) -> None:  # fmt: skip
    """How likely values are of which, as of what is below, nothing moved before the ``first`` row:
    U and U⁻ᵀ values stand there."""
    n = below.shape[1]
    across, tail, half = np.empty((n - first, first)), np.zeros((n - first, n - first)), np.empty(n)
    for place in range(len(which)):
        one = which[place]
        own, upper = one % len(variances), uppers[one]
        heights[place] = -math.inf
        if not _rest_factored(
            below[place], profiles, variances[own], inverses[own], lift, nugget,
            noise[one % len(noise)], upper, across, tail,
        ):  # fmt: skip
            continue
        height = -0.5 * first * math.log(2.0 * math.pi)
        for i in range(first):
            height -= math.log(upper[i, i]) + 0.5 * halves[one, i] * halves[one, i]
        rest = values[place, first:].copy()
        for c in range(len(rest)):
            rest[c] -= _product(across[c], halves[one, :first])
        height += _told(tail, rest, half[first:])
        if math.isfinite(height):
            heights[place] = height


@compiled
def led_again(
    which: Integers, below: Floats, drives: Floats, profiles: Integers, variances: Floats,
    inverses: Floats, lift: float, nugget: float, noise: Floats, first: int, uppers: Floats,
    values: Floats,
) -> None:  # fmt: skip
    """Uᵀ drives from the ``first`` row on, before which nothing moved; no numbers where there is no
    factor."""
    n = below.shape[1]
    across, tail = np.empty((n - first, first)), np.zeros((n - first, n - first))
    for place in range(len(which)):
        one = which[place]
        own = one % len(variances)
        if not _rest_factored(
            below[place], profiles, variances[own], inverses[own], lift, nugget,
            noise[one % len(noise)], uppers[one], across, tail,
        ):  # fmt: skip
            values[place, first:] = math.nan
            continue
        for c in range(n - first):
            value = _product(across[c], drives[one, :first])
            for k in range(c + 1):
                value += tail[k, c] * drives[one, first + k]
            values[place, first + c] = value

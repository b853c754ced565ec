"""Weights of local polynomials, one time after the other: see ``derivatives``."""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.compiled import compiled


@compiled
def reached(
    time: Floats, nearest: int, half: float, space: float, reach: Floats, first: Integers,
    last: Integers,
) -> None:  # fmt: skip
    """How far each time's window reaches, and which times lie in it: up to its so many nearest and
    some space at least."""
    count = len(time)
    for place in range(count):
        here, left, right, away = time[place], place, place, 0.0
        for _ in range(nearest):
            back = here - time[left - 1] if left > 0 else np.inf
            on = time[right + 1] - here if right + 1 < count else np.inf
            away = min(back, on)
            if back <= on:
                left -= 1
            else:
                right += 1
        reach[place] = max(half, space * away)
        low, high = here - reach[place], here + reach[place]
        start = stop = place
        while start > 0 and time[start - 1] >= low:
            start -= 1
        while stop < count and time[stop] <= high:
            stop += 1
        first[place], last[place] = start, stop


@compiled
def weighted(
    time: Floats, starts: Integers, reach: Floats, order: int, degree: int, rows: Floats
) -> None:
    """What each value from its start on counts: least squares on powers of the distance, in units
    of the window, with tricube weights."""
    width, size = rows.shape[1], degree + 1
    scaled, weights = np.empty(width), np.empty(width)
    moments, matrix, right = np.empty(2 * degree + 1), np.empty((size, size)), np.empty(size)
    for place in range(len(time)):
        moments[:] = 0.0
        for k in range(width):
            scaled[k] = (time[starts[place] + k] - time[place]) / reach[place]
            left = max(1.0 - abs(scaled[k]) ** 3, 0.0)
            weights[k] = left * left * left
            power = weights[k]
            for i in range(2 * degree + 1):
                moments[i] += power
                power *= scaled[k]
        for i in range(size):
            right[i] = math.gamma(order + 1.0) if i == order else 0.0
            for j in range(size):
                matrix[i, j] = moments[i + j]
        solved(matrix, right)
        for k in range(width):
            total = 0.0
            for i in range(degree, -1, -1):
                total = total * scaled[k] + right[i]
            rows[place, k] = weights[k] * total / reach[place] ** order


@compiled
def solved(matrix: Floats, right: Floats) -> None:
    """By Cholesky, in their place."""
    size = len(right)
    for i in range(size):
        for j in range(i + 1):
            total = matrix[i, j]
            for k in range(j):
                total -= matrix[i, k] * matrix[j, k]
            matrix[i, j] = math.sqrt(total) if i == j else total / matrix[j, j]
    for i in range(size):
        for k in range(i):
            right[i] -= matrix[i, k] * right[k]
        right[i] /= matrix[i, i]
    for i in range(size - 1, -1, -1):
        for k in range(i + 1, size):
            right[i] -= matrix[k, i] * right[k]
        right[i] /= matrix[i, i]

"""Slopes and bends of drawn curves, by local polynomials.

A draw is rough: that of a Matérn 3/2 has a slope everywhere and a bend nowhere, so that differences
of its neighbours say more about the grid than about the crop. A derivative here is therefore that
of the polynomial which fits the draw best over a window of so many days, with tricube weights
(Cleveland 1979; Fan and Gijbels 1996, chapter 3), and a measure that uses one states its window. It
is exact for polynomials of that degree, on uneven grids and up to both ends.
"""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats, Integers

ROWS = 48
"""Times made in one product: their windows overlap, so that little of it is zero."""
ROOM = 1.001
"""A window is never narrower than the points it needs, and the farthest has a weight."""


def derivative(time: Floats, curves: Floats, order: int, degree: int, window: float) -> Floats:
    """The derivative of each column; all NaN where there are too few times for the degree."""
    if len(time) <= degree:
        return np.full_like(curves, np.nan)
    starts, rows = _weights(time, order, degree, 0.5 * window)
    width = rows.shape[1]
    made = np.empty_like(curves)
    for top in range(0, len(time), ROWS):
        block = rows[top : top + ROWS]
        places = starts[top : top + ROWS, None] + np.arange(width)
        first, last = int(places.min()), int(places.max()) + 1
        dense = np.zeros((len(block), last - first))
        np.put_along_axis(dense, places - first, block, axis=1)
        made[top : top + ROWS] = dense @ curves[first:last]
    return made


def smoothing(time: Floats, degree: int, window: float) -> tuple[Integers, Floats]:
    """What the local polynomial itself is made of: of each time the place where its window starts,
    and what each value in it counts."""
    return _weights(time, 0, degree, 0.5 * window)


def _weights(time: Floats, order: int, degree: int, half: float) -> tuple[Integers, Floats]:
    """For each time the place where its window starts, and what each value in it counts.

    Least squares on powers of the distance, in units of the window.
    """
    reach = np.maximum(half, ROOM * _needed(time, degree))[:, None]
    first = np.searchsorted(time, time - reach[:, 0])
    last = np.searchsorted(time, time + reach[:, 0], side="right")
    width = int((last - first).max())
    starts = np.minimum(first, len(time) - width)
    scaled = (time[starts[:, None] + np.arange(width)] - time[:, None]) / reach
    weights = np.maximum(1.0 - np.abs(scaled) ** 3, 0.0) ** 3
    moments = np.empty((len(time), 2 * degree + 1))
    power = weights.copy()
    for place in range(2 * degree + 1):
        moments[:, place] = power.sum(axis=1)
        power *= scaled
    places = np.arange(degree + 1)
    unit = np.zeros((len(time), degree + 1, 1))
    unit[:, order] = math.factorial(order)
    solved = np.linalg.solve(moments[:, places[:, None] + places], unit)
    polynomial = np.zeros_like(scaled)
    for place in reversed(places):
        polynomial = polynomial * scaled + solved[:, place]
    return starts.astype(np.int64), weights * polynomial / reach**order


def _needed(time: Floats, degree: int) -> Floats:
    """How far each time's nearest points lie, as many as the degree needs and one to spare."""
    count = min(degree + 2, len(time))
    places = np.arange(len(time))[:, None] + np.arange(-count, count + 1)
    there = (places >= 0) & (places < len(time))
    distance = np.abs(time[np.clip(places, 0, len(time) - 1)] - time[:, None])
    return np.asarray(np.sort(np.where(there, distance, np.inf), axis=1)[:, count - 1])

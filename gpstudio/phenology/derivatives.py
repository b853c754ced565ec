"""Slopes and bends of drawn curves, by local polynomials.

A draw is rough: that of a Matérn 3/2 has a slope everywhere and a bend nowhere, so that differences
of its neighbours say more about the grid than about the crop. A derivative here is therefore that
of the polynomial which fits the draw best over a window of so many days, with tricube weights
(Cleveland 1979; Fan and Gijbels 1996, chapter 3), and a measure that uses one states its window. It
is exact for polynomials of that degree, on uneven grids and up to both ends.
"""

from __future__ import annotations

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
    from gpstudio.phenology.compiled_polynomials import reached, weighted

    count = len(time)
    time, reach = np.ascontiguousarray(time), np.empty(count)
    first, last = np.empty((2, count), dtype=np.int64)
    # its nearest points, as many as the degree needs and one to spare
    reached(time, min(degree + 2, count) - 1, half, ROOM, reach, first, last)
    width = int((last - first).max())
    starts, rows = np.minimum(first, count - width), np.empty((count, width))
    weighted(time, starts, reach, order, degree, rows)
    return starts, rows

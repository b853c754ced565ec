"""A lattice of places over all that is likely, walked outwards from the mode.

With the curvature's root L the places are mode + step · L z, z whole numbers. A sum over such a
lattice is the trapezoidal rule, whose error for a Gaussian of unit width is 2 exp(−2π²/step²):
three in ten thousand at a step of 1.5. Nothing is assumed of the shape: from each place whose
value is within ``reach`` of the mode's its neighbours are looked at, along skew tails and past a
saddle to a second mode alike. Gauss–Hermite's places stay where a Gaussian would be.

L is lower triangular, so places with the same first number share their first coordinate.
Like ``ascent`` it runs as it stands or compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gpstudio.core.learning.ascent import as_it_stands

STEP = 1.5
REACH = 5.0
MOST = 400


def lattice_of(
    value: Callable[..., float], made: Callable[..., Any] = as_it_stands
) -> Callable[..., int]:
    """``walk(data, mode, best, root, low, high, points, values)`` fills ``points`` and ``values``
    and returns how many."""

    @made
    def walk(
        data: Any, mode: Any, best: float, root: Any, low: Any, high: Any, points: Any, values: Any
    ) -> int:
        p, most = len(mode), len(points)
        steps = np.zeros((most, p), dtype=np.int64)
        points[0], values[0] = mode, best
        count, looked = 1, 0
        while looked < count:
            if values[looked] > best - REACH:
                for side in range(2 * p):
                    if count == most:
                        break
                    z = steps[looked].copy()
                    z[side // 2] += 1 - 2 * (side % 2)
                    known = False
                    for other in range(count):
                        if np.all(steps[other] == z):
                            known = True
                            break
                    if known:
                        continue
                    point = mode.copy()
                    for i in range(p):
                        for j in range(i + 1):
                            point[i] += STEP * root[i, j] * z[j]
                    steps[count], points[count] = z, point
                    inside = np.all(point >= low) and np.all(point <= high)
                    values[count] = value(data, point) if inside else -np.inf
                    count += 1
            looked += 1
        return count

    return walk

"""A lattice of places over all that is likely, walked outwards from each summit.

With the curvature's root L the places are mode + step · L z, z whole numbers. A sum over such a
lattice is the trapezoidal rule, whose error for a Gaussian of unit width is 2 exp(−2π²/step²):
three in ten thousand at a step of 1.5. Nothing is assumed of the shape: from each place whose
value is within ``reach`` of the mode's its neighbours are looked at, along skew tails and past a
saddle alike. Gauss–Hermite's places stay where a Gaussian would be.

Where there are two summits each has a lattice of its own shape, for one of them may be much
narrower than the other's step. A place counts for the lattice whose summit's shape alone would make
it higher, and by the volume that a place of that lattice stands for.

L is lower triangular, so places with the same first number share their first coordinate.
Like ``ascent`` it runs as it stands or compiled.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from gpstudio.core.learning.ascent import REACH
from gpstudio.core.learning.small_matrices import as_it_stands, small_matrices_of

STEP = 1.5
FLATTEST = 2.0
"""The curvature is taken for no less, so that places lie close enough where the readings say
little: with 1.0 a mean of seven readings was 6.6 % of its standard deviation off a fine grid's, so
it is 1.8 % (worst of eight fields; 38 places instead of 25)."""
MOST = 400


def lattice_of(
    value: Callable[..., float], made: Callable[..., Any] = as_it_stands
) -> Callable[..., tuple[int, int]]:
    """``cover(data, modes, roots, heights, summits, low, high, points, values)`` fills ``points``
    and ``values``, whose exponentials are their weights, and returns how many, and evaluations."""
    guess = small_matrices_of(made).guess

    @made
    def is_known(steps: Any, count: int, z: Any) -> bool:
        for other in range(count):
            same = True
            for i in range(len(z)):
                if steps[other, i] != z[i]:
                    same = False
            if same:
                return True
        return False

    @made
    def reached(data: Any, mode: Any, root: Any, z: Any, low: Any, high: Any, point: Any) -> float:
        """Fills ``point``; its value, or nothing where it is outside."""
        for i in range(len(mode)):
            point[i] = mode[i]
            for j in range(i + 1):
                point[i] += STEP * root[i, j] * z[j]
        for i in range(len(mode)):
            if not low[i] <= point[i] <= high[i]:
                return -math.inf
        return value(data, point)

    @made
    def walk(
        data: Any, mode: Any, height: float, best: float, root: Any, low: Any, high: Any,
        points: Any, values: Any,
    ) -> int:  # fmt: skip
        p, most = len(mode), len(points)
        steps, z, point = np.zeros((most, p)), np.zeros(p), np.empty(p)
        points[0], values[0] = mode, height
        count, looked = 1, 0
        while looked < count:
            for side in range(2 * p):
                if values[looked] <= best - REACH or count == most:
                    break
                z[:] = steps[looked]
                z[side // 2] += 1.0 - 2.0 * (side % 2)
                if is_known(steps, count, z):
                    continue
                values[count] = reached(data, mode, root, z, low, high, point)
                steps[count], points[count] = z, point
                count += 1
            looked += 1
        return count

    @made
    def cover(
        data: Any, modes: Any, roots: Any, heights: Any, summits: int, low: Any, high: Any,
        points: Any, values: Any,
    ) -> Any:  # fmt: skip
        p, count, spent = len(low), 0, 0
        for own in range(summits):
            room = count + (len(points) - count) // (summits - own)
            there, found = points[count:room], values[count:room]
            walked = walk(
                data, modes[own], heights[own], heights[0], roots[own], low, high, there, found
            )
            spent += walked
            if summits == 1:
                return walked, spent
            volume = 0.0
            for i in range(p):
                volume += math.log(roots[own, i, i] / roots[0, i, i])
            kept = 0
            for k in range(walked):
                one = guess(there[k], modes[0], roots[0], heights[0])
                two = guess(there[k], modes[1], roots[1], heights[1])
                if (one >= two) == (own == 0):
                    there[kept], found[kept] = there[k], found[k] + volume
                    kept += 1
            count += kept
        return count, spent

    found: Callable[..., tuple[int, int]] = cover
    return found

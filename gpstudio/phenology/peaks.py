"""Peaks that stand out: local maxima with enough prominence.

scipy.signal has the same, but importing it takes longer than fitting a field does.
"""

from __future__ import annotations

import itertools

import numpy as np

from gpstudio.core.arrays import Floats, Integers


def prominent_peaks(heights: Floats, needed: float) -> Integers:
    """Places of the maxima that rise at least ``needed`` above the higher of their two saddles.

    Beyond both ends lies the floor, so that a maximum at an end can stand out too. Maxima and the
    minima between them are paired off, the shallowest pair first, until all that stay are deep
    enough; that is what prominence means.
    """
    maxima = _maxima(heights)
    saddles = [
        int(left + np.argmin(heights[left : right + 1]))
        for left, right in itertools.pairwise(maxima)
    ]
    while saddles:
        depths = [
            min(heights[maxima[i]], heights[maxima[i + 1]]) - heights[saddle]
            for i, saddle in enumerate(saddles)
        ]
        shallowest = int(np.argmin(depths))
        if depths[shallowest] >= needed:
            break
        left, right = maxima[shallowest], maxima[shallowest + 1]
        maxima.remove(left if heights[left] < heights[right] else right)
        del saddles[shallowest]
    floor = heights.min()
    return np.array([m for m in maxima if heights[m] - floor >= needed], dtype=np.int64)


def _maxima(heights: Floats) -> list[int]:
    """Every local maximum, the ends included; of a level stretch its middle."""
    rises = np.diff(heights, prepend=-np.inf, append=-np.inf)
    changes = np.flatnonzero(rises)
    found = []
    for start, stop in itertools.pairwise(changes):
        if rises[start] > 0 and rises[stop] < 0:
            found.append(int(start + stop - 1) // 2)
    return found

"""Peaks that stand out: local maxima with enough prominence.

scipy.signal has the same, but importing it takes longer than fitting a field does.
"""

from __future__ import annotations

import heapq
import itertools

import numpy as np

from gpstudio.core.arrays import Floats, Integers


def prominent_peaks(heights: Floats, needed: float) -> Integers:
    """Places of the maxima that rise at least ``needed`` above the higher of their two saddles."""
    maxima, prominences = prominences_of(heights)
    return maxima[prominences >= needed]


def prominences_of(heights: Floats) -> tuple[Integers, Floats]:
    """Every local maximum, ascending, and how far it rises above the higher of its saddles.

    Beyond both ends lies the floor, so that a maximum at an end can stand out too. Maxima and the
    minima between them are paired off, the shallowest pair first: what a maximum rose above the
    saddle at which it went is its prominence, and of the one that is left its height over all.
    """
    maxima = _maxima(heights)
    saddles = [
        int(left + np.argmin(heights[left : right + 1]))
        for left, right in itertools.pairwise(maxima)
    ]
    found = np.full(len(maxima), heights.max() - heights.min() if len(heights) else 0.0)
    before = list(range(-1, len(maxima) - 1))
    after = list(range(1, len(maxima) + 1))
    top = [float(heights[m]) for m in maxima]
    low = [float(heights[s]) for s in saddles]
    # a saddle is called after the maximum on its left; its right one may change as others go
    queue = [(min(top[i], top[i + 1]) - low[i], i) for i in range(len(saddles))]
    heapq.heapify(queue)
    while queue:
        depth, left = heapq.heappop(queue)
        right = after[left] if left >= 0 else len(maxima)
        if right >= len(maxima) or depth != min(top[left], top[right]) - low[left]:
            continue
        if top[left] < top[right]:
            found[left] = depth
            previous = before[left]
            if previous >= 0:
                after[previous], before[right] = right, previous
                heapq.heappush(queue, (min(top[previous], top[right]) - low[previous], previous))
            else:
                before[right] = -1
            after[left] = len(maxima)
        else:
            found[right] = depth
            follower = after[right]
            after[left] = follower
            if follower < len(maxima):
                before[follower] = left
                low[left] = low[right]
                heapq.heappush(queue, (min(top[left], top[follower]) - low[left], left))
            after[right] = len(maxima)
    return np.array(maxima, dtype=np.int64), found


def _maxima(heights: Floats) -> list[int]:
    """Every local maximum, the ends included; of a level stretch its middle."""
    rises = np.diff(heights, prepend=-np.inf, append=-np.inf)
    changes = np.flatnonzero(rises)
    starts, stops = changes[:-1], changes[1:]
    found = (rises[starts] > 0.0) & (rises[stops] < 0.0)
    places: list[int] = ((starts[found] + stops[found] - 1) // 2).tolist()
    return places

"""A dip in bloom: two summits of one season, not two seasons.

Canola's petals lower NDVI while it flowers, and its green pods raise it again: summits before and
after bloom some weeks apart (d'Andrimont et al. 2020, doi:10.1016/j.rse.2020.111660). Between two
crops the ground shows, or at least half of the green is gone.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from gpstudio.core.arrays import Integers
from gpstudio.phenology.candidates import SearchedCurve, Window

LONGEST = 75.0
"""Days from the first to the last summit of one season."""
DEEPEST = 0.5
"""Share of the amplitude, from the ground up, above which the dip stays."""
HIGHEST = 0.7
"""Share of the amplitude, from the ground up, that every summit reaches."""
SHALLOWEST = 0.05
"""Share of the amplitude by which a dip lies below the lower of its summits, to be one."""


def one_season(curve: SearchedCurve, summits: list[int], window: Window) -> bool:
    """Whether the summits, ascending, within the window belong to one season."""
    first, last = window
    if not curve.dated or curve.time[summits[-1]] - curve.time[summits[0]] > LONGEST:
        return False
    heights = curve.mean[summits]
    ground = curve.mean[first : last + 1].min()
    amplitude = heights.max() - ground
    between = curve.mean[summits[0] : summits[-1] + 1].min()
    return bool(
        heights.min() >= ground + HIGHEST * amplitude and between >= ground + DEEPEST * amplitude
    )


def joined(curve: SearchedCurve, summits: list[int], window: Window) -> list[list[int]]:
    """The summits of the window in seasons: neighbours are joined, the shallowest dip first."""
    groups = [[summit] for summit in summits]
    while True:
        edges = _edges(curve, groups, window)
        fit = [
            (float(curve.mean[edges[place + 1]]), place)
            for place, (left, right) in enumerate(pairwise(groups))
            if one_season(curve, left + right, (edges[place], edges[place + 2]))
        ]
        if not fit:
            return groups
        place = max(fit)[1]
        groups[place : place + 2] = [groups[place] + groups[place + 1]]


def summits_of(curve: SearchedCurve, peak: int, window: Window, others: Integers) -> list[int]:
    """The peak and those of the others in the window that belong to its season, ascending.

    They join the peak one after the other, the nearest first, for as long as all are one season.
    """
    first, last = window
    mine = [peak]
    inside = [int(s) for s in others if first < s < last and s != peak]
    for summit in sorted(inside, key=lambda place: abs(place - peak)):
        wider = sorted([*mine, summit])
        if one_season(curve, wider, window):
            mine = wider
    return mine


def dips_between(curve: SearchedCurve, summits: list[int]) -> tuple[float, ...]:
    lows = [left + int(np.argmin(curve.mean[left:right])) for left, right in pairwise(summits)]
    return tuple(float(curve.time[low]) for low in lows)


def _edges(curve: SearchedCurve, groups: list[list[int]], window: Window) -> list[int]:
    """The lowest places between groups, and the window's own ends."""
    lows = [
        left[-1] + int(np.argmin(curve.mean[left[-1] : right[0]]))
        for left, right in pairwise(groups)
    ]
    return [window[0], *lows, window[1]]

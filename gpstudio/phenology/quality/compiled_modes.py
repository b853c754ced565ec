"""Places between groups of sorted draws, one stretch of their density after the other: see
``modes``."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.compiled import compiled


@compiled
def laid(
    inner: Floats, low: float, step: float, kernel: Floats, ahead: int, density: Floats,
    before: Integers,
) -> None:  # fmt: skip
    """The density of draws on a grid, and how many draws come before each of its places, ``ahead``
    of them before all that are counted."""
    places, half = len(density), len(kernel) // 2
    counts = np.zeros(places, dtype=np.int64)
    for draw in range(len(inner)):
        counts[int((inner[draw] - low) / step)] += 1
    density[:] = 0.0
    for place in range(places):
        before[place] = ahead
        ahead += counts[place]
        if counts[place]:
            for k in range(max(half - place, 0), min(half + places - place, len(kernel))):
                density[place + k - half] += counts[place] * kernel[k]


@compiled
def deepest(
    density: Floats, before: Integers, first: int, last: int, least: float, bars: Floats,
    summits: Floats,
) -> int:  # fmt: skip
    """Where from one place to another a dip parts two groups of ``least`` draws or more; -1 where
    none does. ``bars`` are what a dip is at most, of the lower summit, and how many of its squared
    standard deviations it must lie below; of an empty stretch it is the middle."""
    low, high = before[first] + least, before[last] - least
    begin = first + int(np.searchsorted(before[first : last + 1], low))
    end = first + int(np.searchsorted(before[first : last + 1], high))
    if begin >= end:
        return -1
    top = 0.0
    for place in range(last, begin - 1, -1):
        top = max(top, density[place])
        summits[place] = top
    top, most = 0.0, bars[0]
    for place in range(first, begin):
        top = max(top, density[place])
    found = ties = 0
    for place in range(begin, end):
        here = density[place]
        top = max(top, here)
        summit = min(top, summits[place])
        ratio = here / summit  # draws lie on both sides: no summit is zero
        if ratio > most or (summit - here) ** 2 <= bars[1] * (summit + here):
            continue
        if ratio < most or not ties:
            most, ties = ratio, 0
        summits[begin + ties] = place  # places before this one are not asked for again
        ties += 1
        found = int(summits[begin + ties // 2])
    return found if ties else -1


@compiled
def parted(
    density: Floats, before: Integers, least: float, bars: Floats, found: Integers
) -> int:  # fmt: skip
    """Fills ``found`` with how many draws come before each group but the first; how many groups
    come after it. The deepest dip is looked for first, then in what lies on both its sides."""
    begins, ends = np.empty((2, len(found) + 1), dtype=np.int64)
    summits, count, left = np.empty(len(density)), 0, 1
    begins[0], ends[0] = 0, len(density) - 1
    while left and count < len(found):
        left -= 1
        first, last = begins[left], ends[left]
        if before[last] - before[first] < 2.0 * least:
            continue
        place = deepest(density, before, first, last, least, bars, summits)
        if place < 0:
            continue
        found[count] = before[place]
        count += 1
        begins[left], ends[left] = place, last
        begins[left + 1], ends[left + 1] = first, place
        left += 2
    return count


@compiled
def widths_of(dates: Floats, apart: float) -> tuple[float, float]:
    """Of a kernel over draws in their order: Silverman's, and that of all draws."""
    count, total, squares = len(dates), 0.0, 0.0
    for date in dates:
        total += date
    for date in dates:
        squares += (date - total / count) ** 2
    quartiles, spread = (
        (dates[(3 * count) // 4] - dates[count // 4]) / 1.34,
        (squares / count) ** 0.5,
    )
    shrink = 0.9 * count**-0.2
    return max(shrink * min(spread, quartiles), 0.1 * apart), shrink * spread


@compiled
def cut_at(
    dates: Floats, tail: int, width: float, kernel: Floats, steps: float, most: int, least: float,
    bars: Floats, found: Integers,
) -> int:  # fmt: skip
    """``parted``, of the density of draws in their order but for so many at both ends, by a kernel
    of a width that has so many steps of the grid."""
    inner = dates[tail : len(dates) - tail]
    low, high = inner[0] - 4.0 * width, inner[-1] + 4.0 * width
    step = max(width / steps, (high - low) / most)
    places = int((high - low) / step) + 1
    density, before = np.empty(places), np.empty(places, dtype=np.int64)
    laid(inner, low, step, kernel, tail, density, before)
    return parted(density, before, least, bars, found)

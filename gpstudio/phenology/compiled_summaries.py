"""What draws of a date say in numbers, and between which places a time lies."""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import compiled


@compiled
def summed_up(reached: Floats, levels: Floats, as_of: float, found: Floats) -> int:
    """Fills the quantiles of ascending dates, linear between neighbours, and their standard
    deviation behind them; how many are no later than ``as_of``."""
    count = len(reached)
    for at in range(len(levels)):
        place = levels[at] * (count - 1)
        lower = int(place)
        low, high = reached[lower], reached[min(lower + 1, count - 1)]
        found[at] = low + (place - lower) * (high - low)
    total, apart = 0.0, 0.0
    for date in reached:
        total += date
    for date in reached:
        apart += (date - total / count) ** 2
    found[len(levels)] = math.sqrt(apart / count)
    return int(np.searchsorted(reached, as_of, "right"))


@compiled
def met_at(times: Floats, values: Floats, time: float) -> float:
    """On the line through values at ascending times, level beyond its ends."""
    after, last = int(np.searchsorted(times, time, "right")), len(times) - 1
    if after == 0 or after > last:
        end: float = values[min(after, last)]
        return end
    slope = (values[after] - values[after - 1]) / (times[after] - times[after - 1])
    met: float = values[after - 1] + slope * (time - times[after - 1])
    return met

"""When draws have gathered their targets, one draw after the other."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import compiled


@compiled
def gathered(
    first: float, total: Floats, doubt: Floats, starts: Floats, targets: Floats, warmth: Floats,
    warmest: float, found: Floats,
) -> None:  # fmt: skip
    """See ``ThermalClock.dates``."""
    last = len(total) - 1
    for draw in range(len(starts)):
        start, warm = starts[draw], min(max(warmth[draw], -warmest), warmest)
        found[draw] = np.nan
        if not first <= start <= first + last:
            continue
        day = start - first
        low, high = int(np.floor(day)), last
        rest, after = day - low, min(low + 1, last)
        here = total[low] + warm * doubt[low]
        needed = here + rest * (total[after] + warm * doubt[after] - here) + targets[draw]
        if not total[last] + warm * doubt[last] >= needed:
            continue
        even = True
        while high - low > 1:
            middle = (low + high) // 2
            if even:  # where days are alike, this is the day
                under, over = total[low] + warm * doubt[low], total[high] + warm * doubt[high]
                share = (needed - under) / (over - under) if over > under else 0.5
                middle = min(max(low + int(share * (high - low)), low + 1), high - 1)
            even = not even
            if total[middle] + warm * doubt[middle] >= needed:
                high = middle
            else:
                low = middle
        after = min(low + 1, last)
        before = total[low] + warm * doubt[low]
        rise = total[after] + warm * doubt[after] - before
        share = (needed - before) / (rise if rise > 0.0 else 1.0)
        found[draw] = max(first + low + min(max(share, 0.0), 1.0), start)


@compiled
def evenly(
    daily: float, doubt: float, starts: Floats, target: float, warmth: Floats, warmest: float,
    longest: float, found: Floats,
) -> None:  # fmt: skip
    """The same where days are alike, on a clock that ends so long after the last start."""
    end = -np.inf
    for start in starts:
        if np.isfinite(start):
            end = max(end, start)
    end = np.ceil(end + longest) + 1.0
    for draw in range(len(starts)):
        start, pace = starts[draw], daily + min(max(warmth[draw], -warmest), warmest) * doubt
        found[draw] = np.nan
        if np.isfinite(start) and (end - start) * pace >= target:
            found[draw] = start + max(target / pace, 0.0) if pace > 0.0 else start

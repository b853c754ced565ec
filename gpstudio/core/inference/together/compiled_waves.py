"""The waves of a course at given times, one turn after the other."""

from __future__ import annotations

import math

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import compiled


@compiled
def turned(angles: Floats, first: int, found: Floats) -> None:
    """Fills cos jφ and sin jφ, j = 1, 2, … side by side from a column on, of each angle φ."""
    for s in range(len(angles)):
        once, aside = math.cos(angles[s]), math.sin(angles[s])
        along, across = once, aside
        for turn in range(first, found.shape[1], 2):
            found[s, turn], found[s, turn + 1] = along, across
            along, across = along * once - across * aside, along * aside + across * once

"""Whether a crop is over and the field lies fallow, so that nothing is to rise on it for a while.

A curve that is not read any more returns to its mean, and that of a ripe crop would rise as if it
were sown again. Once its season's end is dated the ground stays as it is, for as long as it stayed
between the field's earlier seasons, or for ``USUAL`` days where there are none.

Measured on readings of the 60 days after such an end (``tests/benchmarks/ripe_forecasts.py``): up
to 30 days after it CRPS is 0.88 [0.83, 0.93] of that of a curve that returns to its mean, from 30
to 45 days 1.02, later 1.1: by then many a field turns green again. Of seasons that have lost four
fifths of their green, but whose end nobody has seen, 1.00 [0.89, 1.13]: these stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.phenology.season import Season

FALLEN = 0.5
"""Of its season's amplitude: a field that has risen again is no fallow."""
SOON = 30.0
"""Days ahead that are to be fallow still: those of a usual forecast."""
USUAL = 60.0
"""Days of a fallow where the field's own seasons tell none."""


def lies_fallow(seasons: Sequence[Season], time: Floats, mean: Floats, last: float) -> bool:
    """On the day of the last reading; the curve's mean is that on an ascending grid."""
    if not seasons or seasons[-1].is_open or seasons[-1].end > last:
        return False
    newest = seasons[-1]
    peak, now = np.interp([newest.peak, last], time, mean)
    seen = mean[(time >= newest.start) & (time <= last)]
    if not peak - now >= FALLEN * (peak - seen.min(initial=now)):
        return False
    fallows = [after.start - before.end for before, after in pairwise(seasons)]
    return min(fallows, default=USUAL) >= last - newest.end + SOON

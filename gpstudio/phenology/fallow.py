"""Whether a crop is over and the field lies fallow, so that nothing is to rise on it for a while.

A curve that is not read any more returns to its mean, and that of a ripe crop would rise as if it
were sown again. Once its season's end is dated, or it has lost four fifths of what it was seen to
gain, the ground stays as it is until the day on which the field rose again, at the soonest, after
an earlier season; where there are none, nobody knows of another rise.

Measured on readings of the 60 days behind the last one (``tests/benchmarks/ripe_forecasts.py``):
CRPS is 0.98 of that of a curve that returns to its mean: 0.90 within a month of such an end, 1.03
later, where many a field turns green again, 0.96 of ripe seasons whose end nobody has seen, and
1.07, mostly of wild plants, where earlier seasons say until when.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.phenology.season import Season

FALLEN = 0.5
"""Of its season's amplitude: a field that has risen again is no fallow."""
RIPE = 0.8
"""Of its rise: a season that has lost so much of it is over, whoever saw its end."""


def fallow_until(
    seasons: Sequence[Season], time: Floats, mean: Floats, last: float
) -> float | None:
    """The day on which a field that lies fallow with its last reading is to turn green again,
    infinite where nobody knows of one; None where it does not lie fallow. The curve's mean is that
    on an ascending grid."""
    if not seasons or not _is_over(seasons[-1], time, mean, last):
        return None
    newest = seasons[-1]
    fallows = [after.start - before.end for before, after in pairwise(seasons)]
    until = (last if newest.is_open else newest.end) + min(fallows, default=math.inf)
    return until if until > last else None


def _is_over(season: Season, time: Floats, mean: Floats, last: float) -> bool:
    """Whether its end is dated and the field has not risen since, or it is ripe."""
    peak, begun, now = np.interp([season.peak, season.start, last], time, mean)
    if season.is_open:
        return _is_ripe(float(peak - begun), float(peak - now))
    seen = mean[(time >= season.start) & (time <= last)]
    return season.end <= last and bool(peak - now >= FALLEN * (peak - seen.min(initial=now)))


def _is_ripe(rise: float, fall: float) -> bool:
    """Whether a season whose end nobody saw has lost what it had gained, and a rise was seen to be
    held against."""
    return fall >= RIPE * rise and rise >= FALLEN * fall > 0.0

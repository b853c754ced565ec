"""Whether a crop is over and the field lies fallow, so that nothing is to rise on it for a while.

A curve that is not read any more returns to its mean, and that of a ripe crop would rise as if it
were sown again. Once its season's end is dated the ground stays as it is, for as long as it stayed
between the field's earlier seasons, or for ``USUAL`` days where there are none.

Measured on readings of the 60 days behind such an end (``tests/benchmarks/ripe_forecasts.py``):
CRPS is 0.92 [0.88, 0.97] of that of a curve that returns to its mean, 0.80 on fields of annual
crops, 1.0 of wild plants. In a trial it was 1.02 from 30 to 45 days after the end and 1.1 later,
when many a field turns green again. Of seasons that have lost four fifths of their green, but whose
end nobody has seen, it was 1.00 [0.89, 1.13], by a like rule: readings cannot tell, and a ripe crop
does not rise.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.phenology.season import Season

FALLEN = 0.5
"""Of its season's amplitude: a field that has risen again is no fallow."""
RIPE = 0.8
"""Of its rise: a season that has lost so much of it is over, whoever saw its end."""
SOON = 30.0
"""Days ahead that are to be fallow still: those of a usual forecast."""
USUAL = 60.0
"""Days of a fallow where the field's own seasons tell none."""


def lies_fallow(seasons: Sequence[Season], time: Floats, mean: Floats, last: float) -> bool:
    """On the day of the last reading; the curve's mean is that on an ascending grid."""
    if not seasons:
        return False
    newest = seasons[-1]
    if not _is_over(newest, time, mean, last):
        return False
    since = 0.0 if newest.is_open else last - newest.end
    fallows = [after.start - before.end for before, after in pairwise(seasons)]
    return min(fallows, default=USUAL) >= since + SOON


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

"""Earlier seasons beside the one under way: a fan of their curves, and days early or late."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.quantiles import quantiles
from gpstudio.phenology.earlier.past import PastSeason

LATEST = 0.9
"""Of the earlier seasons that had ended by the end of the one that is drawn."""
LATER = 30.0
"""Days after that, over the root of their number: the fewer are known, the more likely the next one
is later than all of them. A window that cuts a late season's fall dates it too early."""


@dataclass(frozen=True, eq=False)
class Fan:
    """Quantiles of earlier seasons' curves on the days of the present one; NaN where none was."""

    time: Floats
    median: Floats
    lower90: Floats
    upper90: Floats
    curves: Floats
    """Each season's own, (seasons, times)."""


def fan_of(pasts: Sequence[PastSeason], time: Floats) -> Fan:
    middle = 0.5 * float(time[0] + time[-1])
    rows = [
        np.interp(time, past.moved_to(middle), past.mean, left=np.nan, right=np.nan)
        for past in pasts
    ]
    curves = np.array(rows).reshape(len(rows), len(time))
    bands = quantiles(curves.T, (0.05, 0.5, 0.95)) if rows else np.full((3, len(time)), np.nan)
    return Fan(time, bands[1], bands[0], bands[2], curves)


def expected_end(pasts: Sequence[PastSeason], start: float) -> float:
    """By when a season that began on ``start`` is over, as nearly all earlier ones were."""
    length = max(float(past.time[-1] - past.time[0]) for past in pasts)
    middle = start + 0.5 * length
    ends = [float(past.moved_to(middle)[-1]) for past in pasts]
    latest = float(np.quantile(ends, LATEST)) + LATER / np.sqrt(len(ends))
    return max(float(latest), start + 0.5 * length)

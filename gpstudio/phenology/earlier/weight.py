"""How much a season under way has to say of its own dates, against those of earlier seasons.

Readings before a stage say little of its date: what is foretold from them was farther off than the
median of earlier seasons, two months ahead. So the quantiles of both are averaged (Vincentization;
Ratcliff 1979), with a weight that falls with the days from the last reading to the usual date:

    q(p) = w q_own(p) + (1 − w) q_usual(p),     w = max(exp(−days / DAYS), LEAST).

DAYS and LEAST were chosen on hindcasts 30, 60 and 90 days before peak and senescence of every
fourth season of 17 series, and judged on others (tests/benchmarks/hindcasts.py).
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.phenology.earlier.usual import Usual

DAYS, LEAST = 30.0, 0.05
DOUBT, MOST_GONE = 0.1, 0.995
"""Share of the own draws that have passed, below which it is sure that the stage has not; and how
much of the earlier seasons' distribution is left out for it, at most."""
SEEN = 15.0
"""Days: what the season's own draws say to have passed longer ago than this was seen to do so."""


def with_usual(dates: Floats, usual: Usual, last: float) -> Floats:
    """Draws of one date, each moved towards the same quantile of earlier seasons; ``last`` is the
    last reading. The order of the draws stays, and so do those that do not reach the stage."""
    reached = np.isfinite(dates)
    count = int(np.count_nonzero(reached))
    if not count or float(np.median(dates[reached])) < last - SEEN:
        return dates
    own = max(float(np.exp(-max(usual.day - last, 0.0) / DAYS)), LEAST)
    ranks = np.argsort(np.argsort(dates[reached], kind="stable"), kind="stable")
    passed = float(np.mean(dates[reached] <= last))
    moved = dates.copy()
    moved[reached] *= own
    moved[reached] += (1.0 - own) * _others((ranks + 0.5) / count, usual, last, passed)
    return moved


def _others(shares: Floats, usual: Usual, last: float, passed: float) -> Floats:
    """The quantiles of earlier seasons; without those that had passed by the last reading, where
    the season's own draws are sure that it has not."""
    from scipy.special import ndtr, ndtri  # not needed before

    gone = 0.0
    if passed < DOUBT:
        gone = min(float(ndtr((last - usual.day) / usual.std)), MOST_GONE)
    return np.asarray(usual.day + usual.std * ndtri(gone + (1.0 - gone) * shares))

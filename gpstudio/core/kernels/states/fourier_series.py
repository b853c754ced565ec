"""The periodic kernel as the sum of its cosines.

exp(−2 sin²(φ/2)/ℓ²) = exp((cos φ − 1)/ℓ²) = Σⱼ wⱼ cos jφ with z = 1/ℓ² and

    w₀ = I₀(z) e^{−z},    wⱼ = 2 Iⱼ(z) e^{−z},

all positive, so that a series cut short is still a covariance, and errs most at φ = 0, by the sum
of what was cut. It is not scaled up again to a variance of 1: that would add an error everywhere to
mend a smaller one at zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from gpstudio.core.arrays import Floats, Integers

FEWEST = 2
"""Terms at least: one wave, however weak it is, since states without any cannot be multiplied."""
MOST = 128
"""Terms at most, enough for lengths from 0.06; below it the error left is larger, and told."""
LOST = 1e-14
"""What sums of the weights lose by themselves."""
MANY = 4
"""Beyond so many times z + 8 terms, weights are below 1e-25: nothing of a sum."""


def cosine_weights(length: float, error: float) -> tuple[Floats, Floats]:
    """wⱼ from j = 0, as many as leave no more than ``error``, and their slopes in log ℓ."""
    weights, slopes, left = _series(length)
    enough = left <= error
    count = int(np.argmax(enough)) + 1 if enough[-1] else MOST + 1
    count = max(FEWEST, count)
    return weights[:count], slopes[:count]


def cosine_rows(lengths: Sequence[float], errors: Floats) -> tuple[Floats, Integers]:
    """The same of several lengths, (lengths, weights) with zeros behind each one's last, and how
    many each has."""
    every = [_series(length) for length in lengths]
    enough = np.array([left for _, _, left in every]) <= errors[:, None]
    counts = np.where(enough[:, -1], enough.argmax(axis=1) + 1, MOST + 1)
    counts = np.maximum(counts, FEWEST)
    most = int(counts.max())
    rows = np.array([weights[:most] for weights, _, _ in every])
    rows[np.arange(most) >= counts[:, None]] = 0.0
    return rows, counts


def series_error(length: float, error: float) -> float:
    """What the terms left out come to, as a share of the variance."""
    return float(_series(length)[2][len(cosine_weights(length, error)[0]) - 1])


@lru_cache(maxsize=256)
def _series(length: float) -> tuple[Floats, Floats, Floats]:
    """All weights, their slopes, and what is left after each; kept, and so not to be written to:
    slopes by differences ask for the same lengths again, and each field of a table for those of a
    lattice that all share."""
    from scipy.special import ive

    z = length**-2
    bessel = np.zeros(MOST + 2)
    told = min(MANY * (int(z) + 8), MOST + 2)
    bessel[:told] = ive(np.arange(float(told)), z)
    before = np.concatenate([bessel[1:2], bessel[:-2]])  # I₋₁ = I₁
    slopes = -2.0 * z * (0.5 * (before + bessel[1:]) - bessel[:-1])
    twice = np.full(MOST + 1, 2.0)
    twice[0] = 1.0
    weights = twice * bessel[:-1]
    beyond = max(0.0, 1.0 - float(weights.sum()) - LOST)
    left = beyond + np.cumsum(weights[::-1])[::-1]
    found = weights, twice * slopes, np.append(left[1:], beyond)
    for each in found:
        each.flags.writeable = False
    return found

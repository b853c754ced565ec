"""How good probabilities of classes are, on rows that they were not learnt from.

The **expected calibration error** is how far the most probable class's probability is from how
often that class is right, in bins of it, on average (Naeini, Cooper & Hauskrecht 2015). Chance
alone makes it more than zero: ``perfect`` is what a classifier would show whose every probability
is true. ``debiased`` is the root of the mean square of the same gaps less what chance adds to each,
in bins of as many rows each (Kumar, Liang & Ma 2019); it is zero on average where probabilities are
true, and otherwise no less than the plain one would be without chance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers

BINS = 10
FEWEST_IN_BIN = 2


@dataclass(frozen=True)
class Scores:
    rows: int
    accuracy: float
    log_score: float
    """Of a row's class, the mean logarithm of its probability: 0 is best."""
    ece: float
    ece_debiased: float
    ece_perfect: float
    unseen: int
    """Rows whose class was not among those that were learnt from; the log score is without them."""

    @classmethod
    def of(cls, shares: Floats, places: Integers) -> Scores:
        """(n, C) probabilities, zero of classes that were not there to learn, and what was true."""
        right = shares.argmax(axis=1) == places
        sure = shares.max(axis=1)
        own = shares[np.arange(len(places)), places]
        seen = own > 0.0
        return cls(
            rows=len(places),
            accuracy=float(right.mean()),
            log_score=float(np.log(own[seen]).mean()) if seen.any() else -math.inf,
            ece=calibration_error(sure, right),
            ece_debiased=debiased_error(sure, right),
            ece_perfect=perfect_error(sure),
            unseen=int((~seen).sum()),
        )


def confusion(shares: Floats, places: Integers) -> Integers:
    """How many rows of each class, by row, are taken for which, by column."""
    classes = shares.shape[1]
    counts = np.zeros((classes, classes), dtype=np.int64)
    np.add.at(counts, (places, shares.argmax(axis=1)), 1)
    return counts


def _bins(sure: Floats) -> Integers:
    return np.minimum((sure * BINS).astype(np.int64), BINS - 1)


def calibration_error(sure: Floats, right: Floats) -> float:
    """Σ |right − sure| over bins of one width."""
    gaps = np.bincount(_bins(sure), right - sure)
    return float(abs(gaps).sum()) / len(sure)


def perfect_error(sure: Floats) -> float:
    """The same on average, were every probability true: of a normal gap the size is √(2/π)."""
    spread = np.bincount(_bins(sure), sure * (1.0 - sure))
    return float(np.sqrt(2.0 / math.pi * spread).sum()) / len(sure)


def debiased_error(sure: Floats, right: Floats) -> float:
    order = np.argsort(sure, kind="stable")
    total = 0.0
    for rows in np.array_split(order, min(BINS, max(1, len(order) // FEWEST_IN_BIN))):
        count, share = len(rows), float(right[rows].mean())
        gap = share - float(sure[rows].mean())
        chance = share * (1.0 - share) / (count - 1) if count > 1 else 0.0
        total += count * (gap**2 - chance)
    return math.sqrt(max(total, 0.0) / len(sure))

"""Several classes from models of two: each against the rest, or each against each other one.

The probabilities of pairs, r_ab = P(a | a or b), are made one of all classes as by Wu, Lin and Weng
(2004, their second way): the p with the least Σ (r_ba p_a − r_ab p_b)².
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from gpstudio.core.arrays import Floats

FLOOR = 1e-12
"""Of a probability before it is divided by the sum of all."""


def of_rest(each: Sequence[Floats]) -> Floats:
    """(m, C) from each class's probability against the rest."""
    shares = np.maximum(np.column_stack(list(each)), FLOOR)
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def pairs(classes: int) -> list[tuple[int, int]]:
    return list(combinations(range(classes), 2))


def of_pairs(each: Sequence[Floats], classes: int) -> Floats:
    """(m, C) from the probability of the second of each of ``pairs``."""
    rows = len(each[0])
    between = np.zeros((rows, classes, classes))
    for (first, second), share in zip(pairs(classes), each, strict=True):
        share = np.clip(share, FLOOR, 1.0 - FLOOR)
        between[:, second, first] = share
        between[:, first, second] = 1.0 - share
    # Q_aa = Σ r_ba², Q_ab = −r_ba r_ab; Q p = λ 1, Σ p = 1
    system = np.zeros((rows, classes + 1, classes + 1))
    system[:, :classes, :classes] = -between * between.transpose(0, 2, 1)
    own = np.einsum("mba,mba->ma", between, between)
    places = np.arange(classes)
    system[:, places, places] = own
    system[:, :classes, classes] = system[:, classes, :classes] = 1.0
    wanted = np.zeros((rows, classes + 1, 1))
    wanted[:, classes] = 1.0
    found = np.linalg.solve(system, wanted)[:, :classes, 0]
    return of_rest(list(found.T))

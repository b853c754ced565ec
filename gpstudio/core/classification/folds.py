"""Parts of labelled rows that are left out in turn, as like each other as can be.

Rows of one group stay together: what is alike for another reason than its class, such as pixels of
one field, would else be asked of itself. The largest groups are given away first, each to the part
that then has the least more of any class than the others.
"""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Integers

TIE = 1e-9
"""What a row counts where classes say nothing."""


def folds_of(places: Integers, groups: Integers, count: int, seed: int = 0) -> Integers:
    """Which of ``count`` parts each row is left out with; fewer where there are fewer groups."""
    owners, first = np.unique(groups, return_inverse=True)
    sizes = np.zeros((len(owners), int(places.max()) + 1))
    np.add.at(sizes, (first, places), 1.0)
    shares = sizes / np.maximum(sizes.sum(axis=0), 1.0)
    mixed = np.random.default_rng(seed).permutation(len(owners))
    order = mixed[np.argsort(-sizes[mixed].sum(axis=1), kind="stable")]
    held = np.zeros((min(count, len(owners)), sizes.shape[1]))
    rows = np.zeros(len(held))
    fold_of = np.empty(len(owners), dtype=np.int64)
    for owner in order.tolist():
        fold = int((held @ shares[owner] + TIE * rows).argmin())
        held[fold] += shares[owner]
        rows[fold] += sizes[owner].sum()
        fold_of[owner] = fold
    return fold_of[first]


def sampled(
    places: Integers, size: int, seed: int, most: int | None = None
) -> tuple[Integers, Integers]:
    """About ``size`` rows, each class with its share, and the others; of ``most`` rows at most."""
    order = np.random.default_rng(seed).permutation(len(places))[:most]
    part = folds_of(places[order], np.arange(len(order)), math.ceil(len(order) / size), seed)
    return np.sort(order[part == 0]), np.sort(order[part != 0])

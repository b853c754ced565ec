"""Scalar products of rows, the same to the last bit whichever row stands first.

A matrix product adds in an order of its own, and a covariance must equal its mirror image.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats


def dots(a: Floats, b: Floats) -> Floats:
    """Σ_d a_d b_d for every pair of rows."""
    total = np.zeros((len(a), len(b)))
    for left, right in zip(a.T, b.T, strict=True):
        total += left[:, None] * right[None, :]
    return total


def squared_norms(a: Floats) -> Floats:
    """Σ_d a_d² for each row, added as ``dots`` adds."""
    total = np.zeros(len(a))
    for column in a.T:
        total += column**2
    return total

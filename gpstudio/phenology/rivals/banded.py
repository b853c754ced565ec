"""Symmetric banded systems, compiled: what a smoother on a daily grid is solved with.

A band is stored by diagonals, ``band[k, i]`` being the entry of row i + k and column i. The factor
is L·D·Lᵀ with D in row 0. The entries of the inverse inside the band follow backwards from the
factor (Hutchinson & de Hoog 1985), which gives every reading's leverage at the price of a solve.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import compiled


@compiled
def factored(band: Floats) -> Floats:
    """L·D·Lᵀ in a band of its own."""
    reach, size = band.shape[0] - 1, band.shape[1]
    factor = band.copy()
    for i in range(size):
        for k in range(1, min(reach, size - 1 - i) + 1):
            share = factor[k, i] / factor[0, i]
            for j in range(k, min(reach, size - 1 - i) + 1):
                factor[j - k, i + k] -= share * factor[j, i]
        for k in range(1, min(reach, size - 1 - i) + 1):
            factor[k, i] /= factor[0, i]
    return factor


@compiled
def solved(factor: Floats, right: Floats) -> Floats:
    reach, size = factor.shape[0] - 1, factor.shape[1]
    found = right.copy()
    for i in range(size):
        for k in range(1, min(reach, size - 1 - i) + 1):
            found[i + k] -= factor[k, i] * found[i]
    for i in range(size - 1, -1, -1):
        found[i] /= factor[0, i]
        for k in range(1, min(reach, size - 1 - i) + 1):
            found[i] -= factor[k, i] * found[i + k]
    return found


@compiled
def inverse_band(factor: Floats) -> Floats:
    """The inverse's entries inside the band."""
    reach, size = factor.shape[0] - 1, factor.shape[1]
    inverse = np.zeros_like(factor)
    for i in range(size - 1, -1, -1):
        last = min(reach, size - 1 - i)
        for k in range(last, 0, -1):
            total = 0.0
            for j in range(1, last + 1):
                near, far = min(j, k), max(j, k)
                total -= factor[j, i] * inverse[far - near, i + near]
            inverse[k, i] = total
        own = 1.0 / factor[0, i]
        for j in range(1, last + 1):
            own -= factor[j, i] * inverse[j, i]
        inverse[0, i] = own
    return inverse

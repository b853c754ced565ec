"""Distances between rows, compiled: one pass over the pairs, nothing kept but the answer.

Columns of the second rows are laid out one after the other, so that the innermost loop runs along
memory and the processor takes several pairs at once.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import compiled


@compiled(fastmath={"contract"})
def scaled_squares(a: Floats, b: Floats, inverse_lengths: Floats, farthest: float) -> Floats:
    """Σ_d ((a_d − b_d)/ℓ_d)², at most ``farthest``; ``b`` has one row an input."""
    rows, inputs = a.shape
    columns = b.shape[1]
    total = np.empty((rows, columns))
    for i in range(rows):
        line = total[i]
        line[:] = 0.0
        for d in range(inputs):
            here, inverse, there = a[i, d], inverse_lengths[d], b[d]
            for j in range(columns):
                gap = (here - there[j]) * inverse
                line[j] += gap * gap
        for j in range(columns):
            # written so that a missing number stays one
            line[j] = farthest if line[j] > farthest else line[j]
    return total


@compiled(fastmath={"contract", "reassoc"})
def weighed_squares(a: Floats, b: Floats, inverse_lengths: Floats, pull: Floats) -> Floats:
    """Σᵢⱼ pullᵢⱼ ((a_d − b_d)/ℓ_d)² for each input d; ``b`` has one row an input."""
    rows, inputs = a.shape
    columns = b.shape[1]
    result = np.zeros(inputs)
    for i in range(rows):
        line = pull[i]
        for d in range(inputs):
            here, inverse, there = a[i, d], inverse_lengths[d], b[d]
            total = 0.0
            for j in range(columns):
                gap = (here - there[j]) * inverse
                total += line[j] * (gap * gap)
            result[d] += total
    return result

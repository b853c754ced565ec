"""Directions made orthonormal: few and long, by Gram and Schmidt, twice, as twice is enough.

Not by LAPACK's: numpy brings one with threads of its own, which would take turns with ours.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import compiled

LOST = 1e-10
"""Of its length, below which a direction is a mixture of those before it."""


@compiled(fastmath={"contract", "reassoc"})
def make_orthonormal(rows: Floats) -> None:
    """In their place; what those before it explain becomes zero."""
    for i in range(len(rows)):
        row = rows[i]
        before = np.sum(row * row)
        for _ in range(2):
            for k in range(i):
                known, along = rows[k], 0.0
                for j in range(len(row)):
                    along += row[j] * known[j]
                for j in range(len(row)):
                    row[j] -= along * known[j]
        left = np.sum(row * row)
        if left > LOST**2 * before:
            row /= np.sqrt(left)
        else:
            row[:] = 0.0

"""Which of some candidates become pivots, looking only at the matrix among themselves.

``matrix`` is what is left of the kernel matrix among the candidates, ``lower`` takes the rows of
its Cholesky factor, one a pivot accepted. Rows lie along memory, so that sums over them are fast.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.compiled import compiled


@compiled(fastmath={"contract", "reassoc"}, inline=True)
def _inner(a: Floats, b: Floats, count: int) -> float:
    total = 0.0
    for k in range(count):
        total += a[k] * b[k]
    return total


@compiled
def accept_by_lot(
    matrix: Floats, chances: Floats, floors: Floats, lower: Floats, most: int
) -> Integers:
    """In their order, each with probability (what is left of it now) / (what was left before).

    A candidate drawn twice is left with zero, and so refused the second time.
    """
    kept = np.empty(most, dtype=np.int64)
    row = np.empty(most)
    count = 0
    for i in range(len(matrix)):
        for k in range(count):
            known = lower[k]
            row[k] = (matrix[i, kept[k]] - _inner(row, known, k)) / known[k]
        left = matrix[i, i] - _inner(row, row, count)
        if left <= floors[i] or chances[i] * matrix[i, i] >= left:
            continue
        row[count] = np.sqrt(left)
        lower[count, : count + 1] = row[: count + 1]
        kept[count] = i
        count += 1
        if count == most:
            break
    return kept[:count]


@compiled
def accept_by_size(
    matrix: Floats, least: float, floors: Floats, lower: Floats, most: int
) -> Integers:
    """The largest that is left, again and again, while it is no less than ``least``."""
    n = len(matrix)
    kept = np.empty(most, dtype=np.int64)
    rows = np.empty((n, most))
    left = np.diag(matrix).copy()
    count = 0
    while count < most:
        best = -1
        for i in range(n):
            if left[i] > floors[i] and left[i] >= least and (best < 0 or left[i] > left[best]):
                best = i
        if best < 0:
            break
        pivot = np.sqrt(left[best])
        for i in range(n):
            if left[i] > 0.0:
                found = matrix[i, best] - _inner(rows[i], rows[best], count)
                rows[i, count] = found / pivot
                left[i] -= rows[i, count] ** 2
        rows[best, count] = pivot
        left[best] = 0.0
        lower[count, : count + 1] = rows[best, : count + 1]
        kept[count] = best
        count += 1
    return kept[:count]

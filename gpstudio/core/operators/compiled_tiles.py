"""What is done to a rectangle of a symmetric matrix while it is in the processor's cache.

A tile holds the rows ``top`` and following by the columns ``left`` and following of the lower
triangle, turned over: one line for each column, as the matrix in Fortran order has them.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import compiled

SQUARE = 16
"""Numbers a side that are turned over at once: two cache lines."""


@compiled
def put(tile: Floats, turned: Floats, top: int, left: int) -> None:
    """Write a tile into a symmetric matrix, in both triangles; ``turned`` is its transpose."""
    columns, rows = tile.shape
    for j in range(columns):
        turned[left + j, top : top + rows] = tile[j]
    for start in range(0, columns, SQUARE):
        for first in range(0, rows, SQUARE):
            for i in range(first, min(first + SQUARE, rows)):
                for j in range(start, min(start + SQUARE, columns)):
                    turned[top + i, left + j] = tile[j, i]


@compiled(fastmath={"contract"})
def pull(weights: Floats, inverse: Floats, top: int, left: int, rows: int, columns: int) -> Floats:
    """A tile of W Wᵀ − A⁻¹, twice where it stands for its mirror image too, zero above the
    diagonal; ``inverse`` is the transpose of A⁻¹, ``weights`` has one row a column of W."""
    tile = np.zeros((columns, rows))
    for j in range(columns):
        line, known = tile[j], inverse[left + j]
        for i in range(max(0, left + j - top), rows):
            line[i] = -known[top + i]
        for k in range(len(weights)):
            here = weights[k, left + j]
            for i in range(max(0, left + j - top), rows):
                line[i] += here * weights[k, top + i]
        for i in range(max(0, left + j - top), rows):
            line[i] *= 1.0 if top + i == left + j else 2.0
    return tile


@compiled(fastmath={"reassoc", "contract"})
def missed(tile: Floats, turned: Floats, top: int, left: int) -> tuple[float, float, float]:
    """Σ of squares of what a tile lacks of the matrix, Σ of squares of the matrix there, and the
    largest entry that it lacks."""
    columns, rows = tile.shape
    lacking = whole = most = 0.0
    for j in range(columns):
        near, there = tile[j], turned[left + j]
        for i in range(rows):
            known = there[top + i]
            off = near[i] - known
            lacking += off * off
            whole += known * known
            most = max(most, abs(off))
    return lacking, whole, most

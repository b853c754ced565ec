"""Sums over a kernel's slopes with a matrix of low rank, strip by strip: neither is ever stored."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.dense import TILE
from gpstudio.core.task import Task
from gpstudio.core.threads import side_by_side

STRIP = 16 * TILE
"""Columns of a strip: 8 MB."""


def pulled_products(
    kernel: Kernel, a: Floats, b: Floats | None, left: Floats, right: Floats, task: Task
) -> Floats:
    """Σᵢⱼ (left rightᵀ)ᵢⱼ dk(aᵢ, bⱼ) for each kernel setting.

    Without ``b`` it is ``a`` again and left rightᵀ symmetric: then half of it is looked at.
    """
    other = a if b is None else b
    left, right = np.asfortranarray(left), np.asfortranarray(right)
    total = np.zeros(len(kernel.settings))
    room = np.empty(TILE * STRIP)

    def looked_at(item: tuple[slice, slice, Floats]) -> Floats:
        task.check()
        rows, columns, pull = item
        twice = b is None and columns.start < rows.start
        slopes = kernel.pulled(a[rows], other[columns], np.ascontiguousarray(pull))
        return slopes * (2.0 if twice else 1.0)

    for rows in spans(0, len(a), TILE):
        stop = len(other) if b is not None else rows.stop
        for columns in spans(0, stop, STRIP):
            strip = _product_strip(left, rows, right, columns, room)
            items = [
                (rows, some, strip[:, some.start - columns.start : some.stop - columns.start])
                for some in spans(columns.start, columns.stop, TILE)
            ]
            for part in side_by_side(looked_at, items):
                total += part
    return total


def _product_strip(
    left: Floats, rows: slice, right: Floats, columns: slice, room: Floats
) -> Floats:
    """left[rows] right[columns]ᵀ, in C order."""
    from gpstudio.core.algebra.blas import MatrixPanel, gemm

    height, width = rows.stop - rows.start, columns.stop - columns.start
    strip = room[: height * width].reshape(height, width)
    some = MatrixPanel(left, rows.start, rows.stop, 0, left.shape[1])
    those = MatrixPanel(right, columns.start, columns.stop, 0, right.shape[1])
    gemm(MatrixPanel.whole(strip.T), those, some, keep=0.0, b_turned=True)
    return strip


def spans(start: int, stop: int, size: int) -> Iterator[slice]:
    for first in range(start, stop, size):
        yield slice(first, min(first + size, stop))

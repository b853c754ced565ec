"""Algebra with tall matrices: many readings, few features; Fortran order, stoppable steps."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gpstudio.core.algebra.blas import MatrixPanel, gemm, gemv, syrk, trsm
from gpstudio.core.algebra.lapack import NARROW, STEP_FLOPS
from gpstudio.core.arrays import Floats
from gpstudio.core.task import QUIET, Task

FEW = 4
"""Columns that are multiplied one by one."""


def add_gram(total: Floats, tall: Floats, task: Task = QUIET) -> None:
    """The lower triangle of total += tallᵀ tall."""
    rows, columns = tall.shape
    for first, last in row_steps(rows, float(columns) ** 2):
        task.check()
        syrk(
            MatrixPanel.whole(total),
            MatrixPanel(tall, first, last, 0, columns),
            by=1.0,
            turned=True,
        )


def spread(tall: Floats, right: Floats, task: Task = QUIET) -> Floats:
    """tall right, in Fortran order."""
    (rows, inner), columns = tall.shape, right.shape[1]
    tall, right = np.asfortranarray(tall), np.asfortranarray(right)
    result = np.empty((rows, columns), order="F")
    for first, last in row_steps(rows, 2.0 * inner * max(columns, NARROW)):
        task.check()
        some = MatrixPanel(tall, first, last, 0, inner)
        if columns > FEW:
            gemm(
                MatrixPanel(result, first, last, 0, columns),
                some,
                MatrixPanel.whole(right),
                keep=0.0,
            )
            continue
        for one in range(columns):
            by = MatrixPanel(right, 0, inner, one, one + 1)
            gemv(MatrixPanel(result, first, last, one, one + 1), some, by, keep=0.0)
    return result


def divide(tall: Floats, lower: Floats, task: Task = QUIET, turned: bool = True) -> Floats:
    """tall L⁻ᵀ (tall L⁻¹ where not ``turned``), in the place of ``tall``."""
    rows, columns = tall.shape
    factor = MatrixPanel.whole(lower)
    for first, last in row_steps(rows, float(columns) ** 2):
        task.check()
        trsm(MatrixPanel(tall, first, last, 0, columns), factor, left=False, turned=turned)
    return tall


def row_steps(rows: int, flops_a_row: float) -> Iterator[tuple[int, int]]:
    """Rows whose work takes no longer than may pass between two looks at the task."""
    at_once = max(1, int(STEP_FLOPS / max(1.0, flops_a_row)))
    for first in range(0, rows, at_once):
        yield first, min(first + at_once, rows)

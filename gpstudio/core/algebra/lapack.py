"""Dense algebra in steps short enough to stop between, whatever the size of the matrix.

Right at LAPACK's speed, because nearly all work is one multiplication of large blocks. What is one
step's work or less is handed to LAPACK whole, and what is too small for its threads is not.
Matrices are square, in Fortran order, and their lower triangle is what counts.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gpstudio.core.algebra import compiled_small as small
from gpstudio.core.algebra.blas import (
    MatrixPanel,
    gemm,
    gemv,
    lauum,
    potrf,
    potri,
    syrk,
    trmm,
    trsm,
    trtri,
)
from gpstudio.core.algebra.jitter import JITTERS
from gpstudio.core.arrays import Floats
from gpstudio.core.task import Task

BLOCK = 512
"""Columns factored at once: wide enough for full speed, narrow enough to be cheap themselves."""
STEP_FLOPS = 1.5e9
"""Work between two looks at the task: some 30 ms on one core, half of that on two."""
COPIED_AT_ONCE = 1e6
"""Numbers copied between two looks: some 10 ms where the memory is new."""
TOLD_FROM = 2_000
"""Rows from which a factor takes long enough to be told of; below, it would only drown what the
caller tells."""
SMALL = 256
"""Up to so many rows a matrix is factored and inverted by ``compiled_small``."""
NARROW = 32
"""A product with fewer columns than this is as slow as one with so many: it waits for memory."""
FEW_TURNED = 16
"""Columns that are multiplied one by one, as fast as memory is read: LAPACK's threads get in each
other's way there."""


class NotPositiveDefinite(ArithmeticError):
    """A pivot was not positive: the matrix is singular to working precision."""


def cholesky(matrix: Floats, task: Task) -> Floats:
    """The lower factor of ``matrix``, made in its place.

    The triangle above the diagonal still holds the matrix: where it fails, a caller may mend the
    diagonal and try again without a second copy.
    """
    n = len(matrix)
    task.check()
    if n <= SMALL:
        if not small.factor(matrix.T):
            raise NotPositiveDefinite
        return matrix
    for start, stop in _blocks(n, n**3 / 3.0):
        task.check()
        block = MatrixPanel(matrix, start, stop, start, stop)
        for first, last in _steps(0, start, (stop - start) ** 2):
            task.check()
            syrk(block, MatrixPanel(matrix, start, stop, first, last), by=-1.0)
        _factor_block(block)
        for first, last in _steps(stop, n, 2.0 * (stop - start) * stop):
            task.check()
            below = MatrixPanel(matrix, first, last, start, stop)
            known = MatrixPanel(matrix, first, last, 0, start)
            gemm(below, known, MatrixPanel(matrix, start, stop, 0, start), by=-1.0, b_turned=True)
            trsm(below, block, left=False, turned=True)
        if n >= TOLD_FROM:
            task.report("factoring", (stop / n) ** 2)
    return matrix


def _factor_block(block: MatrixPanel) -> None:
    pivots = block.matrix.diagonal()[block.top : block.bottom]
    # not every LAPACK takes a NaN for a failure
    if potrf(block) != 0 or not np.isfinite(pivots).all():
        raise NotPositiveDefinite


def root(covariance: Floats, scale: float, task: Task) -> Floats:
    """L with L Lᵀ = ``covariance``, which may be singular and off by rounding, as posteriors are.

    What it needs on its diagonal for that is far below what ``scale``, the variance it is the rest
    of, leaves to see. An eigendecomposition would need none, but ten times the time, unstoppably.
    """
    for jitter in JITTERS[1:]:
        factor = np.array(covariance, order="F")
        factor[np.diag_indices_from(factor)] += jitter * scale
        try:
            return _lower_of(cholesky(factor, task), task)
        except NotPositiveDefinite:
            continue
    raise NotPositiveDefinite


def solve_lower(
    factor: Floats, right: Floats, task: Task, transposed: bool = False, spoil: bool = False
) -> Floats:
    """L⁻¹ right, or L⁻ᵀ right, in Fortran order; in the place of ``right`` where it may be."""
    ready = spoil and right.flags.f_contiguous and right.dtype == np.float64
    result = right if ready else np.array(right, order="F", dtype=np.float64)
    n, columns = result.shape
    if n <= SMALL and columns < NARROW:
        task.check()
        small.solve(factor.T, result.T, transposed)
        return result
    blocks = list(_blocks(n, float(n) * n * max(columns, NARROW)))
    for start, stop in reversed(blocks) if transposed else blocks:
        inner = stop if not transposed else n - start
        for first, last in _steps(0, columns, 2.0 * (stop - start) * inner, at_least=NARROW):
            some = MatrixPanel(result, start, stop, first, last)
            for known, weights in _known(factor, result, (start, stop), (first, last), transposed):
                task.check()
                gemm(some, weights, known, by=-1.0, a_turned=transposed)
            task.check()
            trsm(some, MatrixPanel(factor, start, stop, start, stop), turned=transposed)
    return result


def _known(
    factor: Floats,
    result: Floats,
    rows: tuple[int, int],
    columns: tuple[int, int],
    transposed: bool,
) -> Iterator[tuple[MatrixPanel, MatrixPanel]]:
    """What is solved already, with its weights in the equations of ``rows``, in steps."""
    start, stop = rows
    span = (stop, len(factor)) if transposed else (0, start)
    width = max(columns[1] - columns[0], NARROW)
    for low, high in _steps(*span, 2.0 * (stop - start) * width):
        panel = (low, high, start, stop) if transposed else (start, stop, low, high)
        yield MatrixPanel(result, low, high, *columns), MatrixPanel(factor, *panel)


def inverse(factor: Floats, task: Task, clean: bool = True) -> Floats:
    """(L Lᵀ)⁻¹: its lower triangle, with zero above; with anything there unless ``clean``."""
    n = len(factor)
    at_once = n > SMALL and 2.0 * n**3 / 3.0 <= STEP_FLOPS
    result = np.array(factor, order="F") if at_once and not clean else _lower_of(factor, task)
    if n <= SMALL:
        small.invert_triangle(result.T)
        small.square_triangle(result.T)
    elif at_once:
        task.check()
        potri(MatrixPanel.whole(result))
    else:
        _invert_triangle(result, task)
        _square_triangle(result, task)
    return result


def _invert_triangle(lower: Floats, task: Task) -> None:
    """L⁻¹ in the place of L: each block of rows, once known, is taken off all rows below."""
    n = len(lower)
    for start, stop in _blocks(n):
        task.check()
        block = MatrixPanel(lower, start, stop, start, stop)
        for first, last in _steps(0, start, (stop - start) ** 2):
            task.check()
            trsm(MatrixPanel(lower, start, stop, first, last), block)
        trtri(block)
        known = MatrixPanel(lower, start, stop, 0, stop)
        for first, last in _steps(stop, n, 2.0 * (stop - start) * stop):
            task.check()
            weights = MatrixPanel.whole(lower[first:last, start:stop].copy(order="F"))
            lower[first:last, start:stop] = 0.0
            gemm(MatrixPanel(lower, first, last, 0, stop), weights, known, by=-1.0)
        task.report("inverting", 0.5 * (stop / n) ** 2)


def _square_triangle(lower: Floats, task: Task) -> None:
    """Lᵀ L in the place of L, lower triangles both."""
    n = len(lower)
    for start, stop in _blocks(n):
        task.check()
        block = MatrixPanel(lower, start, stop, start, stop)
        below = MatrixPanel(lower, stop, n, start, stop)
        for first, last in _steps(0, start, 2.0 * (stop - start) * (n - start)):
            task.check()
            some = MatrixPanel(lower, start, stop, first, last)
            trmm(some, block, turned=True)
            gemm(some, below, MatrixPanel(lower, stop, n, first, last), a_turned=True)
        lauum(block)
        for first, last in _steps(stop, n, (stop - start) ** 2):
            task.check()
            syrk(block, MatrixPanel(lower, first, last, start, stop), by=1.0, turned=True)
        task.report("inverting", 0.5 + 0.5 * (1.0 - (1.0 - stop / n) ** 2))


def gram(half: Floats, task: Task) -> Floats:
    """halfᵀ half, the full symmetric matrix, for a Fortran-ordered ``half``."""
    n, m = half.shape
    result = np.zeros((m, m), order="F")
    for start, stop in _blocks(m):
        for low, high in _steps(0, n, 2.0 * (stop - start) * m):
            task.check()
            left, right = (
                MatrixPanel(half, low, high, start, stop),
                MatrixPanel(half, low, high, 0, stop),
            )
            gemm(MatrixPanel(result, start, stop, 0, stop), left, right, a_turned=True)
        result[:start, start:stop] = result[start:stop, :start].T
        square = result[start:stop, start:stop]
        square[:] = np.tril(square) + np.tril(square, -1).T
    return result


def product(turned: Floats, right: Floats, task: Task) -> Floats:
    """turnedᵀ right, for a Fortran-ordered ``turned``."""
    (n, m), columns = turned.shape, right.shape[1]
    right = np.asfortranarray(right)
    result = np.zeros((m, columns), order="F")
    for start, stop in _steps(0, m, 2.0 * n * max(columns, NARROW)):
        task.check()
        some = MatrixPanel(turned, 0, n, start, stop)
        if columns > FEW_TURNED:
            gemm(
                MatrixPanel(result, start, stop, 0, columns),
                some,
                MatrixPanel.whole(right),
                a_turned=True,
            )
            continue
        for one in range(columns):
            into, by = (
                MatrixPanel(result, start, stop, one, one + 1),
                MatrixPanel(right, 0, n, one, one + 1),
            )
            gemv(into, some, by, keep=0.0, a_turned=True)
    return result


def inverse_diagonal(factor: Floats, task: Task) -> Floats:
    """The diagonal of (L Lᵀ)⁻¹: the squared lengths of the columns of L⁻¹."""
    lower = _lower_of(factor, task)
    _invert_triangle(lower, task)
    result = np.empty(len(lower))
    for start, stop in _blocks(len(lower)):
        task.check()
        columns = lower[start:, start:stop].T
        result[start:stop] = np.einsum("ji,ji->j", columns, columns)
    return result


def add_square(matrix: Floats, vector: Floats, by: float = 1.0) -> None:
    """The lower triangle of ``matrix`` += by · v vᵀ."""
    column = np.asfortranarray(vector[:, None])
    syrk(MatrixPanel.whole(matrix), MatrixPanel.whole(column), by=by)


def mirror(matrix: Floats, task: Task) -> None:
    """The lower triangle from the upper one."""
    n = len(matrix)
    for start, stop in _strips(n):
        task.check()
        matrix[stop:, start:stop] = matrix[start:stop, stop:].T
        square = matrix[start:stop, start:stop]
        square[:] = np.triu(square) + np.triu(square, 1).T


def _lower_of(matrix: Floats, task: Task) -> Floats:
    """A copy of the lower triangle, with zero above."""
    n = len(matrix)
    result = np.zeros((n, n), order="F")
    for start, stop in _strips(n):
        task.check()
        result[stop:, start:stop] = matrix[stop:, start:stop]
        result[start:stop, start:stop] = np.tril(matrix[start:stop, start:stop])
    return result


def _strips(n: int) -> Iterator[tuple[int, int]]:
    """Where columns that are only copied start and stop: memory's work, not the processor's."""
    return _steps(0, n, float(n) * STEP_FLOPS / COPIED_AT_ONCE, at_least=1)


def _blocks(n: int, flops: float = np.inf) -> Iterator[tuple[int, int]]:
    """Where blocks start and stop; a single one where all is no more than one step's work."""
    width = n if flops <= STEP_FLOPS else BLOCK
    for start in range(0, n, max(width, 1)):
        yield start, min(start + width, n)


def _steps(
    start: int, stop: int, flops_each: float, at_least: int = 8
) -> Iterator[tuple[int, int]]:
    size = max(at_least, int(STEP_FLOPS / max(flops_each, 1.0)))
    for first in range(start, stop, size):
        yield first, min(first + size, stop)

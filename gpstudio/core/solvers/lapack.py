"""BLAS and LAPACK without the GIL, in steps short enough to stop between.

scipy.linalg holds the GIL for the whole of a call, which freezes the window for seconds. The same
routines, called through the addresses that scipy publishes for Cython, do not. Matrices here are
in Fortran order, so that a block of one is a pointer into it and nothing is copied.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from numba.extending import get_cython_function_address

from gpstudio.core.arrays import Floats
from gpstudio.core.task import Task

BLOCK = 256
"""Columns factored at once: wide enough for full speed, narrow enough to be cheap themselves."""
STEP_FLOPS = 2e9
"""Work between two looks at the task: well under 100 ms on one core."""
SMALLEST_SHARES = (1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6)
"""Of the variance, added in turn to a covariance of which a root is needed."""


class NotPositiveDefinite(ArithmeticError):
    """A pivot was not positive: the matrix is singular to working precision."""


def cholesky(matrix: Floats, task: Task) -> Floats:
    """The lower factor of ``matrix``, made in its place; the upper triangle is set to nought.

    Where it fails, the triangle above the diagonal still holds the matrix: a caller may mend the
    diagonal and try again without a second copy.
    """
    n = len(matrix)
    for j in range(0, n, BLOCK):
        width = min(BLOCK, n - j)
        task.check()
        _syrk(matrix, j, width)
        for start, stop in _steps(j + width, n, 2.0 * width * max(j, 1)):
            task.check()
            _gemm(matrix, (start, stop), (j, j + width), j)
        pivots = matrix.diagonal()[j : j + width]
        # not every LAPACK takes a NaN for a failure
        if _potrf(matrix, j, width) != 0 or not np.isfinite(pivots).all():
            raise NotPositiveDefinite
        for start, stop in _steps(j + width, n, float(width) * width):
            task.check()
            _trsm_panel(matrix, (start, stop), j, width)
        task.report("factoring", ((j + width) / n) ** 2)
    for j in range(n):
        matrix[:j, j] = 0.0
    return matrix


def root(covariance: Floats, scale: float, task: Task) -> Floats:
    """L with L Lᵀ = ``covariance``, which may be singular and off by rounding, as posteriors are.

    What it needs on its diagonal for that is far below what ``scale``, the variance it is the rest
    of, leaves to see. An eigendecomposition would need none, but ten times the time, unstoppably.
    """
    for jitter in SMALLEST_SHARES:
        factor = np.array(covariance, order="F")
        factor[np.diag_indices_from(factor)] += jitter * scale
        try:
            return cholesky(factor, task)
        except NotPositiveDefinite:
            continue
    raise NotPositiveDefinite


def solve_lower(factor: Floats, right: Floats, task: Task, transposed: bool = False) -> Floats:
    """L⁻¹ right, or L⁻ᵀ right; a new Fortran-ordered array."""
    result = np.array(right, order="F", dtype=np.float64)
    n = len(factor)
    for start, stop in _steps(0, result.shape[1], float(n) * n):
        task.check()
        _trsm("L", "T" if transposed else "N", n, stop - start, factor, 0, result, start * n, n)
    return result


def inverse(factor: Floats, task: Task) -> Floats:
    """(L Lᵀ)⁻¹, the full symmetric matrix."""
    n = len(factor)
    lower = np.zeros((n, n), order="F")
    for j in range(0, n, BLOCK):
        task.check()
        stop = min(j + BLOCK, n)
        lower[range(j, stop), range(j, stop)] = 1.0
        # L⁻¹ is lower triangular: rows above j stay nought
        _trsm("L", "N", n - j, stop - j, factor, j * n + j, lower, j * n + j, n)
    full = np.empty((n, n), order="F")
    for j in range(0, n, BLOCK):
        task.check()
        stop = min(j + BLOCK, n)
        full[:stop, j:stop] = lower[j:, :stop].T @ lower[j:, j:stop]
        full[j:stop, :stop] = full[:stop, j:stop].T
    return full


def _steps(start: int, stop: int, flops_each: float) -> Iterator[tuple[int, int]]:
    size = max(8, int(STEP_FLOPS / max(flops_each, 1.0)))
    for first in range(start, stop, size):
        yield first, min(first + size, stop)


def _gemm(matrix: Floats, rows: tuple[int, int], columns: tuple[int, int], inner: int) -> None:
    """matrix[rows, columns] −= matrix[rows, :inner] · matrix[columns, :inner]ᵀ"""
    if inner == 0:
        return
    n = len(matrix)
    place = rows[0] + columns[0] * n
    _routine("cython_blas", "dgemm")(
        _char("N"), _char("T"), _int(rows[1] - rows[0]), _int(columns[1] - columns[0]),
        _int(inner), _double(-1.0), _at(matrix, rows[0]), _int(n), _at(matrix, columns[0]),
        _int(n), _double(1.0), _at(matrix, place), _int(n),
    )  # fmt: skip


def _syrk(matrix: Floats, j: int, width: int) -> None:
    """The block on the diagonal at j −= its rows · its rowsᵀ, in the lower triangle only."""
    if j == 0:
        return
    n = len(matrix)
    _routine("cython_blas", "dsyrk")(
        _char("L"), _char("N"), _int(width), _int(j), _double(-1.0), _at(matrix, j), _int(n),
        _double(1.0), _at(matrix, j + j * n), _int(n),
    )  # fmt: skip


def _potrf(matrix: Floats, j: int, width: int) -> int:
    n = len(matrix)
    info = ctypes.c_int(0)
    _routine("cython_lapack", "dpotrf")(
        _char("L"), _int(width), _at(matrix, j + j * n), _int(n), ctypes.byref(info)
    )
    return info.value


def _trsm_panel(matrix: Floats, rows: tuple[int, int], j: int, width: int) -> None:
    """matrix[rows, j:j+width] ← that · L[j:j+width, j:j+width]⁻ᵀ"""
    n = len(matrix)
    _routine("cython_blas", "dtrsm")(
        _char("R"), _char("L"), _char("T"), _char("N"), _int(rows[1] - rows[0]), _int(width),
        _double(1.0), _at(matrix, j + j * n), _int(n), _at(matrix, rows[0] + j * n), _int(n),
    )  # fmt: skip


def _trsm(
    side: str,
    transposed: str,
    rows: int,
    columns: int,
    factor: Floats,
    factor_place: int,
    right: Floats,
    right_place: int,
    stride: int,
) -> None:
    _routine("cython_blas", "dtrsm")(
        _char(side), _char("L"), _char(transposed), _char("N"), _int(rows), _int(columns),
        _double(1.0), _at(factor, factor_place), _int(len(factor)), _at(right, right_place),
        _int(stride),
    )  # fmt: skip


@cache
def _routine(module: str, name: str) -> Any:
    address = get_cython_function_address(f"scipy.linalg.{module}", name)
    arguments = {"dgemm": 13, "dsyrk": 10, "dtrsm": 11, "dpotrf": 5}[name]
    return ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * arguments)(address)


def _at(array: Floats, place: int) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data + 8 * place)


def _char(letter: str) -> Any:
    return ctypes.byref(ctypes.c_char(letter.encode()))


def _int(value: int) -> Any:
    return ctypes.byref(ctypes.c_int(value))


def _double(value: float) -> Any:
    return ctypes.byref(ctypes.c_double(value))

"""BLAS and LAPACK by name, without the GIL.

scipy.linalg holds the GIL for the whole of a call, which freezes the window for seconds. The same
routines, called through the addresses that scipy publishes for Cython, do not. Everything large
goes through these and not through numpy's ``@``: numpy brings a second BLAS with threads of its
own, and where two such pools take turns each waits for the other's to fall asleep, which costs
milliseconds a call.

Matrices are in Fortran order; a ``MatrixPanel`` is a rectangle of one, and nothing is copied.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from numba.extending import get_cython_function_address

from gpstudio.core.arrays import Floats


@dataclass(frozen=True, slots=True)
class MatrixPanel:
    """Rows ``top`` to ``bottom`` of the columns ``left`` to ``right`` of a matrix."""

    matrix: Floats
    top: int
    bottom: int
    left: int
    right: int

    @classmethod
    def whole(cls, matrix: Floats) -> MatrixPanel:
        return cls(matrix, 0, matrix.shape[0], 0, matrix.shape[1])

    @property
    def shape(self) -> tuple[int, int]:
        return self.bottom - self.top, self.right - self.left

    @property
    def stride(self) -> int:
        # of a single column numpy keeps no true stride
        height: int = self.matrix.shape[0]
        stride: int = self.matrix.strides[1] // 8
        return max(1, height, stride)

    @property
    def address(self) -> ctypes.c_void_p:
        place = self.top + self.left * self.stride
        return ctypes.c_void_p(self.matrix.ctypes.data + 8 * place)


def gemm(
    into: MatrixPanel,
    a: MatrixPanel,
    b: MatrixPanel,
    *,
    by: float = 1.0,
    keep: float = 1.0,
    a_turned: bool = False,
    b_turned: bool = False,
) -> None:
    """into ← keep · into + by · a b, either factor transposed where it is ``turned``."""
    rows, columns = into.shape
    inner = a.shape[0 if a_turned else 1]
    if min(rows, columns, inner) == 0:
        return
    _routine("cython_blas", "dgemm", 13)(
        _char("T" if a_turned else "N"), _char("T" if b_turned else "N"), _int(rows),
        _int(columns), _int(inner), _double(by), a.address, _int(a.stride), b.address,
        _int(b.stride), _double(keep), into.address, _int(into.stride),
    )  # fmt: skip


def gemv(
    into: MatrixPanel,
    a: MatrixPanel,
    x: MatrixPanel,
    *,
    by: float = 1.0,
    keep: float = 1.0,
    a_turned: bool = False,
) -> None:
    """into ← keep · into + by · a x, or aᵀ x where ``a_turned``; into and x are single columns.

    ``gemm`` packs its factors first: with one column that takes ten times the work itself.
    """
    rows, columns = a.shape
    _routine("cython_blas", "dgemv", 11)(
        _char("T" if a_turned else "N"), _int(rows), _int(columns), _double(by), a.address,
        _int(a.stride), x.address, _int(1), _double(keep), into.address, _int(1),
    )  # fmt: skip


def syrk(into: MatrixPanel, a: MatrixPanel, *, by: float, turned: bool = False) -> None:
    """The lower triangle of ``into`` += by · a aᵀ, or aᵀ a where ``turned``."""
    inner = a.shape[0 if turned else 1]
    if inner == 0:
        return
    _routine("cython_blas", "dsyrk", 10)(
        _char("L"), _char("T" if turned else "N"), _int(into.shape[0]), _int(inner), _double(by),
        a.address, _int(a.stride), _double(1.0), into.address, _int(into.stride),
    )  # fmt: skip


def trsm(into: MatrixPanel, lower: MatrixPanel, *, left: bool = True, turned: bool = False) -> None:
    """into ← L⁻¹ into, or into L⁻¹ where not ``left``; L⁻ᵀ for L⁻¹ where ``turned``."""
    _triangular("dtrsm", into, lower, left, turned)


def trmm(into: MatrixPanel, lower: MatrixPanel, *, left: bool = True, turned: bool = False) -> None:
    """into ← L into, or into L where not ``left``; Lᵀ for L where ``turned``."""
    _triangular("dtrmm", into, lower, left, turned)


def _triangular(name: str, into: MatrixPanel, lower: MatrixPanel, left: bool, turned: bool) -> None:
    rows, columns = into.shape
    if min(rows, columns) == 0:
        return
    _routine("cython_blas", name, 11)(
        _char("L" if left else "R"), _char("L"), _char("T" if turned else "N"), _char("N"),
        _int(rows), _int(columns), _double(1.0), lower.address, _int(lower.stride), into.address,
        _int(into.stride),
    )  # fmt: skip


def potrf(block: MatrixPanel) -> int:
    """The lower factor in the block's place; zero where it went well."""
    return _in_place("dpotrf", block)


def pstrf(block: MatrixPanel, least: float) -> tuple[int, list[int]]:
    """The lower factor of the block with rows and columns in another order, the largest pivot
    first, in its place: how many are above ``least``, and which rows they are."""
    n = block.shape[0]
    order, rank, info = (ctypes.c_int * n)(), ctypes.c_int(0), ctypes.c_int(0)
    room = (ctypes.c_double * (2 * n))()
    _routine("cython_lapack", "dpstrf", 9)(
        _char("L"), _int(n), block.address, _int(block.stride), ctypes.byref(order),
        ctypes.byref(rank), _double(least), ctypes.byref(room), ctypes.byref(info),
    )  # fmt: skip
    return rank.value, [place - 1 for place in order]


def lauum(block: MatrixPanel) -> int:
    """Lᵀ L in the place of L, lower triangles both."""
    return _in_place("dlauum", block)


def potri(block: MatrixPanel) -> int:
    """(L Lᵀ)⁻¹ in the place of L, lower triangles both."""
    return _in_place("dpotri", block)


def _in_place(name: str, block: MatrixPanel) -> int:
    info = ctypes.c_int(0)
    _routine("cython_lapack", name, 5)(
        _char("L"), _int(block.shape[0]), block.address, _int(block.stride), ctypes.byref(info)
    )
    return info.value


def trtri(block: MatrixPanel) -> int:
    """L⁻¹ in the place of L."""
    info = ctypes.c_int(0)
    _routine("cython_lapack", "dtrtri", 6)(
        _char("L"), _char("N"), _int(block.shape[0]), block.address, _int(block.stride),
        ctypes.byref(info),
    )  # fmt: skip
    return info.value


@cache
def _routine(module: str, name: str, arguments: int) -> Any:
    address = get_cython_function_address(f"scipy.linalg.{module}", name)
    return ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * arguments)(address)


# what a routine only reads can be shared between calls


@cache
def _char(letter: str) -> Any:
    return ctypes.byref(ctypes.c_char(letter.encode()))


@lru_cache(maxsize=4096)
def _int(value: int) -> Any:
    return ctypes.byref(ctypes.c_int(value))


@cache
def _double(value: float) -> Any:
    return ctypes.byref(ctypes.c_double(value))

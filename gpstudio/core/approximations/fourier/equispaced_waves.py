"""Equispaced waves as real numbers, and the products of their Toeplitz matrix.

A real sum of waves has F_{−j} = F̄_j. Its coordinates are the real numbers

    u = [F_0, √2 Re F_j …, −√2 Im F_j …]    for one j of each pair:

those of 1, √2 cos and √2 sin, in which lengths are what they were. With v_j = Σ_n w_n e^{−iω_j·x},
Eᵀ W E in them is Toeplitz in j: its product is a transform onto a grid, weights there, and a
transform back.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.approximations.fourier.nufft_plain import (
    Waves,
    back_transformed,
    cropped,
    fast_length,
    padded,
    transformed,
    whole,
)
from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.cached import cached_property
from gpstudio.core.task import QUIET, Task

ROOT = math.sqrt(2.0)
NUMBERS_AT_ONCE = 4e6
"""Cells of the grids that products of several columns are made on at once."""


def coordinates(waves: Waves, axes: int) -> Floats:
    """u of halves; axes before the last ``axes`` are kept."""
    front = waves.shape[: waves.ndim - axes]
    flat = whole(waves, axes).reshape(*front, -1)
    pairs = flat.shape[-1] // 2
    result = np.empty(flat.shape)
    result[..., 0] = flat[..., pairs].real
    result[..., 1 : pairs + 1] = ROOT * flat[..., pairs + 1 :].real
    result[..., pairs + 1 :] = -ROOT * flat[..., pairs + 1 :].imag
    return result


def halves(numbers: Floats, most: tuple[int, ...]) -> Waves:
    """The half of F, from its coordinates."""
    front, pairs = numbers.shape[:-1], numbers.shape[-1] // 2
    flat = np.empty(numbers.shape, complex)
    flat[..., pairs] = numbers[..., 0]
    upper = flat[..., pairs + 1 :]
    upper.real = numbers[..., 1 : pairs + 1]
    upper.imag = -numbers[..., pairs + 1 :]
    upper /= ROOT
    flat[..., :pairs] = np.conj(upper[..., ::-1])
    full = flat.reshape(*front, *(2 * m + 1 for m in most))
    return np.ascontiguousarray(full[..., most[-1] :])


@dataclass(frozen=True, eq=False)
class Normal:
    """B = I + R EᵀWE R, R the roots of the waves' variances."""

    sums: Waves
    """v: of j up to twice as far as the waves go."""
    roots: Floats
    """R, (waves,)"""
    most: tuple[int, ...]

    @property
    def level(self) -> Floats:
        """About the diagonal of B: what it would be if readings lay evenly."""
        return np.asarray(1.0 + self.roots**2 * self.sums.flat[self._zero].real)

    @property
    def _zero(self) -> int:
        return int(math.prod(self.sums.shape[:-1]) // 2 * self.sums.shape[-1])

    @cached_property
    def _cells(self) -> tuple[int, ...]:
        return tuple(fast_length(4 * m + 1) for m in self.most)

    @cached_property
    def _grid(self) -> Floats:
        """The weights, where the waves are made one by one."""
        grid = back_transformed(padded(self.sums, self._cells), self._cells)
        grid /= float(math.prod(self._cells))
        return grid

    def times(self, rows: Floats, task: Task = QUIET) -> Floats:
        """B u of each row."""
        result = np.empty_like(rows)
        at_once = max(1, int(NUMBERS_AT_ONCE / math.prod(self._cells)))
        for start in range(0, len(rows), at_once):
            task.check()
            some = rows[start : start + at_once]
            grid = padded(halves(self.roots * some, self.most), self._cells)
            field = back_transformed(grid, self._cells, task)
            field *= self._grid
            back = cropped(transformed(field, len(self.most), task), self.most)
            result[start : start + at_once] = some + self.roots * coordinates(back, len(self.most))
        return result

    def gram(self) -> Floats:
        """B − I, in Fortran order; its lower triangle."""
        from gpstudio.core.approximations.fourier.equispaced_compiled import fill

        count = len(self.roots)
        turned = np.zeros((count, count))
        sums = whole(self.sums, len(self.most)).ravel()
        fill(turned, sums.real.copy(), sums.imag.copy(), self.places, self.roots)
        return turned.T

    @cached_property
    def places(self) -> Integers:
        """How far v_j lies from v_0, for one j of each pair."""
        return strides_of(self.most)


def strides_of(most: tuple[int, ...]) -> Integers:
    axes = [np.arange(-m, m + 1) for m in most]
    lengths = [4 * m + 1 for m in most]
    total = np.zeros([2 * m + 1 for m in most], np.int64)
    for axis, orders in enumerate(axes):
        stride = math.prod(lengths[axis + 1 :])
        shape = [1] * len(most)
        shape[axis] = -1
        total = total + stride * orders.reshape(shape)
    flat = total.ravel()
    return flat[len(flat) // 2 + 1 :]

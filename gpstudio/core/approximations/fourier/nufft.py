"""Sums of equispaced waves at scattered points, and their transpose, in one to three inputs.

    type 1 (``gathered``):  F_j = Σ_n s_n exp(−i ω_j·x_n)      strengths s, real
    type 2 (``spread``):    f_n = Σ_j F_j exp(+i ω_j·x_n)      F_{−j} = F̄_j, f real

with ω_j = step ∘ j, |j| ≤ most on each axis. Of F only the half with a last j from zero on is
kept: the rest is its mirror image, and half of all work is spared.

Points are spread as Kaiser–Bessel bells onto a grid of twice as many cells as there are waves, a
plain transform is taken, and what the bells did to each wave is divided out. The error falls by
ten with each cell of a bell's width, to some 1e-14 of Σ|s|. Where ``finufft`` is installed it does
the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from gpstudio.core.approximations.fourier.nufft_plain import (
    Waves,
    back_transformed,
    cropped,
    fast_length,
    half_shape,
    halved,
    padded,
    transformed,
    whole,
)
from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.task import QUIET, Task
from gpstudio.core.threads import side_by_side, workers

UPSAMPLING = 2.0
NARROWEST, WIDEST = 4, 16
FEWEST_DIGITS = 1e-14
CELLS_AT_ONCE = 2e7
"""Cells touched between two looks at the task: some 20 ms."""
SHARED_CELLS = 2e7
"""Up to so many cells each thread spreads onto a grid of its own."""


@dataclass(frozen=True, eq=False)
class Nufft:
    """``inputs`` (n, 1 to 3); with ``own`` the library is not used even where it is there."""

    inputs: Floats
    step: Floats
    most: tuple[int, ...]
    tolerance: float = 1e-13
    own: bool = False

    def gathered(self, strengths: Floats, task: Task = QUIET) -> Waves:
        """F of one strength a point."""
        task.check()
        strengths = np.ascontiguousarray(strengths, dtype=float)
        if len(strengths) == 0:
            return np.zeros(half_shape(self.most), complex)
        if self._library is not None:
            return self._by_library(strengths)
        grid = self._spread_onto_grid(strengths, task)
        return cropped(transformed(grid, len(self.most), task), self.most) * self._undone

    def spread(self, waves: Waves, task: Task = QUIET) -> Floats:
        """f at each point."""
        task.check()
        if len(self._places) == 0:
            return np.zeros(0)
        if self._library is not None:
            return self._from_library(waves)
        half = padded(waves * self._undone, self._cells)
        return self._gathered_from_grid(back_transformed(half, self._cells, task), task)

    @cached_property
    def _places(self) -> Floats:
        return np.ascontiguousarray(self.inputs, dtype=float)

    @cached_property
    def _width(self) -> int:
        digits = -np.log10(max(self.tolerance, FEWEST_DIGITS))
        width = int(np.ceil(digits)) + 2
        return int(np.clip(width + width % 2, NARROWEST, WIDEST))

    @cached_property
    def _cells(self) -> tuple[int, ...]:
        least = max(2 * self._width, 1)
        return tuple(fast_length(max(int(UPSAMPLING * (2 * m + 1)), least)) for m in self.most)

    @cached_property
    def _undone(self) -> Floats:
        """One over what a bell's own transform does to each wave."""
        factors = []
        for axis, (most, cells) in enumerate(zip(self.most, self._cells, strict=True)):
            first = 0 if axis == len(self.most) - 1 else -most
            waves = np.arange(first, most + 1.0, dtype=float) * (2.0 * np.pi / cells)
            factors.append(1.0 / bell_transform(waves, self._width))
        product = factors[0]
        for factor in factors[1:]:
            product = product[..., None] * factor
        return np.asarray(product)

    def _passes(self) -> tuple[Floats, Floats, Floats, Floats, int]:
        cells = np.array(self._cells, dtype=float)
        scale = np.asarray(self.step, dtype=float) * cells / (2.0 * np.pi)
        return scale, np.zeros(len(cells)), cells, bell_table(self._width), self._width

    def _extended(self) -> tuple[int, ...]:
        """The grid's shape with room beyond its ends, three axes."""
        front = (1,) * (3 - len(self._cells))
        return (*front, *(cells + self._width for cells in self._cells))

    def _in_turn(self, rows: slice, work: Callable[[slice], None], task: Task) -> None:
        at_once = max(1, int(CELLS_AT_ONCE / self._width ** len(self.most)))
        for start in range(rows.start, rows.stop, at_once):
            task.check()
            work(slice(start, min(start + at_once, rows.stop)))

    def _shares(self, count: int) -> list[slice]:
        edges = np.linspace(0, len(self._places), count + 1).astype(int).tolist()
        return [slice(a, b) for a, b in pairwise(edges) if b > a]

    def _spread_onto_grid(self, strengths: Floats, task: Task) -> Floats:
        from gpstudio.core.approximations.fourier.nufft_compiled import spread_onto

        shape, numbers = self._extended(), self._passes()

        def spread(rows: slice) -> Floats:
            grid = np.zeros(shape)

            def some(part: slice) -> None:
                spread_onto(grid, self._places[part], strengths[part], *numbers)

            self._in_turn(rows, some, task)
            return grid

        many = workers() if np.prod(shape) <= min(SHARED_CELLS, 20.0 * len(strengths)) else 1
        grids = side_by_side(spread, self._shares(many))
        for other in grids[1:]:
            grids[0] += other
        grid = grids[0].reshape(shape[3 - len(self._cells) :])
        for axis, cells in enumerate(self._cells):
            grid = _folded(grid, axis, cells, self._width // 2)
        return grid

    def _gathered_from_grid(self, grid: Floats, task: Task) -> Floats:
        from gpstudio.core.approximations.fourier.nufft_compiled import gather_from

        half = self._width // 2
        extended = np.pad(grid, half, mode="wrap").reshape(self._extended())
        numbers, result = self._passes(), np.empty(len(self._places))

        def gather(rows: slice) -> None:
            def some(part: slice) -> None:
                gather_from(extended, self._places[part], result[part], *numbers)

            self._in_turn(rows, some, task)

        side_by_side(gather, self._shares(workers()))
        return result

    @cached_property
    def _library(self) -> Any:
        return None if self.own else library()

    def _angles(self) -> list[Floats]:
        turns = self._places * self.step
        return [np.ascontiguousarray(column) for column in turns.T]

    def _options(self) -> dict[str, Any]:
        return {"eps": max(self.tolerance, FEWEST_DIGITS), "nthreads": workers()}

    def _by_library(self, strengths: Floats) -> Waves:
        counts = tuple(2 * m + 1 for m in self.most)
        function = getattr(self._library, f"nufft{len(counts)}d1")
        full = function(
            *self._angles(), strengths.astype(complex), counts, isign=-1, **self._options()
        )
        return halved(full)

    def _from_library(self, waves: Waves) -> Floats:
        function = getattr(self._library, f"nufft{len(self.most)}d2")
        full = function(*self._angles(), whole(waves, len(self.most)), isign=1, **self._options())
        return np.ascontiguousarray(full.real)


def _folded(grid: Floats, axis: int, cells: int, beyond: int) -> Floats:
    """What lies beyond the ends, added where it comes round."""
    turned = np.moveaxis(grid, axis, 0)
    inside = turned[beyond : beyond + cells]
    inside[cells - beyond :] += turned[:beyond]
    inside[:beyond] += turned[beyond + cells :]
    return np.moveaxis(inside, 0, axis)


def _sharpness(width: int) -> float:
    """Of the bell: the best for its width and upsampling (Beatty and others 2005)."""
    return float(np.pi * np.sqrt((width * (1.0 - 0.5 / UPSAMPLING)) ** 2 - 0.8))


def bell_transform(frequencies: Floats, width: int) -> Floats:
    """∫ I₀(β√(1 − (2x/w)²)) exp(−iξx) dx over |x| ≤ w/2."""
    root = np.sqrt(_sharpness(width) ** 2 - (0.5 * width * frequencies) ** 2)
    return np.asarray(width * np.sinh(root) / root)


@lru_cache
def bell_table(width: int) -> Floats:
    """In each cell the bell as a polynomial of the point's place, −1 to 1: one row a power, the
    highest first; columns beyond the width are zero, to a whole number of cache lines."""
    from scipy.special import i0

    degree = width + 5
    nodes = np.cos(np.pi * (np.arange(degree + 1) + 0.5) / (degree + 1))
    table = np.zeros((degree + 1, -(-width // 8) * 8))
    for cell in range(width):
        x = cell - 0.5 * width + 0.5 * (nodes + 1.0)
        inside = np.maximum(1.0 - (2.0 * x / width) ** 2, 0.0)
        values = i0(_sharpness(width) * np.sqrt(inside))
        series = np.polynomial.chebyshev.chebfit(nodes, values, degree)
        powers = np.polynomial.chebyshev.cheb2poly(series)
        table[degree - np.arange(len(powers)), cell] = powers
    return table


@lru_cache
def library() -> Any:
    """``finufft``, where it is installed."""
    try:
        import finufft
    except ImportError:
        return None
    return finufft

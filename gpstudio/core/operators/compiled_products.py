"""A tile of a kernel's matrix, and its product with a few vectors, compiled.

Vectors lie one after the other, a line each, so that all inner loops run along memory.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import address, compiled
from gpstudio.core.compiled_blocks import LANES, REGISTERS, ROWS, block_sums
from gpstudio.core.kernels import compiled_profiles
from gpstudio.core.kernels.distances import FARTHEST

Fill: TypeAlias = Callable[[Floats, Floats, int, int, Floats, float, bool, Floats], None]
"""Of a (rows, inputs), b (inputs, columns), where in them the tile's first row and column stand,
1/lengths, the variance and whether to add: into a tile."""


@compiled(fastmath={"contract"}, inline=True)
def _squares(row: Floats, b: Floats, left: int, inverse: Floats, line: Floats) -> None:
    """Σ_d ((a_d − b_d)/ℓ_d)²: what four do not go into first, then four inputs at once."""
    inputs, right = len(b), left + len(line)
    first = inputs % 4
    line[:] = 0.0
    for d in range(first):
        here, scale, there = row[d], inverse[d], b[d, left:right]
        for j in range(len(line)):
            gap = (here - there[j]) * scale
            line[j] += gap * gap
    for d in range(first, inputs, 4):
        a, e, f, g = row[d], row[d + 1], row[d + 2], row[d + 3]
        p, q, r, s = inverse[d], inverse[d + 1], inverse[d + 2], inverse[d + 3]
        t, u = b[d, left:right], b[d + 1, left:right]
        v, w = b[d + 2, left:right], b[d + 3, left:right]
        for j in range(len(line)):
            h, k = (a - t[j]) * p, (e - u[j]) * q
            m, o = (f - v[j]) * r, (g - w[j]) * s
            line[j] += (h * h + k * k) + (m * m + o * o)


@cache
def fill_for(name: str) -> Fill:
    """For one profile of ``compiled_profiles``."""
    profile = getattr(compiled_profiles, name)

    @compiled(fastmath={"contract"})
    def fill(
        a: Floats,
        b: Floats,
        top: int,
        left: int,
        inverse: Floats,
        variance: float,
        add: bool,
        tile: Floats,
    ) -> None:
        rows, columns = tile.shape
        squared = np.empty(columns)
        for i in range(rows):
            _squares(a[top + i], b, left, inverse, squared)
            line = tile[i]
            if not add:
                line[:] = 0.0
            for j in range(columns):
                # written so that a missing number stays one
                near = FARTHEST if squared[j] > FARTHEST else squared[j]
                line[j] += variance * profile(near)

    return fill


@compiled(fastmath={"contract", "reassoc"})
def gather(tile: Floats, vectors: Floats, top: int, left: int, mirrored: int, into: Floats) -> None:
    """into[v, top + i] += Σⱼ tile[i, j] vectors[v, left + j], and of the columns from ``mirrored``
    on the tile's mirror image too: into[v, left + j] += Σᵢ tile[i, j] vectors[v, top + i]."""
    rows, columns = tile.shape
    for i in range(rows):
        line, beyond = tile[i], tile[i, mirrored:]
        for v in range(len(vectors)):
            other, total = vectors[v, left : left + columns], 0.0
            for j in range(columns):
                total += line[j] * other[j]
            into[v, top + i] += total
            if mirrored < columns:
                here, below = vectors[v, top + i], into[v, left + mirrored : left + columns]
                for j in range(len(beyond)):
                    below[j] += beyond[j] * here


@compiled
def gather_many(
    tile: Floats, vectors: Floats, top: int, left: int, mirrored: int, into: Floats
) -> None:
    """``gather`` for many vectors, one a column, their number a multiple of LANES."""
    rows, columns = tile.shape
    width = vectors.shape[1]
    beyond = columns - mirrored
    step = REGISTERS * LANES
    for v in range(0, width, step):
        here, there = top * width + v, left * width + v
        below = there + mirrored * width
        if width - v >= step:
            _sweep_all(tile, 0, columns, 1, rows, columns, vectors, there, into, here)
            _sweep_all(tile, mirrored, 1, columns, beyond, rows, vectors, here, into, below)
            continue
        for w in range(0, width - v, LANES):
            a, b, c = here + w, there + w, below + w
            _sweep_one(tile, 0, columns, 1, rows, columns, vectors, b, into, a)
            _sweep_one(tile, mirrored, 1, columns, beyond, rows, vectors, a, into, c)


def _sweep_for(registers: int) -> Callable[..., None]:
    """Over all rows, as many at once as there are registers for, then one by one."""
    several, single = block_sums(ROWS, registers), block_sums(1, registers)

    @compiled(inline=True)
    def sweep(
        tile: Floats,
        start: int,
        to_next: int,
        step: int,
        rows: int,
        count: int,
        vectors: Floats,
        of: int,
        into: Floats,
        at: int,
    ) -> None:
        a, x, y = address(tile), address(vectors), address(into)
        width = vectors.shape[1]
        whole = rows - rows % ROWS
        for i in range(0, whole, ROWS):
            place, sums = start + i * to_next, at + i * width
            several(a, place, to_next, step, x, of, width, y, sums, width, count)
        for i in range(whole, rows):
            place, sums = start + i * to_next, at + i * width
            single(a, place, to_next, step, x, of, width, y, sums, width, count)

    return sweep


_sweep_all, _sweep_one = _sweep_for(REGISTERS), _sweep_for(1)

"""Readings, level and waves as the departure sees them: whole rows of columns, in words of eight.

All columns go through the same filter, whose gains ``departure.py`` has made: forward to their
innovations, back to their adjoints (see ``solvers/markov/passes.py``), and out at any time. Numbers
of several columns lie side by side in words, and take the same steps.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from gpstudio.core.compiled import address, compiled, local_numbers
from gpstudio.core.lanes import LANES, add, put, take, times
from gpstudio.core.solvers.markov.shape import FAST

ROWS = 4
"""Of sums at a time: as many words as stay in registers, whatever the machine."""
block, word = local_numbers(ROWS * LANES), local_numbers(LANES)


@compiled(fastmath=FAST)
def summed(
    innovations: Any, inverse: Any, scales: Any, count: int, wide: int, total: Any
) -> None:  # fmt: skip
    """Fills the rows of ``total`` of the first ``count`` columns, from each row's own word on, with
    the sum over readings of their products with the first ``wide``, each times its scale."""
    n, width, across = innovations.shape[0], innovations.shape[1], total.shape[1]
    v, by, counts, found = address(innovations), address(inverse), address(scales), address(total)
    acc, here = block(0.0), word(0.0)
    for top in range(0, count, ROWS):
        for left in range(top - top % LANES, wide, LANES):
            for i in range(ROWS * LANES):
                acc[i] = 0.0
            for x in range(n):
                put(here, 0, by[x], v, x * width + left)
                for r in range(ROWS):
                    add(acc, r * LANES, v[x * width + top + r], here, 0)
            for r in range(ROWS):
                times(acc, r * LANES, counts[top + r], counts, left)
                put(found, (top + r) * across + left, 1.0, acc, r * LANES)


@compiled(fastmath=FAST)
def rooted(total: Any, pull: Any, q: int, free: int) -> Any:
    """M made of the sums, and its upper root of it in its place; ``pull`` becomes root⁻ᵀb from its
    second place on. Of the q columns beside the readings the first ``free`` have no prior. Gives
    log |M| and the misfit."""
    width, rows = total.shape[1], address(total)
    wide, log_determinant, misfit = -(-(q + 1) // LANES) * LANES, 0.0, rows[0]
    for i in range(1 + free, q + 1):
        rows[i * width + i] += 1.0
    for k in range(1, q + 1):
        pivot = math.sqrt(rows[k * width + k])
        log_determinant += math.log(pivot)
        first = k - k % LANES
        for left in range(first, wide, LANES):
            put(rows, k * width + left, 1.0 / pivot, rows, k * width + left)
        pull[k] = rows[k] / pivot
        misfit -= pull[k] * pull[k]
        for left in range(first, wide, LANES):
            take(rows, left, pull[k], rows, k * width + left)
        for i in range(k + 1, q + 1):
            share = rows[k * width + i]
            for left in range(i - i % LANES, wide, LANES):
                take(rows, i * width + left, share, rows, k * width + left)
    return 2.0 * log_determinant, max(misfit, 0.0)


class Columns(NamedTuple):
    carried: Callable[..., None]
    """(values, form, room, wide, innovations, ahead): the filter forward over the first ``wide``
    columns; ``ahead``, unless it is empty, takes the states after each reading, (n, D, columns)."""
    carried_back: Callable[..., None]
    """(form, room, wide, innovations, back): the adjoints just before each reading, (n, D,
    columns)."""
    read_out: Callable[..., None]
    """(ahead, back, read, wide, means): the means at targets, (targets, columns)."""


@lru_cache(maxsize=8)
def columns_for(D: int) -> Columns:
    return Columns(_carried(D), _carried_back(D), _read_out(D))


def _carried(D: int) -> Callable[..., None]:
    words = local_numbers(LANES * D)

    @compiled(fastmath=FAST)
    def carried(values: Any, form: Any, room: Any, wide: int, innovations: Any, ahead: Any) -> None:
        n, width, keeping = values.shape[0], values.shape[1], len(ahead) > 0
        y, v, kept, h = address(values), address(innovations), address(ahead), address(form.readout)
        A, Ph, inverse = address(room.moves), address(room.looks), address(room.inverse)
        m, moved, here = words(0.0), words(0.0), word(0.0)
        for left in range(0, wide, LANES):
            for i in range(D * LANES):
                m[i] = 0.0
            for x in range(n):
                if x > 0:
                    for i in range(D):
                        put(moved, i * LANES, A[x * D * D + i * D + i], m, i * LANES)
                        for j in range(i + 1, D):
                            add(moved, i * LANES, A[x * D * D + i * D + j], m, j * LANES)
                    for i in range(D):
                        put(m, i * LANES, 1.0, moved, i * LANES)
                put(here, 0, 1.0, y, x * width + left)
                for i in range(D):
                    take(here, 0, h[i], m, i * LANES)
                put(v, x * width + left, 1.0, here, 0)
                for i in range(D):
                    add(m, i * LANES, Ph[x * D + i] * inverse[x], here, 0)
                if keeping:
                    for i in range(D):
                        put(kept, (x * D + i) * width + left, 1.0, m, i * LANES)

    return carried


def _carried_back(D: int) -> Callable[..., None]:
    words = local_numbers(LANES * D)

    @compiled(fastmath=FAST)
    def carried_back(form: Any, room: Any, wide: int, innovations: Any, back: Any) -> None:
        n, width = innovations.shape
        v, kept, h = address(innovations), address(back), address(form.readout)
        A, Ph, inverse = address(room.moves), address(room.looks), address(room.inverse)
        r, moved, here = words(0.0), words(0.0), word(0.0)
        for left in range(0, wide, LANES):
            for i in range(D * LANES):
                r[i] = 0.0
            for x in range(n - 1, -1, -1):
                if x + 1 < n:
                    for i in range(D):
                        put(moved, i * LANES, A[(x + 1) * D * D + i], r, 0)
                        for j in range(1, i + 1):
                            add(moved, i * LANES, A[(x + 1) * D * D + j * D + i], r, j * LANES)
                    for i in range(D):
                        put(r, i * LANES, 1.0, moved, i * LANES)
                put(here, 0, 1.0, v, x * width + left)
                for i in range(D):
                    take(here, 0, Ph[x * D + i], r, i * LANES)
                for i in range(D):
                    add(r, i * LANES, h[i] * inverse[x], here, 0)
                    put(kept, (x * D + i) * width + left, 1.0, r, i * LANES)

    return carried_back


def _read_out(D: int) -> Callable[..., None]:
    @compiled(fastmath=FAST)
    def read_out(ahead: Any, back: Any, read: Any, wide: int, means: Any) -> None:
        n, width = ahead.shape[0], ahead.shape[2]
        m, r, found = address(ahead), address(back), address(means)
        a, b, place = address(read[0]), address(read[1]), address(read[2])
        here = word(0.0)
        for s in range(len(means)):
            x = place[s]
            for left in range(0, wide, LANES):
                for i in range(LANES):
                    here[i] = 0.0
                for i in range(D):
                    if x >= 0:
                        add(here, 0, a[s * D + i], m, (x * D + i) * width + left)
                    if x + 1 < n:
                        add(here, 0, b[s * D + i], r, ((x + 1) * D + i) * width + left)
                put(found, s * width + left, 1.0, here, 0)

    return read_out

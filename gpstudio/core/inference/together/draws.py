"""Joint draws of a field's curve at all settings that were kept, in one compiled call.

A draw is a draw of the level and the waves' weights, normal about M⁻¹b with the covariance cM⁻¹,
and of the departure given these: its mean of the readings less the columns times the weights, and
about that a draw value by value (``solvers/markov/given.py``).

No liberties with the order of sums here, and no fused ones: a loop over draws is run in vectors or
one by one as its arrays happen to lie in memory, and batches are to be the same to the last digit.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from gpstudio.core.compiled import compiled
from gpstudio.core.inference.together.passes import filter_for, stored, told, with_columns
from gpstudio.core.solvers.kalman import QUIET_NOISE
from gpstudio.core.solvers.markov.passes import fixed_passes
from gpstudio.core.solvers.markov.rows import NO_ROWS
from gpstudio.core.solvers.markov.targets import Targets


@compiled
def backed(lower: Any, normals: Any, q: int) -> None:
    """lower⁻ᵀ of each column of normals, in their place."""
    for i in range(q - 1, -1, -1):
        row = normals[i]
        for k in range(i + 1, q):
            share, other = lower[k, i], normals[k]
            for c in range(len(row)):
                row[c] -= share * other[c]
        inverse = 1.0 / lower[i, i]
        for c in range(len(row)):
            row[c] *= inverse


@compiled
def weighted(lower: Any, pull: Any, normals: Any, scale: float, stretch: Any) -> None:
    """Normals made into draws of the columns' weights, (columns, draws), in their place."""
    q = len(normals)
    for i in range(q):
        for c in range(len(stretch)):
            normals[i, c] *= scale * stretch[c]
            normals[i, c] += pull[i]
    backed(lower, normals, q)


@compiled(inline=True)
def add(line: Any, share: float, other: Any) -> None:
    for c in range(len(line)):
        line[c] += share * other[c]


@compiled(inline=True)
def put(line: Any, places: Any, values: Any) -> None:
    for c in range(len(values)):
        line[places[c]] = values[c]


@lru_cache(maxsize=8)
def draws_for(D: int, k: int | None) -> Callable[..., tuple[float, float]]:
    passes = fixed_passes(D, k, False)
    filtered, run, given = filter_for(D, k), passes.backward, passes.given
    assert given is not None

    @compiled
    def draws(
        field: Any, lattice: Any, amplitudes: Any, times: Any, ups: Any, places: Any, edges: Any,
        order: Any, normals: Any, weights: Any, stretch: Any, least: float, out: Any,
    ) -> Any:  # fmt: skip
        """Fills ``out``, (times, draws): draws ``edges[node]`` to ``edges[node + 1]`` are of that
        setting, and go to the columns that ``order`` says. The least variance of the departure at
        any time over its own, and by how much of ``least`` its recursion fell below zero."""
        n, count = len(field.time), len(times)
        time, noise, asked = np.empty(n), np.empty(n), np.empty(count)
        base = 2 if field.level else 1
        open_, lost = np.inf, 0.0
        for node in range(len(lattice.lengths)):
            first, last = edges[node], edges[node + 1]
            if first == last:
                continue
            length, roots = lattice.lengths[node], lattice.roots[node]
            columns = base + lattice.counts[node]
            Y = field.columns[:, :columns].copy()
            quadratic, store = np.empty((columns, columns)), np.empty((n, stored(D, columns)))
            filtered(field, Y, length, lattice.ratios[node], time, noise, quadratic, store)
            q = columns - 1
            lower, pull = np.empty((columns, columns)), np.empty(columns)
            told(quadratic, field.level, roots, lower, pull)
            quiet = field.least * lattice.ratios[node] < QUIET_NOISE
            form = with_columns(field.careful if quiet else field.plain, columns)
            for s in range(count):
                asked[s] = times[s] / length
            targets = Targets(
                asked, form.readout, True, np.zeros(D), 0.0, np.empty((count, columns)),
                np.empty(count), True, np.empty((count, D)), np.empty((count, D)),
            )  # fmt: skip
            carried = (
                np.zeros(columns * D), np.zeros(D * D), np.zeros(columns * D), np.zeros(D * D)
            )  # fmt: skip
            run(
                time, noise, Y, form, store, 0, carried, 0, n, targets, count - 1, False, NO_ROWS
            )  # fmt: skip
            for s in range(count):
                open_ = min(open_, targets.variance[s])
            curves = normals[:, first:last].copy()
            mark = np.array([0.0, float(places[0]), asked[0]])
            lost = max(lost, given(
                time, noise, form, store, asked, places, targets.gain, targets.rest, least, mark,
                np.inf, np.zeros((D, D)), np.zeros((D, last - first)), curves,
            ))  # fmt: skip
            scale = math.sqrt(amplitudes[node])
            own = weights[:q, first:last].copy()
            weighted(lower, pull, own, scale, stretch[first:last])
            into = order[first:last]
            for s in range(count):
                for c in range(last - first):
                    curves[s, c] *= scale * stretch[first + c]
                    curves[s, c] += targets.mean[s, 0]
                for i in range(q):
                    share = ups[s, i] - targets.mean[s, i + 1]
                    if i >= base - 1:
                        share *= roots[i - base + 1]
                    add(curves[s], share, own[i])
                put(out[s], into, curves[s])
        return open_, lost

    return draws

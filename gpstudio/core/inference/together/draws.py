"""Joint draws of a field's curve at all settings that were kept, in one compiled call.

A draw is a draw of the level and the waves' weights, normal about M⁻¹b with the covariance cM⁻¹,
and of the departure given these: its mean of the readings less the columns times the weights, and
about that a draw of its states, from the last time back (``chain.py``).

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
from gpstudio.core.inference.together.chain import Asked, chain_for
from gpstudio.core.inference.together.passes import looked_for


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
def draws_for(D: int, k: int | None) -> Callable[..., None]:
    looked, chain = looked_for(D, k), chain_for(D)

    @compiled
    def draws(
        field: Any, lattice: Any, amplitudes: Any, asked: Any, ups: Any, edges: Any, order: Any,
        normals: Any, weights: Any, stretch: Any, out: Any,
    ) -> None:  # fmt: skip
        """Fills ``out``, (times, draws): draws ``edges[node]`` to ``edges[node + 1]`` are of that
        setting, and go to the columns that ``order`` says. ``normals`` are D a time."""
        times, base = len(asked.time), 2 if field.level else 1
        gains, roots = np.empty((times, D * D)), np.empty((times, D * D))
        for node in range(len(lattice.lengths)):
            first, last = edges[node], edges[node + 1]
            if first == last:
                continue
            form, scaled, lower, pull, mean, _ = looked(field, lattice, node, asked.time)
            chain(
                scaled.time, scaled.noise, form, Asked(scaled.asked, asked.places), gains, roots
            )  # fmt: skip
            q, scale, into = len(pull) - 1, math.sqrt(amplitudes[node]), order[first:last]
            own = weights[:q, first:last].copy()
            weighted(lower, pull, own, scale, stretch[first:last])
            size, curve = scale * stretch[first:last], np.empty(last - first)
            state, moved = np.zeros((D, last - first)), np.zeros((D, last - first))
            for s in range(times - 1, -1, -1):
                curve[:] = 0.0
                for i in range(D):
                    line = moved[i]
                    line[:] = 0.0
                    for j in range(D):
                        add(line, gains[s, i * D + j], state[j])
                    for j in range(i + 1):
                        add(line, roots[s, i * D + j], normals[D * s + j, first:last])
                    if form.readout[i] != 0.0:
                        add(curve, form.readout[i], line)
                state, moved = moved, state
                level = mean[s, 0]
                for c in range(last - first):
                    curve[c] = level + size[c] * curve[c]
                for i in range(q):
                    share = ups[s, i] - mean[s, i + 1]
                    if i >= base - 1:
                        share *= lattice.roots[node, i - base + 1]
                    add(curve, share, own[i])
                put(out[s], into, curve)

    return draws

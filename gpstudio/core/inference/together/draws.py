"""Joint draws of a field's curve at all settings that were kept, in one compiled call.

A draw is a draw of the level and the waves' weights, normal about M⁻¹b with the covariance cM⁻¹,
and of the departure given these: its mean of the readings less the columns times the weights, and
about that a draw of its states, from the last time back (``chain.py``).

The draws of a setting lie side by side in words (``core/lanes.py``). No liberties with the order of
sums here, and no fused ones: batches are to be the same to the last digit.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from gpstudio.core.compiled import address, compiled, local_numbers
from gpstudio.core.inference.together.chain import Asked, chain_for
from gpstudio.core.inference.together.passes import form_of, looked_for
from gpstudio.core.lanes import LANES, add, put, take, times

WORDS = 2
"""Of draws at a time, each in registers."""
TOGETHER = WORDS * LANES


@compiled
def whole(count: int) -> int:
    """As many draws in whole words."""
    return -(-count // TOGETHER) * TOGETHER


@compiled
def weighted(root: Any, pull: Any, q: int, scale: float, stretch: Any, own: Any) -> None:
    """Normals, (columns, draws), made into draws of the columns' weights, in their place; see
    ``passes.rooted``."""
    width, across, rows, row = root.shape[1], own.shape[1], address(root), address(own)
    for i in range(q):
        for c in range(len(stretch)):
            own[i, c] = own[i, c] * (scale * stretch[c]) + pull[i + 1]
    for i in range(q - 1, -1, -1):
        for k in range(i + 1, q):
            share = rows[(i + 1) * width + k + 1]
            for left in range(0, across, LANES):
                take(row, i * across + left, share, row, k * across + left)
        inverse = 1.0 / rows[(i + 1) * width + i + 1]
        for left in range(0, across, LANES):
            put(row, i * across + left, inverse, row, i * across + left)


@compiled
def taken(normals: Any, row: int, first: int, last: int, into: Any, place: int) -> None:
    for c in range(last - first):
        into[place, c] = normals[row, first + c]


some_draws = local_numbers(TOGETHER)


@compiled(inline=True)
def joined(
    curve: Any, level: float, ones: Any, size: Any, shares: Any, own: Any, q: int, across: int
) -> None:
    """Each draw of the departure made one of the curve: times its size, with the level and the
    weights times their shares."""
    acc = some_draws(0.0)
    for left in range(0, across, TOGETHER):
        for w in range(WORDS):
            put(acc, w * LANES, 1.0, size, left + w * LANES)
            times(acc, w * LANES, 1.0, curve, left + w * LANES)
            add(acc, w * LANES, level, ones, 0)
        for i in range(q):
            share = shares[i]
            for w in range(WORDS):
                add(acc, w * LANES, share, own, i * across + left + w * LANES)
        for w in range(WORDS):
            put(curve, left + w * LANES, 1.0, acc, w * LANES)


@lru_cache(maxsize=8)
def walked_for(D: int) -> Callable[..., None]:
    """The departure's draws one asked time further back."""
    words = local_numbers(D * LANES)

    @compiled(inline=True)
    def walked(
        gain: Any, root: Any, readout: Any, normals: Any, at: int, count: int, state: Any,
        curve: Any, across: int,
    ) -> None:  # fmt: skip
        """The normals of the state are rows of ``count``, from a place on."""
        line = words(0.0)
        for left in range(0, across, LANES):
            for i in range(D):
                put(line, i * LANES, gain[i * D], state, left)
                for j in range(1, D):
                    add(line, i * LANES, gain[i * D + j], state, j * across + left)
                for j in range(i + 1):
                    add(line, i * LANES, root[i * D + j], normals, at + j * count + left)
            put(curve, left, readout[0], line, 0)
            for i in range(1, D):
                add(curve, left, readout[i], line, i * LANES)
            for i in range(D):
                put(state, i * across + left, 1.0, line, i * LANES)

    return walked


@lru_cache(maxsize=8)
def draws_for(D: int) -> Callable[..., None]:
    (room_for_looked, looked), chain, walked = looked_for(D), chain_for(D), walked_for(D)

    @compiled
    def back(
        form: Any, gains: Any, roots: Any, shares: Any, means: Any, normals: Any, edges: Any,
        size: Any, own: Any, work: Any, out: Any,
    ) -> None:  # fmt: skip
        """The draws of one setting, from the last asked time back."""
        state, ones, curve = work
        first, last = edges
        q, across, count = own.shape[0], own.shape[1], normals.shape[1]
        h, some, x = address(form.readout), address(own), address(state)
        z, f, by, even = address(normals), address(curve), address(size), address(ones)
        state[:] = 0.0
        for s in range(len(gains) - 1, -1, -1):
            at = D * s * count + first
            walked(address(gains[s]), address(roots[s]), h, z, at, count, x, f, across)
            joined(f, means[s], even, by, address(shares[s]), some, q, across)
            for c in range(last - first):
                out[s, first + c] = curve[c]

    @compiled
    def draws(
        field: Any, lattice: Any, amplitudes: Any, asked: Any, ups: Any, edges: Any,
        normals: Any, weights: Any, stretch: Any, out: Any,
    ) -> None:  # fmt: skip
        """Fills ``out``, (times, draws): draws ``edges[node]`` to ``edges[node + 1]`` are of that
        setting. ``normals`` are D a time, and a row more: whole words are read of the last one."""
        most, rooms = len(asked.time), room_for_looked(field, len(asked.time))
        gains, roots = np.empty((most, D * D)), np.empty((most, D * D))
        for node in range(len(lattice.lengths)):
            first, last = edges[node], edges[node + 1]
            if first == last:
                continue
            q = looked(field, lattice, node, asked.time, rooms)
            found, length, ratio = rooms[3], lattice.lengths[node], lattice.ratios[node]
            form, told = form_of(field, ratio), rooms[3].told
            chain(
                field.time / length, field.noise * ratio, form,
                Asked(asked.time / length, asked.places), gains, roots,
            )  # fmt: skip
            scale, across = math.sqrt(amplitudes[node]), whole(last - first)
            own, size = np.zeros((q, across)), np.zeros(across)
            for i in range(q):
                taken(weights, i, first, last, own, i)
            weighted(told.root, told.pull, q, scale, stretch[first:last], own)
            for c in range(last - first):
                size[c] = scale * stretch[first + c]
            shares = np.empty((most, q))
            for s in range(most):
                for i in range(q):
                    shares[s, i] = (ups[s, i] - found.means[s, i + 1]) * told.scales[i + 1]
            work = (np.zeros((D, across)), np.ones(LANES), np.zeros(across))
            back(
                form, gains, roots, shares, found.means[:, 0], normals, (first, last),
                size, own, work, out,
            )  # fmt: skip

    return draws

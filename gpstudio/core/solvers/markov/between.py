"""Targets between two readings, for many states: only what P and N do to one vector each.

With P⁺ the state's covariance after the reading before, A over the step from there and B over the
step to the next reading, whose adjoint is N,

    P h = P̄ h + Q h + A (P⁺ − P̄) Aᵀh,     N P h = Bᵀ N B P h,     mean = Aᵀh · m⁺ + B P h · r,

P̄ and Q as ``advance`` in ``bands.py`` has them. That takes D² work a target; moving P and N there,
as is done for few states, D² for each of a block's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gpstudio.core.compiled import compiled
from gpstudio.core.solvers.markov.bands import BAND_MOVES
from gpstudio.core.solvers.markov.looks import looks_for
from gpstudio.core.solvers.markov.shape import ANY_SHAPE, FAST, cached, small


@cached
def between_bands_for() -> Callable[..., None]:
    """As ``targets.target_between_for``."""
    step, looks = BAND_MOVES.step, looks_for(ANY_SHAPE)
    read, look = looks.read, looks.look

    @compiled(fastmath=FAST)
    def between(
        before: float, after: float, around: Any, inverse: float, form: Any, targets: Any,
        place: int,
    ) -> None:  # fmt: skip
        m, P, ahead_r, ahead_N, Ph, v = around
        D, k, band = form.states, form.columns, form.band
        A, Q = np.empty(D * band), np.empty(D * band)
        g, one, other = np.empty(D), np.empty(D), np.empty(D)
        gain, away, explained = np.zeros(D), np.empty(D), 0.0
        read(targets.readout, form.origin, targets.times[place], place, g, form)
        short = step(before, form, A, Q)
        times_turned(A, g, one, form)
        look(P, one, other, form)
        if inverse != 0.0:
            for i in range(D):
                explained += Ph[i] * one[i]
            explained *= inverse
            for i in range(D):
                other[i] -= Ph[i] * explained
        for c in range(k):
            total = v[c] * explained
            for i in range(D):
                total += one[i] * m[c * D + i]
            targets.mean[place * k + c] = total
        base = form.lasting if short else form.anchor
        add_times(base, -1.0, one, other, form)
        add_times(A, 1.0, other, gain, form)
        add_times(base, 1.0, g, gain, form)
        if short:
            add_times(Q, 1.0, g, gain, form)
        spread = targets.missing
        for i in range(D):
            spread += g[i] * gain[i]
            gain[i] += targets.shift[i]
        step(after, form, A, Q)
        one[:] = 0.0
        add_times(A, 1.0, gain, one, form)
        for c in range(k):
            total = 0.0
            for i in range(D):
                total += one[i] * ahead_r[c * D + i]
            targets.mean[place * k + c] += total
        targets.variance[place] = max(spread - look(ahead_N, one, other, form), 0.0)
        if targets.known:
            times_turned(A, other, away, form)
            for i in range(D):
                targets.gain[place * D + i] = gain[i]
                targets.rest[place * D + i] = g[i] - away[i]

    return between


@small
def add_times(blocks: Any, sign: float, x: Any, total: Any, form: Any) -> None:
    """total += sign · blocks x."""
    i, band = 0, form.band
    while i < form.states:
        width = form.width[i]
        if width == 4:
            x0, x1, x2, x3 = sign * x[i], sign * x[i + 1], sign * x[i + 2], sign * x[i + 3]
            for j in range(i, i + 4):
                b = j * band
                total[j] += (
                    blocks[b] * x0 + blocks[b + 1] * x1 + blocks[b + 2] * x2 + blocks[b + 3] * x3
                )
        else:
            for j in range(i, i + width):
                for q in range(width):
                    total[j] += sign * blocks[j * band + q] * x[i + q]
        i += width


@small
def times_turned(blocks: Any, x: Any, out: Any, form: Any) -> None:
    """out = blocksᵀ x."""
    i, band = 0, form.band
    while i < form.states:
        width = form.width[i]
        if width == 4:
            x0, x1, x2, x3 = x[i], x[i + 1], x[i + 2], x[i + 3]
            b = i * band
            for q in range(4):
                out[i + q] = (
                    blocks[b + q] * x0
                    + blocks[b + band + q] * x1
                    + blocks[b + 2 * band + q] * x2
                    + blocks[b + 3 * band + q] * x3
                )
        else:
            for q in range(width):
                out[i + q] = 0.0
                for j in range(width):
                    out[i + q] += blocks[(i + j) * band + q] * x[i + j]
        i += width

"""Targets between two readings, for many states: only what P and N do to one vector each.

With P⁺ the state's covariance after the reading before, A over the step from there and B over the
step to the next reading, whose adjoint is N,

    P h = P̄ h + Q h + A (P⁺ − P̄) Aᵀh,     N P h = Bᵀ N B P h,

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
    step, predict, pull = BAND_MOVES.step, BAND_MOVES.predict, BAND_MOVES.pull
    looks = looks_for(ANY_SHAPE)
    read, look = looks.read, looks.look

    @compiled(fastmath=FAST)
    def between(
        before: float, after: float, around: Any, inverse: float, form: Any, targets: Any,
        place: int,
    ) -> None:  # fmt: skip
        m, P, ahead_r, ahead_N, Ph, v = around
        D, k, band = form.states, form.columns, form.band
        A, Q = np.empty(D * band), np.empty(D * band)
        filtered, back = np.empty(k * D), np.empty(k * D)
        g, one, other = np.empty(D), np.empty(D), np.empty(D)
        gain, away = np.zeros(D), np.empty(D)
        short = step(before, form, A, Q)
        for c in range(k):
            for i in range(D):
                filtered[c * D + i] = m[c * D + i] + Ph[i] * (v[c] * inverse)
        predict(A, filtered, form)
        read(targets.readout, form.origin, targets.times[place], g, form)
        base = form.lasting if short else form.anchor
        times_turned(A, g, one, form)
        look(P, one, other, form)
        if inverse != 0.0:
            explained = 0.0
            for i in range(D):
                explained += Ph[i] * one[i]
            for i in range(D):
                other[i] -= Ph[i] * (explained * inverse)
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
        pull(A, ahead_r, back, form)
        one[:] = 0.0
        add_times(A, 1.0, gain, one, form)
        spread -= look(ahead_N, one, other, form)
        times_turned(A, other, away, form)
        for c in range(k):
            total = 0.0
            for i in range(D):
                total += g[i] * filtered[c * D + i] + gain[i] * back[c * D + i]
            targets.mean[place * k + c] = total
        targets.variance[place] = max(spread, 0.0)
        if targets.known:
            for i in range(D):
                targets.gain[place * D + i] = gain[i]
                targets.rest[place * D + i] = g[i] - away[i]

    return between


@small
def add_times(blocks: Any, sign: float, x: Any, total: Any, form: Any) -> None:
    """total += sign · blocks x."""
    for i in range(form.states):
        for q in range(form.width[i]):
            total[i] += sign * blocks[i * form.band + q] * x[form.first[i] + q]


@small
def times_turned(blocks: Any, x: Any, out: Any, form: Any) -> None:
    """out = blocksᵀ x."""
    for i in range(form.states):
        out[i] = 0.0
    for i in range(form.states):
        for q in range(form.width[i]):
            out[form.first[i] + q] += blocks[i * form.band + q] * x[i]

"""The joint covariance of a curve within a window, from what the pass back found at its times.

For s ≤ t, with p = P h and q = h − N P h at each target (``Targets.gain`` and ``rest``),

    cov(f(s), f(t) | readings) = p(s)ᵀ Ψ(s, t)ᵀ q(t),

Ψ(s, t) carrying a predicted state from s to t: exp(F Δ) over a step, and 1 − P h hᵀ/S at a reading
on the way, which takes off what the reading has explained (de Jong and MacKinnon 1988). The p of
all targets so far are carried side by side, in (times²/2 + times · readings) · D · band operations.
A target at a reading comes before it; where several readings share its time, before the last.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gpstudio.core.compiled import address, compiled
from gpstudio.core.solvers.markov.looks import looks_for
from gpstudio.core.solvers.markov.shape import ANY_SHAPE, FAST, Shape, cached, small
from gpstudio.core.solvers.markov.steps import Moves


@cached
def joint_for(shape: Shape, moves: Moves) -> Callable[..., None]:
    looks, step = looks_for(shape), moves.step
    read, look, load = looks.read, looks.look, looks.load
    square, move, state, states = shape.square, shape.move, shape.state, shape.states
    bare, size = shape.bare, shape.size
    carry, read_out = carry_for(shape), read_for(shape)

    @compiled(fastmath=FAST)
    def joint(
        times: Any, noises: Any, given: Any, kept: Any, window: Any, places: Any, gain: Any,
        rest: Any, mark: Any, work: float, carried: Any, covariance: Any,
    ) -> None:  # fmt: skip
        """The upper triangle of ``covariance``, column by column, as far as ``work`` goes.

        ``places``: of each time of the ``window``, how many readings come before it. ``mark``: the
        next of its times, the next reading, and where on the axis the p are that ``carried``,
        (2, D, times), holds in its first half; both are moved on.
        """
        form, store, D = bare(given), address(kept), size(bare(given))
        time, noise = address(times), address(noises)
        A, Q, P = move(form), move(form), square(form)
        m, h, Ph = states(form), state(form), state(form)
        t, x, now, last = int(mark[0]), int(mark[1]), mark[2], -1.0
        while t < len(window) and work > 0.0:
            reading = x < places[t]
            then = time[x] if reading else window[t]
            if then - now != last:
                last = then - now
                step(last, form, A, Q)
            now = then
            carry(A, carried, t, form)
            work -= D * (D + t)
            if not reading:
                for i in range(D):
                    carried[0, i, t] = gain[t, i]
                for i in range(D):
                    h[i] = rest[t, i]
                read_out(h, carried, t + 1, carried[1, 0], form)
                for s in range(t + 1):
                    covariance[s, t] = carried[1, 0, s]
                t += 1
                continue
            if noise[x] != np.inf:
                load(store, x, m, P, form)
                read(form.readout, form.origin, now, h, form)
                inverse = 1.0 / (noise[x] + look(P, h, Ph, form))
                take_off(Ph, h, inverse, carried, t, D)
            x += 1
        mark[0], mark[1], mark[2] = t, x, now

    return joint


@compiled(fastmath=FAST)
def take_off(Ph: Any, h: Any, inverse: float, carried: Any, count: int, D: int) -> None:
    """What a reading has explained."""
    seen, moved = carried[1, 0], carried[0]
    for s in range(count):
        seen[s] = 0.0
    for i in range(D):
        for s in range(count):
            seen[s] += h[i] * moved[i, s]
    for i in range(D):
        share = Ph[i] * inverse
        for s in range(count):
            moved[i, s] -= share * seen[s]


def read_for(shape: Shape) -> Callable[..., None]:
    size = shape.size

    @small
    def read_out(q: Any, carried: Any, count: int, seen: Any, form: Any) -> None:
        """qᵀ times the first ``count`` states."""
        moved = carried[0]
        for s in range(count):
            seen[s] = 0.0
        for i in range(size(form)):
            for s in range(count):
                seen[s] += q[i] * moved[i, s]

    return read_out


def carry_for(shape: Shape) -> Callable[..., None]:
    if shape is ANY_SHAPE:
        return _carry_bands
    size = shape.size

    @small
    def carry(A: Any, carried: Any, count: int, form: Any) -> None:
        """The first ``count`` states over a step."""
        moved, room = carried[0], carried[1]
        for i in range(size(form)):
            for s in range(count):
                room[i, s] = 0.0
            for j in range(size(form)):
                factor = A[i * size(form) + j]
                for s in range(count):
                    room[i, s] += factor * moved[j, s]
        for i in range(size(form)):
            for s in range(count):
                moved[i, s] = room[i, s]

    return carry


@small
def _carry_bands(A: Any, carried: Any, count: int, form: Any) -> None:
    """The same for block-diagonal moves."""
    moved, room = carried[0], carried[1]
    for i in range(form.states):
        first = form.first[i]
        for s in range(count):
            room[i, s] = A[i * form.band] * moved[first, s]
        for q in range(1, form.width[i]):
            factor = A[i * form.band + q]
            for s in range(count):
                room[i, s] += factor * moved[first + q, s]
    for i in range(form.states):
        for s in range(count):
            moved[i, s] = room[i, s]

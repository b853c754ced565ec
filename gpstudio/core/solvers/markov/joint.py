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
    carry = carry_for(shape)

    @compiled(fastmath=FAST)
    def joint(
        times: Any, noises: Any, given: Any, kept: Any, window: Any, places: Any, gain: Any,
        rest: Any, mark: Any, work: float, carried: Any, covariance: Any,
    ) -> None:  # fmt: skip
        """The upper triangle of ``covariance``, column by column, as far as ``work`` goes.

        ``places``: of each time of the ``window``, how many readings come before it. ``mark``: the
        next of its times, the next reading, and where on the axis the p are that ``carried``,
        (D, times), holds; both are moved on.
        """
        form, store, D = bare(given), address(kept), size(bare(given))
        time, noise = address(times), address(noises)
        A, Q, P = move(form), move(form), square(form)
        m, h, Ph = states(form), state(form), state(form)
        seen = np.empty(len(window))
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
                    carried[i, t] = gain[t, i]
                see(rest[t], carried, D, seen, t + 1)
                for s in range(t + 1):
                    covariance[s, t] = seen[s]
                t += 1
                continue
            if noise[x] != np.inf:
                load(store, x, m, P, form)
                read(form.readout, form.origin, now, x, h, form)
                inverse = 1.0 / (noise[x] + look(P, h, Ph, form))
                take_off(Ph, h, inverse, carried, D, seen, t)
            x += 1
        mark[0], mark[1], mark[2] = t, x, now

    return joint


@compiled(fastmath=FAST)
def see(q: Any, moved: Any, D: int, seen: Any, count: int) -> None:
    """seen = qᵀ times the first ``count`` states."""
    for s in range(count):
        seen[s] = 0.0
    i = 0
    while i + 4 <= D:
        q0, q1, q2, q3 = q[i], q[i + 1], q[i + 2], q[i + 3]
        m0, m1, m2, m3 = moved[i], moved[i + 1], moved[i + 2], moved[i + 3]
        for s in range(count):
            seen[s] += q0 * m0[s] + q1 * m1[s] + q2 * m2[s] + q3 * m3[s]
        i += 4
    while i < D:
        q0, m0 = q[i], moved[i]
        for s in range(count):
            seen[s] += q0 * m0[s]
        i += 1


@compiled(fastmath=FAST)
def take_off(Ph: Any, h: Any, inverse: float, moved: Any, D: int, seen: Any, count: int) -> None:
    """What a reading has explained."""
    see(h, moved, D, seen, count)
    for i in range(D):
        share, line = Ph[i] * inverse, moved[i]
        for s in range(count):
            line[s] -= share * seen[s]


def carry_for(shape: Shape) -> Callable[..., None]:
    return _carry_bands if shape is ANY_SHAPE else _carry_few(shape)


def _carry_few(shape: Shape) -> Callable[..., None]:
    size, state = shape.size, shape.state

    @small
    def carry(A: Any, moved: Any, count: int, form: Any) -> None:
        """The first ``count`` states over a step."""
        D, one = size(form), state(form)
        for s in range(count):
            for i in range(D):
                one[i] = moved[i, s]
            for i in range(D):
                total = 0.0
                for j in range(D):
                    total += A[i * D + j] * one[j]
                moved[i, s] = total

    return carry


@compiled(fastmath=FAST)
def _carry_bands(A: Any, moved: Any, count: int, form: Any) -> None:
    """The same, block by block."""
    i, band = 0, form.band
    while i < form.states:
        width = form.width[i]
        if width == 4:
            _carry_four(A, i * band, band, moved[i : i + 4], count)
        elif width == 2:
            _carry_two(A, i * band, band, moved[i : i + 2], count)
        else:
            before = moved[i : i + width, :count].copy()
            for j in range(width):
                line = moved[i + j]
                for s in range(count):
                    line[s] = 0.0
                for q in range(width):
                    factor, other = A[(i + j) * band + q], before[q]
                    for s in range(count):
                        line[s] += factor * other[s]
        i += width


@compiled(fastmath=FAST)
def _carry_two(A: Any, place: int, band: int, block: Any, count: int) -> None:
    a, b, c, d = A[place], A[place + 1], A[place + band], A[place + band + 1]
    one, two = block[0], block[1]
    for s in range(count):
        x, y = one[s], two[s]
        one[s] = a * x + b * y
        two[s] = c * x + d * y


@compiled(fastmath=FAST)
def _carry_four(A: Any, place: int, band: int, block: Any, count: int) -> None:
    a0, a1, a2, a3 = A[place], A[place + 1], A[place + 2], A[place + 3]
    place += band
    b0, b1, b2, b3 = A[place], A[place + 1], A[place + 2], A[place + 3]
    place += band
    c0, c1, c2, c3 = A[place], A[place + 1], A[place + 2], A[place + 3]
    place += band
    d0, d1, d2, d3 = A[place], A[place + 1], A[place + 2], A[place + 3]
    one, two, three, four = block[0], block[1], block[2], block[3]
    for s in range(count):
        x, y, z, w = one[s], two[s], three[s], four[s]
        one[s] = a0 * x + a1 * y + a2 * z + a3 * w
        two[s] = b0 * x + b1 * y + b2 * z + b3 * w
        three[s] = c0 * x + c1 * y + c2 * z + c3 * w
        four[s] = d0 * x + d1 * y + d2 * z + d3 * w

"""The state at asked times, each given the one asked for next: what draws are made of.

With x the state at an asked time and x' that at the next one, given all readings and but for its
mean,

    x = G x' + e,    cov e = C,

where G and C are those of the filter's steps on the way, put together: over one step of the axis,
from the filtered covariance P to the predicted P⁻ = A P Aᵀ + Q,

    G = P Aᵀ (P⁻)⁻¹,    C = P − G A P

(Rauch, Tung and Striebel 1965). At the last asked time G = 0. So a draw is made from the last time
back, of standard normals and a root of C. What rounding takes from C is a share of P: it does not
grow from time to time. Where each value is drawn forward, given those before it
(``solvers/markov/given.py``), it does: of Matérn 5/2 fields a third were lost that way.

No liberties with the order of sums: see ``draws.py``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.compiled import address, compiled
from gpstudio.core.solvers.markov.looks import looks_for
from gpstudio.core.solvers.markov.shape import Shape, fixed_shape
from gpstudio.core.solvers.markov.steps import fixed_moves

NOTHING_LEFT = 1e-14
"""Of a variance before the next state was known: less is rounding's."""


class Asked(NamedTuple):
    """Where the curve is asked for."""

    time: Floats
    """Ascending."""
    places: Integers
    """Of each, how many readings come before it."""


def small(function: Callable[..., Any]) -> Callable[..., Any]:
    return compiled(inline=True)(function)


@lru_cache(maxsize=8)
def chain_for(D: int) -> Callable[..., None]:
    """Fills G and a lower root of C of each of ``asked``, (times, D·D) both; ``times`` are of
    readings, in units of the length."""
    shape = fixed_shape(D, 0)
    moves, looks = fixed_moves(shape, D, False), looks_for(shape)
    step, advance, read, look = moves.step, moves.advance, looks.read, looks.look
    square, state, bare = shape.square, shape.state, shape.bare
    join, add, keep = _linking(shape, D)
    put, begin, explain = _beginning(D)

    @compiled
    def chain(times: Any, noises: Any, given: Any, asked: Any, gains: Any, roots: Any) -> None:
        form, n, count = bare(given), len(times), len(asked.time)
        time, noise = address(times), address(noises)
        A, Q, P, before = square(form), square(form), square(form), square(form)
        G, C, there, h, Ph = square(form), square(form), state(form), state(form), state(form)
        for i in range(D * D):
            P[i] = form.stationary[i]
        read(form.readout, form.origin, form.origin, 0, h, form)
        x, t, now, last, short, fresh = 0, 0, 0.0, -1.0, False, True
        while x < n or t < count:
            is_reading = t == count or x < asked.places[t]
            then = time[x] if is_reading else asked.time[t]
            if x + t > 0 and then > now:
                if then - now != last:
                    last = then - now
                    short = step(last, form, A, Q)
                put(P, before)
                advance(short, A, Q, P, form)
                if t > 0:
                    join(A, before, P, G, C, fresh, form)
                    fresh = False
            now = then
            if is_reading:
                explain(Ph, 1.0 / (noise[x] + look(P, h, Ph, form)), P)
                x += 1
                continue
            if t > 0:
                keep(t - 1, there, G, C, gains, roots)
            begin(P, there, G, C)
            fresh = True
            t += 1
        if count > 0:  # nothing comes next: what all readings leave
            add(G, P, C, form)
            keep(count - 1, there, G, C, gains, roots)
            gains[count - 1] = 0.0

    return chain


def _beginning(D: int) -> tuple[Callable[..., None], ...]:
    @small
    def put(P: Any, out: Any) -> None:
        for i in range(D * D):
            out[i] = P[i]

    @small
    def begin(P: Any, there: Any, G: Any, C: Any) -> None:
        """At an asked time: nothing lies between it and the next one yet."""
        for i in range(D):
            there[i] = P[i * D + i]
            for j in range(D):
                G[i * D + j], C[i * D + j] = 1.0 if i == j else 0.0, 0.0

    @small
    def explain(Ph: Any, inverse: float, P: Any) -> None:
        for i in range(D):
            for j in range(D):
                P[i * D + j] -= Ph[i] * Ph[j] * inverse

    return put, begin, explain


def _linking(shape: Shape, D: int) -> tuple[Callable[..., None], ...]:
    square = shape.square
    gained, (put, _, _) = _gained(shape, D), _beginning(D)

    @small
    def add(G: Any, c: Any, C: Any, form: Any) -> None:
        """C + G c Gᵀ."""
        work = square(form)
        for i in range(D):
            for j in range(D):
                total = 0.0
                for q in range(D):
                    total += G[i * D + q] * c[q * D + j]
                work[i * D + j] = total
        for i in range(D):
            for j in range(i + 1):
                total = C[i * D + j]
                for q in range(D):
                    total += work[i * D + q] * G[j * D + q]
                C[i * D + j] = total
                C[j * D + i] = total

    @small
    def join(A: Any, P: Any, ahead: Any, G: Any, C: Any, fresh: bool, form: Any) -> None:
        """One more step, from P to ``ahead``; ``fresh`` where it is the first."""
        g, c, AP, both = square(form), square(form), square(form), square(form)
        for i in range(D):
            for j in range(D):
                total = 0.0
                for q in range(i, D):
                    total += A[i * D + q] * P[q * D + j]
                AP[i * D + j] = total
        gained(AP, ahead, g, form)
        for i in range(D):
            for j in range(i + 1):
                total = P[i * D + j]
                for q in range(D):
                    total -= g[i * D + q] * AP[q * D + j]
                c[i * D + j] = total
                c[j * D + i] = total
        if fresh:
            put(g, G)
            put(c, C)
            return
        add(G, c, C, form)
        for i in range(D):
            for j in range(D):
                total = 0.0
                for q in range(D):
                    total += G[i * D + q] * g[q * D + j]
                both[i * D + j] = total
        put(both, G)

    @small
    def keep(t: int, there: Any, G: Any, C: Any, gains: Any, roots: Any) -> None:
        for i in range(D):
            for j in range(D):
                gains[t, i * D + j] = G[i * D + j]
            for j in range(i + 1):
                total = C[i * D + j]
                for q in range(j):
                    total -= roots[t, i * D + q] * roots[t, j * D + q]
                if i == j:
                    is_open = total > NOTHING_LEFT * there[i]
                    roots[t, i * D + i] = math.sqrt(total) if is_open else 0.0
                else:
                    pivot = roots[t, j * D + j]
                    roots[t, i * D + j] = total / pivot if pivot > 0.0 else 0.0

    return join, add, keep


def _gained(shape: Shape, D: int) -> Callable[..., None]:
    square, state = shape.square, shape.state

    @small
    def gained(AP: Any, ahead: Any, g: Any, form: Any) -> None:
        """(A P)ᵀ ahead⁻¹, by Cholesky; what ``ahead`` is sure of but for rounding tells nothing."""
        L, inverse, row = square(form), state(form), state(form)
        for i in range(D):
            for j in range(i + 1):
                total = ahead[i * D + j]
                for q in range(j):
                    total -= L[i * D + q] * L[j * D + q]
                if i > j:
                    L[i * D + j] = total * inverse[j]
                elif total > NOTHING_LEFT * ahead[i * D + i]:
                    inverse[i] = 1.0 / math.sqrt(total)
                else:
                    inverse[i] = 0.0
        for i in range(D):
            for j in range(D):
                total = AP[j * D + i]
                for q in range(j):
                    total -= L[j * D + q] * row[q]
                row[j] = total * inverse[j]
            for j in range(D - 1, -1, -1):
                total = row[j]
                for q in range(j + 1, D):
                    total -= L[q * D + j] * g[i * D + q]
                g[i * D + j] = total * inverse[j]

    return gained

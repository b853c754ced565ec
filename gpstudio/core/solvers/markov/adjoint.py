"""The moves of the adjoint: back over a reading, back over a step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpstudio.core.solvers.markov.looks import looks_for
from gpstudio.core.solvers.markov.shape import Shape, small
from gpstudio.core.solvers.markov.slopes import Notes
from gpstudio.core.solvers.markov.steps import Moves


def go_back_for(shape: Shape, moves: Moves) -> Callable[..., bool]:
    step, pull, retreat, copy = moves.step, moves.pull, moves.retreat, looks_for(shape).copy

    @small
    def go_back(
        dt: float, other: bool, short: bool, A: Any, Q: Any, m: Any, P: Any, r: Any, N: Any,
        ahead_r: Any, ahead_N: Any, form: Any, rows: Any, first: bool,
    ) -> bool:  # fmt: skip
        """The adjoint from just before a reading to just after the one before it."""
        copy(r, N, ahead_r, ahead_N, form)
        if not first:
            if other:
                short = step(dt, form, A, Q)
            pull(A, ahead_r, r, form)
            retreat(A, ahead_N, N, form)
        return short

    return go_back


def note_step_for(shape: Shape, moves: Moves, notes: Notes) -> Callable[..., bool]:
    go_back, slope, level, gap, mix = (
        go_back_for(shape, moves), notes.pull, notes.level, notes.gap, notes.mix,
    )  # fmt: skip
    square, states = shape.square, shape.states

    @small
    def note_step(
        dt: float, other: bool, short: bool, A: Any, Q: Any, m: Any, P: Any, r: Any, N: Any,
        ahead_r: Any, ahead_N: Any, form: Any, slopes: Any, first: bool,
    ) -> bool:  # fmt: skip
        """The same, and what the step adds to the slopes."""
        short = go_back(dt, other, short, A, Q, m, P, r, N, ahead_r, ahead_N, form, slopes, first)
        G, mixed, mixed_m = square(form), states(form), states(form)
        mix(slopes.mixing, ahead_r, mixed, form)
        slope(mixed, ahead_N, G, form)
        which = 0 if first else (1 if short else 2)
        level(G, 1.0, slopes.level, which, form)
        if not first:
            mix(slopes.mixing, m, mixed_m, form)
            gap(dt, short, mixed_m, P, Q, mixed, G, slopes, form)
            mix(slopes.mixing, r, mixed, form)
            slope(mixed, N, G, form)
            level(G, -1.0, slopes.level, which, form)
        return short

    return note_step


def absorb_back_for(shape: Shape) -> Callable[..., float]:
    size, state, weigh = shape.size, shape.state, _weigh(shape)

    @small
    def absorb(Ph: Any, v: Any, inverse: float, h: Any, r: Any, N: Any, u: Any, form: Any) -> float:
        """r and N before the reading; fills u with its rows of A⁻¹Y, returns that of diag A⁻¹.

        N becomes LᵀNL + hhᵀ/S with L = 1 − Phhᵀ/S, one side at a time. Multiplied out in one go,
        its terms cancel where the readings behind know the state far better than those before:
        ahead of the first of many quiet readings, and after a gap, variances would keep half of
        their digits.
        """
        D, NK, z = size(form), state(form), state(form)
        diagonal = weigh(Ph, v, inverse, h, r, N, u, NK, form)
        for j in range(D):
            z[j] = -h[j]
        for i in range(D):
            for j in range(D):
                N[i * D + j] -= NK[i] * h[j]
                z[j] += Ph[i] * N[i * D + j]
        for i in range(D):
            for j in range(i + 1):
                N[i * D + j] -= h[i] * (z[j] * inverse)
                N[j * D + i] = N[i * D + j]
        return diagonal

    return absorb


def _weigh(shape: Shape) -> Callable[..., float]:
    size, columns = shape.size, shape.columns

    @small
    def weigh(
        Ph: Any, v: Any, inverse: float, h: Any, r: Any, N: Any, u: Any, NK: Any, form: Any
    ) -> float:
        """Moves r over the reading and fills u and NK = N P h/S; returns the row of diag A⁻¹."""
        D, along = size(form), 0.0
        for i in range(D):
            total = 0.0
            for j in range(D):
                total += N[i * D + j] * Ph[j]
            NK[i] = total * inverse
            along += NK[i] * Ph[i]
        for c in range(columns(form)):
            total = v[c]
            for i in range(D):
                total -= Ph[i] * r[c * D + i]
            u[c] = total * inverse
            for i in range(D):
                r[c * D + i] += h[i] * u[c]
        return inverse + along * inverse

    return weigh

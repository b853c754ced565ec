"""The pass back: the adjoint of the filter, and everything it yields on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import address, compiled
from gpstudio.core.solvers.markov.looks import looks_for
from gpstudio.core.solvers.markov.shape import FAST, Shape, small
from gpstudio.core.solvers.markov.slopes import Notes, bare_slopes
from gpstudio.core.solvers.markov.steps import Moves
from gpstudio.core.solvers.markov.targets import (
    bare_targets,
    target_beside_for,
    target_between_for,
)


class Rows(NamedTuple):
    """What is kept of each reading."""

    weights: Floats
    """A⁻¹Y, (n, k)."""
    precisions: Floats
    """The diagonal of A⁻¹, (n,)."""


NO_ROWS = Rows(np.zeros((0, 0)), np.zeros(0))


@small
def bare_rows(rows: Any) -> Any:
    """The same with places for arrays."""
    return Rows(address(rows.weights), address(rows.precisions))


def backward_for(shape: Shape, moves: Moves, notes: Notes | None) -> Callable[..., int]:
    """The pass back; with ``notes`` it gathers the gradient instead of the rows.

    Two versions, since what is asked for in passing only costs nothing where it is settled before
    compiling.
    """
    looks, absorb = looks_for(shape), _absorb(shape)
    note_row = _keep_row(shape) if notes is None else _note_noise(shape)
    read, look, innovations = looks.read, looks.look, looks.innovations
    load, copy = looks.load, looks.copy
    go_back = _go_back(shape, moves) if notes is None else _note_step(shape, moves, notes)
    between_all, beside, before_all = _at_targets(shape, moves) if notes is None else NO_TARGET
    square, state, states, each = shape.square, shape.state, shape.states, shape.values
    bare, bare_notes = shape.bare, bare_rows if notes is None else bare_slopes
    move, keep = shape.move, _keep(shape)

    @compiled(fastmath=FAST)
    def backward(
        times: Any, noises: Any, values: Any, given: Any, kept: Any, first_row: int, carried: Any,
        start: int, stop: int, asked: Any, place: int, noting: bool, notebook: Any,
    ) -> int:  # fmt: skip
        """From reading stop-1 down to ``start``; returns the next target still to predict.

        ``carried`` is the adjoint just before the reading visited last, r and N, and the same just
        after the reading before it (nought at first); it is moved on. The targets ``asked`` for are
        predicted from ``place`` down. The ``notebook``, ``Rows`` or ``Slopes``, is filled if
        ``noting``.
        """
        form, targets, rows, n = bare(given), bare_targets(asked), bare_notes(notebook), len(times)
        time, noise, Y, store = address(times), address(noises), address(values), address(kept)
        A, Q, P = move(form), move(form), square(form)
        m, h, Ph, v, u = states(form), state(form), state(form), each(form), each(form)
        N, ahead_N, r, ahead_r = square(form), square(form), states(form), states(form)
        copy(address(carried[0]), address(carried[1]), ahead_r, ahead_N, form)
        copy(address(carried[2]), address(carried[3]), r, N, form)
        spare = (
            states(form), square(form), states(form), square(form), state(form), each(form)
        )  # fmt: skip
        timed, last, short = form.degree > 0, -1.0, False
        read(form.readout, form.origin, form.origin, h, form)
        for x in range(stop - 1, start - 1, -1):
            load(store, x - first_row, m, P, form)
            if timed:
                read(form.readout, form.origin, time[x], h, form)
            here, inverse, diagonal = look(P, h, Ph, form), 0.0, 0.0
            if noise[x] != np.inf:
                inverse = 1.0 / (noise[x] + here)
                innovations(Y, x, m, h, v, form)
            if place >= 0 and (
                targets.times[place] > time[x]
                or (targets.times[place] == time[x] and not targets.curve)
            ):
                # in other room, so that LLVM may keep the state itself in registers
                copy(m, P, spare[0], spare[1], form)
                copy(ahead_r, ahead_N, spare[2], spare[3], form)
                keep(Ph, v, spare[4], spare[5], form)
                place = between_all(time, x, n, spare, inverse, form, targets, place)
            if inverse != 0.0:
                diagonal = absorb(Ph, v, inverse, h, r, N, u, form)
                if noting:
                    note_row(x, u, diagonal, noise[x], rows, form)
            while place >= 0 and targets.times[place] == time[x]:
                beside(here, noise[x], inverse, diagonal, m, Ph, r, N, h, form, targets, place)
                place -= 1
            dt = time[x] - time[x - 1] if x > 0 else 0.0
            short = go_back(
                dt, dt != last, short, A, Q, m, P, r, N, ahead_r, ahead_N, form, rows, x == 0
            )  # fmt: skip
            last = dt
        copy(ahead_r, ahead_N, address(carried[0]), address(carried[1]), form)
        copy(r, N, address(carried[2]), address(carried[3]), form)
        if start == 0 and place >= 0:
            place = before_all(
                time, n, address(carried[0]), address(carried[1]), form, targets, place
            )
        return place

    return backward


def _go_back(shape: Shape, moves: Moves) -> Callable[..., bool]:
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


def _note_step(shape: Shape, moves: Moves, notes: Notes) -> Callable[..., bool]:
    go_back, slope, level, gap, mix = (
        _go_back(shape, moves), notes.pull, notes.level, notes.gap, notes.mix,
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
        if first:
            level(mixed, ahead_N, 1.0, slopes.level, 0, form)
        else:
            which = 1 if short else 2
            level(mixed, ahead_N, 1.0, slopes.level, which, form)
            slope(mixed, ahead_N, G, form)
            mix(slopes.mixing, m, mixed_m, form)
            gap(dt, short, mixed_m, P, Q, mixed, G, slopes, form)
            mix(slopes.mixing, r, mixed, form)
            level(mixed, N, -1.0, slopes.level, which, form)
        return short

    return note_step


def _keep(shape: Shape) -> Callable[..., None]:
    size, columns = shape.size, shape.columns

    @small
    def keep(Ph: Any, v: Any, kept_Ph: Any, kept_v: Any, form: Any) -> None:
        for i in range(size(form)):
            kept_Ph[i] = Ph[i]
        for c in range(columns(form)):
            kept_v[c] = v[c]

    return keep


@small
def _no_target_between(
    time: Any, x: int, n: int, around: Any, inverse: float, form: Any, targets: Any, place: int
) -> int:
    return place


@small
def _no_target_beside(
    here: float, noise: float, inverse: float, diagonal: float, m: Any, Ph: Any, r: Any, N: Any,
    h: Any, form: Any, targets: Any, place: int,
) -> None:  # fmt: skip
    return


@small
def _no_target_before(
    time: Any, n: int, ahead_r: Any, ahead_N: Any, form: Any, targets: Any, place: int
) -> int:
    return place


NO_TARGET = (_no_target_between, _no_target_beside, _no_target_before)
"""For the pass that gathers the gradient, which nobody asks for targets."""


def _at_targets(shape: Shape, moves: Moves) -> tuple[Callable[..., Any], ...]:
    return _between_all(shape, moves), target_beside_for(shape), _before_all(shape, moves)


def _between_all(shape: Shape, moves: Moves) -> Callable[..., int]:
    between = target_between_for(shape, moves)

    @compiled(fastmath=FAST)
    def between_all(
        time: Any,
        x: int,
        n: int,
        around: Any,
        inverse: float,
        form: Any,
        targets: Any,
        place: int,
    ) -> int:
        """The targets after reading x; where it is not the curve that is asked for, at it too."""
        while place >= 0 and (
            targets.times[place] > time[x]
            or (targets.times[place] == time[x] and not targets.curve)
        ):
            before = targets.times[place] - time[x]
            after = time[x + 1] - targets.times[place] if x + 1 < n else 0.0
            between(before, after, around, inverse, form, targets, place)
            place -= 1
        return place

    return between_all


def _before_all(shape: Shape, moves: Moves) -> Callable[..., int]:
    between, start = target_between_for(shape, moves), moves.start
    square, states, state, values = shape.square, shape.states, shape.state, shape.values
    size, columns = shape.size, shape.columns

    @compiled(fastmath=FAST)
    def before_all(
        time: Any, n: int, ahead_r: Any, ahead_N: Any, form: Any, targets: Any, place: int
    ) -> int:
        """The targets before the first reading, or all where there is none."""
        m, P, r, N = states(form), square(form), states(form), square(form)
        start(P, form)
        for i in range(columns(form) * size(form)):
            m[i] = 0.0
            r[i] = ahead_r[i]
        for i in range(size(form) ** 2):
            N[i] = ahead_N[i]
        around = (m, P, r, N, state(form), values(form))
        while place >= 0:
            after = time[0] - targets.times[place] if n > 0 else 0.0
            between(0.0, after, around, 0.0, form, targets, place)
            place -= 1
        return place

    return before_all


def _keep_row(shape: Shape) -> Callable[..., None]:
    columns = shape.columns

    @small
    def keep_row(x: int, u: Any, diagonal: float, noise: float, rows: Any, form: Any) -> None:
        rows.precisions[x] = diagonal
        for c in range(columns(form)):
            rows.weights[x * columns(form) + c] = u[c]

    return keep_row


def _note_noise(shape: Shape) -> Callable[..., None]:
    columns = shape.columns

    @small
    def note_noise(x: int, u: Any, diagonal: float, noise: float, slopes: Any, form: Any) -> None:
        """What a reading adds to the slope in the noise."""
        pull = -diagonal
        for c in range(columns(form)):
            mixed = 0.0
            for d in range(columns(form)):
                mixed += slopes.mixing[d * columns(form) + c] * u[d]
            pull += mixed * mixed
        slopes.noise[0] += 0.5 * pull * noise

    return note_noise


def _absorb(shape: Shape) -> Callable[..., float]:
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

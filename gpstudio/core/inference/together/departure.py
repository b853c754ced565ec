"""How sure the departure is of itself: the filter's gains, and what targets are made of.

A Matérn curve of unit variance, of which readings at ascending times are given. Neither its
variances nor its gains depend on what was read: they are made once, and whole rows of columns are
taken through them (``columns.py``). With m the state after the reading before a target, and r the
adjoint just before the next reading, each column's mean at the target is a·m + b·r.

Readings lie days apart, and so do targets: a step over as many whole days is made once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import address, compiled
from gpstudio.core.solvers.markov.adjoint import absorb_back_for
from gpstudio.core.solvers.markov.forward import LARGE, SURE
from gpstudio.core.solvers.markov.looks import looks_for
from gpstudio.core.solvers.markov.shape import FAST, Shape, fixed_shape, small
from gpstudio.core.solvers.markov.steps import Moves, fixed_moves

KEPT = 64
"""Steps of up to so many units of time are kept."""


class Room(NamedTuple):
    """For the gains of one setting, of each reading."""

    moves: Floats
    """A of the step that leads to it, (n, D · D)."""
    looks: Floats
    """P h before it, (n, D)."""
    here: Floats
    """h·P h."""
    inverse: Floats
    """Of its variance."""
    after: Floats
    """P after it, (n, D · D)."""
    steps: Floats
    """Of each number of whole units: how its step is, 0 where it was not made; A; Q."""


class Departure(NamedTuple):
    room_for: Callable[..., Any]
    """(n)"""
    filtered: Callable[..., float]
    """(field, length, ratio, form, room): fills the room; log |A|."""
    asked: Callable[..., None]
    """(field, length, ratio, form, room, times, read, variances): of each target the variance, and
    in ``read`` its a, its b, and which reading comes before it."""


@lru_cache(maxsize=8)
def departure_for(D: int) -> Departure:
    shape = fixed_shape(D, 0)
    moves = fixed_moves(shape, D, False)
    stepped = _stepped(D, moves)
    size = D * D

    @compiled(fastmath=FAST)
    def room_for(n: int) -> Any:
        return Room(
            np.empty((n, size)), np.empty((n, D)), np.empty(n), np.empty(n), np.empty((n, size)),
            np.zeros((KEPT, 1 + 2 * size)),
        )  # fmt: skip

    return Departure(
        room_for, _filtered(D, shape, moves, stepped), _asked(D, shape, moves, stepped)
    )


def _stepped(D: int, moves: Moves) -> Callable[..., bool]:
    step, size = moves.step, D * D

    @small
    def stepped(gap: float, length: float, form: Any, A: Any, Q: Any, kept: Any) -> bool:
        """``step``, over so many units of time."""
        whole = int(gap) if 0.0 <= gap < KEPT else -1
        if whole != gap:
            return bool(step(gap / length, form, A, Q))
        row = whole * (1 + 2 * size)
        if kept[row] == 0.0:
            kept[row] = 2.0 if step(gap / length, form, A, Q) else 1.0
            for i in range(size):
                kept[row + 1 + i], kept[row + 1 + size + i] = A[i], Q[i]
        for i in range(size):
            A[i], Q[i] = kept[row + 1 + i], kept[row + 1 + size + i]
        return bool(kept[row] == 2.0)

    return stepped


def _filtered(
    D: int, shape: Shape, moves: Moves, stepped: Callable[..., bool]
) -> Callable[..., float]:
    advance, prior, look = moves.advance, moves.prior, looks_for(shape).look
    square, state, bare, size = shape.square, shape.state, shape.bare, D * D

    @compiled(fastmath=FAST)
    def filtered(field: Any, length: float, ratio: float, given: Any, room: Any) -> float:
        form, time, noise = bare(given), address(field.time), address(field.noise)
        A, Q, P, Ph, h = square(form), square(form), square(form), state(form), state(form)
        kept, out, seen = address(room.steps), address(room.moves), address(room.looks)
        after = address(room.after)
        for row in range(KEPT):
            kept[row * (1 + 2 * size)] = 0.0
        for i in range(size):
            P[i], Q[i] = form.stationary[i], 0.0
        for i in range(D):
            h[i] = form.readout[i]
        log_determinant, product, smallest = 0.0, 1.0, SURE * prior(h, form)
        for x in range(len(field.time)):
            if x > 0:
                short = stepped(time[x] - time[x - 1], length, form, A, Q, kept)
                for i in range(size):
                    out[x * size + i] = A[i]
                advance(short, A, Q, P, form)
            here = look(P, h, Ph, form)
            S = noise[x] * ratio + here
            if smallest >= S:
                return np.nan
            product *= S
            if product > LARGE or product < 1.0 / LARGE:
                log_determinant += math.log(product)
                product = 1.0
            inverse = 1.0 / S
            room.here[x], room.inverse[x] = here, inverse
            for i in range(D):
                seen[x * D + i] = Ph[i]
                for j in range(D):
                    P[i * D + j] -= Ph[i] * Ph[j] * inverse
            for i in range(size):
                after[x * size + i] = P[i]
        return log_determinant + math.log(product)

    return filtered


def _between(
    D: int, shape: Shape, moves: Moves, stepped: Callable[..., bool]
) -> Callable[..., float]:
    advance, look = moves.advance, looks_for(shape).look
    square, state, size = shape.square, shape.state, D * D

    @small
    def between(
        before: float, behind: float, length: float, last: bool, P: Any, N: Any, h: Any, form: Any,
        kept: Any, a: Any, b: Any,
    ) -> float:  # fmt: skip
        """``before`` after a reading whose P is known and ``behind`` before the next one, whose
        adjoint is N, unless that was the last: the variance; a and b are filled."""
        A, Q, here, gain, away = square(form), square(form), square(form), state(form), state(form)
        for i in range(size):
            here[i], Q[i] = P[i], 0.0
        for i in range(D):
            a[i], b[i] = h[i], 0.0
        if before > 0.0:
            advance(stepped(before, length, form, A, Q, kept), A, Q, here, form)
            for i in range(D):
                a[i] = 0.0
                for j in range(i + 1):
                    a[i] += h[j] * A[j * D + i]
        spread = look(here, h, gain, form)
        if not last:
            stepped(behind, length, form, A, Q, kept)
            for i in range(D):
                for j in range(i, D):
                    b[i] += A[i * D + j] * gain[j]
            spread -= look(N, b, away, form)
        return max(spread, 0.0)

    return between


def _asked(D: int, shape: Shape, moves: Moves, stepped: Callable[..., bool]) -> Callable[..., None]:
    between, adjoint = _between(D, shape, moves, stepped), absorb_back_for(shape)
    square, state, each, bare = shape.square, shape.state, shape.values, shape.bare
    retreat, size = moves.retreat, D * D

    @small
    def note(read: Any, s: int, x: int, a: Any, b: Any) -> None:
        for i in range(D):
            read[0][s, i], read[1][s, i] = a[i], b[i]
        read[2][s] = x

    @small
    def load(source: Any, x: int, P: Any) -> None:
        for i in range(size):
            P[i] = source[x * size + i]

    @compiled(fastmath=FAST)
    def asked(
        field: Any, length: float, ratio: float, given: Any, room: Any, times: Any, read: Any,
        variances: Any,
    ) -> None:  # fmt: skip
        form, time, n, s = bare(given), address(field.time), len(field.time), len(times) - 1
        N, ahead, P, A = square(form), square(form), square(form), square(form)
        Ph, h, a, b = state(form), state(form), state(form), state(form)
        none, nothing, kept = each(form), each(form), address(room.steps)
        seen, after, moved = address(room.looks), address(room.after), address(room.moves)
        for i in range(size):
            N[i], ahead[i] = 0.0, 0.0
        for i in range(D):
            h[i] = form.readout[i]
        for x in range(n - 1, -1, -1):
            last = x + 1 == n
            behind = 0.0 if last else time[x + 1]
            load(after, x, P)
            while s >= 0 and times[s] > time[x]:
                variances[s] = between(
                    times[s] - time[x], behind - times[s], length, last, P, ahead, h, form, kept,
                    a, b,
                )  # fmt: skip
                note(read, s, x, a, b)
                s -= 1
            for i in range(D):
                Ph[i] = seen[x * D + i]
            inverse, noise = room.inverse[x], field.noise[x] * ratio
            diagonal = adjoint(Ph, none, inverse, h, nothing, N, none, form)
            while s >= 0 and times[s] == time[x]:
                between(0.0, behind - time[x], length, last, P, ahead, h, form, kept, a, b)
                # what a reading leaves open is a share of its own noise: no digits are lost
                spread = noise * (room.here[x] * inverse - noise * (diagonal - inverse))
                variances[s] = max(spread, 0.0)
                note(read, s, x, a, b)
                s -= 1
            load(N, 0, ahead)
            if x > 0:
                load(moved, x, A)
                retreat(A, ahead, N, form)
        load(form.stationary, 0, P)
        while s >= 0:
            behind = time[0] - times[s]
            variances[s] = between(0.0, behind, length, False, P, ahead, h, form, kept, a, b)
            note(read, s, -1, a, b)
            s -= 1

    return asked

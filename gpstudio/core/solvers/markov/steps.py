"""What passes do along time: the moves of a state over a step.

Two versions of the same moves: for few states, by full matrices; for many, by bands, in D² · band
operations. Sums and products of ``turns`` = False forms are upper triangular, of which the first
makes use.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from gpstudio.core.kernels.states.form import TERMS
from gpstudio.core.solvers.markov.shape import Shape, cached, small


class Moves(NamedTuple):
    step: Callable[..., bool]
    """(dt, form, A, Q): A = exp(F dt); for a short step also the noise Q on the way, and True."""
    predict: Callable[..., None]
    """(A, m, form): m ← A m for each column."""
    pull: Callable[..., None]
    """(A, ahead, r, form): r = Aᵀ ahead for each column."""
    advance: Callable[..., None]
    """(short, A, Q, P, form): P moved over the step, in place."""
    retreat: Callable[..., None]
    """(A, N, out, form): out = Aᵀ N A, for symmetric N."""
    start: Callable[..., None]
    """(P, form): P ← P∞."""
    prior: Callable[..., float]
    """(h, form): hᵀ P∞ h."""


@cached
def fixed_moves(shape: Shape, D: int, turns: bool) -> Moves:
    predict, pull = _multiply(shape, D, turns)
    advance, retreat = _congruence(shape, D, turns)
    start, prior = _stationary(D)
    return Moves(_step(D, turns), predict, pull, advance, retreat, start, prior)


def _step(D: int, turns: bool) -> Callable[..., bool]:
    @small
    def step(dt: float, form: Any, A: Any, Q: Any) -> bool:
        faded = 0.0
        for i in range(D):
            if i == 0 or form.decay[i] != form.decay[i - 1]:
                faded = math.exp(-form.decay[i] * dt)
            fade, aside = faded, 0.0
            if turns:
                angle = form.turn[i] * dt
                aside = fade * math.sin(angle)
                fade *= math.cos(angle)
            for j in range(D):
                straight, across = form.powers[i * D + j], form.asides[i * D + j]
                power = 1.0
                for q in range(1, D):
                    power *= dt
                    straight += power * form.powers[(q * D + i) * D + j]
                    if turns:
                        across += power * form.asides[(q * D + i) * D + j]
                A[i * D + j] = fade * straight + (aside * across if turns else 0.0)
        if dt > form.near:
            return False
        for i in range(D):
            for j in range(i + 1):
                total = 0.0
                for q in range(TERMS - 1, -1, -1):
                    total = dt * (form.shaking[(q * D + i) * D + j] + total)
                Q[i * D + j] = total
                Q[j * D + i] = total
        return True

    return step


def _multiply(shape: Shape, D: int, turns: bool) -> tuple[Callable[..., None], ...]:
    columns, state = shape.columns, shape.state

    @small
    def predict(A: Any, m: Any, form: Any) -> None:
        moved = state(form)
        for c in range(columns(form)):
            for i in range(D):
                moved[i] = 0.0
                for j in range(0 if turns else i, D):
                    moved[i] += A[i * D + j] * m[c * D + j]
            for i in range(D):
                m[c * D + i] = moved[i]

    @small
    def pull(A: Any, ahead: Any, r: Any, form: Any) -> None:
        for c in range(columns(form)):
            for i in range(D):
                total = 0.0
                for j in range(D if turns else i + 1):
                    total += A[j * D + i] * ahead[c * D + j]
                r[c * D + i] = total

    return predict, pull


def _congruence(shape: Shape, D: int, turns: bool) -> tuple[Callable[..., None], ...]:
    square = shape.square

    @small
    def advance(short: bool, A: Any, Q: Any, P: Any, form: Any) -> None:
        work = square(form)
        for i in range(D):
            for j in range(D):
                total = 0.0
                for q in range(0 if turns else i, D):
                    total += A[i * D + q] * (
                        P[q * D + j] - (0.0 if short else form.anchor[q * D + j])
                    )
                work[i * D + j] = total
        for i in range(D):
            for j in range(i + 1):
                total = Q[i * D + j] if short else form.anchor[i * D + j]
                for q in range(0 if turns else j, D):
                    total += work[i * D + q] * A[j * D + q]
                P[i * D + j] = total
                P[j * D + i] = total

    @small
    def retreat(A: Any, N: Any, out: Any, form: Any) -> None:
        work = square(form)
        for i in range(D):
            for j in range(D):
                total = 0.0
                for q in range(D if turns else i + 1):
                    total += A[q * D + i] * N[q * D + j]
                work[i * D + j] = total
        for i in range(D):
            for j in range(i + 1):
                total = 0.0
                for q in range(D if turns else j + 1):
                    total += work[i * D + q] * A[q * D + j]
                out[i * D + j] = total
                out[j * D + i] = total

    return advance, retreat


def _stationary(D: int) -> tuple[Callable[..., None], Callable[..., float]]:
    @small
    def start(P: Any, form: Any) -> None:
        for i in range(D):
            for j in range(D):
                P[i * D + j] = form.stationary[i * D + j]

    @small
    def prior(h: Any, form: Any) -> float:
        total = 0.0
        for i in range(D):
            for j in range(D):
                total += h[i] * form.stationary[i * D + j] * h[j]
        return total

    return start, prior

"""The moves of ``steps.py`` for any number of states: block-diagonal matrices as bands."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gpstudio.core.compiled import compiled
from gpstudio.core.kernels.states.form import TERMS
from gpstudio.core.solvers.markov.shape import FAST, small
from gpstudio.core.solvers.markov.steps import Moves


@small
def _step(dt: float, form: Any, A: Any, Q: Any) -> bool:
    band = form.band
    for b in range(form.blocks):
        start, couplings, pair = form.block[3 * b], form.block[3 * b + 1], form.block[3 * b + 2]
        fade = math.exp(-form.decay[b] * dt)
        cosine, sine = fade * math.cos(form.turn[b] * dt), fade * math.sin(form.turn[b] * dt)
        for i in range(couplings):
            for j in range(couplings):
                inner, power = 0.0, 1.0
                for q in range(form.most):
                    inner += (
                        power
                        * form.powers[
                            ((b * form.most + q) * form.couplings + i) * form.couplings + j
                        ]
                    )
                    power *= dt
                place = (start + i * pair) * band + j * pair
                A[place] = inner * cosine
                if pair == 2:
                    A[place + 1] = -inner * sine
                    A[place + band] = inner * sine
                    A[place + band + 1] = inner * cosine
    if dt > form.near:
        return False
    for i in range(form.states):
        for q in range(form.width[i]):
            total = 0.0
            for term in range(TERMS - 1, -1, -1):
                total = dt * (form.shaking[(term * form.states + i) * band + q] + total)
            Q[i * band + q] = total
    return True


@small
def _predict(A: Any, m: Any, form: Any) -> None:
    D, band = form.states, form.band
    moved = np.zeros(D)
    for c in range(form.columns):
        for i in range(D):
            total = 0.0
            for q in range(form.width[i]):
                total += A[i * band + q] * m[c * D + form.first[i] + q]
            moved[i] = total
        for i in range(D):
            m[c * D + i] = moved[i]


@small
def _pull(A: Any, ahead: Any, r: Any, form: Any) -> None:
    D, band = form.states, form.band
    for c in range(form.columns):
        for i in range(D):
            r[c * D + i] = 0.0
        for i in range(D):
            for q in range(form.width[i]):
                r[c * D + form.first[i] + q] += A[i * band + q] * ahead[c * D + i]


@compiled(fastmath=FAST)
def _surround(A: Any, P: Any, form: Any) -> None:
    """P ← A P Aᵀ for symmetric P; of A P and of the result, the lower half."""
    D, band = form.states, form.band
    work = np.empty(D * D)
    for i in range(D):
        last = form.first[i] + form.width[i]
        for j in range(last):
            work[i * D + j] = 0.0
        for q in range(form.width[i]):
            factor, place = A[i * band + q], (form.first[i] + q) * D
            for j in range(last):
                work[i * D + j] += factor * P[place + j]
    for i in range(D):
        for j in range(i + 1):
            place, b = i * D + form.first[j], j * band
            if form.width[j] == 4:
                # of a turning Matérn 3/2: worth its own line
                total = (
                    work[place] * A[b]
                    + work[place + 1] * A[b + 1]
                    + work[place + 2] * A[b + 2]
                    + work[place + 3] * A[b + 3]
                )
            else:
                total = 0.0
                for q in range(form.width[j]):
                    total += work[place + q] * A[b + q]
            P[i * D + j] = total
            P[j * D + i] = total


@small
def _shift(P: Any, sign: float, blocks: Any, form: Any) -> None:
    """P ← P + sign · blocks."""
    D, band = form.states, form.band
    for i in range(D):
        for q in range(form.width[i]):
            P[i * D + form.first[i] + q] += sign * blocks[i * band + q]


@small
def _advance(short: bool, A: Any, Q: Any, P: Any, form: Any) -> None:
    base = form.lasting if short else form.anchor
    _shift(P, -1.0, base, form)
    _surround(A, P, form)
    _shift(P, 1.0, base, form)
    if short:
        _shift(P, 1.0, Q, form)


@small
def _retreat(A: Any, N: Any, out: Any, form: Any) -> None:
    D, band = form.states, form.band
    across = np.zeros(D * band)
    for i in range(D):
        for q in range(form.width[i]):
            across[(form.first[i] + q) * band + i - form.first[i]] = A[i * band + q]
    for i in range(D * D):
        out[i] = N[i]
    _surround(across, out, form)


@small
def _start(P: Any, form: Any) -> None:
    for i in range(form.states**2):
        P[i] = 0.0
    _shift(P, 1.0, form.stationary, form)


@small
def _prior(h: Any, form: Any) -> float:
    total = 0.0
    for i in range(form.states):
        for q in range(form.width[i]):
            total += h[i] * form.stationary[i * form.band + q] * h[form.first[i] + q]
    return total


BAND_MOVES = Moves(_step, _predict, _pull, _advance, _retreat, _start, _prior)

"""The small moves that both passes are made of: one step along time, and one look at a reading.

Each is made for a fixed number of states D (and columns k), so that LLVM unrolls its loops.
``form`` is the ``Steps`` record of ``operators/markov.py``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from gpstudio.core.compiled import compiled
from gpstudio.core.kernels.markov_form import TERMS

FAST = {"reassoc", "contract", "arcp", "nsz"}
cached = lru_cache(maxsize=64)


@cached
def step_for(D: int) -> Callable[..., bool]:
    @compiled(fastmath=FAST)
    def step(dt: float, form: Any, A: Any, Q: Any) -> bool:
        """A = exp(F dt); for a short step also the noise Q added on the way, and True."""
        for i in range(D):
            fade = math.exp(-form.decay[i] * dt)
            for j in range(D):
                total = form.powers[0, i, j]
                power = 1.0
                for q in range(1, form.powers.shape[0]):
                    power *= dt
                    total += power * form.powers[q, i, j]
                A[i, j] = fade * total
        if dt > form.near:
            return False
        for i in range(D):
            for j in range(i + 1):
                total = 0.0
                for q in range(TERMS - 1, -1, -1):
                    total = dt * (form.shaking[q, i, j] + total)
                Q[i, j] = total
                Q[j, i] = total
        return True

    return step


@cached
def advance_for(D: int) -> Callable[..., None]:
    @compiled(fastmath=FAST)
    def advance(short: bool, A: Any, P: Any, Q: Any, stationary: Any, work: Any) -> None:
        """P moved over a step, in place: A P Aᵀ + Q, or the same as P∞ + A (P − P∞) Aᵀ."""
        for i in range(D):
            for j in range(D):
                total = 0.0
                for q in range(D):
                    total += A[i, q] * (P[q, j] if short else P[q, j] - stationary[q, j])
                work[i, j] = total
        for i in range(D):
            for j in range(i + 1):
                total = Q[i, j] if short else stationary[i, j]
                for q in range(D):
                    total += work[i, q] * A[j, q]
                P[i, j] = total
                P[j, i] = total

    return advance


@cached
def retreat_for(D: int) -> Callable[..., None]:
    @compiled(fastmath=FAST)
    def retreat(A: Any, N: Any, work: Any, out: Any) -> None:
        """out = Aᵀ N A, for symmetric N; ``out`` may be N."""
        for i in range(D):
            for j in range(D):
                total = 0.0
                for q in range(D):
                    total += A[q, i] * N[q, j]
                work[i, j] = total
        for i in range(D):
            for j in range(i + 1):
                total = 0.0
                for q in range(D):
                    total += work[i, q] * A[q, j]
                out[i, j] = total
                out[j, i] = total

    return retreat


@cached
def look_for(D: int) -> Callable[..., float]:
    @compiled(fastmath=FAST)
    def look(P: Any, h: Any, Ph: Any) -> float:
        """Fills Ph with P h; returns hᵀ P h, the variance of the curve here."""
        variance = 0.0
        for i in range(D):
            total = 0.0
            for j in range(D):
                total += P[i, j] * h[j]
            Ph[i] = total
            variance += h[i] * total
        return variance

    return look


@cached
def innovations_for(D: int, k: int) -> Callable[..., None]:
    @compiled(fastmath=FAST)
    def innovations(y: Any, m: Any, h: Any, v: Any) -> None:
        """v = y − h m for each column."""
        for c in range(k):
            total = y[c]
            for i in range(D):
                total -= h[i] * m[c, i]
            v[c] = total

    return innovations


@cached
def save_for(D: int, k: int) -> Callable[..., None]:
    @compiled(fastmath=FAST)
    def save(row: Any, m: Any, P: Any) -> None:
        """m and the lower half of P into one row of the store."""
        place = 0
        for c in range(k):
            for i in range(D):
                row[place] = m[c, i]
                place += 1
        for i in range(D):
            for j in range(i + 1):
                row[place] = P[i, j]
                place += 1

    return save


@cached
def load_for(D: int, k: int) -> Callable[..., None]:
    @compiled(fastmath=FAST)
    def load(row: Any, m: Any, P: Any) -> None:
        """What ``save`` kept."""
        place = 0
        for c in range(k):
            for i in range(D):
                m[c, i] = row[place]
                place += 1
        for i in range(D):
            for j in range(i + 1):
                P[i, j] = row[place]
                P[j, i] = row[place]
                place += 1

    return load

"""The O(n) arithmetic of a Markov curve: one pass forward, one pass back.

Notation: the readings are y = h·x + e with var e = noise; ``k`` columns of readings share one
covariance and are carried together (a series and its trend columns, or many draws).

Forward (Kalman filter): the predicted state m⁻, P⁻ before each reading, the innovations' yᵀA⁻¹y
and log|A|, where A is the covariance of the readings. A missing reading has infinite noise.

Back (adjoint of the filter; de Jong 1988, Koopman and Shephard 1992): r and N are the derivatives
of the log evidence with respect to m⁻ and, as ½(rrᵀ − N), to P⁻. From them come, without inverting
any matrix: the smoothed mean h·(m⁻ + P⁻r) and variance h·(P⁻ − P⁻NP⁻)·h; the weights A⁻¹y and the
diagonal of A⁻¹; and the evidence's gradient in F, P and the noise. Between two readings r and N
only need the transition, so any other time is predicted on the way.

Each function is made for a fixed state dimension D and number of columns k, as constants: LLVM
unrolls the small loops, which makes them several times faster than general ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from gpstudio.core.compiled import compiled

FAST = {"reassoc", "contract", "arcp", "nsz"}
_LARGE = 1e200
"""Products of innovation variances are logged before they leave [1/_LARGE, _LARGE]."""


class Passes(NamedTuple):
    forward: Callable[..., Any]
    backward: Callable[..., Any]


@lru_cache(maxsize=64)
def passes(D: int, k: int) -> Passes:  # noqa: N803  (the letters of the formulas)
    """The passes for ``D`` states and ``k`` columns."""
    transition = transition_for(D)
    return Passes(_forward(D, k, transition), _backward(D, k, transition))


@lru_cache(maxsize=64)
def stored_width(D: int, k: int) -> int:  # noqa: N803
    """Numbers kept a reading between the passes: m⁻ of each column and half of P⁻."""
    return k * D + D * (D + 1) // 2


@lru_cache(maxsize=64)
def transition_for(D: int) -> Callable[..., None]:  # noqa: N803
    @compiled(fastmath=FAST)
    def transition(dt: float, decay: Any, powers: Any, A: Any) -> None:
        """A = exp(F dt) = e^{-decay dt} Σ dtᵏ powers[k]."""
        for i in range(D):
            fade = math.exp(-decay[i] * dt)
            for j in range(D):
                total = powers[0, i, j]
                power = 1.0
                for q in range(1, powers.shape[0]):
                    power *= dt
                    total += power * powers[q, i, j]
                A[i, j] = fade * total

    return transition


def _advance(D: int) -> Callable[..., None]:  # noqa: N803
    @compiled(fastmath=FAST)
    def advance(A: Any, P: Any, stationary: Any, work: Any) -> None:
        """P ← stationary + A (P − stationary) Aᵀ, in place."""
        for i in range(D):
            for j in range(D):
                total = 0.0
                for q in range(D):
                    total += A[i, q] * (P[q, j] - stationary[q, j])
                work[i, j] = total
        for i in range(D):
            for j in range(i + 1):
                total = stationary[i, j]
                for q in range(D):
                    total += work[i, q] * A[j, q]
                P[i, j] = total
                P[j, i] = total

    return advance


def _retreat(D: int) -> Callable[..., None]:  # noqa: N803
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


def _forward(D: int, k: int, transition: Any) -> Callable[..., Any]:  # noqa: N803
    advance = _advance(D)

    @compiled(fastmath=FAST)
    def forward(
        time: Any,
        noise: Any,
        Y: Any,
        decay: Any,
        powers: Any,
        stationary: Any,
        h: Any,
        carry: Any,
        start: int,
        stop: int,
        store: Any,
        keep: bool,
    ) -> float:
        """Filter readings start…stop; returns their share of log|A| and adds to the carry.

        ``carry`` rows: the state that a following call goes on from. [0:k] m, [k:k+D] P,
        [k+D:k+D+k] YᵀA⁻¹Y; it lets the caller stop between stretches of readings.
        """
        A = np.zeros((D, D))
        P = np.zeros((D, D))
        work = np.zeros((D, D))
        m = np.zeros((k, D))
        moved = np.zeros((k, D))
        Ph = np.zeros(D)
        v = np.zeros(k)
        quadratic = np.zeros((k, k))
        for c in range(k):
            for i in range(D):
                m[c, i] = carry[c, i]
        for i in range(D):
            for j in range(D):
                P[i, j] = carry[k + i, j]
        log_determinant = 0.0
        product = 1.0
        last = -1.0
        for x in range(start, stop):
            if x > 0:
                dt = time[x] - time[x - 1]
                if dt != last:
                    transition(dt, decay, powers, A)
                    last = dt
                for c in range(k):
                    for i in range(D):
                        total = 0.0
                        for j in range(D):
                            total += A[i, j] * m[c, j]
                        moved[c, i] = total
                for c in range(k):
                    for i in range(D):
                        m[c, i] = moved[c, i]
                advance(A, P, stationary, work)
            if keep:
                place = 0
                for c in range(k):
                    for i in range(D):
                        store[x, place] = m[c, i]
                        place += 1
                for i in range(D):
                    for j in range(i + 1):
                        store[x, place] = P[i, j]
                        place += 1
            if noise[x] == np.inf:
                continue
            S = noise[x]
            for i in range(D):
                total = 0.0
                for j in range(D):
                    total += P[i, j] * h[j]
                Ph[i] = total
                S += h[i] * total
            inverse = 1.0 / S
            product *= S
            if product > _LARGE or product < 1.0 / _LARGE:
                log_determinant += math.log(product)
                product = 1.0
            for c in range(k):
                total = Y[x, c]
                for i in range(D):
                    total -= h[i] * m[c, i]
                v[c] = total
            for c in range(k):
                for d in range(c + 1):
                    quadratic[c, d] += v[c] * v[d] * inverse
                for i in range(D):
                    m[c, i] += Ph[i] * (v[c] * inverse)
            for i in range(D):
                for j in range(i + 1):
                    P[i, j] -= Ph[i] * Ph[j] * inverse
                    P[j, i] = P[i, j]
        for c in range(k):
            for i in range(D):
                carry[c, i] = m[c, i]
        for i in range(D):
            for j in range(D):
                carry[k + i, j] = P[i, j]
        for c in range(k):
            for d in range(c + 1):
                carry[k + D + c, d] += quadratic[c, d]
        return log_determinant + math.log(product)

    return forward


def _backward(D: int, k: int, transition: Any) -> Callable[..., Any]:  # noqa: N803
    retreat = _retreat(D)
    predict = _predict(D, k, transition)

    @compiled(fastmath=FAST)
    def backward(
        time: Any,
        noise: Any,
        Y: Any,
        decay: Any,
        powers: Any,
        stationary: Any,
        h: Any,
        store: Any,
        carry: Any,
        start: int,
        stop: int,
        targets: Any,
        place: int,
        mean: Any,
        variance: Any,
        weights: Any,
        sums: Any,
    ) -> int:
        """From reading stop-1 down to ``start``; returns the next target still to predict.

        ``targets`` ascend and are predicted from ``place`` down. ``weights``, where it has rows,
        is filled with A⁻¹Y. ``sums``, where it has rows, gathers the gradient: [0:D] for F,
        [D:2D] for the stationary covariance, [2D, 0] for the logarithm of the noise's scale.
        ``carry`` hands r in [0:k] and N in [k:k+D] from one stretch to the one before it; they
        stand just before the reading that was visited last.
        """
        A = np.zeros((D, D))
        B = np.zeros((D, D))
        P = np.zeros((D, D))
        N = np.zeros((D, D))
        work = np.zeros((D, D))
        m = np.zeros((k, D))
        r = np.zeros((k, D))
        moved = np.zeros((k, D))
        scratch = np.zeros((3 * D + k, D))
        Ph = np.zeros(D)
        NK = np.zeros(D)
        v = np.zeros(k)
        for c in range(k):
            for i in range(D):
                r[c, i] = carry[c, i]
        for i in range(D):
            for j in range(D):
                N[i, j] = carry[k + i, j]
        gather = sums.shape[0] > 0
        keep_weights = weights.shape[0] > 0
        last = -1.0
        n = time.shape[0]
        for x in range(stop - 1, start - 1, -1):
            spot = 0
            for c in range(k):
                for i in range(D):
                    m[c, i] = store[x, spot]
                    spot += 1
            for i in range(D):
                for j in range(i + 1):
                    P[i, j] = store[x, spot]
                    P[j, i] = P[i, j]
                    spot += 1
            inverse = 0.0
            if noise[x] != np.inf:
                S = noise[x]
                for i in range(D):
                    total = 0.0
                    for j in range(D):
                        total += P[i, j] * h[j]
                    Ph[i] = total
                    S += h[i] * total
                inverse = 1.0 / S
                for c in range(k):
                    total = Y[x, c]
                    for i in range(D):
                        total -= h[i] * m[c, i]
                    v[c] = total
            while place >= 0 and targets[place] >= time[x]:
                # the state after this reading, made anew where a target needs it
                for c in range(k):
                    for i in range(D):
                        moved[c, i] = m[c, i] + Ph[i] * (v[c] * inverse)
                for i in range(D):
                    for j in range(D):
                        B[i, j] = P[i, j] - Ph[i] * Ph[j] * inverse
                before = targets[place] - time[x]
                after = time[x + 1] - targets[place] if x + 1 < n else 0.0
                predict(before, after, moved, B, r, N, decay, powers, stationary, h,
                        mean[place], variance[place : place + 1], scratch)  # fmt: skip
                place -= 1
            if x + 1 < n:
                dt = time[x + 1] - time[x]
                if dt != last:
                    transition(dt, decay, powers, A)
                    last = dt
                for c in range(k):
                    for i in range(D):
                        total = 0.0
                        for j in range(D):
                            total += A[j, i] * r[c, j]
                        moved[c, i] = total
                for c in range(k):
                    for i in range(D):
                        r[c, i] = moved[c, i]
                retreat(A, N, work, N)
                if gather:
                    for i in range(D):
                        for j in range(D):
                            total = N[i, j]
                            for c in range(k):
                                total -= r[c, i] * r[c, j]
                            sums[D + i, j] += 0.5 * total
            if inverse != 0.0:
                along = 0.0
                for i in range(D):
                    total = 0.0
                    for j in range(D):
                        total += N[i, j] * Ph[j]
                    NK[i] = total * inverse
                    along += NK[i] * Ph[i]
                diagonal = inverse + along * inverse
                squares = -diagonal
                for c in range(k):
                    total = v[c]
                    for i in range(D):
                        total -= Ph[i] * r[c, i]
                    weight = total * inverse
                    squares += weight * weight
                    for i in range(D):
                        r[c, i] += h[i] * weight
                    if keep_weights:
                        weights[x, c] = weight
                for i in range(D):
                    for j in range(i + 1):
                        N[i, j] += h[i] * h[j] * diagonal - h[i] * NK[j] - NK[i] * h[j]
                        N[j, i] = N[i, j]
                if gather:
                    sums[2 * D, 0] += 0.5 * squares * noise[x]
            if gather:
                for i in range(D):
                    for j in range(D):
                        total = -N[i, j]
                        for c in range(k):
                            total += r[c, i] * r[c, j]
                        B[i, j] = total
                        sums[D + i, j] += 0.5 * total
                if x > 0:
                    dt = time[x] - time[x - 1]
                    for i in range(D):
                        for j in range(D):
                            total = 0.0
                            for c in range(k):
                                total += r[c, i] * m[c, j]
                            for q in range(D):
                                total += B[i, q] * (P[q, j] - stationary[q, j])
                            sums[i, j] += dt * total
        if start == 0:
            for c in range(k):
                for i in range(D):
                    m[c, i] = 0.0
            while place >= 0:
                after = time[0] - targets[place] if n > 0 else 0.0
                predict(0.0, after, m, stationary, r, N, decay, powers, stationary, h,
                        mean[place], variance[place : place + 1], scratch)  # fmt: skip
                place -= 1
        for c in range(k):
            for i in range(D):
                carry[c, i] = r[c, i]
        for i in range(D):
            for j in range(D):
                carry[k + i, j] = N[i, j]
        return place

    return backward


def _predict(D: int, k: int, transition: Any) -> Callable[..., None]:  # noqa: N803
    advance = _advance(D)
    retreat = _retreat(D)

    @compiled(fastmath=FAST)
    def predict(
        before: float,
        after: float,
        m: Any,
        P: Any,
        r: Any,
        N: Any,
        decay: Any,
        powers: Any,
        stationary: Any,
        h: Any,
        mean: Any,
        variance: Any,
        scratch: Any,
    ) -> None:
        """The curve ``before`` after the state m, P and ``after`` before the reading of r, N."""
        A = scratch[:D]
        here = scratch[D : 2 * D]
        work = scratch[2 * D : 3 * D]
        moved = scratch[3 * D :]
        transition(before, decay, powers, A)
        for c in range(k):
            total = 0.0
            for i in range(D):
                for j in range(D):
                    total += h[i] * A[i, j] * m[c, j]
            mean[c] = total
        for i in range(D):
            for j in range(D):
                here[i, j] = P[i, j]
        advance(A, here, stationary, work)
        spread = 0.0
        for i in range(D):
            total = 0.0
            for j in range(D):
                total += here[i, j] * h[j]
            moved[0, i] = total
            spread += h[i] * total
        transition(after, decay, powers, A)
        for c in range(k):
            for i in range(D):
                back = 0.0
                for j in range(D):
                    back += A[j, i] * r[c, j]
                mean[c] += moved[0, i] * back
        retreat(A, N, work, here)
        for i in range(D):
            total = 0.0
            for j in range(D):
                total += here[i, j] * moved[0, j]
            spread -= total * moved[0, i]
        variance[0] = max(spread, 0.0)

    return predict

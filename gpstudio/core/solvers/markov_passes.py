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
from gpstudio.core.kernels.markov_form import TERMS

FAST = {"reassoc", "contract", "arcp", "nsz"}
_LARGE = 1e200
"""Products of innovation variances are logged before they leave [1/_LARGE, _LARGE]."""
_SURE = 1e-15
"""An innovation variance below this share of the curve's own is nothing but rounding."""


class Passes(NamedTuple):
    forward: Callable[..., Any]
    backward: Callable[..., Any]


@lru_cache(maxsize=64)
def passes(D: int, k: int) -> Passes:
    """The passes for ``D`` states and ``k`` columns."""
    step = step_for(D)
    return Passes(_forward(D, k, step), _backward(D, k, step))


@lru_cache(maxsize=64)
def stored_width(D: int, k: int) -> int:
    """Numbers kept a reading between the passes: m⁻ of each column and half of P⁻."""
    return k * D + D * (D + 1) // 2


@lru_cache(maxsize=64)
def step_for(D: int) -> Callable[..., bool]:
    @compiled(fastmath=FAST)
    def step(
        dt: float,
        decay: Any,
        powers: Any,
        shaking: Any,
        near: float,
        A: Any,
        Q: Any,
    ) -> bool:
        """A = exp(F dt); for a short step also the noise Q added on the way, and True."""
        for i in range(D):
            fade = math.exp(-decay[i] * dt)
            for j in range(D):
                total = powers[0, i, j]
                power = 1.0
                for q in range(1, powers.shape[0]):
                    power *= dt
                    total += power * powers[q, i, j]
                A[i, j] = fade * total
        if dt <= near:
            for i in range(D):
                for j in range(i + 1):
                    total = 0.0
                    for q in range(TERMS - 1, -1, -1):
                        total = dt * (shaking[q, i, j] + total)
                    Q[i, j] = total
                    Q[j, i] = total
            return True
        return False

    return step


def _advance(D: int) -> Callable[..., None]:
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


def _retreat(D: int) -> Callable[..., None]:
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


def _forward(D: int, k: int, step: Any) -> Callable[..., Any]:
    advance = _advance(D)

    @compiled(fastmath=FAST)
    def forward(
        time: Any,
        noise: Any,
        Y: Any,
        decay: Any,
        powers: Any,
        shaking: Any,
        stationary: Any,
        h: Any,
        near: float,
        carry: Any,
        start: int,
        stop: int,
        store: Any,
        keep: bool,
    ) -> float:
        """Filter readings start…stop; returns their share of log|A| and adds to the carry.

        NaN instead, where a reading is foretold to the last digit: A is singular to working
        precision then, and every further number would be rounding.

        ``carry`` rows: the state that a following call goes on from. [0:k] m, [k:k+D] P,
        [k+D:k+D+k] YᵀA⁻¹Y; it lets the caller stop between stretches of readings.
        """
        A = np.zeros((D, D))
        Q = np.zeros((D, D))
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
        smallest = 0.0
        for i in range(D):
            for j in range(D):
                smallest += _SURE * h[i] * stationary[i, j] * h[j]
        log_determinant = 0.0
        product = 1.0
        last = -1.0
        short = False
        for x in range(start, stop):
            if x > 0:
                dt = time[x] - time[x - 1]
                if dt != last:
                    short = step(dt, decay, powers, shaking, near, A, Q)
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
                advance(short, A, P, Q, stationary, work)
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
            if S <= smallest:
                return np.nan
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


def _backward(D: int, k: int, step: Any) -> Callable[..., Any]:
    pull_back = _pull_back(D, k)
    predict = _predict(D, k, step)

    @compiled(fastmath=FAST)
    def backward(
        time: Any,
        noise: Any,
        Y: Any,
        decay: Any,
        powers: Any,
        shaking: Any,
        stationary: Any,
        h: Any,
        near: float,
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
        is filled with A⁻¹Y. ``sums``, where it has rows, gathers the gradient: [0, 0] for the
        logarithm of the noise's scale, then D rows for F, D for the stationary covariance, and
        D² rows with a column for each term of the short steps' series. ``carry`` hands r in
        [0:k] and N in [k:k+D] from one stretch to the one before it; they stand just before the
        reading that was visited last.
        """
        A = np.zeros((D, D))
        Q = np.zeros((D, D))
        G = np.zeros((D, D))
        P = np.zeros((D, D))
        N = np.zeros((D, D))
        work = np.zeros((D, D))
        m = np.zeros((k, D))
        r = np.zeros((k, D))
        moved = np.zeros((k, D))
        ahead = np.zeros((k + D, D))
        scratch = np.zeros((4 * D + 1, D))
        Ph = np.zeros(D)
        NK = np.zeros(D)
        v = np.zeros(k)
        gather = sums.shape[0] > 0
        keep_weights = weights.shape[0] > 0
        last = -1.0
        short = False
        n = time.shape[0]
        for i in range(k + D):
            for j in range(D):
                ahead[i, j] = carry[i, j]
        if stop < n:
            step(time[stop] - time[stop - 1], decay, powers, shaking, near, A, Q)
            pull_back(A, ahead, r, N, work)
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
            diagonal = 0.0
            S = noise[x]
            for i in range(D):
                total = 0.0
                for j in range(D):
                    total += P[i, j] * h[j]
                Ph[i] = total
                S += h[i] * total
            if noise[x] != np.inf:
                inverse = 1.0 / S
                for c in range(k):
                    total = Y[x, c]
                    for i in range(D):
                        total -= h[i] * m[c, i]
                    v[c] = total
            while place >= 0 and targets[place] > time[x]:
                # the state after this reading, made anew where a target needs it
                for c in range(k):
                    for i in range(D):
                        moved[c, i] = m[c, i] + Ph[i] * (v[c] * inverse)
                for i in range(D):
                    for j in range(D):
                        G[i, j] = P[i, j] - Ph[i] * Ph[j] * inverse
                before = targets[place] - time[x]
                after = time[x + 1] - targets[place] if x + 1 < n else 0.0
                predict(before, after, moved, G, ahead, decay, powers, shaking, stationary, h,
                        near, mean[place], variance[place : place + 1], scratch)  # fmt: skip
                place -= 1
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
                    sums[0, 0] += 0.5 * squares * noise[x]
            while place >= 0 and targets[place] == time[x]:
                for c in range(k):
                    total = 0.0
                    for i in range(D):
                        total += h[i] * m[c, i] + Ph[i] * r[c, i]
                    mean[place, c] = total
                spread = 0.0
                for i in range(D):
                    total = h[i]
                    for j in range(D):
                        total -= N[i, j] * Ph[j]
                    spread += Ph[i] * total
                if 2.0 * noise[x] * inverse < 1.0:
                    # a quiet reading: what it leaves open is a share of its own noise
                    spread = noise[x] * (1.0 - noise[x] * diagonal)
                variance[place] = max(spread, 0.0)
                place -= 1
            for c in range(k):
                for i in range(D):
                    ahead[c, i] = r[c, i]
            for i in range(D):
                for j in range(D):
                    ahead[k + i, j] = N[i, j]
            if gather:
                for i in range(D):
                    for j in range(D):
                        total = -N[i, j]
                        for c in range(k):
                            total += r[c, i] * r[c, j]
                        G[i, j] = 0.5 * total
            if x == 0:
                if gather:
                    for i in range(D):
                        for j in range(D):
                            sums[1 + D + i, j] += G[i, j]
                continue
            dt = time[x] - time[x - 1]
            if dt != last:
                short = step(dt, decay, powers, shaking, near, A, Q)
                last = dt
            pull_back(A, ahead, r, N, work)
            if gather:
                for i in range(D):
                    for j in range(D):
                        total = 0.0
                        for c in range(k):
                            total += ahead[c, i] * m[c, j]
                        for q in range(D):
                            steady = Q[q, j] if short else stationary[q, j]
                            total += 2.0 * G[i, q] * (P[q, j] - steady)
                        sums[1 + i, j] += dt * total
                if short:
                    for i in range(D):
                        for j in range(D):
                            power = G[i, j]
                            for q in range(TERMS):
                                power *= dt
                                sums[1 + 2 * D + i * D + j, q] += power
                else:
                    for i in range(D):
                        for j in range(D):
                            total = G[i, j] + 0.5 * N[i, j]
                            for c in range(k):
                                total -= 0.5 * r[c, i] * r[c, j]
                            sums[1 + D + i, j] += total
        if start == 0:
            for c in range(k):
                for i in range(D):
                    m[c, i] = 0.0
            while place >= 0:
                after = time[0] - targets[place] if n > 0 else 0.0
                predict(0.0, after, m, stationary, ahead, decay, powers, shaking, stationary, h,
                        near, mean[place], variance[place : place + 1], scratch)  # fmt: skip
                place -= 1
        for i in range(k + D):
            for j in range(D):
                carry[i, j] = ahead[i, j]
        return place

    return backward


def _pull_back(D: int, k: int) -> Callable[..., None]:
    retreat = _retreat(D)

    @compiled(fastmath=FAST)
    def pull_back(A: Any, ahead: Any, r: Any, N: Any, work: Any) -> None:
        """r and N moved back over a step from ``ahead``, where they stand stacked."""
        for c in range(k):
            for i in range(D):
                total = 0.0
                for j in range(D):
                    total += A[j, i] * ahead[c, j]
                r[c, i] = total
        retreat(A, ahead[k:], work, N)

    return pull_back


def _predict(D: int, k: int, step: Any) -> Callable[..., None]:
    advance = _advance(D)
    retreat = _retreat(D)

    @compiled(fastmath=FAST)
    def predict(
        before: float,
        after: float,
        m: Any,
        P: Any,
        ahead: Any,
        decay: Any,
        powers: Any,
        shaking: Any,
        stationary: Any,
        h: Any,
        near: float,
        mean: Any,
        variance: Any,
        scratch: Any,
    ) -> None:
        """The curve ``before`` after the state m, P, and ``after`` before the reading ahead."""
        A = scratch[:D]
        here = scratch[D : 2 * D]
        work = scratch[2 * D : 3 * D]
        Q = scratch[3 * D : 4 * D]
        Ph = scratch[4 * D]
        short = step(before, decay, powers, shaking, near, A, Q)
        for c in range(k):
            total = 0.0
            for i in range(D):
                for j in range(D):
                    total += h[i] * A[i, j] * m[c, j]
            mean[c] = total
        for i in range(D):
            for j in range(D):
                here[i, j] = P[i, j]
        advance(short, A, here, Q, stationary, work)
        spread = 0.0
        for i in range(D):
            total = 0.0
            for j in range(D):
                total += here[i, j] * h[j]
            Ph[i] = total
            spread += h[i] * total
        step(after, decay, powers, shaking, near, A, Q)
        for c in range(k):
            for i in range(D):
                back = 0.0
                for j in range(D):
                    back += A[j, i] * ahead[c, j]
                mean[c] += Ph[i] * back
        retreat(A, ahead[k:], work, here)
        for i in range(D):
            total = 0.0
            for j in range(D):
                total += here[i, j] * Ph[j]
            spread -= total * Ph[i]
        variance[0] = max(spread, 0.0)

    return predict

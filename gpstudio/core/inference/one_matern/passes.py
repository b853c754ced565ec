"""The passes, for a state of dimension D: steps of a length, forward, back.

Forward is the Kalman filter of two columns at once, readings and level. Back is its adjoint: with
r = ∂L/∂m⁻ of each column and N the readings' share of −2 ∂L/∂P⁻, a step of τ lengths adds

    τ (Σ rᵀF(P∞ − P⁻)r − tr N F(P∞ − P⁻) − Σ rᵀF m⁻)

to the slope in the logarithm of the length, and a reading of noise R adds ½R(Σu² − D) to that in
the noise's. F = λ(shift − 1) is never formed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from gpstudio.core.compiled import compiled
from gpstudio.core.inference.one_matern.data import TERMS, back_width, store_width

FAST = {"reassoc", "contract", "arcp", "nsz"}
TINY, HUGE = 1e-200, 1e200


@lru_cache(maxsize=8)
def step_for(D: int) -> Callable[..., None]:
    most = 2 * D - 1

    @compiled(fastmath=FAST)
    def step(tau: float, shape: Any, share: Any, A: Any, Q: Any, t: int) -> None:
        """How the state fades over τ lengths and what noise it gains, into A[t] and Q[t].

        With s = 2λτ, Q[i, j] = P[i, j] · γ(k, s), k = 2D − 1 − i − j, where the regularised
        γ(k, s) = γ(k + 1, s) + sᵏe⁻ˢ/k!; down from the highest, by its series, where s is small.
        (A slice of an array costs a count of its users each time; an index costs nothing.)
        """
        fade = math.exp(-shape.rate * tau)
        s, rest = 2.0 * shape.rate * tau, fade * fade
        if s < 1.0:
            square = s * s
            even, odd = shape.series[TERMS - 2], shape.series[TERMS - 1]
            for q in range(TERMS - 4, -1, -2):
                even = even * square + shape.series[q]
                odd = odd * square + shape.series[q + 1]
            term = rest
            for k in range(1, most):
                term *= s / k
                share[k - 1] = term
            share[most - 1] = term * (s / most) * (even + s * odd)
            for k in range(most - 1, 0, -1):
                share[k - 1] += share[k]
        else:
            share[0] = 1.0 - rest
            for k in range(1, most):
                rest *= s / k
                share[k] = share[k - 1] - rest
        for i in range(D):
            for j in range(D):
                total = 0.0
                for q in range(D - 1, -1, -1):
                    total = total * tau + shape.powers[q, i, j]
                A[t, i, j] = fade * total
                Q[t, i, j] = shape.stationary[i, j] * share[most - 1 - i - j]

    return step


@lru_cache(maxsize=8)
def steps_for(D: int) -> Callable[..., None]:
    step = step_for(D)

    @compiled(fastmath=FAST)
    def steps(length: float, data: Any) -> None:
        """Every step between readings, unless these are the ones already there."""
        if data.known[0] == length:
            return
        data.known[0] = length
        gaps, shape, share = data.gaps, data.shape, data.room.share
        fading, added = data.fading, data.added
        for t in range(len(gaps)):
            step(gaps[t] / length, shape, share, fading, added, t)

    return steps


@lru_cache(maxsize=8)
def forward_for(D: int) -> Callable[..., tuple[float, float, float, float]]:
    last = store_width(D) - 1

    @compiled(fastmath=FAST)
    def move(A: Any, Q: Any, t: int, m: Any, P: Any, work: Any) -> None:
        """The state over one step."""
        for i in range(D):
            first, second = 0.0, 0.0
            for j in range(i, D):
                first += A[t, i, j] * m[0, j]
                second += A[t, i, j] * m[1, j]
            m[0, i], m[1, i] = first, second
            for j in range(D):
                total = 0.0
                for q in range(i, D):
                    total += A[t, i, q] * P[q, j]
                work[i, j] = total
        for i in range(D):
            for j in range(i + 1):
                total = Q[t, i, j]
                for q in range(j, D):
                    total += work[i, q] * A[t, j, q]
                P[i, j] = total
                P[j, i] = total

    @compiled(fastmath=FAST)
    def forward(ratio: float, data: Any, keep: bool) -> tuple[float, float, float, float]:
        """log |A| and yᵀA⁻¹y, yᵀA⁻¹h, hᵀA⁻¹h for noise/signal ``ratio``."""
        h, m, P = data.shape.readout, data.room.state, data.room.spread
        Ph, work = data.room.gain, data.room.work
        fading, added, store = data.fading, data.added, data.store
        m[:] = 0.0
        P[:] = data.shape.stationary
        log_determinant, product = 0.0, 1.0
        yy, yh, hh = 0.0, 0.0, 0.0
        for t in range(len(data.gaps)):
            if t > 0:
                move(fading, added, t, m, P, work)
            S = data.noise[t] * ratio
            v, w = data.values[t], data.trend[t]
            for i in range(D):
                total = 0.0
                for j in range(D):
                    total += P[i, j] * h[j]
                Ph[i] = total
                S += h[i] * total
                v -= h[i] * m[0, i]
                w -= h[i] * m[1, i]
            inverse = 1.0 / S
            if keep:
                for i in range(D):
                    store[t, i], store[t, D + i] = m[0, i], m[1, i]
                    for j in range(D):
                        store[t, 2 * D + i * D + j] = P[i, j]
                    store[t, 2 * D + D * D + i] = Ph[i]
                store[t, last - 2], store[t, last - 1], store[t, last] = v, w, inverse
            product *= S
            if not TINY < product < HUGE:
                log_determinant += math.log(product)
                product = 1.0
            yy += v * v * inverse
            yh += v * w * inverse
            hh += w * w * inverse
            for i in range(D):
                gain = Ph[i] * inverse
                m[0, i] += gain * v
                m[1, i] += gain * w
                for j in range(i + 1):
                    P[i, j] -= gain * Ph[j]
                    P[j, i] = P[i, j]
        return log_determinant + math.log(product), yy, yh, hh

    return forward


@lru_cache(maxsize=8)
def backward_for(D: int) -> Callable[..., tuple[float, float]]:
    M, P, G, INVERSE = 0, 2 * D, 2 * D + D * D, store_width(D) - 1
    """Where a row of the store holds m⁻, P⁻, P⁻h and 1/S; the innovations come before the last."""
    PULL = back_width(D) - 1

    @compiled(fastmath=FAST)
    def absorb(store: Any, t: int, h: Any, r: Any, N: Any, k: Any, Nk: Any, u: Any) -> float:
        """One reading into the adjoint; u, and kᵀNk of before."""
        inverse = store[t, INVERSE]
        u[0], u[1] = store[t, INVERSE - 2] * inverse, store[t, INVERSE - 1] * inverse
        for i in range(D):
            k[i] = store[t, G + i] * inverse
            u[0] -= k[i] * r[0, i]
            u[1] -= k[i] * r[1, i]
        kNk = 0.0
        for i in range(D):
            total = 0.0
            for j in range(D):
                total += N[i, j] * k[j]
            Nk[i] = total
            kNk += k[i] * total
        for i in range(D):
            r[0, i] += h[i] * u[0]
            r[1, i] += h[i] * u[1]
            for j in range(D):
                N[i, j] += h[i] * h[j] * (inverse + kNk) - h[i] * Nk[j] - Nk[i] * h[j]
        return kNk

    @compiled(fastmath=FAST)
    def lean(store: Any, t: int, shape: Any, r: Any, N: Any, a: float, b: float, c: float) -> float:
        """What a step of one length adds to the slope; columns a(y − βh) and c h, b = aβ."""
        slope = 0.0
        for i in range(D):
            first, second = a * r[0, i] - b * r[1, i], c * r[1, i]
            for j in range(D):
                # row i of F(P∞ − P⁻), and of F m⁻
                X = store[t, P + i * D + j] - shape.stationary[i, j]
                if i + 1 < D:
                    X += shape.stationary[i + 1, j] - store[t, P + (i + 1) * D + j]
                ahead, beyond = a * r[0, j] - b * r[1, j], c * r[1, j]
                slope += X * (first * ahead + second * beyond - N[i, j])
            up, across = store[t, M + i], store[t, M + D + i]
            if i + 1 < D:
                up -= store[t, M + i + 1]
                across -= store[t, M + D + i + 1]
            slope += first * (a * up - b * across) + second * c * across
        return float(slope * shape.rate)

    @compiled(fastmath=FAST)
    def retreat(A: Any, t: int, r: Any, N: Any, work: Any) -> None:
        """The adjoint back over one step."""
        for c in range(2):
            for j in range(D - 1, -1, -1):
                total = 0.0
                for i in range(j + 1):
                    total += A[t, i, j] * r[c, i]
                r[c, j] = total
        for i in range(D):
            for j in range(D):
                total = 0.0
                for q in range(j + 1):
                    total += N[i, q] * A[t, q, j]
                work[i, j] = total
        for i in range(D):
            for j in range(i + 1):
                total = 0.0
                for q in range(i + 1):
                    total += A[t, q, i] * work[q, j]
                N[i, j] = total
                N[j, i] = total

    @compiled(fastmath=FAST)
    def backward(
        ratio: float, length: float, data: Any, a: float, b: float, c: float, keep: bool
    ) -> tuple[float, float]:
        """Slopes of the evidence in log length and log ratio; columns a(y − βh) and c h."""
        r, N, work = data.room.state, data.room.spread, data.room.work
        k, Nk, u = data.room.gain, data.room.pull, data.room.pair
        fading, store, back = data.fading, data.store, data.back
        r[:] = 0.0
        N[:] = 0.0
        in_length, in_noise = 0.0, 0.0
        for t in range(len(data.gaps) - 1, -1, -1):
            kNk = absorb(store, t, data.shape.readout, r, N, k, Nk, u)
            first, second = a * u[0] - b * u[1], c * u[1]
            pull = first * first + second * second - store[t, INVERSE] - kNk
            in_noise += 0.5 * data.noise[t] * ratio * pull
            if keep:
                for i in range(D):
                    back[t, i], back[t, D + i] = r[0, i], r[1, i]
                    for j in range(D):
                        back[t, 2 * D + i * D + j] = N[i, j]
                back[t, PULL] = kNk
            if t > 0:
                in_length += data.gaps[t] / length * lean(store, t, data.shape, r, N, a, b, c)
                retreat(fading, t, r, N, work)
        return in_length, in_noise

    return backward

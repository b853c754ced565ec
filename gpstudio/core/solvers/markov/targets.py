"""The curve at a target time, from the state before it and the adjoint after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpstudio.core.compiled import compiled
from gpstudio.core.solvers.markov.steps import (
    FAST,
    advance_for,
    cached,
    look_for,
    retreat_for,
    step_for,
)


@cached
def target_between_for(D: int, k: int) -> Callable[..., None]:
    step, advance, retreat, look = step_for(D), advance_for(D), retreat_for(D), look_for(D)

    @compiled(fastmath=FAST)
    def between(
        before: float,
        after: float,
        m: Any,
        P: Any,
        Ph: Any,
        v: Any,
        inverse: float,
        ahead_r: Any,
        ahead_N: Any,
        form: Any,
        mean: Any,
        variance: Any,
        scratch: Any,
    ) -> None:
        """``before`` after a reading (predicted state m, P, not yet absorbed) and ``after`` before
        the next one, where the adjoint is ``ahead_r``, ``ahead_N``."""
        A, Q = scratch[:D], scratch[D : 2 * D]
        here, work = scratch[2 * D : 3 * D], scratch[3 * D : 4 * D]
        filtered = scratch[4 * D : 4 * D + k]
        gain = scratch[4 * D + k]
        for c in range(k):
            for i in range(D):
                filtered[c, i] = m[c, i] + Ph[i] * (v[c] * inverse)
        for i in range(D):
            for j in range(D):
                here[i, j] = P[i, j] - Ph[i] * Ph[j] * inverse
        short = step(before, form, A, Q)
        advance(short, A, here, Q, form.stationary, work)
        for c in range(k):
            total = 0.0
            for i in range(D):
                for j in range(D):
                    total += form.readout[i] * A[i, j] * filtered[c, j]
            mean[c] = total
        spread = look(here, form.readout, gain)
        step(after, form, A, Q)
        for c in range(k):
            for i in range(D):
                back = 0.0
                for j in range(D):
                    back += A[j, i] * ahead_r[c, j]
                mean[c] += gain[i] * back
        retreat(A, ahead_N, work, here)
        for i in range(D):
            total = 0.0
            for j in range(D):
                total += here[i, j] * gain[j]
            spread -= total * gain[i]
        variance[0] = max(spread, 0.0)

    return between


@cached
def target_beside_for(D: int, k: int) -> Callable[..., None]:
    @compiled(fastmath=FAST)
    def beside(
        here: float,
        noise: float,
        inverse: float,
        diagonal: float,
        m: Any,
        Ph: Any,
        r: Any,
        N: Any,
        h: Any,
        mean: Any,
        variance: Any,
    ) -> None:
        """At a reading itself, whose adjoint r, N has absorbed it; no step is needed."""
        for c in range(k):
            total = 0.0
            for i in range(D):
                total += h[i] * m[c, i] + Ph[i] * r[c, i]
            mean[c] = total
        if inverse == 0.0:
            spread = here
            for i in range(D):
                total = 0.0
                for j in range(D):
                    total += N[i, j] * Ph[j]
                spread -= Ph[i] * total
        else:
            # what a reading leaves open is a share of its own noise: no digits are lost
            spread = noise * (here * inverse - noise * (diagonal - inverse))
        variance[0] = max(spread, 0.0)

    return beside

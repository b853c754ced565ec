"""The pass forward: a Kalman filter that keeps its predictions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from gpstudio.core.compiled import compiled
from gpstudio.core.solvers.markov.steps import (
    FAST,
    advance_for,
    innovations_for,
    look_for,
    save_for,
    step_for,
)

LARGE = 1e200
"""Products of innovation variances are logged before they leave [1/LARGE, LARGE]."""
SURE = 1e-15
"""A reading whose variance, given those before it, is a smaller share of the curve's own has lost
it to rounding; where F is noise-free that happens with readings at the same time."""


def forward_for(D: int, k: int) -> Callable[..., float]:
    step, advance, look = step_for(D), advance_for(D), look_for(D)
    innovations, save = innovations_for(D, k), save_for(D, k)
    predict, absorb = _predict(D, k), _absorb(D, k)

    @compiled(fastmath=FAST)
    def forward(
        time: Any,
        noise: Any,
        Y: Any,
        form: Any,
        m: Any,
        P: Any,
        quadratic: Any,
        start: int,
        stop: int,
        store: Any,
    ) -> float:
        """Filter readings start…stop; returns their share of log|A|.

        ``m`` and ``P`` are the state after the reading before ``start`` (the prior at first) and
        are moved on; YᵀA⁻¹Y is added to the lower half of ``quadratic``. Each reading's predicted
        state goes to ``store``. A reading with infinite noise is missing. NaN says that a
        reading's variance was lost to rounding, because others leave nothing open there.
        """
        A, Q, work = np.zeros((D, D)), np.zeros((D, D)), np.zeros((D, D))
        moved, Ph, v = np.zeros((k, D)), np.zeros(D), np.zeros(k)
        log_determinant, product = 0.0, 1.0
        smallest = SURE * look(form.stationary, form.readout, Ph)
        last, short = -1.0, False
        for x in range(start, stop):
            if x > 0:
                dt = time[x] - time[x - 1]
                if dt != last:
                    short = step(dt, form, A, Q)
                    last = dt
                predict(A, m, moved)
                advance(short, A, P, Q, form.stationary, work)
            save(store[x], m, P)
            if noise[x] == np.inf:
                continue
            S = noise[x] + look(P, form.readout, Ph)
            if smallest >= S:
                return np.nan
            product *= S
            if product > LARGE or product < 1.0 / LARGE:
                log_determinant += math.log(product)
                product = 1.0
            innovations(Y[x], m, form.readout, v)
            absorb(Ph, v, 1.0 / S, m, P, quadratic)
        return log_determinant + math.log(product)

    return forward


def _predict(D: int, k: int) -> Callable[..., None]:
    @compiled(fastmath=FAST)
    def predict(A: Any, m: Any, moved: Any) -> None:
        """m ← A m for each column."""
        for c in range(k):
            for i in range(D):
                total = 0.0
                for j in range(D):
                    total += A[i, j] * m[c, j]
                moved[c, i] = total
        for c in range(k):
            for i in range(D):
                m[c, i] = moved[c, i]

    return predict


def _absorb(D: int, k: int) -> Callable[..., None]:
    @compiled(fastmath=FAST)
    def absorb(Ph: Any, v: Any, inverse: float, m: Any, P: Any, quadratic: Any) -> None:
        """What a reading says: the state moves towards it, and is surer after it."""
        for c in range(k):
            for d in range(c + 1):
                quadratic[c, d] += v[c] * v[d] * inverse
            for i in range(D):
                m[c, i] += Ph[i] * (v[c] * inverse)
        for i in range(D):
            for j in range(i + 1):
                P[i, j] -= Ph[i] * Ph[j] * inverse
                P[j, i] = P[i, j]

    return absorb

"""Joint draws of a Markov curve from its prior, and joint covariances of its posterior.

A posterior draw is a prior draw corrected by what the readings say about it (Matheron's rule): draw
a curve and readings of it from the prior, smooth the difference between the real and the drawn
readings, add. The smoothing is the same O(n) pass as the mean's, for all draws at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import compiled
from gpstudio.core.operators.markov import MarkovCovariance
from gpstudio.core.solvers.markov.steps import FAST, cached, step_for


def prior_curves(
    covariance: MarkovCovariance, time: Floats, count: int, seed: Sequence[int]
) -> Floats:
    """``count`` curves from the prior at ascending times, (times, count)."""
    curves = np.empty((len(time), count))
    normals = np.random.default_rng(seed)
    shake = _shake_for(covariance.form.dimension)
    for column in range(count):
        noise = normals.standard_normal((len(time), covariance.form.dimension))
        shake(time, noise, covariance.steps(), curves[:, column])
    return curves


@cached
def _shake_for(D: int) -> Callable[..., None]:
    step = step_for(D)

    @compiled(fastmath=FAST)
    def shake(time: Any, normals: Any, form: Any, curve: Any) -> None:
        """One path of the state along ``time``, read out into ``curve``."""
        stationary = form.stationary
        A = np.zeros((D, D))
        Q = np.zeros((D, D))
        state = np.zeros(D)
        moved = np.zeros(D)
        last = -1.0
        for x in range(time.shape[0]):
            dt = time[x] - time[x - 1] if x > 0 else -2.0
            if dt != last:
                for i in range(D):
                    for j in range(D):
                        Q[i, j] = stationary[i, j]
                if x > 0 and not step(dt, form, A, Q):
                    for i in range(D):
                        for j in range(D):
                            for p in range(D):
                                for q in range(D):
                                    Q[i, j] -= A[i, p] * stationary[p, q] * A[j, q]
                # Cholesky in place; rounding may leave a pivot at or below nought: no shake there
                for j in range(D):
                    whole = Q[j, j]
                    for q in range(j):
                        Q[j, j] -= Q[j, q] * Q[j, q]
                    positive = Q[j, j] > 1e-14 * whole
                    Q[j, j] = math.sqrt(Q[j, j]) if positive else 0.0
                    for i in range(j + 1, D):
                        for q in range(j):
                            Q[i, j] -= Q[i, q] * Q[j, q]
                        Q[i, j] = Q[i, j] / Q[j, j] if positive else 0.0
                last = dt
            for i in range(D):
                total = 0.0
                for j in range(D):
                    total += A[i, j] * state[j]
                for j in range(i + 1):
                    total += Q[i, j] * normals[x, j]
                moved[i] = total
            total = 0.0
            for i in range(D):
                state[i] = moved[i]
                total += form.readout[i] * moved[i]
            curve[x] = total

    return shake

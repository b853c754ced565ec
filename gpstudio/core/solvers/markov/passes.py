"""The O(n) arithmetic of a Markov curve: one pass forward, one pass back.

Notation: the readings are y = h·x + e with var e = noise; k columns of readings share one
covariance A and are carried together (a series and its trend columns, or many draws).

Forward (Kalman filter): the predicted state m⁻, P⁻ before each reading, yᵀA⁻¹y and log|A|.

Back (adjoint of the filter; de Jong 1988, Koopman and Shephard 1992): r and N are the derivatives
of the log evidence with respect to m⁻ and, as ½(rrᵀ − N), to P⁻. From them come, without inverting
any matrix: the smoothed mean h·(m⁻ + P⁻r) and variance h·(P⁻ − P⁻NP⁻)·h; the weights A⁻¹y and the
diagonal of A⁻¹; and the evidence's gradient in F, P and the noise. Between two readings r and N
only need the transition, so any other time is predicted on the way.

The passes are made for a fixed state dimension D and number of columns k, as constants: LLVM
unrolls the small loops, which makes them several times faster than general ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.markov_form import TERMS, MarkovForm
from gpstudio.core.solvers.markov.backward import backward_for
from gpstudio.core.solvers.markov.forward import forward_for
from gpstudio.core.solvers.markov.steps import cached


class Passes(NamedTuple):
    forward: Callable[..., Any]
    backward: Callable[..., Any]


class Slopes(NamedTuple):
    """Where the pass back gathers the evidence's gradient."""

    noise: Floats
    """In the logarithm of the noise's scale, (1,)."""
    drift: Floats
    """In F, through exp(FΔ): Σ Δ · (…), (D, D)."""
    level: Floats
    """In P∞, through the first reading and the long steps, (D, D)."""
    series: Floats
    """In the terms of the short steps' noise, (TERMS, D, D)."""

    @classmethod
    def empty(cls, D: int) -> Slopes:
        square = (D, D)
        return cls(np.zeros(1), np.zeros(square), np.zeros(square), np.zeros((TERMS, D, D)))

    def along(self, form: MarkovForm) -> Floats:
        """In the logarithm of each parameter of the form, then of the noise."""
        kernel = np.einsum("pij,ij->p", form.feedback_gradients, self.drift)
        kernel += np.einsum("pij,ij->p", form.stationary_gradients, self.level)
        kernel += np.einsum("ptij,tij->p", form.shaking_gradients(), self.series)
        return np.append(kernel, self.noise)


cached_forward = cached(forward_for)


@cached
def passes(D: int, k: int, careful: bool) -> Passes:
    """The passes for ``D`` states and ``k`` columns; ``careful`` for quiet readings."""
    return Passes(cached_forward(D, k), backward_for(D, k, careful))


def stored_width(D: int, k: int) -> int:
    """Numbers kept a reading between the passes: m⁻ of each column and half of P⁻."""
    return k * D + D * (D + 1) // 2

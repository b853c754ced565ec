"""The pass forward: a Kalman filter, which keeps its predictions where it is given room.

The innovation variances S are the pivots of A = K + V without a change of order, so that the filter
is right for readings of negative variance too: there some are below zero, and what stands for the
curve given all readings has a covariance where these are as many as there are such readings (the
inertia of A; ``solvers/signed.py``). That a reading before others leaves less than nothing open is
no fault yet: those may mend it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from gpstudio.core.compiled import address, compiled
from gpstudio.core.solvers.markov.looks import looks_for
from gpstudio.core.solvers.markov.shape import FAST, Shape, small
from gpstudio.core.solvers.markov.steps import Moves

LARGE = 1e200
"""Products of innovation variances are logged before they leave [1/LARGE, LARGE]."""
SURE = 1e-15
"""A reading whose variance, given those before it, is a smaller share of the curve's own has lost
it to rounding; where F is noise-free that happens with readings at the same time."""
SURE_OF_SIGNS = 1e-8
"""The same where some readings take away: a pivot near zero leaves the others few digits."""


def forward_for(shape: Shape, moves: Moves) -> Callable[..., float]:
    step, predict, advance, prior = moves.step, moves.predict, moves.advance, moves.prior
    looks = looks_for(shape)
    read, look, innovations = looks.read, looks.look, looks.innovations
    absorb, save, copy = looks.absorb, looks.save, looks.copy
    clear, gather, hand_over = _gathering(shape)
    square, move, state, states = shape.square, shape.move, shape.state, shape.states
    each, pairs, bare = shape.values, shape.pairs, shape.bare

    @compiled(fastmath=FAST)
    def forward(
        times: Any, noises: Any, values: Any, given: Any, carried: Any, quadratic: Any,
        start: int, stop: int, kept: Any, first_row: int,
    ) -> float:  # fmt: skip
        """See ``Passes``."""
        form, keeping = bare(given), len(kept) > 0
        time, noise, Y, store = address(times), address(noises), address(values), address(kept)
        A, Q, P, Ph, h = move(form), move(form), square(form), state(form), state(form)
        m, v, gathered = states(form), each(form), pairs(form)
        copy(address(carried[0]), address(carried[1]), m, P, form)
        clear(gathered, form)
        log_determinant, product, last, short, below = 0.0, 1.0, -1.0, False, 0
        signs = address(carried[2])
        taking = signs[1] > 0.0
        share = signs[1] if taking else SURE
        timed = form.degree != 0
        read(form.readout, form.origin, form.origin, 0, h, form)
        smallest = share * prior(h, form)
        for x in range(start, stop):
            if x > 0:
                dt = time[x] - time[x - 1]
                if dt != last:
                    short = step(dt, form, A, Q)
                    last = dt
                predict(A, m, form)
                advance(short, A, Q, P, form)
            if keeping:
                save(store, x - first_row, m, P, form)
            if noise[x] == np.inf:
                continue
            if timed:
                read(form.readout, form.origin, time[x], x, h, form)
                smallest = share * prior(h, form)
            S = noise[x] + look(P, h, Ph, form)
            size = S
            if taking and S < 0.0:
                size, below = -S, below + 1
            if smallest >= size:
                return np.nan
            product *= size
            if product > LARGE or product < 1.0 / LARGE:
                log_determinant += math.log(product)
                product = 1.0
            innovations(Y, x, m, h, v, form)
            gather(v, 1.0 / S, gathered, form)
            absorb(Ph, v, 1.0 / S, m, P, form)
        copy(m, P, address(carried[0]), address(carried[1]), form)
        hand_over(gathered, address(quadratic), form)
        signs[0] += below
        return log_determinant + math.log(product)

    return forward


def _gathering(shape: Shape) -> tuple[Callable[..., None], ...]:
    columns = shape.columns

    @small
    def clear(gathered: Any, form: Any) -> None:
        for i in range(columns(form) ** 2):
            gathered[i] = 0.0

    @small
    def gather(v: Any, inverse: float, gathered: Any, form: Any) -> None:
        """``gathered`` + v vᵀ · inverse, its lower half."""
        k = columns(form)
        for c in range(k):
            for d in range(c + 1):
                gathered[c * k + d] += v[c] * v[d] * inverse

    @small
    def hand_over(gathered: Any, quadratic: Any, form: Any) -> None:
        k = columns(form)
        for c in range(k):
            for d in range(c + 1):
                quadratic[c * k + d] += gathered[c * k + d]

    return clear, gather, hand_over

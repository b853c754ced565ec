"""The blocks that Markov forms start from."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import numpy as np

from gpstudio.core.arrays import AnyArray, Floats
from gpstudio.core.kernels.states.blocks import Blocks


def chained_states(rate: float, stationary: Floats, readout: Floats) -> Blocks:
    """States of one rate, each driven by the next; the parameter is a length."""
    coupling = rate * np.eye(len(readout), k=1)[None]
    decay = np.array([rate])
    blocks = Blocks.of(decay, None, coupling, stationary[None], readout[None])
    return replace(blocks.padded(1, 0), decay_slopes=-decay[None], coupling_slopes=-coupling[None])


@cache
def matern_chain(order: int) -> tuple[Floats, Floats]:
    """P and h of ``MarkovForm.matern``."""
    places = range(order + 1, 0, -1)
    covariance = [
        [math.comb(a + b - 2, a - 1) * 2.0 ** (2 * order + 2 - a - b) for b in places]
        for a in places
    ]
    spare = 2.0 ** min(1, order)
    readout = np.eye(order + 1)[0] / math.sqrt(math.comb(2 * order, order) / spare)
    return np.array(covariance) / spare, readout


def still(trend: Floats) -> Blocks:
    """One state that stays, of variance 1."""
    one = np.ones((1, 1))
    return Blocks.of(np.zeros(1), None, np.zeros((1, 1, 1)), one[None], one, trend=trend)


def walking(level: float, slope: float, since: float) -> Blocks:
    """A walk with a slope that walks; the parameters are the variances of both a unit of time."""
    shapes = np.zeros((2, 4, 4))
    shapes[0, 0, 1] = shapes[0, 1, 0] = -0.5
    shapes[1, 0, 3] = shapes[1, 3, 0] = 0.5
    shapes[1, 1, 2] = shapes[1, 2, 1] = -0.5
    width = 4 if slope > 0.0 else 2
    each = np.array([level, slope])[:, None, None] * shapes[:, :width, :width]
    blocks = Blocks.of(
        np.zeros(1),
        None,
        np.eye(width, k=1)[None],
        each.sum(axis=0)[None],
        np.eye(width)[:1],
        since=since,
    )
    return replace(blocks.padded(2, 0), stationary_slopes=each[:, None])


def turning(weights: Floats, frequencies: Floats) -> Blocks:
    """Pairs that only turn; the parameter is the period."""
    count = len(weights)
    blocks = Blocks.of(
        np.zeros(count),
        frequencies,
        np.zeros((count, 1, 1)),
        weights[:, None, None] * np.eye(2),
        np.tile([1.0, 0.0], (count, 1)),
    )
    return replace(blocks.padded(1, 0), turn_slopes=-frequencies[None])


def fitted_terms(c: AnyArray, mu: AnyArray, dc: AnyArray, dmu: AnyArray) -> Blocks:
    """Pairs for the terms Re c exp(−μ r) of a sum, with their slopes (parameters, terms)."""
    blocks = Blocks.of(
        mu.real.copy(),
        mu.imag.copy(),
        np.zeros((len(mu), 1, 1)),
        _reaching(c),
        np.tile([1.0, 0.0], (len(mu), 1)),
        whole=False,
    )
    return replace(
        blocks.padded(len(dmu), 0),
        decay_slopes=dmu.real.copy(),
        turn_slopes=dmu.imag.copy(),
        stationary_slopes=_reaching(dc),
    )


def _reaching(coefficients: AnyArray) -> Floats:
    """P of pairs with hᵀ exp(Fr) P h = Re c exp(−μ r), (…, 2, 2); its last entry says nothing."""
    c = np.asarray(coefficients)
    rows = [[c.real, -c.imag], [-c.imag, c.real]]
    return np.asarray(np.moveaxis(np.array(rows), (0, 1), (-2, -1)))

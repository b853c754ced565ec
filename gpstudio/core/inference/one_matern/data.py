"""The arrays that the passes work on, and the states of a Matérn curve of length one."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.states.terms import matern_chain

TERMS = 16
"""Of the series of the noise that a short step adds."""


class Shape(NamedTuple):
    """The curve as a state: x₁, x₂ = x₁′/λ + x₁, …, all fading at the rate λ, length one."""

    rate: float
    powers: Floats
    """(terms, D, D): the state's fading is e^{−λτ} Σ τᵏ powers[k]."""
    series: Floats
    """Of γ(2D − 1, s), but for its first term; see ``step_for``."""
    stationary: Floats
    readout: Floats


class Room(NamedTuple):
    """Small arrays that the passes would otherwise make anew for each reading."""

    state: Floats
    """(2, D): m or r, of readings and level."""
    spread: Floats
    """(D, D): P or N."""
    work: Floats
    way: Floats
    """(1, D, D)"""
    gained: Floats
    gain: Floats
    """(D,)"""
    pull: Floats
    pair: Floats
    """(2,)"""
    share: Floats
    """(2D − 1,)"""

    @classmethod
    def of(cls, D: int) -> Room:
        square = (D, D)
        return cls(
            np.empty((2, D)), np.empty(square), np.empty(square), np.empty((1, D, D)),
            np.empty((1, D, D)), np.empty(D), np.empty(D), np.empty(2), np.empty(2 * D - 1),
        )  # fmt: skip


class Data(NamedTuple):
    """One field: readings that are there, in ascending time."""

    gaps: Floats
    """Time since the reading before; 0 first."""
    noise: Floats
    """Each reading's noise as a share of the common one."""
    values: Floats
    trend: Floats
    """1 where a level is estimated, else 0."""
    level: float
    """1.0 where a level is estimated, else 0."""
    repeats: float
    """Readings that the weights add."""
    freedom: float
    """Degrees of freedom of the amplitude."""
    floor: float
    """What the amplitude's prior adds to the misfit."""
    centres: Floats
    """Of the priors of log length and log noise/signal."""
    precisions: Floats
    shape: Shape
    fading: Floats
    """(n, D, D), room for the steps of one length."""
    added: Floats
    store: Floats
    """(n, width), what the pass forward leaves for the pass back."""
    back: Floats
    """(n, width), what the pass back leaves for the targets."""
    room: Room
    known: Floats
    """(1,), the length that ``fading`` and ``added`` hold."""


@lru_cache(maxsize=8)
def shape_of(order: int) -> Shape:
    """Of ν = order + ½."""
    P, readout = matern_chain(order)
    D = order + 1
    rate = math.sqrt(2 * order + 1)
    shift = rate * np.eye(D, k=1)
    powers = [np.eye(D)]
    for k in range(1, D):
        powers.append(powers[-1] @ shift / k)
    most = 2 * D - 1
    series = np.cumprod([1.0, *(1.0 / (most + n) for n in range(1, TERMS))])
    return Shape(rate, np.array(powers), np.asarray(series), P, readout)


def roomy(data: Data) -> Data:
    """The same with room to work in, of its own, so that two threads never share any."""
    n, D = len(data.gaps), len(data.shape.readout)
    return data._replace(
        fading=np.empty((n, D, D)),
        added=np.empty((n, D, D)),
        store=np.empty((n, store_width(D))),
        back=np.empty((n, back_width(D))),
        room=Room.of(D),
        known=np.full(1, -1.0),
    )


def store_width(D: int) -> int:
    """m⁻ of both columns, P⁻, P⁻h, the two innovations and 1/S."""
    return 2 * D + D * D + D + 3


def back_width(D: int) -> int:
    """r⁻ of both columns, N⁻, the gain's kᵀNk."""
    return 2 * D + D * D + 1


def table_width(D: int) -> int:
    """The way to a target, the noise gained, the way on."""
    return 2 * D * D + D

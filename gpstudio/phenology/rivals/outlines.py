"""Starts: the outlines of seasons that the readings look most like.

A search for a curve's numbers ends where it starts to: so all outlines of a coarse grid of rises,
falls and widths are tried at once, each with the base and height that suit it best, and the search
starts from several of the closest.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.phenology.rivals.logistic import logistic

RISES = np.linspace(0.0, 0.8, 9)
FALLS = np.linspace(0.2, 1.0, 9)
WIDTHS = (0.02, 0.06)
NEAREST = 0.15
"""Rise and fall of an outline are at least so far apart."""
ROUNDS = 3
STARTS = 8
MOST = 5_000
"""Readings that a start is chosen by: of more, so many evenly taken."""


@dataclass(frozen=True)
class Outlines:
    """One entry a start, in the frame of the fit."""

    base: Floats
    height: Floats
    rise: Floats
    rise_width: Floats
    fall: Floats
    fall_width: Floats

    @property
    def peak(self) -> Floats:
        return np.asarray(0.5 * (self.rise + self.fall))


def closest_outlines(time: Floats, value: Floats, weight: Floats) -> Outlines:
    """The ``STARTS`` outlines with the least absolute errors."""
    every = -(-len(time) // MOST)
    time, value, weight = time[::every], value[::every], weight[::every]
    rise, rise_width, fall, fall_width = grid()
    up = logistic(time, rise, rise_width).value
    bump = up + logistic(time, fall, -fall_width).value - 1.0
    counted = np.broadcast_to(weight, bump.shape)
    for _ in range(ROUNDS):
        total = counted.sum(axis=1, keepdims=True)
        middle = (counted * bump).sum(axis=1, keepdims=True) / total
        mean = (counted * value).sum(axis=1, keepdims=True) / total
        lean = bump - middle
        spread = (counted * lean**2).sum(axis=1, keepdims=True) + 1e-9
        height = np.clip(
            (counted * lean * (value - mean)).sum(axis=1, keepdims=True) / spread, 0.05, 2
        )
        base = np.clip(mean - height * middle, -0.7, 1.7)
        off = np.abs(value - base - height * bump)
        counted = weight / np.maximum(off, 0.02)
    best = np.argsort(off @ weight, kind="stable")[:STARTS]
    return Outlines(
        base[best, 0], height[best, 0], rise[best], rise_width[best], fall[best], fall_width[best]
    )


@lru_cache(maxsize=1)
def grid() -> tuple[Floats, Floats, Floats, Floats]:
    """Rise, its width, fall, its width of every outline that is tried."""
    axes = np.meshgrid(RISES, WIDTHS, FALLS, WIDTHS, indexing="ij")
    rise, rise_width, fall, fall_width = (axis.ravel() for axis in axes)
    kept = fall - rise >= NEAREST
    return rise[kept], rise_width[kept], fall[kept], fall_width[kept]

"""Robust losses: how much a reading far from the curve still counts.

Huber (1964) is convex, so a fit finds its way from a poor start; Tukey's biweight lets go of
outliers altogether, so it comes second. Their tuning numbers keep 95 % of the efficiency of least
squares under normal noise (Holland & Welsch 1977).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats

HUBER, TUKEY = 1.345, 4.685
NORMAL = 1.4826
"""Standard deviations of a normal in its median absolute deviation."""

Part: TypeAlias = Callable[[Floats], Floats]


class Loss(NamedTuple):
    """Of residuals in standard deviations: the loss, near r²/2, and the weight ψ(r)/r."""

    of: Part
    weight: Part


def _huber(r: Floats) -> Floats:
    size = np.abs(r)
    return np.where(size <= HUBER, 0.5 * r**2, HUBER * size - 0.5 * HUBER**2)


def _huber_weight(r: Floats) -> Floats:
    return np.asarray(HUBER / np.maximum(np.abs(r), HUBER))


def _tukey(r: Floats) -> Floats:
    inside = np.clip(1.0 - (r / TUKEY) ** 2, 0.0, 1.0)
    return np.asarray(TUKEY**2 / 6.0 * (1.0 - inside**3))


def _tukey_weight(r: Floats) -> Floats:
    return np.asarray(np.clip(1.0 - (r / TUKEY) ** 2, 0.0, 1.0) ** 2)


def _half_square(r: Floats) -> Floats:
    return np.asarray(0.5 * r**2)


SQUARES = Loss(_half_square, np.ones_like)
CONVEX = Loss(_huber, _huber_weight)
BIWEIGHT = Loss(_tukey, _tukey_weight)


def spread(residual: Floats, least: float) -> float:
    """Standard deviation that outliers do not move; never below ``least``, so that readings
    without any noise are not all outliers."""
    return max(NORMAL * float(np.median(np.abs(residual))), least)

"""Averages over what is normal or Student-t inside, of functions that are smooth there.

Where it is narrow, Gauss's rule of few points. It comes from the recurrence of the polynomials that
are orthogonal under the density: p_{k+1} = x p_k − β_k p_{k−1} with β_k = k of a normal, and of a
Student-t, in scales, from Gegenbauer's at an imaginary argument, with p = (ν + 1)/2

    β_k = ν k (2p − k) / (4 (p − k − ½)(p − k + ½)).

Else the trapezoid rule in u, x = √ν sinh u, of which a Student-t has the density cosh^{−ν} u; for
ν = ∞ that is the normal itself. Its error falls as e^{−2πd/δ} with the step δ, where d is how far
off the real line the integrand stays smooth. With f(x) the logistic function of a + s x, d ≤ π/s;
moving the line by d costs e^{d²/2} of a normal and cos^{−ν} d of a Student-t. The step is the
widest that leaves e^{−25}, for any a where the freedom is 10 or more; less has tails in which the
pole's place lies where a density hardly fades, and takes half the step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from gpstudio.core.arrays import Floats

LEFT = 25.0
"""Minus the logarithm of the share that a step may leave."""
FADED = 24.0
"""The same of a density where the rule ends."""
FEW_POINTS = ((0.125, 5), (0.25, 7), (0.35, 9), (0.5, 11))
"""Up to which scale so many points of Gauss leave 1e-9 of the logistic function's moments, where
the freedom is that of ``TAME``."""
STEPS = (*(scale for scale, _ in FEW_POINTS), 0.7, 1.0, 1.5, 2.0, 4.0, 8.0, 16.0, 32.0, math.inf)
"""Scales up to one of these share a rule of as many points as they need."""
BLOCK = 2048
"""Places that are looked at at once: they stay in the nearest memory."""
TAME = 50.0
HEAVY = 10.0
"""Freedom below which steps are halved."""
WIDEST = 64.0
"""Scale inside from which on more points are not worth their time: a curve so uncertain lies at
either limit, and its moments err by less than 1e-3 of the width between them."""
HALF_PERIOD = math.pi
"""How far off the real line the logistic function has its nearest pole."""


@lru_cache(maxsize=256)
def rule(scale: float, freedom: float) -> tuple[Floats, Floats]:
    """Points, in scales from the middle, and their shares, for any scale up to this one."""
    for most, count in FEW_POINTS:
        if scale <= most and freedom >= TAME:
            return _gauss(count, freedom)
    scale = min(scale, WIDEST)
    return _student(scale, freedom) if math.isfinite(freedom) else _normal(scale)


def averages(
    functions: Callable[[Floats], Sequence[Floats]], mean: Floats, scale: Floats
) -> list[Floats]:
    """Of functions as smooth as the logistic one, of what is normal about ``mean``; they are given
    (points, rows)."""
    parts: list[list[Floats]] = []
    order = np.argsort(scale, kind="stable")
    steps = np.searchsorted(STEPS, scale[order])
    for some in np.split(order, np.flatnonzero(np.diff(steps)) + 1):
        points, shares = rule(STEPS[int(np.searchsorted(STEPS, scale[some[0]]))], math.inf)
        for rows in np.split(some, range(BLOCK, len(some), BLOCK)):
            found = functions(mean[rows] + points[:, None] * scale[rows])
            parts.append([shares @ values for values in found])
    found = [np.concatenate(column) for column in zip(*parts, strict=True)]
    back = np.argsort(order, kind="stable")
    return [values[back] for values in found]


def _gauss(count: int, freedom: float) -> tuple[Floats, Floats]:
    k, p = np.arange(1.0, count), 0.5 * (freedom + 1.0)
    beta = k
    if math.isfinite(freedom):
        beta = freedom * k * (2.0 * p - k) / (4.0 * (p - k - 0.5) * (p - k + 0.5))
    points, vectors = np.linalg.eigh(np.diag(np.sqrt(beta), 1), UPLO="U")
    return points, vectors[0] ** 2


def _normal(scale: float) -> tuple[Floats, Floats]:
    d = min(HALF_PERIOD / scale, math.sqrt(2.0 * LEFT))
    points = _even(2.0 * math.pi * d / (LEFT + 0.5 * d * d), math.sqrt(2.0 * FADED))
    return points, _shares(-0.5 * points**2)


def _student(scale: float, freedom: float) -> tuple[Floats, Floats]:
    pole = HALF_PERIOD / (scale * math.sqrt(freedom))
    d = np.linspace(0.0, math.asin(pole) if pole < 1.0 else 0.5 * math.pi, 100)[1:-1]
    steps = 2.0 * math.pi * d / (LEFT - freedom * np.log(np.cos(d)))
    step = float(steps.max()) * (0.5 if freedom < HEAVY else 1.0)
    points = _even(step, math.acosh(math.exp(FADED / freedom)))
    return math.sqrt(freedom) * np.sinh(points), _shares(-freedom * np.log(np.cosh(points)))


def _even(step: float, reach: float) -> Floats:
    count = math.ceil(reach / step)
    return step * np.arange(-count, count + 1.0)


def _shares(log_density: Floats) -> Floats:
    density = np.exp(log_density)
    return np.asarray(density / density.sum())

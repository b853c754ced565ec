"""Joint covariance of smooth functions of what is jointly normal, by Mehler's series.

For standard normal z, z' of correlation r, and a_k = E f(z) He_k(z), a'_k = E f'(z') He_k(z'),

    cov(f(z), f'(z')) = Σ_{k ≥ 1} r^k a_k a'_k / k!

With the a_k by Gauss's and Hermite's rule of N points and k < N, the sum at r = 1 is the rule's own
variance: what comes out is a covariance to the last digit, at n² N cost. A Student-t's marginals
are taken as they are, by its quantiles at the normal's points, and hang together as the normal's:
against draws, correlations err by 0.015 at most with a freedom of 9.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from gpstudio.core.arrays import Floats

POINTS = 48
"""Variances err by less than 1e-10 of the width at a scale of 1 inside, 1e-6 at 3."""


def joint(
    function: Callable[[Floats], Floats], mean: Floats, spread: Floats, freedom: float = math.inf
) -> Floats:
    """Covariance of the function's values; ``spread`` is the matrix of squared scales inside."""
    scale = np.sqrt(np.diag(spread))
    points, towards = _rule(freedom)
    coefficients = function(mean[:, None] + scale[:, None] * points) @ towards
    with np.errstate(divide="ignore", invalid="ignore"):
        correlation = np.where(scale > 0.0, spread / scale, 0.0)
        correlation = np.where(scale > 0.0, correlation.T / scale, 0.0)
    power, total = np.ones_like(correlation), np.zeros_like(correlation)
    np.clip(correlation, -1.0, 1.0, out=correlation)
    for column in coefficients.T[1:]:
        power *= correlation
        total += power * np.outer(column, column)
    return total


@lru_cache(maxsize=64)
def _rule(freedom: float) -> tuple[Floats, Floats]:
    """Points, and what turns values there to a_k/√k!: share × He_k/√k!, (points, k)."""
    from scipy.special import ndtr, stdtrit

    points, shares = np.polynomial.hermite_e.hermegauss(POINTS)
    shares /= shares.sum()
    towards = np.ones((POINTS, POINTS))
    towards[:, 1] = points
    for k in range(1, POINTS - 1):
        rest = points * towards[:, k] - math.sqrt(k) * towards[:, k - 1]
        towards[:, k + 1] = rest / math.sqrt(k + 1.0)
    towards *= shares[:, None]
    if math.isfinite(freedom):
        points = np.sign(points) * -stdtrit(freedom, ndtr(-abs(points)))
    return points, towards

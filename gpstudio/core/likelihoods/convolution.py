"""Where a new reading may lie when the curve is normal and readings scatter about it as Student-t.

t with ν degrees of freedom is normal with variance s/τ, τ ~ Gamma(ν/2, ν/2), so that the sum has

    P(|y − m| ≤ w) = ∫ (2 Φ(w / √(c + s/τ)) − 1) p(τ) dτ

for a curve of mean m and variance c. In log τ the integrand fades doubly exponentially, or as a
normal density, on either side: the trapezoid rule has every digit with few points.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from gpstudio.core.arrays import Floats

POINTS = 201
FADED = 41.0
"""The density of log τ is left out where it is less than e to the minus this of its peak."""
TABLE = 800
"""From so many variances on, widths are read off a table of this many."""
HALVINGS = 60
CLOSE = 1e-13


def half_width(curve_variance: Floats, scale: float, freedom: float, probability: float) -> Floats:
    """w such that a new reading lies within w of the curve's mean with that probability."""
    ratio = np.sqrt(np.asarray(curve_variance, dtype=float) / scale)
    root = math.sqrt(scale)
    if ratio.size <= TABLE:
        return np.asarray(root * _solved(ratio, freedom, probability))
    grid = np.sinh(np.linspace(0.0, math.asinh(float(ratio.max())), TABLE))
    widths = _solved(grid, freedom, probability)
    place = np.arcsinh(ratio)
    from scipy.interpolate import CubicSpline

    return np.asarray(root * CubicSpline(np.arcsinh(grid), widths)(place))


def foretold(
    off: Floats, curve_variance: Floats, scale: Floats, freedom: float
) -> tuple[Floats, Floats]:
    """Log density of a reading so far off the mean, and what a standard normal has as rarely."""
    from scipy.special import log_ndtr, ndtri_exp

    nodes, shares = mixture(freedom)
    spread = np.sqrt(curve_variance[:, None] + scale[:, None] * np.exp(-nodes))
    scaled = off[:, None] / spread
    density = -0.5 * scaled**2 - np.log(spread) - 0.5 * math.log(2.0 * math.pi)
    tail = _log_mean(log_ndtr(-abs(scaled)), shares)
    return _log_mean(density, shares), np.asarray(-np.sign(off) * ndtri_exp(tail))


def _log_mean(logs: Floats, shares: Floats) -> Floats:
    """log Σ share e^log along the rows, however small."""
    largest = logs.max(axis=1, keepdims=True)
    return np.asarray(largest[:, 0] + np.log(np.exp(logs - largest) @ shares))


def _solved(ratio: Floats, freedom: float, probability: float) -> Floats:
    """Half widths for scale 1 and the curve's standard deviations, by Newton between bounds."""
    from scipy.special import ndtr, ndtri, stdtrit

    nodes, shares = mixture(freedom)
    spread = np.sqrt(ratio[:, None] ** 2 + np.exp(-nodes))
    tail = 0.5 * (1.0 + probability)
    # the sum is wider than either of the two, and narrower than their widths together
    of_curve, of_noise = ratio * ndtri(tail), float(stdtrit(freedom, tail))
    low, high = np.maximum(of_curve, of_noise), of_curve + of_noise
    width = np.hypot(of_curve, of_noise)
    for _ in range(HALVINGS):
        scaled = width[:, None] / spread
        excess = ndtr(scaled) @ shares - tail
        slope = (np.exp(-0.5 * scaled**2) / spread) @ shares / math.sqrt(2.0 * math.pi)
        low, high = np.where(excess < 0, width, low), np.where(excess < 0, high, width)
        stepped = width - excess / slope
        inside = (stepped >= low) & (stepped <= high)
        moved = np.where(inside, stepped, 0.5 * (low + high))
        if (abs(moved - width) <= CLOSE * moved).all():
            return np.asarray(moved)
        width = moved
    return np.asarray(width)


@lru_cache(maxsize=32)
def mixture(freedom: float, points: int = POINTS) -> tuple[Floats, Floats]:
    """Points of log τ and their shares of the probability."""
    a = 0.5 * freedom

    def fallen(u: float) -> float:
        return a * (u - math.expm1(u)) + FADED

    left = _root(fallen, -FADED / a - 1.0, 0.0)
    right = _root(fallen, math.log(2.0 + FADED / a) + 1.0, 0.0)
    nodes = np.linspace(left, right, points)
    density = np.exp(a * (nodes - np.expm1(nodes)))
    return nodes, density / density.sum()


def _root(function: Callable[[float], float], outside: float, inside: float) -> float:
    """Where the function changes its sign, from below zero ``outside`` to above ``inside``."""
    for _ in range(HALVINGS):
        middle = 0.5 * (outside + inside)
        if function(middle) < 0.0:
            outside = middle
        else:
            inside = middle
    return outside

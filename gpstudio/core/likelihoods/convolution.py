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
FEWER_FADED, WIDE = 23.0, 0.55
"""The same, and the step, for ``normals``: they leave 1e-7 of the width between a logit's limits,
40 of them where the freedom is 4."""
TABLE = 800
"""From so many variances on, widths are read off a table of this many."""
MOST_BEYOND = 1_200
"""Points for readings that are far off, of errors that are all but normal: beyond 40 scales with
100 degrees of freedom."""
FARTHEST = 1e15
"""Of squared misfits over the scale²."""
AT_ONCE = 20_000
"""Readings whose normals are held in memory together."""
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

    nodes, shares = _reaching(freedom, _farthest(off, scale))
    spread = np.sqrt(curve_variance[:, None] + scale[:, None] * np.exp(-nodes))
    scaled = off[:, None] / spread
    density = -0.5 * scaled**2 - np.log(spread) - 0.5 * math.log(2.0 * math.pi)
    tail = _log_sum(log_ndtr(-abs(scaled)) + shares)
    return _log_sum(density + shares), np.asarray(-np.sign(off) * ndtri_exp(tail))


def narrowed(
    off: Floats, curve_variance: Floats, scale: Floats, freedom: float
) -> tuple[Floats, Floats, Floats, Floats]:
    """What a reading so far off the mean makes of the curve: the logarithm of how probable it is,
    the curve's mean less what it was, its variance, and the logarithm's slope in that of the scale.

    Of a mixture of normals each makes of a normal curve another one.
    """
    parts = [
        _narrowed(off[begin:end], curve_variance[begin:end], scale[begin:end], freedom)
        for begin in range(0, max(len(off), 1), AT_ONCE)
        for end in (begin + AT_ONCE,)
    ]
    log_total, moved, variance, slope = (np.concatenate(each) for each in zip(*parts, strict=True))
    return log_total, moved, variance, slope


def _narrowed(
    off: Floats, curve_variance: Floats, scale: Floats, freedom: float
) -> tuple[Floats, Floats, Floats, Floats]:
    nodes, shares = _reaching(freedom, _farthest(off, scale))
    noise = scale[:, None] * np.exp(-nodes)
    whole = curve_variance[:, None] + noise
    misfit = off[:, None] ** 2 / whole
    density = shares - 0.5 * (misfit + np.log(2.0 * math.pi * whole))
    log_total = _log_sum(density)
    own = np.exp(density - log_total[:, None])
    told = curve_variance[:, None] / whole
    share = np.einsum("nk,nk->n", own, told)
    left = curve_variance * np.einsum("nk,nk->n", own, noise / whole)
    left += off**2 * np.einsum("nk,nk->n", own, (told - share[:, None]) ** 2)
    slope = 0.5 * np.einsum("nk,nk->n", own, (misfit - 1.0) * noise / whole)
    return log_total, off * share, left, slope


def _log_sum(logs: Floats) -> Floats:
    """log Σ e^log along the rows, however small."""
    largest = logs.max(axis=1, keepdims=True)
    return np.asarray(largest[:, 0] + np.log(np.exp(logs - largest).sum(axis=1)))


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
def mixture(freedom: float) -> tuple[Floats, Floats]:
    """Points of log τ and their shares of the probability."""
    left, right = _ends(freedom, FADED)
    return _shared(np.linspace(left, right, POINTS), freedom)


@lru_cache(maxsize=64)
def _reaching(freedom: float, farthest: int) -> tuple[Floats, Floats]:
    """The same with logarithms of shares, and with points by which readings come about that lie
    e^½ⁿ scales off, n being ``farthest``: 1/τ is about (ν + e^n)/(ν + 1) there, rarer than what is
    left out otherwise."""
    left, right = _ends(freedom, FADED)
    step = (right - left) / (POINTS - 1)
    beyond = math.log1p(math.exp(farthest) / freedom) / step
    count = POINTS + math.ceil(min(beyond, MOST_BEYOND))
    nodes = right - step * np.arange(count)
    logs = 0.5 * freedom * (nodes - np.expm1(nodes))
    return np.asarray(nodes), np.asarray(logs - math.log(np.exp(logs).sum()))


def _farthest(off: Floats, scale: Floats) -> int:
    """Of readings so far off; one that is missing is not."""
    most = float(np.fmax.reduce(off**2 / scale, initial=1.0))
    return math.ceil(math.log(min(most, FARTHEST)))


@lru_cache(maxsize=32)
def normals(freedom: float) -> tuple[Floats, Floats]:
    """Shares and variances, in scales², of few normals that stand for a Student-t where a mean of
    what has limits is wanted."""
    left, right = _ends(freedom, FEWER_FADED)
    step = WIDE * min(1.0, math.sqrt(2.0 / freedom))
    nodes, shares = _shared(np.linspace(left, right, math.ceil((right - left) / step)), freedom)
    return shares, np.exp(-nodes)


def _ends(freedom: float, faded: float) -> tuple[float, float]:
    """Between which values of log τ its density is no less than e^{−faded} of its peak."""
    a = 0.5 * freedom

    def fallen(u: float) -> float:
        return a * (u - math.expm1(u)) + faded

    left = _root(fallen, -faded / a - 1.0, 0.0)
    return left, _root(fallen, math.log(2.0 + faded / a) + 1.0, 0.0)


def _shared(nodes: Floats, freedom: float) -> tuple[Floats, Floats]:
    a = 0.5 * freedom
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

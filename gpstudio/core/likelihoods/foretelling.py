"""What new readings are like where the curve is uncertain, for any likelihood, by quadrature.

A reading's density in the curve may be a thousand times narrower than the curve's own, or wider.
The trapezoid rule in u, curve = c + w sinh u, has points close together about c, the likeliest
curve given the reading, w wide as it is uncertain there, and further apart beyond: it sees both.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.mixtures import Mixture

if TYPE_CHECKING:
    from gpstudio.core.likelihoods.likelihood import Likelihood, Numbers

POINTS = 161
REACH = 9.5
"""Standard deviations of the curve on either side that are looked at."""
STEPS = 25
"""Towards the likeliest curve given a reading, which need not be found to the last digit."""
NODES = 31
"""Places of an uncertain curve for the quantiles of readings about it."""
HARDLY = 1e-9
"""A node whose share is less than this is left out: a table knows no quantile so far out."""
WIDEST = 1e300
HALVINGS = 200
FINE = 1e-12
SEED = 20
"""Of the places that residuals take within the probability of a whole number."""


@dataclass(frozen=True, eq=False)
class Tilted:
    """What a reading makes of a curve that is normal; one row a reading."""

    log_total: Floats
    """How probable the reading is, its logarithm."""
    mean: Floats
    variance: Floats
    """Of the curve, the reading known."""
    slopes: tuple[Floats, ...] = ()
    """Of ``log_total``, in the coordinate of each number of the likelihood."""


def tilted(
    likelihood: Likelihood,
    values: Floats,
    curve: tuple[Floats, Floats],
    relative_noise: Floats,
    numbers: Numbers,
) -> Tilted:
    """``curve`` is its mean and variance."""
    places, logs = _places(likelihood, values, curve, relative_noise, numbers)
    shape = places.shape
    of_each = (np.broadcast_to(part[:, None], shape).ravel() for part in (values, relative_noise))
    given, noise = of_each
    joint = likelihood.log_density(given, places.ravel(), noise, numbers).reshape(shape) + logs
    highest = joint.max(axis=1, keepdims=True)
    shares = np.exp(joint - highest)
    total = shares.sum(axis=1)
    shares /= total[:, None]
    mean = np.einsum("np,np->n", shares, places)
    variance = np.einsum("np,np->n", shares, (places - mean[:, None]) ** 2)
    return Tilted(highest[:, 0] + np.log(total), mean, variance)


def foretold(
    likelihood: Likelihood,
    values: Floats,
    curve: tuple[Floats, Floats],
    relative_noise: Floats,
    numbers: Numbers,
) -> tuple[Floats, Floats]:
    """Log density of readings and their residuals; ``curve`` is its mean and variance."""
    density, residual = np.full((2, len(values)), np.nan)
    here = np.isfinite(values) & np.isfinite(curve[0]) & np.isfinite(curve[1])
    if not here.any():
        return density, residual
    values, relative_noise = values[here], relative_noise[here]
    places, logs = _places(
        likelihood, values, (curve[0][here], curve[1][here]), relative_noise, numbers
    )
    shape = places.shape

    def of_each(part: Floats) -> Floats:
        return np.broadcast_to(part[:, None], shape).ravel()

    asked = of_each(values), places.ravel(), of_each(relative_noise), numbers
    joint = likelihood.log_density(*asked).reshape(shape) + logs
    highest = joint.max(axis=1, keepdims=True)
    density[here] = highest[:, 0] + np.log(np.exp(joint - highest).sum(axis=1))
    shares = np.exp(logs)
    shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1.0)
    below, above = (
        np.einsum("np,np->n", tail.reshape(shape), shares) for tail in likelihood.tails(*asked)
    )
    residual[here] = residuals(below, above)
    return density, residual


def _places(
    likelihood: Likelihood,
    values: Floats,
    curve: tuple[Floats, Floats],
    relative_noise: Floats,
    numbers: Numbers,
) -> tuple[Floats, Floats]:
    """(readings, points) places of the curve, and the logarithms of their shares."""
    mean, variance = curve[0], np.maximum(curve[1], np.finfo(float).tiny)
    centre, width = likelihood.usual(values), np.sqrt(variance)
    for _ in range(STEPS):
        told = likelihood.expansion(values, centre, relative_noise, numbers)
        both = 1.0 / told.step + 1.0 / variance
        centre = ((centre + told.step * told.pull) / told.step + mean / variance) / both
        width = 1.0 / np.sqrt(both)
    low, high = mean - REACH * np.sqrt(variance), mean + REACH * np.sqrt(variance)
    first = np.arcsinh((np.minimum(low, centre - REACH * width) - centre) / width)
    last = np.arcsinh((np.maximum(high, centre + REACH * width) - centre) / width)
    u = first[:, None] + (last - first)[:, None] * np.linspace(0.0, 1.0, POINTS)
    places = centre[:, None] + width[:, None] * np.sinh(u)
    logs = -0.5 * ((places - mean[:, None]) ** 2 / variance[:, None] + math.log(2.0 * math.pi))
    apart = (last - first) / (POINTS - 1) * width / np.sqrt(variance)
    return places, logs + np.log(np.cosh(u)) + np.log(apart)[:, None]


def residuals(below: Floats, above: Floats) -> Floats:
    """What a standard normal has as rarely; where a value has a probability of its own, a place
    within it is drawn (Dunn & Smyth's randomised quantile residuals), the same every time."""
    from scipy.special import ndtri

    share = np.random.default_rng(SEED).random(len(below))
    own = np.maximum(1.0 - below - above, 0.0)
    tiny = np.finfo(float).tiny
    left = np.maximum(below + share * own, tiny)
    right = np.maximum(above + (1.0 - share) * own, tiny)
    return np.asarray(np.where(left < right, ndtri(left), -ndtri(right)))


def interval(
    likelihood: Likelihood, curves: Mixture, numbers: Sequence[Numbers], probability: float
) -> tuple[Floats, Floats]:
    """The curve stands at its quantiles at Gauss's and Hermite's nodes, which for one normal is
    their rule; the likelihood's numbers at their average over the members."""
    from scipy.special import ndtr

    nodes, shares = _rule()
    places = np.array([curves.quantile(float(level)) for level in ndtr(nodes)])
    typical = tuple(np.average(numbers, axis=0, weights=curves.weights)) if numbers[0] else ()
    one = np.ones(places.size)
    shape = places.shape

    def under(values: Floats) -> Floats:
        asked = np.broadcast_to(values, shape).ravel()
        above = likelihood.tails(asked, places.ravel(), one, typical)[1].reshape(shape)
        return np.asarray(shares @ (1.0 - above))

    levels = likelihood.link.outside(places)
    spread = likelihood.scatter(places[-1], np.zeros(shape[1]), typical)
    reach = np.sqrt(np.clip(spread, np.finfo(float).tiny, WIDEST)) * np.ones(shape[1])
    low, high = levels[0] - REACH * reach, levels[-1] + REACH * reach
    edges = 0.5 * (1.0 - probability), 0.5 * (1.0 + probability)
    find = _whole if likelihood.whole else _between
    return find(under, low, high, edges[0]), find(under, low, high, edges[1])


@lru_cache(maxsize=1)
def _rule() -> tuple[Floats, Floats]:
    nodes, shares = np.polynomial.hermite_e.hermegauss(NODES)
    counted = shares > HARDLY * shares.sum()
    return nodes[counted], shares[counted] / shares[counted].sum()


def _whole(
    under: Callable[[Floats], Floats], low: Floats, high: Floats, probability: float
) -> Floats:
    """The least whole number from zero that is not passed with that probability."""
    beneath = np.maximum(np.floor(low), 0.0) - 1.0
    top = np.ceil(high) + 1.0
    beneath = np.where(under(beneath) < probability, beneath, -1.0)
    for _ in range(HALVINGS):
        short = under(top) < probability
        if not short.any():
            break
        top = np.where(short, 2.0 * top, top)
    for _ in range(HALVINGS):
        middle = np.floor(0.5 * (beneath + top))
        apart = top - beneath > np.maximum(1.0, FINE * top)
        if not apart.any():
            break
        passed = under(middle) >= probability
        top = np.where(apart & passed, middle, top)
        beneath = np.where(apart & ~passed, middle, beneath)
    return top


def _between(
    under: Callable[[Floats], Floats], low: Floats, high: Floats, probability: float
) -> Floats:
    """The value that is not passed with that probability."""
    for _ in range(HALVINGS):
        wide = high - low
        short, long_ = under(high) < probability, under(low) > probability
        if not (short | long_).any():
            break
        high, low = np.where(short, high + wide, high), np.where(long_, low - wide, low)
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        if not (high - low > FINE * abs(middle) + np.finfo(float).tiny).any():
            break
        passed = under(middle) >= probability
        high, low = np.where(passed, middle, high), np.where(passed, low, middle)
    return np.asarray(0.5 * (low + high))

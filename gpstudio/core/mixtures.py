"""Quantiles of a mixture of normal or Student-t curves, at many places at once.

Σ wₖ F((q − mₖ)/sₖ) = p is solved by Newton's steps inside a bracket that holds for sure: the
mixture's quantile lies between the least and the greatest of its members'. F is looked up in a
table over u = t/(1 + t), in which it is smooth from the middle to the last of its tails; cubic
pieces between 1,024 places leave errors below 1e-10.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.translation import tr

PLACES = 1_024


@dataclass(frozen=True, eq=False)
class Mixture:
    """A curve at some places as several members know it, each as a normal or Student-t."""

    means: Floats
    """(members, places)"""
    spreads: Floats
    """Squared scales."""
    weights: Floats
    """One a member, 1 together."""
    freedom: float
    """Infinite where the members are normal."""

    def quantile(self, probability: float) -> Floats:
        """One a place."""
        scales = np.sqrt(self.spreads)
        return mixture_quantile(self.means, scales, self.weights, self.freedom, probability)


def mixture_quantile(
    means: Floats, scales: Floats, weights: Floats, freedom: float, probability: float
) -> Floats:
    """One quantile a column of ``means`` and ``scales`` (members, places)."""
    if not 0.0 < probability < 1.0:
        raise InputError(
            tr(
                "A probability lies between 0 and 1, {probability} does not.",
                probability=probability,
            )
        )
    away = member_quantile(freedom, probability)
    ends = means + away * scales
    if len(weights) == 1:
        return np.asarray(ends[0])
    from gpstudio.core.mixture_search import search

    values, slopes = table(freedom)
    found = np.empty(means.shape[1])
    search(means, scales, weights, values, slopes, ends, probability, found)
    return found


def mixed(weights: Floats, means: Floats, variances: Floats) -> tuple[Floats, Floats]:
    """Mean and variance of a mixture, from those of its members, (members, places)."""
    if len(weights) == 1:
        return means[0], variances[0]
    mean = weights @ means
    off = means - mean
    return mean, weights @ (variances + off * off)


def mixture_level(
    truth: Floats, means: Floats, scales: Floats, weights: Floats, freedom: float
) -> Floats:
    """F(truth) of the mixture, one a column: even from 0 to 1 where predictions are honest."""
    from scipy.special import ndtr, stdtr

    steps = (truth - means) / np.maximum(scales, np.finfo(float).tiny)
    below = stdtr(freedom, steps) if math.isfinite(freedom) else ndtr(steps)
    return np.asarray(weights @ below)


@lru_cache(maxsize=256)
def member_quantile(freedom: float, probability: float) -> float:
    """Of the standard normal (infinite freedom) or Student-t."""
    from scipy.special import ndtri, stdtrit

    found = stdtrit(freedom, probability) if math.isfinite(freedom) else ndtri(probability)
    return float(found)


@lru_cache(maxsize=64)
def table(freedom: float) -> tuple[Floats, Floats]:
    """F at u = 0, 1/PLACES, … 1, and its slope there times 1/PLACES."""
    from scipy.special import gammaln, ndtr, stdtr

    u = np.arange(PLACES + 1) / PLACES
    u[-1] = 0.5
    t = u / (1.0 - u)
    if math.isfinite(freedom):
        values = stdtr(freedom, t)
        size = gammaln(0.5 * (freedom + 1.0)) - gammaln(0.5 * freedom)
        log_density = size - 0.5 * math.log(math.pi * freedom)
        density = np.exp(log_density - 0.5 * (freedom + 1.0) * np.log1p(t * t / freedom))
    else:
        values = ndtr(t)
        density = np.exp(-0.5 * t * t) / math.sqrt(2.0 * math.pi)
    slopes = density * (1.0 + t) ** 2 / PLACES
    values[-1], slopes[-1] = 1.0, 0.0
    return np.asarray(values), np.asarray(slopes)

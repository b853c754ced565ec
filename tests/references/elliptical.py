"""Curves drawn from what readings leave of a Gaussian process, and the evidence by such draws.

By elliptical slices (Murray, Adams & MacKay 2010), which know no approximation and no step length,
in many chains side by side: how much their means differ tells the error. The evidence is an average
over a Gaussian about the draws (importance sampling).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import stats
from scipy.special import logsumexp

from gpstudio.core.arrays import Floats

RIDGE = 1e-6
"""Of the mean variance: curves of near places are hardly told apart."""
Density = Callable[[Floats], Floats]
"""Of the readings, of rows of curves: its logarithm."""


@dataclass(frozen=True)
class Estimate:
    value: Floats
    error: Floats
    """One standard error."""


def drawn(
    density: Density, covariance: Floats, chains: int, steps: int, warm_up: int, seed: int = 0
) -> Floats:
    """(steps, chains, n) from a process of mean zero."""
    random = np.random.default_rng(seed)
    size = len(covariance)
    root = np.linalg.cholesky(_firm(covariance))
    here = random.standard_normal((chains, size)) @ root.T
    kept = np.empty((steps, chains, size))
    for step in range(warm_up + steps):
        other = random.standard_normal((chains, size)) @ root.T
        bar = density(here) - random.standard_exponential(chains)
        angle = random.uniform(0.0, 2.0 * math.pi, chains)
        low, high = angle - 2.0 * math.pi, angle
        there, waiting = here.copy(), np.ones(chains, dtype=bool)
        while waiting.any():
            ahead = here * np.cos(angle)[:, None] + other * np.sin(angle)[:, None]
            found = waiting & (density(ahead) > bar)
            there[found] = ahead[found]
            waiting &= ~found
            low, high = np.where(angle < 0.0, angle, low), np.where(angle < 0.0, high, angle)
            angle = random.uniform(low, high)
        here = there
        if step >= warm_up:
            kept[step - warm_up] = here
    return kept


def _firm(covariance: Floats) -> Floats:
    return np.asarray(covariance + RIDGE * covariance.diagonal().mean() * np.eye(len(covariance)))


def mean_of(of_draws: Floats) -> Estimate:
    """Over (steps, chains, …)."""
    each = of_draws.mean(axis=0)
    return Estimate(each.mean(axis=0), each.std(axis=0, ddof=1) / math.sqrt(len(each)))


def evidence_by(
    draws: Floats, density: Density, covariance: Floats, count: int = 20_000, wider: float = 1.1
) -> Estimate:
    """Of the logarithm; ``draws`` and ``covariance`` are of the readings' curves alone."""
    flat = draws.reshape(-1, draws.shape[-1])
    about = stats.multivariate_normal(flat.mean(axis=0), wider * np.cov(flat.T))
    before = stats.multivariate_normal(np.zeros(len(covariance)), _firm(covariance))
    some = about.rvs(count, np.random.default_rng(1))
    weights = density(some) + before.logpdf(some) - about.logpdf(some)
    total = float(logsumexp(weights) - math.log(count))
    shares = np.exp(weights - total)
    return Estimate(np.array(total), np.array(shares.std() / math.sqrt(count)))

"""Whether chains have met, and how many independent draws they are worth.

Vehtari, Gelman, Simpson, Carpenter & Bürkner (2021): chains are cut in halves, the draws of one
number replaced by normal scores of their ranks, and then

    R̂ = √(((n − 1)/n W + B/n) / W),     W within, B between the n draws of each half,

is the larger of that of the scores and that of their distance from the median. The effective
sample size is m n / τ, τ = −1 + 2 Σ (ρ₂ₖ + ρ₂ₖ₊₁) over Geyer's initial monotone sequence.

Draws are (chains, draws) throughout.
"""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats

FEWEST = 8


def split_rhat(draws: Floats) -> float:
    """1 where the chains agree; NaN where too few draws tell."""
    halves = _halves(draws)
    if halves.shape[1] < FEWEST // 2 or np.ptp(halves) == 0.0:
        return math.nan
    folded = np.abs(halves - np.median(halves))
    return max(_rhat(_scores(halves)), _rhat(_scores(folded)))


def effective_size(draws: Floats) -> float:
    """The number of independent draws that would know the middle as well."""
    halves = _halves(draws)
    if halves.shape[1] < FEWEST // 2 or np.ptp(halves) == 0.0:
        return math.nan
    scores = _scores(halves)
    m, n = scores.shape
    covariances = np.array([_autocovariance(chain) for chain in scores]).mean(axis=0)
    within = covariances[0] * n / (n - 1.0)
    whole = covariances[0] + (float(np.var(scores.mean(axis=1), ddof=1)) if m > 1 else 0.0)
    rho = 1.0 - (within - covariances) / whole
    rho[0] = 1.0
    pairs = rho[0 : 2 * (n // 2) : 2] + rho[1 : 2 * (n // 2) : 2]
    ends = np.flatnonzero(pairs <= 0.0)
    end = int(ends[0]) if len(ends) else len(pairs)
    tau = -1.0 + 2.0 * float(np.minimum.accumulate(pairs[:end]).sum())
    if end < len(pairs):
        tau += max(float(rho[2 * end]), 0.0)
    total = m * n
    return float(total / max(tau, 1.0 / math.log10(total)))


def _halves(draws: Floats) -> Floats:
    half = draws.shape[1] // 2
    return np.concatenate([draws[:, :half], draws[:, draws.shape[1] - half :]])


def _scores(draws: Floats) -> Floats:
    """Normal scores of the ranks over all chains; ties share theirs."""
    from scipy.special import ndtri

    _, place, counts = np.unique(draws, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks = (last - 0.5 * (counts - 1.0))[place.reshape(draws.shape)]
    return np.asarray(ndtri((ranks - 0.375) / (draws.size + 0.25)))


def _rhat(draws: Floats) -> float:
    n = draws.shape[1]
    within = float(draws.var(axis=1, ddof=1).mean())
    between = float(draws.mean(axis=1).var(ddof=1))
    if within == 0.0:
        return math.inf
    return math.sqrt((n - 1.0) / n + between / within)


def _autocovariance(chain: Floats) -> Floats:
    """At each lag, divided by the number of draws."""
    n = len(chain)
    spectrum = np.fft.rfft(chain - chain.mean(), 2 * n)
    return np.asarray(np.fft.irfft(np.abs(spectrum) ** 2, 2 * n)[:n] / n)

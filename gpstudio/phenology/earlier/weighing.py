"""Seasons that agree with the readings so far: importance sampling over R and F.

Ground, amplitude and what the template does not explain are normal once R and F are known, so that
they are integrated exactly; only the two days are sampled. Where few samples agree, the next ones
are drawn near those that do (adaptive importance sampling, Cappé and others 2004).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.phenology.earlier.pattern import Pattern

PARTICLES = 4_000
TRUST = 0.5
"""The template is wrong in ways that its residual does not know of, and wrong alike in neighbouring
readings: what they say of the two days counts half. Draws pass through the readings all the same.
Less does a little better on tests/benchmarks/forecast_seasons.py (a tenth: 3 %), but then a season
that is plainly late is not followed."""
ENOUGH, FEWEST = 400.0, 150.0
"""Effective samples that suffice; and as many as the next round is drawn from."""
ROUNDS = 3
TAIL, WIDER = 5.0, 1.3
"""Freedom of the Student-t that is drawn from, and how much wider it is than what agreed."""
SHORTEST = 0.5
"""Of the usual time from R to F: nothing that grows is quicker."""
COOLING = 0.7


@dataclass(frozen=True, eq=False)
class Read:
    """What was read of the season so far."""

    time: Floats
    value: Floats
    root: Floats
    """Inverse of the lower Cholesky factor of residual and noise together."""


@dataclass(frozen=True, eq=False)
class Particles:
    """Seasons with their weights, and ground and amplitude given the readings for each."""

    days: Floats
    weights: Floats
    sizes: Floats
    precision: Floats

    @property
    def effective(self) -> float:
        return float(1.0 / (self.weights @ self.weights))


def prior_days(pattern: Pattern, count: int, random: np.random.Generator) -> Floats:
    """R and F as earlier seasons let expect them, (about count, 2)."""
    root = _root(pattern)
    return _plausible(pattern, _student(pattern.days, root, pattern.freedom, count, random))


def weighed(pattern: Pattern, read: Read, random: np.random.Generator) -> Particles:
    days = prior_days(pattern, PARTICLES, random)
    gains, sizes, precision = _agreement(pattern, read, days)
    logs = gains
    for _ in range(ROUNDS):
        if _effective(_normed(logs)) > ENOUGH:
            break
        drawn, told = _nearer(pattern, days, logs, random)
        gains, sizes, precision = _agreement(pattern, read, drawn)
        days, logs = drawn, gains + _prior_log(pattern, drawn) - told
    return Particles(days, _normed(logs), sizes, precision)


def _agreement(pattern: Pattern, read: Read, days: Floats) -> tuple[Floats, Floats, Floats]:
    """Log evidence of each particle, with ground and amplitude integrated; their mean, precision.

    y = H θ + e with θ = (b, a) normal about what is expected: with A = HᵀK⁻¹H + S⁻¹ and
    g = HᵀK⁻¹(y − H θ₀) the evidence is exp(½ gᵀA⁻¹g − ½ |L⁻¹(y − Hθ₀)|²) / √|A|.
    """
    ones = np.broadcast_to(read.root.sum(axis=1), (len(days), len(read.time)))
    design = np.stack([ones, pattern.at(read.time, days) @ read.root.T], axis=2)
    off = read.root @ read.value - design @ pattern.sizes
    precision = design.transpose(0, 2, 1) @ design + np.diag(1.0 / pattern.sizes_variance)
    pull = (design * off[:, :, None]).sum(axis=1)
    moved = np.linalg.solve(precision, pull[:, :, None])[:, :, 0]
    fit = (off**2).sum(axis=1) - (pull * moved).sum(axis=1)
    logs = -0.5 * fit - 0.5 * np.log(np.linalg.det(precision))
    return TRUST * logs, pattern.sizes + moved, precision


def _nearer(
    pattern: Pattern, days: Floats, logs: Floats, random: np.random.Generator
) -> tuple[Floats, Floats]:
    """New particles about those that agree, and the logarithm of their density up to a constant."""
    heat = 1.0
    weights = _normed(logs)
    while _effective(weights) < FEWEST and heat > 1e-3:
        heat *= COOLING
        weights = _normed(heat * logs)
    centre = np.asarray(weights @ days, dtype=np.float64)
    apart = days - centre
    scatter = WIDER * (apart.T * weights) @ apart + 0.05 * np.eye(2)
    root = np.asarray(np.linalg.cholesky(scatter), dtype=np.float64)
    drawn = _plausible(pattern, _student(centre, root, TAIL, PARTICLES, random))
    return drawn, _student_log(drawn, centre, root, TAIL)


def _plausible(pattern: Pattern, days: Floats) -> Floats:
    long_enough = days[:, 1] - days[:, 0] > SHORTEST * (pattern.fall - pattern.rise)
    return days[long_enough] if long_enough.any() else np.sort(days, axis=1)


def _prior_log(pattern: Pattern, days: Floats) -> Floats:
    root = _root(pattern)
    return _student_log(days, pattern.days, root, pattern.freedom)


def _student(
    centre: Floats, root: Floats, freedom: float, count: int, random: np.random.Generator
) -> Floats:
    normal = random.standard_normal((count, 2)) @ root.T
    scale = np.sqrt(np.maximum(random.chisquare(freedom, (count, 1)) / freedom, 1e-3))
    return np.asarray(centre + normal / scale)


def _student_log(days: Floats, centre: Floats, root: Floats, freedom: float) -> Floats:
    far = (np.linalg.solve(root, (days - centre).T) ** 2).sum(axis=0)
    return np.asarray(-0.5 * (freedom + 2.0) * np.log1p(far / freedom))


def _root(pattern: Pattern) -> Floats:
    return np.asarray(np.linalg.cholesky(pattern.days_scatter), dtype=np.float64)


def _normed(logs: Floats) -> Floats:
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum())


def _effective(weights: Floats) -> float:
    return float(1.0 / (weights @ weights))

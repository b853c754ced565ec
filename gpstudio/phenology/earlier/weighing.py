"""Seasons that agree with the readings so far: importance sampling over their traits.

Ground and what the template does not explain are normal once R, F and the amplitude are known, so
that they are integrated exactly; only these three are sampled. Where few samples agree, the next
ones are drawn near those that do (adaptive importance sampling, Cappé and others 2004).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.task import QUIET, Task
from gpstudio.phenology.earlier.pattern import Pattern

LENGTH = 12.0
"""Days over which what the template does not explain hangs together (Matérn 3/2). Aligned seasons
of maize and switchgrass: a correlation of 0.8 over 5 days, 0.5 over 10, none over 20."""
NUGGET = 1e-7
"""Share of its variance that every reading and every time has for itself."""
PARTICLES = 4_000
TRUST = 0.25
"""The template is wrong in ways that its residual does not know of, and wrong alike in neighbouring
readings: what they say of the traits counts a quarter. Draws pass through the readings all the
same. Between 0.2 and 0.5 hindcasts can hardly tell."""
ENOUGH, FEWEST = 400.0, 150.0
"""Effective samples that suffice; and as many as the next round is drawn from."""
ROUNDS = 4
TAIL, WIDER = 5.0, 1.3
"""Freedom of the Student-t that is drawn from, and how much wider it is than what agreed."""
NARROWEST = (0.2, 0.2, 0.01)
"""Standard deviations that are never gone below there: days, days, logarithm."""
SHORTEST = 0.5
"""Of the usual time from R to F: nothing that grows is quicker."""
COOLING = 0.7


@dataclass(frozen=True, eq=False)
class Read:
    """What was read of the season so far, in the order of time."""

    time: Floats
    value: Floats
    noise: Floats
    """Variance of each reading."""

    def steps(self, residual: Floats) -> Floats:
        """For ``chain``, with L Lᵀ the covariance of residual and noise together."""
        from gpstudio.phenology.earlier.chain import steps_of

        noise = self.noise + NUGGET * residual**2
        return steps_of(self.time, residual, noise, np.sqrt(3.0) / LENGTH)


@dataclass(frozen=True, eq=False)
class Particles:
    """Seasons with their weights, and the ground given the readings for each."""

    traits: Floats
    weights: Floats
    base: Floats
    base_variance: Floats

    @property
    def effective(self) -> float:
        return _effective(self.weights)


def by_grade(pattern: Pattern, traits: Floats) -> Iterator[tuple[float, Flags]]:
    """Amplitudes that the residual goes with, and which seasons have them."""
    grades = pattern.grades(traits)
    for grade in np.unique(grades):
        yield float(grade), grades == grade


def prior_traits(pattern: Pattern, count: int, random: np.random.Generator) -> Floats:
    """As earlier seasons let expect them, (about count, 3)."""
    root = _root(pattern.scatter)
    return _plausible(pattern, _student(pattern.traits, root, pattern.freedom, count, random))


def weighed(
    pattern: Pattern, read: Read, random: np.random.Generator, task: Task = QUIET
) -> Particles:
    traits = prior_traits(pattern, PARTICLES, random)
    gains, base, variance = _agreement(pattern, read, traits, task)
    logs = gains
    for _ in range(ROUNDS):
        if _effective(_normed(logs)) > ENOUGH:
            break
        traits, told = _nearer(pattern, traits, logs, random)
        gains, base, variance = _agreement(pattern, read, traits, task)
        logs = gains + _prior_log(pattern, traits) - told
    return Particles(traits, _normed(logs), base, variance)


def _agreement(
    pattern: Pattern, read: Read, traits: Floats, task: Task = QUIET
) -> tuple[Floats, Floats, Floats]:
    """Log evidence of each particle with its ground integrated; the ground's mean and variance.

    y = (b₀ + β) 1 + m + e with β normal of variance s and e of covariance K = L Lᵀ: with
    h = L⁻¹1, z = L⁻¹(y − b₀ − m), A = hᵀh + 1/s the evidence is exp(½ (hᵀz)²/A − ½ zᵀz) / (|L| √A).
    """
    from gpstudio.phenology.earlier.chain import whiten

    off = read.value - pattern.curves(read.time, traits, pattern.base)
    logs, base, precision = (np.empty(len(traits)) for _ in range(3))
    for grade, mine in by_grade(pattern, traits):
        task.check()
        residual = pattern.residual(read.time, np.array([grade]))[0]
        steps = read.steps(residual)
        ones, white = np.ones((1, len(read.time))), off[mine]
        whiten(steps, residual, ones)
        whiten(steps, residual, white)
        ones = ones[0]
        precision[mine] = ones @ ones + 1.0 / pattern.base_variance
        pull = white @ ones
        base[mine] = pull / precision[mine]
        fit = (white**2).sum(axis=1) - pull * base[mine]
        logs[mine] = -np.log(steps[:, 0]).sum() - 0.5 * (fit + np.log(precision[mine]))
    return TRUST * logs, pattern.base + base, 1.0 / precision


def _nearer(
    pattern: Pattern, traits: Floats, logs: Floats, random: np.random.Generator
) -> tuple[Floats, Floats]:
    """New particles about those that agree, and the logarithm of their density up to a constant."""
    heat = 1.0
    weights = _normed(logs)
    while _effective(weights) < FEWEST and heat > 1e-3:
        heat *= COOLING
        weights = _normed(heat * logs)
    centre = np.asarray(weights @ traits, dtype=np.float64)
    apart = traits - centre
    scatter = WIDER * (apart.T * weights) @ apart + np.diag(np.square(NARROWEST))
    root = _root(scatter)
    drawn = _plausible(pattern, _student(centre, root, TAIL, PARTICLES, random))
    return drawn, _student_log(drawn, centre, root, TAIL)


def _plausible(pattern: Pattern, traits: Floats) -> Floats:
    """Without seasons that are too short; where all are, they are lengthened."""
    shortest = SHORTEST * (pattern.fall - pattern.rise)
    long_enough = traits[:, 1] - traits[:, 0] > shortest
    if long_enough.any():
        return traits[long_enough]
    mended = traits.copy()
    mended[:, 1] = mended[:, 0] + shortest
    return mended


def _prior_log(pattern: Pattern, traits: Floats) -> Floats:
    root = _root(pattern.scatter)
    return _student_log(traits, pattern.traits, root, pattern.freedom)


def _student(
    centre: Floats, root: Floats, freedom: float, count: int, random: np.random.Generator
) -> Floats:
    normal = random.standard_normal((count, len(centre))) @ root.T
    scale = np.sqrt(np.maximum(random.chisquare(freedom, (count, 1)) / freedom, 1e-3))
    return np.asarray(centre + normal / scale)


def _student_log(traits: Floats, centre: Floats, root: Floats, freedom: float) -> Floats:
    """Up to a constant, which weights do not feel."""
    far = (np.linalg.solve(root, (traits - centre).T) ** 2).sum(axis=0)
    return np.asarray(-0.5 * (freedom + len(centre)) * np.log1p(far / freedom))


def _root(scatter: Floats) -> Floats:
    return np.asarray(np.linalg.cholesky(scatter), dtype=np.float64)


def _normed(logs: Floats) -> Floats:
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum())


def _effective(weights: Floats) -> float:
    return float(1.0 / (weights @ weights))

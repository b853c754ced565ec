"""Draws from a density, and what it integrates to, by many particles that go there together.

The density is N(z | 0, I) exp T(z). Particles begin as draws from the normal; T comes to count
little by little, each time by as much as leaves the particles worth SHARE of their number (Del
Moral, Doucet & Jasra 2006). Then they are drawn anew in proportion to their weights, and move by
Hamiltonian steps that leave the present density as it is. The product of the mean weights has the
integral as its mean, however badly they move; runs that know nothing of each other tell how far off
its logarithm is.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.task import Task
from gpstudio.translation import tr

Tilt: TypeAlias = Callable[[Floats], tuple[float, Floats]]
"""T and its slopes; minus infinity where there is none."""
SHARE = 0.8
LEAPS = (4, 16)
"""Of a Hamiltonian step, from at least to at most so many."""
ACCEPTED = 0.75
FASTER, SLOWER = 1.15, 0.8
"""What a leap's length is changed by where more are accepted than that, and fewer."""
LONGEST = 0.7
NARROWEST = 0.02
"""Of a coordinate's spread beside what it is beforehand, as leaps are measured by it."""


@dataclass(frozen=True, eq=False)
class Cloud:
    places: Floats
    """(particles, size)"""
    log_integral: float
    steps: int
    accepted: float
    """The share of the last steps."""


def cloud(
    tilt: Tilt, size: int, count: int, random: np.random.Generator, moves: int, after: int,
    task: Task, done: Callable[[float], None] = lambda share: None,
) -> Cloud:  # fmt: skip
    """``moves`` at every warmth, ``after`` more in the end."""
    places = random.standard_normal((count, size))
    told = [tilt(place) for place in places]
    heights, slopes = np.array([height for height, _ in told]), np.array([s for _, s in told])
    warmth, log_integral, length, steps, accepted = 0.0, 0.0, 0.1, 0, 1.0
    while warmth < 1.0:
        step = _next(heights, 1.0 - warmth)
        logs = step * heights
        top = float(logs.max())
        shares = np.exp(logs - top)
        log_integral += top + math.log(float(shares.mean()))
        warmth = 1.0 if step >= 1.0 - warmth else warmth + step
        picked = _picked(shares, random)
        places, heights, slopes = places[picked], heights[picked], slopes[picked]
        for _ in range(moves if warmth < 1.0 else max(after, moves)):
            scales = np.clip(places.std(axis=0), NARROWEST, 1.0)
            accepted = _moved(tilt, places, heights, slopes, warmth, length * scales, random, task)
            length *= FASTER if accepted > ACCEPTED else SLOWER
            length = min(length, LONGEST)
            steps += 1
        done(warmth)
    return Cloud(places, log_integral, steps, accepted)


def _next(heights: Floats, most: float) -> float:
    """By how much T may come to count more."""

    def worth(step: float) -> float:
        logs = step * (heights - heights.max())
        shares = np.exp(logs)
        return float(shares.sum() ** 2 / (shares**2).sum()) / len(heights)

    if worth(most) >= SHARE:
        return most
    low, high = 0.0, most
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if worth(middle) >= SHARE else (low, middle)
    return max(low, 1e-12)


def _picked(shares: Floats, random: np.random.Generator) -> Integers:
    """Each as often as its share says, but for a fraction that chance decides for all at once."""
    count = len(shares)
    edges = np.cumsum(shares) / shares.sum() * count
    edges[-1] = count
    return np.searchsorted(edges, random.random() + np.arange(count), side="right").astype(np.int64)


def _moved(
    tilt: Tilt, places: Floats, heights: Floats, slopes: Floats, warmth: float, leap: Floats,
    random: np.random.Generator, task: Task,
) -> float:  # fmt: skip
    """Every particle one Hamiltonian step, in place; the share that was accepted, on average."""
    total = 0.0
    for which in range(len(places)):
        task.check()
        speed = np.asarray(random.standard_normal(places.shape[1]))
        leaps = int(random.integers(*LEAPS, endpoint=True))
        own = leap * random.uniform(0.7, 1.3)
        begun = warmth * heights[which] - 0.5 * float(places[which] @ places[which])
        begun -= 0.5 * float(speed @ speed)
        here, height, slope = places[which].copy(), heights[which], slopes[which]
        up = warmth * slope - here
        for _ in range(leaps):
            speed = speed + 0.5 * own * up
            here = here + own * speed
            height, slope = tilt(here)
            if not math.isfinite(height):
                break
            up = warmth * slope - here
            speed = speed + 0.5 * own * up
        ended = warmth * height - 0.5 * float(here @ here) - 0.5 * float(speed @ speed)
        chance = math.exp(min(ended - begun, 0.0)) if math.isfinite(ended) else 0.0
        total += chance
        if random.random() < chance:
            places[which], heights[which], slopes[which] = here, height, slope
    return total / len(places)


@dataclass(frozen=True)
class SampledEvidence:
    log_evidence: float
    error: float
    """Its standard error; infinite of a single run."""
    effective: float
    """How many runs of equal weight would be worth as much."""


def of_runs(logs: Floats) -> SampledEvidence:
    """The logarithm of the mean of what runs found, given as logarithms."""
    highest = float(logs.max())
    shares = np.exp(logs - highest)
    mean = float(shares.mean())
    error = float(shares.std(ddof=1) / mean / math.sqrt(len(logs))) if len(logs) > 1 else math.inf
    effective = float(shares.sum() ** 2 / (shares**2).sum())
    return SampledEvidence(highest + math.log(mean), error, effective)


def agreement(logs: Floats) -> str:
    return tr(
        "{runs} independent runs find log evidences within {span:.1f} of each other",
        runs=len(logs),
        span=float(np.ptp(logs)),
    )

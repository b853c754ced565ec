"""Draws from a density, and what it integrates to, by many particles that go there together.

What is beforehand is tilted by exp T. Particles begin as draws from beforehand; T comes to count
little by little, each time by as much as leaves the particles worth SHARE of their number (Del
Moral, Doucet & Jasra 2006). Then they are drawn anew in proportion to their weights, and move so
that the present density stays as it is (``swarm.py``). The product of the mean weights has the
integral as its mean, however badly they move; runs that know nothing of each other tell how far off
its logarithm is.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.inference.deep.drawing import Density
from gpstudio.core.inference.deep.effort import LONGER, SHARE, Effort
from gpstudio.core.inference.deep.swarm import Swarm
from gpstudio.core.task import Task
from gpstudio.core.threads import side_by_side
from gpstudio.translation import tr

MANY_ROWS = 100
"""Of fewer, runs would wait for each other more than they work."""


@dataclass(frozen=True, eq=False)
class Cloud:
    drives: Floats
    """The normal numbers behind hidden values, (particles, layers, rows)."""
    offsets: Floats
    """Of the free numbers' coordinates, (particles, numbers)."""
    log_integral: float
    warmths: int
    """In how many steps T came to count."""


def clouds(density: Density, runs: int, effort: Effort, seed: int, task: Task) -> list[Cloud]:
    """Runs that know nothing of each other."""
    shares = [0.0] * runs

    def one(run: int) -> Cloud:
        def done(share: float) -> None:
            shares[run] = share
            task.report(tr("drawing hidden curves"), sum(shares) / runs)

        random = np.random.default_rng([seed, 37, run])
        return cloud(Swarm.of(density, effort.particles, random, task), effort, task, done)

    threads = 1 if len(density.stack.inputs) < MANY_ROWS else 0
    return side_by_side(one, range(runs), threads)


def cloud(
    swarm: Swarm, effort: Effort, task: Task, done: Callable[[float], None] = lambda share: None
) -> Cloud:
    warmth, log_integral, warmths = 0.0, 0.0, 0
    while warmth < 1.0:
        heights = swarm.heights
        step = _next(heights, 1.0 - warmth)
        logs = step * heights
        top = float(logs.max())
        shares = np.exp(logs - top)
        log_integral += top + math.log(float(shares.mean()))
        last = step >= 1.0 - warmth
        warmth = 1.0 if last else warmth + step
        swarm = swarm.some(_picked(shares, swarm.random))
        swarm.move(effort.moves * (LONGER if last else 1), warmth, task)
        warmths += 1
        done(warmth)
    return Cloud(swarm.drives(task), swarm.offsets, log_integral, warmths)


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

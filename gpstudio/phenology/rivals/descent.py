"""Levenberg–Marquardt from several starts at once, in a box, with a robust loss.

The starts go side by side through numpy, because a field's problem is so small that calling numpy
is what takes the time. A step into what makes no sense costs infinity and is not taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.phenology.rivals.losses import Loss

Slopes: TypeAlias = Callable[[Floats], tuple[Floats, Floats]]
"""Places (starts, numbers) to curves (starts, readings) and slopes (starts, readings, numbers)."""

SETTLED = 1e-6
"""A step that wins less than this share of the cost is the last."""
LOST = 1e10
"""Damping beyond which no step is worth trying."""


@dataclass(frozen=True)
class Problem:
    """What is to be fitted; ``sound`` says which places make sense.

    ``centre`` and ``pull`` are a prior: half of ``pull`` times the squared distance is paid on top
    of a loss that counts in standard deviations, so it weighs nothing once readings are exact."""

    curve: Slopes
    sound: Callable[[Floats], Flags]
    value: Floats
    weight: Floats
    low: Floats
    high: Floats
    centre: Floats
    pull: Floats


@dataclass(frozen=True)
class Outcome:
    """One row a start."""

    places: Floats
    costs: Floats
    settled: Flags

    def best(self, count: int) -> Floats:
        return np.asarray(self.places[np.argsort(self.costs, kind="stable")[:count]])


def descend(problem: Problem, starts: Floats, loss: Loss, scale: float, most: int) -> Outcome:
    """Go downhill from each start, at most so many steps."""
    places = np.clip(starts, problem.low, problem.high)
    curves, slopes = problem.curve(places)
    costs = _cost(problem, places, curves, loss, scale)
    damping = np.full(len(places), 1e-2)
    settled = np.zeros(len(places), dtype=bool)
    for _ in range(most):
        moved = np.clip(
            places + _steps(problem, places, curves, slopes, loss, scale, damping),
            problem.low,
            problem.high,
        )
        there, their_slopes = problem.curve(moved)
        their_costs = _cost(problem, moved, there, loss, scale)
        better = their_costs < costs
        won = costs - np.where(better, their_costs, costs)
        settled |= better & (won <= SETTLED * costs)
        damping = np.where(better, np.maximum(damping / 6.0, 1e-12), damping * 4.0)
        settled |= (damping > LOST) | (costs <= 1e-25)
        places = np.where(better[:, None], moved, places)
        costs = np.where(better, their_costs, costs)
        curves = np.where(better[:, None], there, curves)
        slopes = np.where(better[:, None, None], their_slopes, slopes)
        if settled.all():
            break
    return Outcome(places, costs, settled)


def _cost(problem: Problem, places: Floats, curves: Floats, loss: Loss, scale: float) -> Floats:
    cost = loss.of((problem.value - curves) / scale) @ problem.weight
    cost = cost + 0.5 * (places - problem.centre) ** 2 @ problem.pull
    return np.where(problem.sound(places) & np.isfinite(cost), cost, np.inf)


def _steps(
    problem: Problem,
    places: Floats,
    curves: Floats,
    slopes: Floats,
    loss: Loss,
    scale: float,
    damping: Floats,
) -> Floats:
    """Damped Gauss–Newton steps; numbers that push against their bound stay where they are."""
    residual = problem.value - curves
    pull = problem.weight * loss.weight(residual / scale) / scale**2
    across = slopes.transpose(0, 2, 1)
    gradient = (across @ (pull * residual)[:, :, None])[:, :, 0]
    gradient = gradient + problem.pull * (problem.centre - places)
    curvature = across @ (slopes * pull[:, :, None])
    held = (places <= problem.low) & (gradient < 0) | (places >= problem.high) & (gradient > 0)
    free = ~held
    gradient = gradient * free
    curvature = curvature * (free[:, :, None] & free[:, None, :])
    own = np.einsum("sii->si", curvature)
    floor = 1e-9 * own.max(axis=1, keepdims=True) + 1e-300
    own += np.where(held, 0.0, problem.pull)
    own += damping[:, None] * (own + floor) + np.where(held, 1.0, floor * 1e-3)
    return np.asarray(np.linalg.solve(curvature, gradient[:, :, None])[:, :, 0])

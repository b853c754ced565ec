"""Levenberg–Marquardt from several starts at once, in a box, with a robust loss.

The starts go side by side through numpy, because a field's problem is so small that calling numpy
is what takes the time. A step into what makes no sense costs infinity and is not taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.task import QUIET, Task
from gpstudio.phenology.rivals.losses import Loss

Slopes: TypeAlias = Callable[[Floats, slice], tuple[Floats, Floats]]
"""Places (starts, numbers) to curves (starts, readings) and slopes (starts, readings, numbers), for
some of the readings."""

SETTLED = 1e-6
"""A step that wins less than this share of the cost is the last."""
LOST = 1e10
"""Damping beyond which no step is worth trying."""
BLOCK = 10_000
"""Readings that are looked at together: 8 starts of 11 numbers take 7 MB."""


@dataclass(frozen=True)
class RivalProblem:
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

    @property
    def blocks(self) -> list[slice]:
        size = len(self.value)
        return [slice(start, start + BLOCK) for start in range(0, size, BLOCK)]


class Look(NamedTuple):
    """What a step needs of the readings, one row a start: sums over them, block by block."""

    costs: Floats
    gradient: Floats
    curvature: Floats

    def where(self, better: Flags, other: Look) -> Look:
        """The other's rows where it is better."""
        return Look(
            np.where(better, other.costs, self.costs),
            np.where(better[:, None], other.gradient, self.gradient),
            np.where(better[:, None, None], other.curvature, self.curvature),
        )


@dataclass(frozen=True)
class DescentEnd:
    """One row a start."""

    places: Floats
    costs: Floats
    settled: Flags

    def best(self, count: int) -> Floats:
        return np.asarray(self.places[np.argsort(self.costs, kind="stable")[:count]])


def descend(
    problem: RivalProblem, starts: Floats, loss: Loss, scale: float, most: int, task: Task = QUIET
) -> DescentEnd:
    """Go downhill from each start, at most so many steps."""
    places = np.clip(starts, problem.low, problem.high)
    here = _look(problem, places, loss, scale, task)
    damping = np.full(len(places), 1e-2)
    settled = np.zeros(len(places), dtype=bool)
    for _ in range(most):
        steps = _steps(problem, places, here, damping)
        moved = np.clip(places + steps, problem.low, problem.high)
        there = _look(problem, moved, loss, scale, task)
        better = there.costs < here.costs
        won = here.costs - np.where(better, there.costs, here.costs)
        settled |= better & (won <= SETTLED * here.costs)
        damping = np.where(better, np.maximum(damping / 6.0, 1e-12), damping * 4.0)
        settled |= (damping > LOST) | (here.costs <= 1e-25)
        places = np.where(better[:, None], moved, places)
        here = here.where(better, there)
        if settled.all():
            break
    return DescentEnd(places, here.costs, settled)


def _look(problem: RivalProblem, places: Floats, loss: Loss, scale: float, task: Task) -> Look:
    count, numbers = places.shape
    cost = 0.5 * (places - problem.centre) ** 2 @ problem.pull
    gradient, curvature = np.zeros((count, numbers)), np.zeros((count, numbers, numbers))
    for some in problem.blocks:
        task.check()
        curves, slopes = problem.curve(places, some)
        residual, weight = problem.value[some] - curves, problem.weight[some]
        cost = cost + loss.of(residual / scale) @ weight
        pull = weight * loss.weight(residual / scale) / scale**2
        across = slopes.transpose(0, 2, 1)
        gradient += (across @ (pull * residual)[:, :, None])[:, :, 0]
        curvature += across @ (slopes * pull[:, :, None])
    sensible = problem.sound(places) & np.isfinite(cost)
    return Look(np.where(sensible, cost, np.inf), gradient, curvature)


def _steps(problem: RivalProblem, places: Floats, here: Look, damping: Floats) -> Floats:
    """Damped Gauss–Newton steps; numbers that push against their bound stay where they are."""
    gradient = here.gradient + problem.pull * (problem.centre - places)
    held = (places <= problem.low) & (gradient < 0) | (places >= problem.high) & (gradient > 0)
    free = ~held
    gradient = gradient * free
    curvature = here.curvature * (free[:, :, None] & free[:, None, :])
    own = np.einsum("sii->si", curvature)
    floor = 1e-9 * own.max(axis=1, keepdims=True) + 1e-300
    own += np.where(held, 0.0, problem.pull)
    own += damping[:, None] * (own + floor) + np.where(held, 1.0, floor * 1e-3)
    return np.asarray(np.linalg.solve(curvature, gradient[:, :, None])[:, :, 0])

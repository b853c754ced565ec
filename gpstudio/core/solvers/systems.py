"""The covariance of the readings as an iterative solver sees it: products, and a preconditioner.

What an answer x lacks is told by its energy rᵀA⁻¹r, r = b − A x, the square of the error's length
as A measures it. Of a variance it is the error itself, and the root of it, times the prior's
standard deviation, bounds that of any mean.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers.krylov import Method, Outcome, Preconditioner, energy_left, second_order
from gpstudio.core.solvers.krylov.tridiagonal import FLAT
from gpstudio.core.task import QUIET, Task

SURE = 1e-9
"""Share of a variance before any reading below which what is left of it need not be told to a
share of itself: rounding alone is not far below."""
EXACT = 1e-13
"""A residual that is as small as can be."""
FIRST, FURTHER = 1e-2, 1e-2
"""Where a method knows of residuals alone: times the tolerance to begin with, and by how much at
most it is then sharpened at once."""


@dataclass(frozen=True, eq=False)
class System:
    """A = K + noise."""

    operator: Operator
    noise: Floats
    preconditioner: Preconditioner
    floor: float
    """No eigenvalue of P⁻¹A is less; zero where that is not known."""

    def times(self, vectors: Floats, task: Task = QUIET) -> Floats:
        result = self.operator.times(vectors, task)
        result += self.noise[:, None] * vectors
        return result

    @property
    def flat(self) -> float:
        """With noise everywhere there is a true solution, however small a value of P⁻¹A looks."""
        return 0.0 if (self.noise > 0.0).all() else FLAT

    def energies(self, rest: Floats, task: Task) -> Floats:
        """rᵀA⁻¹r of each column: a bound, or about what it is where no floor is known."""
        return energy_left(self.preconditioner.solve(rest, task), rest, self.floor or 1.0)


@dataclass(frozen=True, eq=False)
class Goal:
    """The energy at which a column is solved: a number each, or a share of whole − bᵀA⁻¹b, the
    variance that is left of ``whole``."""

    share: float | Floats
    whole: Floats | None = None

    def allowed(self, right: Floats, outcome: Outcome) -> Floats:
        if self.whole is None:
            return np.broadcast_to(np.asarray(self.share, dtype=float), (right.shape[1],))
        left = self.whole - second_order(right, outcome.answer, outcome.rest)
        return np.asarray(self.share * np.maximum(left, SURE * self.whole))

    def met(self, system: System, right: Floats, outcome: Outcome, task: Task) -> bool:
        """Whether the true residual says so, where the method itself saw no further progress: a
        carried residual may fall below what rounding lets the true one reach."""
        if outcome.converged:
            return True
        energies = system.energies(outcome.rest, task)
        return bool((energies <= self.allowed(right, outcome)).all())


def by_energy(
    method: Method, system: System, right: Floats, goal: Goal, most: int, task: Task
) -> Outcome:
    """By a method that follows the energy as it goes."""
    enough = goal.share if goal.whole is None else np.broadcast_to(goal.share, (len(goal.whole),))
    return method(
        lambda vectors: system.times(vectors, task),
        right,
        preconditioner=system.preconditioner,
        tolerance=EXACT,
        iterations=most,
        energy_tolerance=enough,
        energy_whole=goal.whole,
        floor=system.floor,
        task=task,
    )


def by_residual(
    method: Method,
    system: System,
    right: Floats,
    goal: Goal,
    tolerance: float,
    most: int,
    task: Task,
) -> Outcome:
    """By a method that knows of residuals alone, sharper until the energy is small enough."""
    sharpness, start, used = FIRST * tolerance, None, 0
    while True:
        outcome = method(
            lambda vectors: system.times(vectors, task),
            right,
            preconditioner=system.preconditioner,
            tolerance=sharpness,
            iterations=max(1, most - used),
            start=start,
            floor=system.floor,
            flat=system.flat,
            task=task,
        )
        used += outcome.iterations
        outcome = replace(outcome, iterations=used)
        over = system.energies(outcome.rest, task) / np.maximum(
            goal.allowed(right, outcome), np.finfo(float).tiny
        )
        worst = float(over.max(initial=0.0))
        if worst <= 1.0 or not outcome.converged or sharpness <= EXACT or used >= most:
            return outcome
        sharpness = max(EXACT, sharpness * max(FURTHER, 0.3 / np.sqrt(worst)))
        start = outcome.answer

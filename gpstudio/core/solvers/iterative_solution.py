"""What an iterative solver's answer is asked: by products, and by a factor only where it fits.

Variances are told by the second-order form bᵀx + xᵀr, whose error is the square of the solution's;
means by k*ᵀx + zᵀr with z the solution that the variance takes anyway, whose error is the product
of both. Evidence and its slopes are in ``companions``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from gpstudio.core.algebra.jitter import JITTERS, NOT_DEFINITE
from gpstudio.core.algebra.lapack import product
from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers.companions import Companion, companion
from gpstudio.core.solvers.iterative import IterativeSolver, reason
from gpstudio.core.solvers.krylov import (
    Outcome,
    Stop,
    check_symmetric,
    second_order,
    second_order_joint,
)
from gpstudio.core.solvers.linear import LinearSolution
from gpstudio.core.solvers.solution import Pull, Solution, SolveNotes, Within
from gpstudio.core.solvers.solver import SOLVERS
from gpstudio.core.solvers.systems import Goal, System
from gpstudio.core.task import Task
from gpstudio.translation import tr

SEED = 31
MOST_NOTED = 500
"""Residuals that are told, one an iteration: of more the first."""
WRONG = 1e-2
"""A solution off by more than this share of itself, after all iterations, is none: the matrix is
singular to working precision, and wants more on its diagonal."""


class IterativeSolution(LinearSolution):
    """Readings that are missing (infinite noise) are left out."""

    holds_inverse = False

    def __init__(
        self,
        solver: IterativeSolver,
        operator: Operator,
        noise: Floats,
        columns: Floats,
        task: Task,
    ) -> None:
        here = np.isfinite(noise)
        self._here = here
        self._iterative = solver
        self._solver = solver.spec
        self._operator = operator if here.all() else operator.at(operator.inputs[here])  # type: ignore[assignment]
        self._noise, self._columns = noise[here], np.asfortranarray(columns[here])
        self._task = task
        self._beside: Companion | None = None
        self._farthest, self._said = 0.0, set[str]()
        self.notes = self._conditioned(task)
        rest = self._outcome.rest
        self._weights = self._outcome.answer
        self.quadratic = second_order_joint(self._columns, self._weights, rest, task)

    def _within(self, window: Floats, seed: int, count: int, task: Task) -> Within:
        """There is no factor that one look could be shared by."""
        places = window[:, None]
        mean = self.predict(places, task)[0]
        return Within(mean, self.draws(places, count, seed, task))

    def _conditioned(self, task: Task) -> SolveNotes:
        """The weights; with the smallest jitter that gives any."""
        variance = self._operator.prior_variance(self._operator.inputs)
        bare, n = self._noise, len(self._noise)
        level = float((variance + bare).mean()) if n else 0.0
        for jitter in JITTERS:
            self._noise = bare + jitter * level
            self._system = self._made_ready(task)
            if not jitter and n and self._iterative.trusts_symmetry:
                self._check_symmetric(n, task)
            goal = self._goal(variance)
            self._outcome = self._iterative.solved(self._system, self._columns, goal, task)
            if self._outcome.stopped is Stop.MOST or _is_near(self._outcome):
                break
        outcome, why = self._outcome, reason(self._outcome.stopped)
        met = goal.met(self._system, self._columns, outcome, task)
        off = float(outcome.errors.max(initial=0.0))
        return SolveNotes(
            jitter=jitter,
            iterations=outcome.iterations,
            residual=float(outcome.residuals.max(initial=0.0)),
            stopped=tr("{stopped}; estimated error {off:.1e}", stopped=why, off=off),
            residuals=tuple(float(each.max(initial=0.0)) for each in outcome.trace[:MOST_NOTED]),
            remarks=self._iterative.remarks(outcome, met),
        )

    def _check_symmetric(self, n: int, task: Task) -> None:
        trusting = SOLVERS.listed(lambda entry: entry.trusts_symmetry)
        random = np.random.default_rng([SEED, 1])
        check_symmetric(lambda vectors: self._system.times(vectors, task), n, random, trusting)

    def _made_ready(self, task: Task) -> System:
        way, operator = self._iterative.preconditioning, self._operator
        rank, random = self._iterative.rank(len(self._noise)), np.random.default_rng([SEED, 0])
        preconditioner = way.made(operator, self._noise, rank, random, task)
        # what pivots of the kernel's own matrix promise holds for that matrix alone
        promised = "entries" in operator.offers or not way.takes_rank
        floor = preconditioner.floor if promised else 0.0
        return System(operator, self._noise, preconditioner, floor)

    def _goal(self, variance: Floats) -> Goal:
        """An error of any mean no more than the tolerance times the size of the readings."""
        sizes = np.zeros(self._columns.shape[1])
        if len(variance):
            sizes = (self._columns**2).mean(axis=0)
        largest = float(variance.max(initial=0.0)) or 1.0
        return Goal(self._iterative.tolerance**2 * sizes / largest)

    @cached_property
    def log_determinant(self) -> float:
        """Made when it is first asked for: predictions do without."""
        value = self._companion(self._task).log_determinant
        if not math.isfinite(value):
            raise InputError(NOT_DEFINITE)
        return value

    def _companion(self, task: Task) -> Companion:
        """Kept while it learns, and let go when predictions are asked: it may hold the matrix."""
        if self._beside is None:
            most = self._iterative.iterations
            self._beside = companion(self._system, self._columns, self._weights, most, task)
            beside, own = self._beside.notes, self.notes
            self.notes = replace(
                own,
                jitter=own.jitter + beside.jitter,
                evidence_error=beside.evidence_error,
                remarks=tuple(dict.fromkeys((*own.remarks, *beside.remarks))),
            )
        return self._beside

    def gradient(self, mixing: Floats, task: Task) -> Floats:
        return self._companion(task).gradient(mixing, task)

    def pulled(self, pull: Pull, task: Task) -> Floats:
        return self._companion(task).pulled(pull, task)

    def precisions(self, task: Task) -> Floats:
        return self._with_gaps(self._companion(task).precisions(task))

    def variance_at_readings(self, inputs: Floats, task: Task) -> Floats:
        return self._with_gaps(self._companion(task).variance_at_readings(inputs[self._here], task))

    def derivative(self, targets: Floats, order: int, task: Task) -> tuple[Floats, Floats]:
        if "entries" not in self._operator.offers:
            return Solution.derivative(self, targets, order, task)
        return super().derivative(targets, order, task)

    def _predicted(
        self,
        targets: Floats,
        prior: Floats,
        cross_with: Callable[[Floats, Task], Floats],
        task: Task,
    ) -> tuple[Floats, Floats]:
        self._beside = None
        mean, variance = np.empty((len(targets), self._columns.shape[1])), prior.copy()
        at_once = self._iterative.at_once(len(self._noise))
        for start in range(0, len(targets), at_once):
            task.check()
            some = slice(start, start + at_once)
            cross = np.asfortranarray(cross_with(targets[some], task))
            found = self._explained(cross, prior[some], task)
            mean[some] = product(cross, self._weights, task)
            mean[some] += product(np.asfortranarray(found.answer), self._outcome.rest, task)
            variance[some] -= second_order(cross, found.answer, found.rest)
        return mean, np.maximum(variance, 0.0)

    def covariance(self, targets: Floats, task: Task) -> Floats:
        covariance = self._operator.prior(targets, task)
        cross = np.asfortranarray(self._operator.cross(targets, task))
        found = self._explained(cross, covariance.diagonal().copy(), task)
        covariance -= second_order_joint(cross, found.answer, found.rest, task)
        return covariance

    def _explained(self, cross: Floats, whole: Floats, task: Task) -> Outcome:
        """A⁻¹ cross, so near that of ``whole`` what is left is known to the tolerance."""
        goal = Goal(2.0 * self._iterative.tolerance, whole)
        found = self._iterative.solved(self._system, cross, goal, task)
        if not goal.met(self._system, cross, found, task):
            self._remark(found)
        return found

    def _remark(self, found: Outcome) -> None:
        """Of all that missed their goal the one that is farthest off is told."""
        off = float(found.errors.max(initial=0.0))
        if self._said and not off > self._farthest:
            return
        self._farthest = off
        before = [remark for remark in self.notes.remarks if remark not in self._said]
        new = [r for r in self._iterative.remarks(found, False) if r not in before]
        self._said = set(new)
        self.notes = replace(self.notes, remarks=(*before, *new))


def _is_near(outcome: Outcome) -> bool:
    near = bool((outcome.errors <= WRONG).all())
    return near and bool(np.isfinite(outcome.answer).all())

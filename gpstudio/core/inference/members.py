"""The curves that a posterior is averaged over, each with its weight.

One member is one setting of the numbers and its solution. A learner that settles on one setting
gives one; ``averaged`` and ``mcmc`` give several. Members that share ``freedom`` have had their
amplitude integrated out: each is then a Student-t's curve, the numbers being those of its scale.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple, TypeVar

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.cached import cached_property
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.evidence import Trended
from gpstudio.core.inference.left_out import LeftOut, leave_one_out
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.shelf import SHELF
from gpstudio.core.kernels import Kernel
from gpstudio.core.learning.climbs import NO_CLIMBS, Climbs
from gpstudio.core.learning.learner import Learnt
from gpstudio.core.likelihoods import Numbers
from gpstudio.core.scales import inflation
from gpstudio.core.task import QUIET, Task
from gpstudio.core.threads import side_by_side

Answer = TypeVar("Answer")


class DrawsPlan(NamedTuple):
    """How draws are shared out among members."""

    edges: Integers
    """Which draws are of each member: from one of these on to the next."""
    stretch: Floats
    """What makes a normal draw that of a Student-t's curve."""
    seed: int


KEPT_NUMBERS = 50_000_000
"""One posterior's solutions are kept while they hold no more numbers than this together (400 MB);
``shelf`` says how many those of all may hold."""

MODE = -1
"""The place of the mode's solution, which is no member's."""


class Members:
    """Several settings of the numbers on one set of readings."""

    draws_at_once: ClassVar[bool] = False
    """Whether all members' draws are had in one go, so that none is spared."""
    voices: ClassVar[int] = 0
    """Draws in windows are of so many of them at most, by lot; of all, if zero."""

    def __init__(
        self, plan: Plan, readings: Readings, learnt: Learnt, problem: Problem | None = None
    ) -> None:
        self.plan = plan
        self.readings = readings
        self.learnt = learnt
        self.points = learnt.logs[None] if learnt.points is None else learnt.points
        """(members, coordinates)"""
        count = len(self.points)
        self.weights = np.full(count, 1.0 / count) if learnt.weights is None else learnt.weights
        self.freedom = learnt.freedom
        self._kept: dict[int, Trended] = {}
        self._said: dict[int, tuple[str, ...]] = {}
        if problem is not None:
            self.problem = problem

    @cached_property
    def problem(self) -> Problem:
        return Problem(self.plan, self.readings, QUIET, self.learnt.shares)

    @cached_property
    def numbers(self) -> Floats:
        """The likelihood's, (members, numbers)."""
        return np.array([self.problem.numbers(point) for point in self.points])

    @property
    def at_bounds(self) -> tuple[str, ...]:
        """Remarks on numbers of the mode that learning would have pushed further than it may."""
        return self.problem.at_bounds(self.learnt.logs)

    @property
    def noises(self) -> Floats:
        """One a member; NaN where the likelihood has no noise of its own."""
        return np.array([self.plan.likelihood.noise(numbers) for numbers in self.numbers])

    @property
    def inflation(self) -> float:
        """A Student-t's variance over its squared scale."""
        return inflation(self.freedom)

    @property
    def is_one_normal(self) -> bool:
        """Whether it is no mixture: one setting, its amplitude settled too."""
        return len(self.weights) == 1 and not math.isfinite(self.freedom)

    @property
    def effective(self) -> float:
        """How many members of equal weight are worth as much."""
        return 1.0 / float(self.weights @ self.weights)

    @cached_property
    def at_mode(self) -> tuple[Kernel, Numbers]:
        """The kernel with the mode's numbers, and the likelihood's."""
        return self.problem.at(self.learnt.logs)

    @property
    def settled(self) -> tuple[Floats | None, Floats | None]:
        """For which numbers the approximation was settled, and what was learnt of it itself."""
        return self.problem.settled, self.problem.kept

    def climbs(self) -> Climbs:
        """The way that led here, where it can be walked again."""
        return NO_CLIMBS

    def glimpsed(self) -> Floats | None:
        """The residuals of readings left out, with the mode's numbers, where they cost next to
        nothing."""
        return None

    def drawn_in(self, windows: Sequence[Floats], plan: DrawsPlan) -> list[Floats] | None:
        """Joint draws within windows of times, where they are had of all members at once."""
        return None

    def drawn(self, inputs: Floats, counts: Sequence[int], seed: int, task: Task) -> Floats | None:
        """So many joint draws of each member, (inputs, draws), where they are had otherwise than
        from its solution."""
        return None

    def joint(self, place: int, inputs: Floats, task: Task) -> tuple[Floats, Floats]:
        """A member's mean and joint covariance."""
        centre, _, drift = self.parts(place, inputs, task)
        trended = self.trended(place, task)
        within = trended.solution.covariance(inputs, task)
        self.hear(place, trended)
        return centre, within + drift @ drift.T

    def hear(self, place: int, trended: Trended) -> None:
        """Note what a member's solver remarked while it was asked; itself it may not be kept."""
        if said := trended.solution.notes.remarks:
            self._said[place] = said

    @property
    def remarks(self) -> tuple[str, ...]:
        """What solvers have remarked when they were asked; of several members that with most
        weight."""
        said = self._said.copy()
        heaviest = max(said, key=lambda place: float(self.weights[place]), default=None)
        return () if heaviest is None else said[heaviest]

    def keep(self, place: int, trended: Trended) -> None:
        self._kept[place] = trended
        SHELF.put(self, self.problem.solution_numbers)

    def forget(self) -> None:
        """What was kept is made again when it is asked for."""
        self._kept = {}

    def trended(self, place: int, task: Task) -> Trended:
        """The member's solution, made when first asked for."""
        kept = self._kept.get(place)  # in one step: another thread may forget them all
        if kept is not None:
            return kept
        found = self.problem.condition(*self.problem.at(self.points[place]), task=task)
        if len(self.points) * self.problem.solution_numbers <= KEPT_NUMBERS:
            self.keep(place, found)
        return found

    def mode(self) -> Trended:
        """The solution with the mode's numbers."""
        if len(self.weights) == 1:
            return self.trended(0, QUIET)
        kept = self._kept.get(MODE)
        if kept is not None:
            return kept
        found = self.problem.condition(*self.at_mode, task=QUIET)
        self.keep(MODE, found)
        return found

    def left_out(self, task: Task) -> LeftOut:
        """Each reading as the others foretell it, with the mode's numbers."""
        return leave_one_out(self.mode(), self.readings, task)

    def curves(self, inputs: Floats, task: Task) -> tuple[Floats, Floats]:
        """Of each member its mean and its squared scale, (members, inputs)."""
        means = np.empty((len(self.points), len(inputs)))
        spreads = np.empty_like(means)

        def fill(place: int) -> None:
            task.check()
            mean, variance, drift = self.parts(place, inputs, task)
            means[place] = mean
            spreads[place] = variance
            if drift.shape[1]:
                spreads[place] += np.einsum("mq,mq->m", drift, drift)

        self.each(fill, range(len(self.points)))
        return means, spreads

    def each(self, work: Callable[[int], Answer], places: Sequence[int]) -> list[Answer]:
        """``work`` of each member: side by side where it is passes along time, which take one
        thread and no GIL; matrices take all threads by themselves."""
        if self.plan.along_time:
            _ = self.problem  # made once, before the threads ask for it
            return side_by_side(work, places)
        return [work(place) for place in places]

    def parts(self, place: int, inputs: Floats, task: Task) -> tuple[Floats, Floats, Floats]:
        """Mean, variance with the mean known, and what its uncertainty adds (as a root)."""
        trended = self.trended(place, task)
        told = trended.solution.predict(inputs, task)
        self.hear(place, trended)
        mean, drift = self.levelled(trended, told[0], inputs)
        return mean, told[1], drift

    def levelled(self, trended: Trended, columns: Floats, inputs: Floats) -> tuple[Floats, Floats]:
        """The mean, from what a solution tells of its columns at the inputs, and what the
        uncertainty of its coefficients adds (as a root)."""
        mean, drift = _with_trends(trended, columns, self.plan.mean.trends(inputs))
        return mean + self.readings.centre, drift

    def derivatives(self, inputs: Floats, order: int, task: Task) -> tuple[Floats, Floats]:
        """As ``curves``, of the curve's derivative along the single input."""
        means = np.empty((len(self.points), len(inputs)))
        spreads = np.empty_like(means)
        slopes = self.plan.mean.slopes(inputs, order)
        for place in range(len(self.points)):
            task.check()
            trended = self.trended(place, task)
            columns, variance = trended.solution.derivative(inputs, order, task)
            self.hear(place, trended)
            means[place], drift = _with_trends(trended, columns, slopes)
            spreads[place] = variance + np.einsum("mq,mq->m", drift, drift)
        return means, spreads


def _with_trends(trended: Trended, columns: Floats, trends: Floats) -> tuple[Floats, Floats]:
    """What a solution tells of its columns, with the mean's coefficients put in."""
    if not trends.shape[1]:
        return columns[:, 0], trends
    unexplained = trends - columns[:, 1:]
    mean = columns[:, 0] + unexplained @ trended.coefficients
    return mean, unexplained @ trended.root

"""What a road from a plan and its readings to what was learnt has to offer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.members import Members
from gpstudio.core.inference.readings import Readings
from gpstudio.core.learning.climbs import NO_CLIMBS, Climbs
from gpstudio.core.learning.learner import Learnt
from gpstudio.core.solvers.solution import SolveNotes
from gpstudio.core.task import Task

Settled: TypeAlias = tuple[Floats | None, Floats | None]
"""For which numbers an approximation was settled, and what was learnt of it itself."""


@dataclass(frozen=True, eq=False)
class Fitted:
    """Where a road ends. Coefficients and evidence are the mode's."""

    members: Members
    coefficients: Floats
    """Of the mean as it is written."""
    log_evidence: float
    notes: SolveNotes
    remarks: tuple[str, ...]
    approximation_error: float | None = None
    """On some rows, where the covariance is approximate."""
    climbs: Climbs = NO_CLIMBS
    """The way of learning. The report holds it; a project would hold it twice."""


@dataclass(frozen=True, eq=False)
class Glance:
    """The curve at the readings that are there, with the likeliest numbers of a Gaussian plan."""

    noise: float
    mean: Floats
    """Counted from the readings' centre, as their values are."""
    variance: Floats
    place: Floats
    """Of the numbers, to look from there again."""


class Road(Protocol):
    """Plans and readings come with their mean made ready for each other."""

    def suits(self, plan: Plan, readings: Readings) -> bool:
        """Whether this road can be taken."""

    def learn(self, plan: Plan, readings: Readings, task: Task) -> Fitted:
        """Find the numbers."""

    def members(self, plan: Plan, readings: Readings, learnt: Learnt, settled: Settled) -> Members:
        """What ``learn`` ended with, from the numbers that were learnt."""


class GaussianRoad(Road, Protocol):
    """One that readings of two sorts can take too, each counting for its share."""

    def glance(
        self, plan: Plan, readings: Readings, begun: Floats | None, moves: bool, task: Task
    ) -> Glance:
        """A look without averaging: at the numbers of the place ``begun``, or where learning leads
        from there if it ``moves``."""

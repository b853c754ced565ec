"""What a road from a plan and its readings to what was learnt has to offer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.learned import Learned
from gpstudio.core.inference.members import Members
from gpstudio.core.inference.readings import Readings
from gpstudio.core.learning.climbs import NO_CLIMBS, Climbs
from gpstudio.core.solvers.solution import SolveNotes
from gpstudio.core.task import Task


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


class Road(Protocol):
    """Plans and readings come with their mean made ready for each other."""

    def suits(self, plan: Plan, readings: Readings) -> bool:
        """Whether this road can be taken."""

    def learn(self, plan: Plan, readings: Readings, task: Task) -> Fitted:
        """Find the numbers."""

    def members(self, plan: Plan, readings: Readings, learned: Learned) -> Members:
        """What ``learn`` ended with, from the numbers that were learnt."""

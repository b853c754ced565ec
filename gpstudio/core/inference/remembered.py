"""A posterior whose numbers were learnt before: made again from them, and nothing learnt.

What is kept is small: the recipe with nothing left to ``auto``, the numbers, and what the
approximation was settled on. All else follows from these and the readings, by the same steps as
after learning, so that it answers with the very same numbers. It is made when first asked: ten
thousand of them cost nothing until then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.inference.chooser import Plan, planned
from gpstudio.core.inference.field.road import at_mode, members_again, suits
from gpstudio.core.inference.members import Members
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import made_ready
from gpstudio.core.inference.report import Report
from gpstudio.core.kernels import Kernel
from gpstudio.core.learning.registered import Learnt
from gpstudio.core.likelihoods import Numbers
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET


@dataclass(frozen=True, eq=False)
class Kept:
    """All that a posterior is made of besides its readings."""

    written: Recipe
    """With nothing left to ``auto``."""
    learnt: Learnt
    report: Report
    settled: Floats | None = None
    """For which numbers the approximation was settled; None: for those of the start."""
    places: Floats | None = None
    """What was learnt of the approximation itself."""


def kept_of(posterior: Posterior) -> Kept:
    """What there is to keep, whether it was fitted or remembered."""
    if isinstance(posterior, Remembered):
        return posterior.kept
    plan, members = posterior.plan, posterior.members
    if suits(plan, members.readings):
        return Kept(plan.written, members.learnt, posterior.report)
    problem = members.problem
    return Kept(plan.written, members.learnt, posterior.report, problem.settled, problem.kept)


class Remembered(Posterior):
    """Its parts are made when first asked for."""

    def __init__(self, kept: Kept, readings: Callable[[], Readings]) -> None:
        vars(self).update(kept=kept, fitted=kept.report, _given=readings)

    kept: Kept
    _given: Callable[[], Readings]

    @cached_property
    def _ready(self) -> tuple[Plan, Readings]:
        readings = self._given()
        plan = planned(self.kept.written, len(readings.values), readings.inputs.shape[1])
        return made_ready(plan, readings)

    @cached_property
    def plan(self) -> Plan:
        return self._ready[0]

    @cached_property
    def members(self) -> Members:
        plan, readings = self._ready
        if suits(plan, readings):
            return members_again(plan, readings, self.kept.learnt)
        problem = Problem(plan, readings, QUIET)
        problem.settle_again(self.kept.settled, self.kept.places)
        return Members(plan, readings, self.kept.learnt, problem)

    @cached_property
    def _at_mode(self) -> tuple[Kernel, Numbers]:
        mode = self.kept.learnt.logs
        return at_mode(self.plan, mode) if suits(*self._ready) else self.members.problem.at(mode)

    @cached_property
    def kernel(self) -> Kernel:
        return self._at_mode[0]

    @cached_property
    def numbers(self) -> Numbers:
        return self._at_mode[1]

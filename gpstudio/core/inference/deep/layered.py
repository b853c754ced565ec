"""The road of a plan whose kernel is of layers; what it leads to is loaded when it is taken: every
plan asks whether it suits, also before anything is compiled."""

from __future__ import annotations

from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.members import Members
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.road import Fitted, Settled
from gpstudio.core.learning.learner import Learnt
from gpstudio.core.task import Task


class Layered:
    def suits(self, plan: Plan, readings: Readings) -> bool:
        return "layers" in plan.kernel.offers

    def learn(self, plan: Plan, readings: Readings, task: Task) -> Fitted:
        from gpstudio.core.inference.deep.road import learnt_layers

        return learnt_layers(plan, readings, task)

    def members(self, plan: Plan, readings: Readings, learnt: Learnt, settled: Settled) -> Members:
        from gpstudio.core.inference.deep.road import members_again

        return members_again(plan, readings, learnt, settled)

"""The road of any plan: by its learner, its approximation and its solver."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.head_start import begun_on_some, wants_head_start
from gpstudio.core.inference.learned import Learned
from gpstudio.core.inference.members import Members
from gpstudio.core.inference.nearness import covariance_error
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.road import Fitted
from gpstudio.core.language import print_number
from gpstudio.core.learning.climbs import NO_CLIMBS
from gpstudio.core.learning.learner import Learnt
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

TELLING_JITTER = 1e-9
"""Of the mean variance: from here on it is told, and not only reported."""


class AnyPlan:
    def suits(self, plan: Plan, readings: Readings) -> bool:
        return True

    def learn(self, plan: Plan, readings: Readings, task: Task) -> Fitted:
        problem = Problem(plan, readings, task)
        learnt = _learnt(problem, plan, readings, task)
        task.report("predicting", 1.0)
        kernel, numbers = problem.at(learnt.logs)
        members = Members(plan, readings, replace(learnt, climbs=NO_CLIMBS), problem)
        trended = problem.condition(kernel, numbers)
        if learnt.points is None:
            members.keep(0, trended)
        problem.rest()
        notes = trended.solution.notes
        remarks = learnt.remarks + problem.remarks + problem.at_bounds(learnt.logs)
        remarks += trended.remarks + notes.remarks + jitter_remarks(notes.jitter)
        error = None
        if plan.approximation.rank(len(readings.values), readings.inputs.shape[1]):
            operator = problem.approximation.operator(kernel, readings.places[readings.here])
            error = covariance_error(operator, plan.seed, task)
        return Fitted(
            members,
            plan.mean.as_written(trended.coefficients),
            trended.log_evidence,
            notes,
            remarks,
            error,
            learnt.climbs,
        )

    def members(self, plan: Plan, readings: Readings, learned: Learned) -> Members:
        problem = Problem(plan, readings, QUIET)
        problem.settle_again(learned.settled, learned.places)
        return Members(plan, readings, learned.learnt, problem)


def jitter_remarks(jitter: float) -> tuple[str, ...]:
    """Where so much had to be added to the diagonal that the evidence may feel it."""
    if jitter < TELLING_JITTER:
        return ()
    return (
        tr(
            "the covariance was singular to working precision: {jitter} of its mean "
            "variance was added to its diagonal",
            jitter=print_number(jitter),
        ),
    )


def _learnt(problem: Problem, plan: Plan, readings: Readings, task: Task) -> Learnt:
    """The numbers; landmarks that hang on them are chosen anew once they are known."""
    search = problem.search(plan.seed)
    if wants_head_start(plan, readings):
        begun = begun_on_some(plan, readings, task)
        problem.prepare(np.clip(begun.place, search.low, search.high))
        return plan.learner.continued(search, begun, task)
    learnt = plan.learner.learn(search, task)
    if not (plan.learner.moves and plan.approximation.by_numbers):
        return learnt
    problem.prepare(learnt.logs)
    again = plan.learner.learn(replace(search, starts=(learnt.logs,)), task)
    return replace(again, evaluations=again.evaluations + learnt.evaluations)

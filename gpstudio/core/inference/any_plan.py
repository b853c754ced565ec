"""The road of any plan: by its learner, its approximation and its solver."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.head_start import begun_on_some, wants_head_start
from gpstudio.core.inference.members import Members
from gpstudio.core.inference.nearness import covariance_error
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.road import Fitted, Glance, Settled
from gpstudio.core.language import print_number
from gpstudio.core.learning.climbs import NO_CLIMBS
from gpstudio.core.learning.learner import Learnt
from gpstudio.core.learning.map import Map
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
        remarks = learnt.remarks + problem.remarks + members.at_bounds
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

    def members(self, plan: Plan, readings: Readings, learnt: Learnt, settled: Settled) -> Members:
        problem = Problem(plan, readings, QUIET, learnt.shares)
        problem.settle_again(*settled)
        return Members(plan, readings, learnt, problem)

    def glance(
        self, plan: Plan, readings: Readings, begun: Floats | None, moves: bool, task: Task
    ) -> Glance:
        problem, place = Problem(plan, readings, task), begun
        if place is None or moves:
            search = problem.search(plan.seed, plan.learner.moves)
            if place is not None:
                search = replace(search, starts=(place,))
            learner = Map(restarts=0) if plan.learner.moves else plan.learner
            place = learner.learn(search, task).logs
        kernel, numbers = problem.at(place)
        trended, here = problem.condition(kernel, numbers), readings.here
        columns, variance = trended.solution.predict(readings.places[here], task)
        loose = plan.mean.trends(readings.inputs[here]) - columns[:, 1:]
        drift = loose @ trended.root
        mean = columns[:, 0] + loose @ trended.coefficients
        return Glance(numbers[0], mean, variance + np.einsum("nq,nq->n", drift, drift), place)


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
    search = problem.search(plan.seed, plan.learner.moves)
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

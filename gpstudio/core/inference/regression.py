"""Regression: from a recipe and readings to a posterior.

recipe → plan (chooser) → numbers (learner) → members (solver) → posterior

One Matérn curve along time takes a compiled road through the middle (``field``).
"""

from __future__ import annotations

import math
import time
from dataclasses import replace
from functools import partial

import numpy as np

from gpstudio.core.choices import is_auto
from gpstudio.core.errors import InputError
from gpstudio.core.inference.auto_kernel import fit_auto
from gpstudio.core.inference.chooser import Plan, choose, choose_exact
from gpstudio.core.inference.cost import check_cost
from gpstudio.core.inference.evidence import Trended
from gpstudio.core.inference.field.road import along_field, suits
from gpstudio.core.inference.fitted import Fitted
from gpstudio.core.inference.head_start import begun_on_some, wants_head_start
from gpstudio.core.inference.members import Members
from gpstudio.core.inference.nearness import ROWS, covariance_error
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.report import Report
from gpstudio.core.inference.roads import holds
from gpstudio.core.language import print_number
from gpstudio.core.learning.climbs import NO_CLIMBS
from gpstudio.core.learning.registered import Learnt
from gpstudio.core.likelihoods import Numbers
from gpstudio.core.recipe import Recipe
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

__all__ = ["Posterior", "fit"]
_Problem = Problem
BEYOND = (OverflowError, np.linalg.LinAlgError)
"""What numbers end in that doubles cannot hold, or that leave nothing of a matrix."""
TELLING_JITTER = 1e-9
"""Of the mean variance: from here on it is told, and not only reported."""


def fit(
    recipe: Recipe, readings: Readings, task: Task = QUIET, patience: float = math.inf
) -> Posterior:
    """Choose, learn and condition; refused where the estimate is more seconds than ``patience``."""
    try:
        with np.errstate(all="ignore"):  # what is no number is a wall to learning, and told
            return _fit(recipe, readings, task, patience)
    except BEYOND as fault:
        raise InputError(
            tr(
                "The model's numbers lie too far from these readings to compute with: write "
                "numbers "
                "of the size of the readings and their times, or leave them to be learnt."
            )
        ) from fault


def _fit(recipe: Recipe, readings: Readings, task: Task, patience: float) -> Posterior:
    if is_auto(recipe.kernel):
        return fit_auto(recipe, readings, partial(fit, patience=patience), task)
    began = time.perf_counter()
    task.report("choosing", 0.0)
    task.check()  # a short field is fitted in one go
    plan = choose(recipe, len(readings.values), readings.inputs.shape[1])
    begun = wants_head_start(plan, readings)
    check_cost(plan, readings.present, readings.inputs.shape[1], begun, patience)
    plan, readings, fitted = _along(plan, readings, recipe.seed, task)
    if plan.along_time and not holds(fitted, readings):
        coarse = _too_coarse(fitted)
        exact = _exact_instead(recipe, readings, coarse)
        if exact is None:
            fitted = replace(fitted, remarks=(*fitted.remarks, coarse))
        else:
            plan, readings, fitted = _along(exact, readings, recipe.seed, task)
    report = _report(recipe, plan, readings, fitted, began)
    return Posterior(plan, fitted.kernel, fitted.numbers, report, fitted.members)


def _along(plan: Plan, readings: Readings, seed: int, task: Task) -> tuple[Plan, Readings, Fitted]:
    """By the road that suits the plan, with its mean made ready for the readings."""
    plan, readings = made_ready(plan, readings)
    road = along_field if suits(plan, readings) else _general
    return plan, readings, road(plan, readings, seed, task)


def made_ready(plan: Plan, readings: Readings) -> tuple[Plan, Readings]:
    """The mean in columns that suit the readings, and the readings about their average where the
    mean has a level and the likelihood takes them from any."""
    plan.likelihood.check(readings.as_given[readings.here])
    mean = plan.mean.prepared(readings.inputs[readings.here])
    if mean is not plan.mean:
        plan = replace(plan, mean=mean)
    levelled = plan.likelihood.shifts and bool(plan.mean.trends(readings.inputs[:1]).any())
    return plan, readings.centred() if levelled else readings.uncentred()


def _too_coarse(fitted: Fitted) -> str:
    error = print_number(float(f"{fitted.kernel.markov_error():.1g}"))
    return tr(
        "the state space holds this kernel to {error} of its variance, too coarse for the noise",
        error=error,
    )


def _exact_instead(recipe: Recipe, readings: Readings, coarse: str) -> Plan | None:
    """The plan with the full matrix, where ``auto`` may take it and the memory holds it."""
    if not is_auto(recipe.approximation):
        return None
    try:
        return choose_exact(recipe, len(readings.values), readings.inputs.shape[1], coarse)
    except InputError:
        return None


def _general(plan: Plan, readings: Readings, seed: int, task: Task) -> Fitted:
    """By any learner, approximation and solver."""
    problem = Problem(plan, readings, task)
    learnt = _learnt(problem, plan, readings, seed, task)
    task.report("predicting", 1.0)
    kernel, numbers = problem.at(learnt.logs)
    # the report holds the way up; a project would hold it twice
    members = Members(plan, readings, replace(learnt, climbs=NO_CLIMBS), problem)
    trended = problem.condition(kernel, numbers)
    if learnt.points is None:
        members.keep(0, trended)
    problem.rest()
    remarks = learnt.remarks + problem.at_bounds(learnt.logs) + trended.remarks
    notes = trended.solution.notes
    remarks += notes.remarks + jitter_remarks(notes.jitter)
    error = None
    if plan.approximation.rank(len(readings.values), readings.inputs.shape[1]):
        operator = problem.approximation.operator(kernel, readings.inputs[readings.here])
        error = covariance_error(operator, plan.seed, task)
    return Fitted(
        kernel,
        numbers,
        _finest(plan, numbers, trended),
        plan.mean.as_written(trended.coefficients),
        trended.log_evidence,
        members,
        learnt.evaluations,
        trended.solution.notes,
        learnt.design,
        remarks,
        error,
        learnt.climbs,
    )


def _finest(plan: Plan, numbers: Numbers, trended: Trended) -> float:
    """The least variance of a reading about the curve, on the curve's own scale."""
    if plan.likelihood.shifts:
        return plan.likelihood.noise(numbers)
    return float(np.min(trended.sites.variance))


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


def _learnt(problem: Problem, plan: Plan, readings: Readings, seed: int, task: Task) -> Learnt:
    """The numbers; landmarks that hang on them are chosen anew once they are known."""
    search = problem.search(seed)
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


def _report(recipe: Recipe, plan: Plan, readings: Readings, fitted: Fitted, began: float) -> Report:
    level = [float(coefficient) for coefficient in fitted.coefficients]
    present = readings.present
    return Report(
        kernel=str(fitted.kernel),
        noise=plan.likelihood.noise(fitted.numbers),
        mean=tuple(c + readings.centre if i == 0 else c for i, c in enumerate(level)),
        approximation=_written(recipe, "approximation", plan.approximation.spec),
        solver=_written(recipe, "solver", plan.solver.spec),
        learning=_written(recipe, "learning", plan.learner.spec),
        reason=plan.reason + _nearness(plan, fitted),
        log_evidence=fitted.log_evidence,
        readings=present,
        missing=len(readings.values) - present,
        evaluations=fitted.evaluations,
        jitter=fitted.notes.jitter,
        iterations=fitted.notes.iterations,
        residual=fitted.notes.residual,
        seconds=time.perf_counter() - began,
        covariance_error=fitted.kernel.markov_error() if plan.along_time else 0.0,
        approximation_error=fitted.approximation_error,
        evidence_error=0.5 * fitted.notes.evidence_error,
        stopped=fitted.notes.stopped,
        design=fitted.design,
        members=len(fitted.members.weights),
        effective_members=fitted.members.effective,
        remarks=fitted.remarks,
        climbs=fitted.climbs,
        solver_residuals=fitted.notes.residuals,
    )


def _nearness(plan: Plan, fitted: Fitted) -> str:
    if fitted.approximation_error is None:
        return ""
    share = print_number(float(f"{100.0 * fitted.approximation_error:.2g}"))
    return tr(", error against exact on {rows:,} rows {share} %", rows=ROWS, share=share)


def _written(recipe: Recipe, slot: str, chosen: Spec) -> str:
    """As the recipe says it, options and all; what ``auto`` chose by its name."""
    return chosen.name if is_auto(getattr(recipe, slot)) else recipe.text(slot)

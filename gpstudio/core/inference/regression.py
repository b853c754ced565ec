"""Regression: from a recipe and readings to a posterior.

recipe → plan (chooser) → numbers (learner) → members (solver) → posterior

One Matérn curve along time takes a compiled road through the middle (``field``).
"""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from gpstudio.core.choices import is_auto
from gpstudio.core.errors import InputError
from gpstudio.core.inference.auto_kernel import fit_auto
from gpstudio.core.inference.chooser import Plan, choose, choose_exact
from gpstudio.core.inference.field.road import along_field, suits
from gpstudio.core.inference.fitted import Fitted
from gpstudio.core.inference.members import Members
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.problem import NOISE, Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.report import Report
from gpstudio.core.inference.roads import holds
from gpstudio.core.language import print_number
from gpstudio.core.recipe import Recipe
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task

__all__ = ["NOISE", "Posterior", "fit"]
_Problem = Problem


def fit(recipe: Recipe, readings: Readings, task: Task = QUIET) -> Posterior:
    """Choose, learn and condition."""
    if is_auto(recipe.kernel):
        return fit_auto(recipe, readings, fit, task)
    began = time.perf_counter()
    task.report("choosing", 0.0)
    plan = choose(recipe, len(readings.values), readings.inputs.shape[1])
    plan, readings, fitted = _along(plan, readings, recipe.seed, task)
    if plan.approximation.gives == "markov" and not holds(fitted, readings):
        coarse = _too_coarse(fitted)
        exact = _exact_instead(recipe, readings, coarse)
        if exact is None:
            fitted = replace(fitted, remarks=(*fitted.remarks, coarse))
        else:
            plan, readings, fitted = _along(exact, readings, recipe.seed, task)
    report = _report(recipe, plan, readings, fitted, began)
    return Posterior(plan, fitted.kernel, fitted.noise, report, fitted.members)


def _along(plan: Plan, readings: Readings, seed: int, task: Task) -> tuple[Plan, Readings, Fitted]:
    """By the road that suits the plan, with its mean made ready for the readings."""
    mean = plan.mean.prepared(readings.inputs[readings.here])
    if mean is not plan.mean:
        plan = replace(plan, mean=mean)
    if not plan.mean.trends(readings.inputs[:1]).any():
        readings = _uncentred(readings)
    road = along_field if suits(plan) else _general
    return plan, readings, road(plan, readings, seed, task)


def _too_coarse(fitted: Fitted) -> str:
    error = print_number(float(f"{fitted.kernel.markov_error():.1g}"))
    return f"the state space holds this kernel to {error} of its variance, too coarse for the noise"


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
    learnt = plan.learner.learn(problem.search(seed), task)
    task.report("predicting", 1.0)
    kernel, noise = problem.at(learnt.logs)
    members = Members(plan, readings, learnt, problem)
    trended = problem.condition(kernel, noise)
    if learnt.points is None:
        members.keep(0, trended)
    problem.rest()
    remarks = learnt.remarks + problem.at_bounds(learnt.logs) + trended.remarks
    return Fitted(
        kernel,
        noise,
        plan.mean.as_written(trended.coefficients),
        trended.log_evidence,
        members,
        learnt.evaluations,
        trended.solution.notes,
        learnt.design,
        remarks,
    )


def _report(recipe: Recipe, plan: Plan, readings: Readings, fitted: Fitted, began: float) -> Report:
    level = [float(coefficient) for coefficient in fitted.coefficients]
    present = readings.present
    return Report(
        kernel=str(fitted.kernel),
        noise=fitted.noise,
        mean=tuple(c + readings.centre if i == 0 else c for i, c in enumerate(level)),
        approximation=_written(recipe, "approximation", plan.approximation.spec),
        solver=_written(recipe, "solver", plan.solver.spec),
        learning=_written(recipe, "learning", plan.learner.spec),
        reason=plan.reason,
        log_evidence=fitted.log_evidence,
        readings=present,
        missing=len(readings.values) - present,
        evaluations=fitted.evaluations,
        jitter=fitted.notes.jitter,
        iterations=fitted.notes.iterations,
        residual=fitted.notes.residual,
        seconds=time.perf_counter() - began,
        covariance_error=fitted.kernel.markov_error()
        if plan.approximation.gives == "markov"
        else 0.0,
        design=fitted.design,
        members=len(fitted.members.weights),
        effective_members=fitted.members.effective,
        remarks=fitted.remarks,
    )


def _written(recipe: Recipe, slot: str, chosen: Spec) -> str:
    """As the recipe says it, options and all; what ``auto`` chose by its name."""
    return chosen.name if is_auto(getattr(recipe, slot)) else recipe.text(slot)


def _uncentred(readings: Readings) -> Readings:
    """Without a level in the mean, the readings' own nought counts."""
    values = np.where(readings.here, readings.values + readings.centre, 0.0)
    return replace(readings, values=values, centre=0.0)

"""Regression: from a recipe and readings to a posterior.

recipe → plan (chooser) → what is learned (a road) → posterior
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
from gpstudio.core.inference.auto_likelihood import fit_auto_likelihood
from gpstudio.core.inference.chooser import Plan, choose, choose_exact
from gpstudio.core.inference.cost import PATIENCE, check_cost
from gpstudio.core.inference.head_start import wants_head_start
from gpstudio.core.inference.learned import Learned
from gpstudio.core.inference.nearness import with_nearness
from gpstudio.core.inference.posterior import Posterior, likelihood_text, posterior_of
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.report import Report
from gpstudio.core.inference.road import Fitted
from gpstudio.core.inference.roads import made_ready, road_for
from gpstudio.core.inference.together.fitted import fit_with, plan_of
from gpstudio.core.kernels.accuracy import along_time
from gpstudio.core.language import print_number
from gpstudio.core.learning.climbs import Climbs
from gpstudio.core.learning.learner import EVIDENCE, POSTERIOR
from gpstudio.core.learning.population import Population
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

__all__ = ["Posterior", "fit", "learn"]
HEIGHTS = (EVIDENCE, POSTERIOR)
BEYOND = (OverflowError, np.linalg.LinAlgError)
"""What numbers end in that doubles cannot hold, or that leave nothing of a matrix."""


def fit(
    recipe: Recipe,
    readings: Readings,
    task: Task = QUIET,
    patience: float = math.inf,
    population: Population | None = None,
) -> Posterior:
    """Choose, learn and condition; refused where the estimate is more seconds than ``patience``.

    With the ``population`` of its table a field is weighed by it, where that suits the recipe and
    the field.
    """
    try:
        with np.errstate(all="ignore"):  # what is no number is a wall to learning, and told
            return _fit(recipe, readings, task, patience, population)
    except BEYOND as fault:
        raise InputError(
            tr(
                "The model's numbers are too far from these readings to compute with: write "
                "numbers of their size, or leave them to be learnt."
            )
        ) from fault


def learn(plan: Plan, readings: Readings, task: Task = QUIET) -> Learned:
    """What a plan learns from readings; ``posterior_of`` makes of it whatever is asked."""
    return _learn(plan, readings, task, time.perf_counter()).learned


def _fit(
    recipe: Recipe,
    readings: Readings,
    task: Task,
    patience: float,
    population: Population | None,
) -> Posterior:
    alone = partial(fit, patience=patience)
    if is_auto(recipe.likelihood):
        given = partial(alone, population=population)
        return fit_auto_likelihood(recipe, readings, given, task)
    began = time.perf_counter()
    shared = None if population is None else plan_of(recipe, population, readings)
    if shared is not None:
        task.check()
        return fit_with(shared, recipe, readings, partial(_learn, began=began), alone, task)
    if is_auto(recipe.kernel):
        return fit_auto(recipe, readings, alone, task)
    task.report("choosing", 0.0)
    task.check()  # a short field is fitted in one go
    plan = choose(recipe, len(readings.values), readings.inputs.shape[1])
    begun = wants_head_start(plan, readings)
    check_cost(plan, readings.present, readings.inputs.shape[1], begun, patience)
    posterior = _learn(plan, readings, task, began)
    error, seen = _covariance_error(posterior, readings)
    if not seen:
        return posterior
    coarse = _too_coarse(error)
    exact = _exact_instead(recipe, readings, coarse, patience)
    if exact is not None:
        return _learn(exact, readings, task, began)
    report = posterior.report
    return posterior.with_report(replace(report, remarks=(*report.remarks, coarse)))


def _learn(plan: Plan, readings: Readings, task: Task, began: float) -> Posterior:
    """By the road that suits, with what it made on the way at hand."""
    ready, about = made_ready(plan, readings)
    fitted = road_for(ready, about).learn(ready, about, task)
    members = fitted.members
    report = _report(ready, about, fitted, began)
    learned = Learned(ready.written, members.learnt, report, *members.settled)
    posterior = posterior_of(learned, readings, members)
    error, _ = _covariance_error(posterior, readings)
    return posterior.with_report(replace(report, covariance_error=error)) if error else posterior


def _covariance_error(posterior: Posterior, readings: Readings) -> tuple[float, bool]:
    """How far the state space is from the kernel, and whether the readings can see that."""
    if not posterior.plan.along_time or posterior.kernel.markov_error() == 0.0:
        return 0.0, False
    kernel, holds = along_time(posterior.kernel, readings.places, posterior.finest_noise)
    return kernel.markov_error(), not holds


def _too_coarse(error: float) -> str:
    return tr(
        "the state space holds this kernel to {error} of its variance, too coarse for the noise",
        error=print_number(float(f"{error:.1g}")),
    )


def _exact_instead(recipe: Recipe, readings: Readings, coarse: str, patience: float) -> Plan | None:
    """The plan with the full matrix, where ``auto`` may take it, the memory holds it and it does
    not take for ever."""
    if not is_auto(recipe.approximation):
        return None
    n, dimensions = readings.inputs.shape
    try:
        exact = choose_exact(recipe, n, dimensions, coarse)
        check_cost(exact, readings.present, dimensions, False, min(patience, PATIENCE))
    except InputError:
        return None
    return exact


def _told(climbs: Climbs, readings: Readings, levels: int) -> Climbs:
    """Heights that evidence is part of, in the readings' own numbers as the evidence is."""
    stretch = readings.log_stretch(levels)
    return climbs.raised(stretch) if climbs.measure in HEIGHTS else climbs


def _report(plan: Plan, readings: Readings, fitted: Fitted, began: float) -> Report:
    level = [float(coefficient) for coefficient in fitted.coefficients]
    present, members, notes = readings.present, fitted.members, fitted.notes
    kernel, numbers = members.at_mode
    return Report(
        kernel=str(kernel),
        noise=plan.likelihood.noise(numbers),
        likelihood=likelihood_text(plan, numbers),
        mean=tuple(c + readings.centre if i == 0 else c for i, c in enumerate(level)),
        **plan.texts,
        reason=with_nearness(plan.reason, fitted.approximation_error),
        log_evidence=fitted.log_evidence + readings.log_stretch(len(level)),
        readings=present,
        missing=len(readings.values) - present,
        evaluations=members.learnt.evaluations,
        jitter=notes.jitter,
        iterations=notes.iterations,
        residual=notes.residual,
        seconds=time.perf_counter() - began,
        covariance_error=0.0,  # told where there is a posterior to ask
        approximation_error=fitted.approximation_error,
        evidence_error=0.5 * notes.evidence_error,
        stopped=notes.stopped,
        design=members.learnt.design,
        members=len(members.weights),
        effective_members=members.effective,
        remarks=fitted.remarks,
        climbs=_told(fitted.climbs, readings, len(level)),
        taught_by=plan.learner.taught_by,
        solver_residuals=notes.residuals,
    )

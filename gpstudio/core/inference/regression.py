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
from gpstudio.core.inference.cost import check_cost
from gpstudio.core.inference.head_start import wants_head_start
from gpstudio.core.inference.learned import Learned
from gpstudio.core.inference.nearness import with_nearness
from gpstudio.core.inference.posterior import Posterior, likelihood_text, posterior_of
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.report import Report
from gpstudio.core.inference.road import Fitted
from gpstudio.core.inference.roads import made_ready, road_for
from gpstudio.core.inference.state_space import holds
from gpstudio.core.kernels import Kernel
from gpstudio.core.language import print_number
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

__all__ = ["Posterior", "fit", "learn"]
BEYOND = (OverflowError, np.linalg.LinAlgError)
"""What numbers end in that doubles cannot hold, or that leave nothing of a matrix."""


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
                "numbers of the size of the readings and their times, or leave them to be learnt."
            )
        ) from fault


def learn(plan: Plan, readings: Readings, task: Task = QUIET) -> Learned:
    """What a plan learns from readings; ``posterior_of`` makes of it whatever is asked."""
    return _learn(plan, readings, task, time.perf_counter()).learned


def _fit(recipe: Recipe, readings: Readings, task: Task, patience: float) -> Posterior:
    if is_auto(recipe.likelihood):
        return fit_auto_likelihood(recipe, readings, partial(fit, patience=patience), task)
    if is_auto(recipe.kernel):
        return fit_auto(recipe, readings, partial(fit, patience=patience), task)
    began = time.perf_counter()
    task.report("choosing", 0.0)
    task.check()  # a short field is fitted in one go
    plan = choose(recipe, len(readings.values), readings.inputs.shape[1])
    begun = wants_head_start(plan, readings)
    check_cost(plan, readings.present, readings.inputs.shape[1], begun, patience)
    posterior = _learn(plan, readings, task, began)
    if not plan.along_time or holds(posterior.kernel, posterior.finest_noise, readings):
        return posterior
    coarse = _too_coarse(posterior.kernel)
    exact = _exact_instead(recipe, readings, coarse)
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
    return posterior_of(learned, readings, members)


def _too_coarse(kernel: Kernel) -> str:
    error = print_number(float(f"{kernel.markov_error():.1g}"))
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
        log_evidence=fitted.log_evidence + readings.log_stretch,
        readings=present,
        missing=len(readings.values) - present,
        evaluations=members.learnt.evaluations,
        jitter=notes.jitter,
        iterations=notes.iterations,
        residual=notes.residual,
        seconds=time.perf_counter() - began,
        covariance_error=kernel.markov_error() if plan.along_time else 0.0,
        approximation_error=fitted.approximation_error,
        evidence_error=0.5 * notes.evidence_error,
        stopped=notes.stopped,
        design=members.learnt.design,
        members=len(members.weights),
        effective_members=members.effective,
        remarks=fitted.remarks,
        climbs=fitted.climbs,
        solver_residuals=notes.residuals,
    )

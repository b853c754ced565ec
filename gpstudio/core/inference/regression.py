"""Regression: from a recipe and readings to a posterior.

recipe → plan (chooser) → numbers (learner) → solution (solver) → posterior
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.choices import is_auto
from gpstudio.core.inference.chooser import Plan, choose
from gpstudio.core.inference.evidence import Trended
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.report import Report
from gpstudio.core.kernels import Kernel
from gpstudio.core.language import print_number
from gpstudio.core.learning.registered import Search
from gpstudio.core.learning.starts import LENGTHS_TO_TRY, Scales, bounds, start
from gpstudio.core.likelihoods.gaussian import Gaussian
from gpstudio.core.recipe import Recipe
from gpstudio.core.spec import Parameter, Setting, Spec
from gpstudio.core.task import QUIET, Task

NOISE: Parameter = Gaussian.spec.parameters[0]


@dataclass(frozen=True, eq=False)
class Posterior:
    """The curve given its readings. Inputs are rows, in the user's units."""

    plan: Plan
    kernel: Kernel
    noise: float
    report: Report
    _trended: Trended
    _centre: float

    @property
    def log_evidence(self) -> float:
        return self._trended.log_evidence

    def predict(
        self, inputs: Floats, include_noise: bool = False, task: Task = QUIET
    ) -> tuple[Floats, Floats]:
        """Mean and variance of the curve, or of a new reading of it."""
        mean, variance, drift = self._parts(inputs, task)
        variance = variance + np.einsum("mq,mq->m", drift, drift)
        return mean, variance + (self.noise if include_noise else 0.0)

    def covariance(self, inputs: Floats, task: Task = QUIET) -> Floats:
        """Joint covariance of the curve at the inputs."""
        _, _, drift = self._parts(inputs, task)
        return self._trended.solution.covariance(inputs, task) + drift @ drift.T

    def draws(self, inputs: Floats, count: int, seed: int, task: Task = QUIET) -> Floats:
        """Joint draws of the curve, (inputs, count); the level's uncertainty included."""
        mean, _, drift = self._parts(inputs, task)
        levels = np.random.default_rng([seed, 3]).standard_normal((drift.shape[1], count))
        curves = self._trended.solution.draws(inputs, count, seed, task)
        return mean[:, None] + curves + drift @ levels

    def _parts(self, inputs: Floats, task: Task) -> tuple[Floats, Floats, Floats]:
        """Mean, variance with the mean known, and what its uncertainty adds (as a root)."""
        columns, variance = self._trended.solution.predict(inputs, task)
        trends = self.plan.mean.trends(inputs)
        unexplained = trends - columns[:, 1:]
        mean = columns[:, 0] + unexplained @ self._trended.coefficients
        return mean + self._centre, variance, unexplained @ self._trended.root


def fit(recipe: Recipe, readings: Readings, task: Task = QUIET) -> Posterior:
    """Choose, learn and condition."""
    began = time.perf_counter()
    task.report("choosing", 0.0)
    plan = choose(recipe, len(readings.values), readings.inputs.shape[1])
    if not plan.mean.trends(readings.inputs[:1]).any():
        readings = _uncentred(readings)
    problem = _Problem(plan, readings, task)
    learnt = plan.learner.learn(problem.search(recipe.seed), task)
    task.report("predicting", 1.0)
    kernel, noise = problem.at(learnt.logs)
    trended = problem.condition(kernel, noise)
    notes = trended.solution.notes
    level = tuple(float(c) for c in trended.coefficients)
    report = Report(
        kernel=str(kernel),
        noise=noise,
        mean=tuple(c + readings.centre if i == 0 else c for i, c in enumerate(level)),
        approximation=_written(recipe, "approximation", plan.approximation.spec),
        solver=_written(recipe, "solver", plan.solver.spec),
        learning=_written(recipe, "learning", plan.learner.spec),
        reason=plan.reason,
        log_evidence=trended.log_evidence,
        readings=readings.present,
        missing=len(readings.values) - readings.present,
        evaluations=learnt.evaluations,
        jitter=notes.jitter,
        iterations=notes.iterations,
        residual=notes.residual,
        seconds=time.perf_counter() - began,
        remarks=learnt.remarks + problem.at_bounds(learnt.logs),
    )
    return Posterior(plan, kernel, noise, report, trended, readings.centre)


def _written(recipe: Recipe, slot: str, chosen: Spec) -> str:
    """As the recipe says it, options and all; what ``auto`` chose by its name."""
    return chosen.name if is_auto(getattr(recipe, slot)) else recipe.text(slot)


def _uncentred(readings: Readings) -> Readings:
    """Without a level in the mean, the readings' own nought counts."""
    values = np.where(readings.here, readings.values + readings.centre, 0.0)
    return replace(readings, values=values, centre=0.0)


class _Problem:
    """The plan on its readings as a function of the free numbers' logarithms."""

    def __init__(self, plan: Plan, readings: Readings, task: Task) -> None:
        self._plan = plan
        self._readings = readings
        self._task = task
        here = readings.here
        values = readings.values[here] + readings.centre
        self._scales = Scales.of(readings.inputs[here], values)
        self._weights = 1.0 / readings.relative_noise[here]
        self._settings = [*plan.kernel.settings, (NOISE, plan.noise)]
        self._free = [i for i, (_, setting) in enumerate(self._settings) if not setting.held]
        trends = plan.mean.trends(readings.inputs)
        self._columns = np.column_stack([readings.values, trends])

    def search(self, seed: int) -> Search:
        spans = [bounds(*self._settings[i], self._scales) for i in self._free]
        guessed = any(p.role == "length" and s.value is None for p, s in self._settings)
        attempts = range(len(LENGTHS_TO_TRY) if guessed else 1)
        starts = tuple(
            np.log([start(*self._settings[i], self._scales, attempt) for i in self._free])
            for attempt in attempts
        )
        low = np.log([span[0] for span in spans])
        high = np.log([span[1] for span in spans])
        return Search(self._evaluate, starts, low, high, seed)

    def at(self, logs: Floats) -> tuple[Kernel, float]:
        """The kernel with numbers, and the noise variance."""
        settings = [setting for _, setting in self._settings]
        for i, log in zip(self._free, logs, strict=True):
            settings[i] = settings[i].at(_number(log, settings[i]))
        return self._plan.kernel.with_settings(settings[:-1]), settings[-1].number

    def condition(self, kernel: Kernel, noise: float) -> Trended:
        operator = self._plan.approximation.operator(kernel, self._readings.inputs)
        variances = noise * self._readings.relative_noise
        solution = self._plan.solver.condition(operator, variances, self._columns, self._task)
        return Trended.of(solution, self._weights, noise)

    def at_bounds(self, logs: Floats) -> tuple[str, ...]:
        """Remarks on numbers that learning would have pushed further than it may."""
        if not self._plan.learner.moves:
            return ()
        remarks = []
        for place, log in zip(self._free, logs, strict=True):
            parameter, setting = self._settings[place]
            low, high = bounds(parameter, setting, self._scales)
            if min(log - np.log(low), np.log(high) - log) < 1e-6 and low < high:
                number = print_number(float(f"{np.exp(log):.4g}"))
                remarks.append(f"the {parameter.title.lower()} {number} lies at its bound")
        return tuple(remarks)

    def _evaluate(self, logs: Floats) -> tuple[float, Floats]:
        trended = self.condition(*self.at(logs))
        return trended.log_evidence, trended.gradient(self._task)[self._free]


def _number(log: float, setting: Setting) -> float:
    """exp(log), but to the last bit: the written number where learning did not move it, and never
    beyond a written bound."""
    if setting.value is not None and log == np.log(setting.value):
        return setting.value
    low = 0.0 if setting.low is None else setting.low
    high = np.inf if setting.high is None else setting.high
    return float(np.clip(np.exp(log), low, high))

"""The curve given its readings: a mixture over all settings of the numbers that learning gave."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.cached import cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.inference.chooser import Plan, planned
from gpstudio.core.inference.evidence import Trended
from gpstudio.core.inference.learned import Learned
from gpstudio.core.inference.left_out import LeftOut, leave_one_out
from gpstudio.core.inference.members import Members
from gpstudio.core.inference.quantiles import member_quantile, mixture_quantile
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.report import Report
from gpstudio.core.inference.roads import made_ready, road_for
from gpstudio.core.kernels import Kernel
from gpstudio.core.learning.climbs import Climbs
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

Given: TypeAlias = Readings | Callable[[], Readings]
"""Readings, or what fetches them when they are needed."""
FEW_NUMBERS, MOST_VOICES = 4, 32
"""With more numbers than so few, joint draws are taken from so many members, where each further one
costs as much as many of its curves."""
FEW_VOICES = 16
"""The same for draws in windows. Dates' quantiles from 1,000 draws had errors of 1.0 to 1.5 times
those of all members' draws (two fields, 62 and 64 members, a course that slowly changes): what the
lot adds is about what the number of draws leaves."""


class Posterior:
    """Inputs are rows, in the user's units. Kernel, noise and evidence are the mode's.

    What was learned is all that it holds; members are made of it when they are first asked for,
    unless the road through learning left them at hand. Ten thousand posteriors cost nothing before.
    """

    def __init__(self, learned: Learned, readings: Given, members: Members | None) -> None:
        self._learned = learned
        self._given = readings
        if members is not None:
            self.members = members

    def __reduce__(self) -> tuple[Callable[..., Posterior], tuple[Learned, Readings]]:
        return posterior_of, (self.learned, self._observed)

    @cached_property
    def members(self) -> Members:
        learned, readings = self._learned, self._observed
        plan = planned(learned.written, len(readings.values), readings.inputs.shape[1])
        plan, readings = made_ready(plan, readings)
        return road_for(plan, readings).members(plan, readings, learned)

    @property
    def _observed(self) -> Readings:
        return self._given() if callable(self._given) else self._given

    @property
    def plan(self) -> Plan:
        return self.members.plan

    @cached_property
    def _at_mode(self) -> tuple[Kernel, float]:
        return self.members.at_mode

    @property
    def kernel(self) -> Kernel:
        return self._at_mode[0]

    @property
    def noise(self) -> float:
        return self._at_mode[1]

    @property
    def learned(self) -> Learned:
        """What there is to keep: the readings and this make the same posterior again."""
        report, learned = self.report, self._learned
        return learned if report is learned.report else replace(learned, report=report)

    @property
    def report(self) -> Report:
        """How the fit was made, with what solvers have remarked since then."""
        members = vars(self).get("members")  # not made for this
        report = self._learned.report
        remarked = () if members is None else members.remarks
        new = tuple(remark for remark in remarked if remark not in report.remarks)
        return replace(report, remarks=(*report.remarks, *new)) if new else report

    def with_report(self, report: Report) -> Posterior:
        """The same, told otherwise."""
        learned = replace(self._learned, report=report)
        return posterior_of(learned, self._given, vars(self).get("members"))

    @property
    def log_evidence(self) -> float:
        return self._learned.report.log_evidence

    @property
    def climbs(self) -> Climbs:
        """The way of learning: as it was noted, or walked again where it can be."""
        noted = self._learned.report.climbs
        return noted if noted.heights else self.members.climbs()

    @property
    def noise_variance(self) -> float:
        """Of a new reading about the curve, on average over the members."""
        variances = [self.plan.likelihood.variance(noise) for noise in self.members.noises]
        return float(self.members.weights @ variances) * self.members.inflation

    @property
    def _trended(self) -> Trended:
        """The solution with the mode's numbers."""
        if len(self.members.weights) == 1:
            return self.members.trended(0, QUIET)
        return self.members.mode()

    @property
    def coefficients(self) -> Floats:
        """Of the mean's trends, with the mode's numbers."""
        return self._trended.coefficients

    @property
    def _readings(self) -> Readings:
        return self.members.readings

    def left_out(self, task: Task = QUIET) -> LeftOut:
        """Each reading as the others foretell it, with the mode's numbers."""
        return leave_one_out(self._trended, self._readings, task)

    def predict(
        self, inputs: Floats, include_noise: bool = False, task: Task = QUIET
    ) -> tuple[Floats, Floats]:
        """Mean and variance of the curve, or of a new reading of it."""
        mean, variance = self._moments(*self.members.curves(inputs, task))
        return mean, variance + (self.noise_variance if include_noise else 0.0)

    def derivative(
        self, inputs: Floats, order: int = 1, task: Task = QUIET
    ) -> tuple[Floats, Floats]:
        """Mean and variance of the curve's derivative along its single input."""
        if inputs.shape[1] != 1:
            raise InputError(
                tr("A derivative is along one input, here are {inputs}.", inputs=inputs.shape[1])
            )
        return self._moments(*self.members.derivatives(inputs, order, task))

    def interval(
        self,
        inputs: Floats,
        probability: float = 0.95,
        include_noise: bool = False,
        task: Task = QUIET,
    ) -> tuple[Floats, Floats]:
        """Between which two values the curve (or a new reading) lies with that probability, as
        likely to be above as below: quantiles of the mixture itself."""
        return self._interval(*self.members.curves(inputs, task), probability, include_noise)

    def bands(
        self, inputs: Floats, probability: float = 0.95, task: Task = QUIET
    ) -> tuple[Floats, Floats, tuple[Floats, Floats], tuple[Floats, Floats]]:
        """``predict``, and the ``interval`` of the curve and of a new reading, in one pass."""
        curves = self.members.curves(inputs, task)
        mean, variance = self._moments(*curves)
        curve = self._interval(*curves, probability, False)
        return mean, variance, curve, self._interval(*curves, probability, True)

    def covariance(self, inputs: Floats, task: Task = QUIET) -> Floats:
        """Joint covariance of the curve at the inputs: of the members, and between them."""
        members = self.members
        total, mean = np.zeros((len(inputs), len(inputs))), np.zeros(len(inputs))
        for place, weight in enumerate(members.weights):
            centre, _, drift = members.parts(place, inputs, task)
            trended = members.trended(place, task)
            within = trended.solution.covariance(inputs, task)
            members.hear(place, trended)
            total += (weight * members.inflation) * (within + drift @ drift.T)
            mean += weight * centre
        if len(members.weights) == 1:
            return total
        off = members.curves(inputs, task)[0] - mean
        return total + (off * members.weights[:, None]).T @ off

    def draws(self, inputs: Floats, count: int, seed: int, task: Task = QUIET) -> Floats:
        """Joint draws of the curve, (inputs, count); the level's uncertainty included."""
        members = self.members
        if members.is_one_normal:
            return self._curves(0, inputs, count, seed, task)
        random = np.random.default_rng([seed, 4])
        counts = shared_out(self._voices(random, MOST_VOICES), count, random)
        seeds = random.integers(2**31, size=len(counts))

        def curves(place: int) -> Floats:
            return self._curves(place, inputs, int(counts[place]), int(seeds[place]), task)

        drawn = members.each(curves, np.flatnonzero(counts).tolist())
        return np.concatenate(drawn, axis=1)[:, random.permutation(count)]

    def draws_in(
        self, windows: Sequence[Floats], count: int, seed: int, task: Task = QUIET
    ) -> list[Floats]:
        """Joint draws of the curve within each window of inputs along its single one, (inputs,
        count) each, distributed as ``draws`` are; the draws of two windows do not belong together.

        Much cheaper than draws at all those inputs at once: see ``solvers/windows.py``.
        """
        if not windows:
            return []
        if self.members.is_one_normal:
            return self._curves_in(0, windows, count, seed, task)
        random = np.random.default_rng([seed, 6])
        counts = shared_out(self._voices(random, FEW_VOICES), count, random)
        seeds = random.integers(2**31, size=len(counts))
        columns = np.split(random.permutation(count), np.cumsum(counts)[:-1])
        drawn = [np.empty((len(window), count)) for window in windows]

        def fill(place: int) -> None:
            own = columns[place]
            parts = self._curves_in(place, windows, len(own), int(seeds[place]), task)
            for whole, part in zip(drawn, parts, strict=True):
                whole[:, own] = part

        self.members.each(fill, np.flatnonzero(counts).tolist())
        return drawn

    def _voices(self, random: np.random.Generator, most: int) -> Floats:
        """The members' weights, for draws: of a kernel with many numbers and many states, whose
        members are draws themselves, some of them by lot."""
        from gpstudio.core.solvers.apart import few_forget

        members = self.members
        if members.points.shape[1] <= FEW_NUMBERS or len(members.weights) <= most:
            return members.weights
        if few_forget(self.kernel):
            return members.weights
        return shared_out(members.weights, most, random) / most

    def _curves(self, place: int, inputs: Floats, count: int, seed: int, task: Task) -> Floats:
        """Of one member."""
        members = self.members
        mean, _, drift = members.parts(place, inputs, task)
        random = np.random.default_rng([seed, 3])
        levels = random.standard_normal((drift.shape[1], count))
        trended = members.trended(place, task)
        curves = trended.solution.draws(inputs, count, seed, task)
        members.hear(place, trended)
        swing = (curves + drift @ levels) * self._stretch(count, random)
        return np.asarray(mean[:, None] + swing)

    def _curves_in(
        self, place: int, windows: Sequence[Floats], count: int, seed: int, task: Task
    ) -> list[Floats]:
        """Of one member."""
        members = self.members
        trended = members.trended(place, task)
        random = np.random.default_rng([seed, 7])
        levels = random.standard_normal((len(trended.coefficients), count))
        stretch = self._stretch(count, random)
        found = trended.solution.draws_in(windows, count, seed, task)
        members.hear(place, trended)
        columns = np.concatenate([within.mean for within in found])
        mean, drift = members.levelled(trended, columns, np.concatenate(windows)[:, None])
        drawn, start = [], 0
        for _, curves in found:
            here = slice(start, start := start + len(curves))
            swing = drift[here] @ levels
            swing += curves
            swing *= stretch
            swing += mean[here, None]
            drawn.append(swing)
        return drawn

    def _stretch(self, count: int, random: np.random.Generator) -> Floats:
        """What makes normal draws those of a Student-t's curve."""
        freedom = self.members.freedom
        if not math.isfinite(freedom):
            return np.ones(count)
        return np.asarray(np.sqrt(freedom / random.chisquare(freedom, count)))

    def _moments(self, means: Floats, spreads: Floats) -> tuple[Floats, Floats]:
        members = self.members
        if len(members.weights) == 1:
            return means[0], spreads[0] * members.inflation
        mean = members.weights @ means
        off = means - mean
        return mean, members.weights @ (spreads * members.inflation + off * off)

    def _interval(
        self, means: Floats, spreads: Floats, probability: float, include_noise: bool
    ) -> tuple[Floats, Floats]:
        members, likelihood = self.members, self.plan.likelihood
        upper = 0.5 * (1.0 + probability)
        if include_noise and not math.isfinite(members.freedom):
            # a normal that reaches as far as curve and noise do, whatever the noise's kind
            reach = [
                likelihood.half_width(spread, float(noise), probability)
                for spread, noise in zip(spreads, members.noises, strict=True)
            ]
            scales = np.array(reach) / member_quantile(math.inf, upper)
        else:
            scales = np.sqrt(spreads + (members.noises[:, None] if include_noise else 0.0))
        weights, freedom = members.weights, members.freedom
        return (
            mixture_quantile(means, scales, weights, freedom, 1.0 - upper),
            mixture_quantile(means, scales, weights, freedom, upper),
        )


def posterior_of(learned: Learned, readings: Given, members: Members | None = None) -> Posterior:
    """Everything that predicts, draws or diagnoses, from what was learned of these readings.

    ``members`` are what they make together, where a road has just made them.
    """
    return Posterior(learned, readings, members)


def shared_out(weights: Floats, count: int, random: np.random.Generator) -> Integers:
    """How many of ``count`` draws each member gives: its share, the odd ones by lot."""
    edges = np.cumsum(weights) * count
    edges[-1] = count
    teeth = random.random() + np.arange(count)
    return np.bincount(np.searchsorted(edges, teeth, side="right"), minlength=len(weights))

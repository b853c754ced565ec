"""The road of fields that learn together: settings of a shared lattice, each by its evidence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.cached import cached_property
from gpstudio.core.inference.any_plan import AnyPlan
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.evidence import log_evidence
from gpstudio.core.inference.laplace import own_sites
from gpstudio.core.inference.members import DrawsPlan, Members
from gpstudio.core.inference.one_matern.road import MOST, QUIETEST, OneMatern
from gpstudio.core.inference.readings import Readings, counted
from gpstudio.core.inference.road import Fitted, GaussianRoad, Glance, Settled
from gpstudio.core.inference.together.course import Course, course_of
from gpstudio.core.inference.together.curve import (
    CourseCurve,
    Levels,
    prepared,
    prepared_alone,
    prepared_at,
    shares_of,
)
from gpstudio.core.kernels import Kernel
from gpstudio.core.learning.averaged import DROPPED, combed
from gpstudio.core.learning.free_numbers import settled_at
from gpstudio.core.learning.learner import Learnt
from gpstudio.core.learning.population import NODES, Population, Shared, loosened
from gpstudio.core.learning.starts import is_silent
from gpstudio.core.learning.together import Together
from gpstudio.core.likelihoods.likelihood import Numbers
from gpstudio.core.solvers.solution import SolveNotes
from gpstudio.core.spec import Parameter, Setting
from gpstudio.core.task import Task
from gpstudio.translation import tr_count

KEPT = 24
"""Settings of which predictions are made, at most. Where readings are many a few weigh all; of 15
readings nearly all of 64 count, and the dozen likeliest alone would hold 90 % instead of 92."""
VOICES = 10
"""Settings of which draws are made, at most: by lot, along their lengths, since neighbours tell
much the same curve. Quantiles of dates from 1,000 draws (5, 50 and 95 %) have 1.05 to 1.12 times
the errors that draws of all kept settings leave (12 fields of three seasons with wheat, 40 of one,
six seeds each); of eight settings 1.1 to 1.4 times."""
UNTOLD = 1e-10
"""Of a reading's own precision: with less the others say nothing of it."""
WRITTEN = "_settings_written"
"""Where a plan keeps them."""
Written: TypeAlias = tuple[list[tuple[Parameter, Setting]], list[int], int]
ALONE: tuple[GaussianRoad, ...] = (OneMatern(), AnyPlan())


class Lattice:
    """A kernel that is learnt together, of readings that say something."""

    def suits(self, plan: Plan, readings: Readings) -> bool:
        return (
            isinstance(plan.learner, Together)
            and not plan.likelihood.sorts
            and readings.inputs.shape[1] == 1
            and len(readings.values) <= MOST
            and float(readings.relative_noise.min()) >= QUIETEST * readings.usual_noise
            and not readings.outputs.any()
            and course_of(plan) is not None
            and not is_silent(readings.values[readings.here])
        )

    def learn(self, plan: Plan, readings: Readings, task: Task) -> Fitted:
        assert isinstance(plan.learner, Together)
        population = plan.learner.population
        if population is None:
            return self._alone(plan, readings, task)
        task.report("learning", 0.0)
        curve = curve_of(plan, readings)
        members = weighed(plan, readings, curve, population)
        task.report("predicting", 1.0)
        return members.fitted()

    def _alone(self, plan: Plan, readings: Readings, task: Task) -> Fitted:
        """Averaged by itself: nothing is known of others."""
        fitted = next(r for r in ALONE if r.suits(plan, readings)).learn(plan, readings, task)
        learnt, settled = fitted.members.learnt, fitted.members.settled
        return replace(fitted, members=self.members(plan, readings, learnt, settled))

    def members(self, plan: Plan, readings: Readings, learnt: Learnt, settled: Settled) -> Members:
        shares = learnt.shares
        told = readings if shares is None else counted(readings, shares)
        return LatticeMembers(plan, readings, learnt, curve_of(plan, told))

    def glance(
        self, plan: Plan, readings: Readings, begun: Floats | None, moves: bool, task: Task
    ) -> Glance:
        assert isinstance(plan.learner, Together)
        population = plan.learner.population
        if population is None:
            other = next(road for road in ALONE if road.suits(plan, readings))
            return other.glance(plan, readings, begun, moves, task)
        curve, shared = curve_of(plan, readings), population.shared
        setting = begun
        if setting is None or moves:
            at = prepared(curve.course, shared)
            heights, _ = curve.heights(curve.levels(at), at, shared)
            setting = at.settings[int(np.argmax(heights))]
        here = prepared_at(curve.course, setting[None])
        _, (precision,) = curve.heights(curve.levels(here), here, shared)
        means, spreads = curve.curves(setting[None], np.array([1.0 / precision]), curve.time)
        return Glance(float(here.ratios[0] / precision), means[0], spreads[0], setting)


def curve_of(plan: Plan, readings: Readings) -> CourseCurve:
    course = course_of(plan)
    assert course is not None
    levelled = plan.mean.trends(readings.inputs[:1]).shape[1] > 0
    return CourseCurve.of(course, readings, levelled)


def weighed(
    plan: Plan, readings: Readings, curve: CourseCurve, population: Population
) -> WeighedMembers:
    """The field's own posterior on the population's lattice."""
    shared, course = population.shared, curve.course
    at = prepared(course, shared)
    levels = curve.levels(at)
    heights, precisions = curve.heights(levels, at, shared)
    shares, _ = shares_of(heights)
    best, kept, weights = picked(shares, at.lengths)
    points = course.coordinates(at.settings[kept], -np.log(precisions[kept]))
    mode = course.coordinates(at.settings[best], -np.log(precisions[best]))[0]
    design = tr_count(
        len(at.lengths), "{n} setting shared by the fields", "{n} settings shared by the fields"
    )
    learnt = Learnt(mode, len(at.lengths), (), points, weights, curve.freedom(shared), design)
    told = Levels(*(column[best] for column in levels))
    if course.period:  # settings are weighed with a shorter series than evidence is told by
        told = curve.levels(prepared_at(course, at.settings[best]))
    doubt = float(shares[NODES:].sum())
    return WeighedMembers(plan, readings, learnt, curve, told, doubt)


def picked(shares: Floats, lengths: Floats) -> tuple[Integers, Integers, Floats]:
    """The likeliest setting; those that are kept, in the order of their lengths; their weights."""
    falling = np.argsort(-np.round(shares, 12), kind="stable")
    count = int(np.searchsorted(np.cumsum(shares[falling]), 1.0 - DROPPED)) + 1
    kept, weights = combed(falling[:count], shares[falling[:count]], KEPT)
    along = np.argsort(lengths[kept], kind="stable")
    return falling[:1], kept[along], weights[along]


def _written(plan: Plan) -> Written:
    """A plan's settings, which of them are free, and how many are the kernel's. A plan is that of
    many fields, and is asked once."""
    known = vars(plan)
    if WRITTEN not in known:
        settings = [*plan.kernel.settings, *plan.likelihood.settings]
        free = [place for place, (_, setting) in enumerate(settings) if not setting.held]
        known[WRITTEN] = settings, free, len(plan.kernel.settings)
    found: Written = known[WRITTEN]
    return found


class LatticeMembers(Members):
    """Members whose curves come from the compiled passes; all else by the road of any plan."""

    draws_at_once = True
    voices = VOICES

    def __init__(self, plan: Plan, readings: Readings, learnt: Learnt, curve: CourseCurve) -> None:
        super().__init__(plan, readings, learnt)
        self.curve = curve

    @property
    def course(self) -> Course:
        return self.curve.course

    @property
    def settled(self) -> Settled:
        return None, None

    @property
    def at_bounds(self) -> tuple[str, ...]:
        """None: the population ends the coordinates of this road."""
        return ()

    @cached_property
    def at_mode(self) -> tuple[Kernel, Numbers]:
        """Without the problem: what is written of these kernels needs no size of the readings."""
        kernel, likelihood = self.plan.kernel, self.plan.likelihood
        if likelihood.sorts:
            return self.problem.at(self.learnt.logs)
        written, free, own = _written(self.plan)
        found = settled_at(written, free, self.learnt.logs)
        return kernel.with_settings(found[:own]), tuple(one.number for one in found[own:])

    @cached_property
    def numbers(self) -> Floats:
        if self.points.shape[1] > len(self.course.places):  # a likelihood of several
            return np.array([self.problem.numbers(point) for point in self.points])
        return np.exp(self.points[:, self.course.places[2:3]])

    def curves(self, inputs: Floats, task: Task) -> tuple[Floats, Floats]:
        means, spreads = self._curves(self.points, inputs[:, 0])
        return means + self.readings.centre, spreads

    def glimpsed(self) -> Floats:
        """From the curve at the readings: what each of them says is taken back."""
        mode = self.learnt.logs[None]
        curve, noise = self.curve, math.exp(float(mode[0, self.course.places[2]]))
        (mean,), (spread,) = self._curves(mode, curve.time)
        own = 1.0 / (noise * curve.noise)
        left = 1.0 / spread - own
        told = left > UNTOLD * own
        left = np.where(told, left, np.nan)
        about = (mean / spread - curve.columns[:, 0] * own) / left
        return np.asarray((curve.columns[:, 0] - about) / np.sqrt(1.0 / left + 1.0 / own))

    def drawn_in(self, windows: Sequence[Floats], plan: DrawsPlan) -> list[Floats]:
        from gpstudio.core.solvers.windows import rows_of

        times, back = np.unique(np.concatenate(windows), return_inverse=True)
        variances = np.exp(self.points[:, self.course.places[0]])
        settings = self.course.settings(self.points)
        drawn = self.curve.draws(settings, variances, times, plan)
        drawn += self.readings.centre
        edges = np.cumsum([len(window) for window in windows])[:-1]
        return [rows_of(drawn, rows) for rows in np.split(back, edges)]

    def _curves(self, points: Floats, times: Floats) -> tuple[Floats, Floats]:
        variances = np.exp(points[:, self.course.places[0]])
        return self.curve.curves(self.course.settings(points), variances, times)


class WeighedMembers(LatticeMembers):
    """As the road leaves them, with what it saw of all settings."""

    def __init__(
        self,
        plan: Plan,
        readings: Readings,
        learnt: Learnt,
        curve: CourseCurve,
        told: Levels,
        doubt: float,
    ) -> None:
        super().__init__(plan, readings, learnt, curve)
        self._told = told
        self.doubt = doubt
        """How likely it is, by the shared lattice, that the field is unlike the others."""

    def fitted(self) -> Fitted:
        level = self._told.levels if self.curve.level else np.zeros(0)
        return Fitted(self, level, self._log_evidence(), SolveNotes(), ())

    def _log_evidence(self) -> float:
        """Of the likeliest setting."""
        (determinant,), (misfit,), _ = (column.tolist() for column in self._told)
        logs, (variance, _, noise, *_) = self.learnt.logs, self.course.places
        determinant -= self.curve.repeats * float(self.course.settings(logs[None])[0, 1])
        grown, numbers = float(logs[variance]), (math.exp(float(logs[noise])),)
        sites = own_sites(self.plan.likelihood, self.readings, numbers)
        free = len(self.curve.time) - self.curve.level
        return log_evidence(
            misfit / math.exp(grown), determinant + free * grown, 0.0, sites, int(self.curve.level)
        )

    def unlikeness(self, shared: Shared, settings: int) -> float:
        """By how much in log evidence populations that leave one number nearly open, but for the
        size, tell the readings better than this one does: the mean over these numbers."""
        own = self._evidence_of(shared, settings)
        numbers = range(len(shared.centre) - 1)
        others = [self._evidence_of(loosened(shared, one), settings) for one in numbers]
        return shares_of(np.array(others))[1] - own

    def _evidence_of(self, shared: Shared, settings: int) -> float:
        at = prepared_alone(self.course, shared, settings)
        heights, _ = self.curve.heights(self.curve.levels(at), at, shared)
        return shares_of(heights)[1]

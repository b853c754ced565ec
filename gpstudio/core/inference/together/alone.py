"""The road of one field whose curve repeats: averaged over its own numbers, by the compiled passes.

What is climbed and weighed is what the road of any plan climbs, from the same starts, to the same
priors: the evidence alone comes from the passes that fields learn together by, some hundred times
as quick; its slopes are differences of it, all asked for in one call.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.members import Members
from gpstudio.core.inference.one_matern.road import MOST, QUIETEST
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings, counted
from gpstudio.core.inference.road import Fitted, Glance, Settled
from gpstudio.core.inference.together.course import course_of
from gpstudio.core.inference.together.curve import CourseCurve, prepared_at
from gpstudio.core.inference.together.road import KEPT, LatticeMembers, WeighedMembers, curve_of
from gpstudio.core.learning.averaged import Averaged, combed, summits_of
from gpstudio.core.learning.climbs import NO_CLIMBS
from gpstudio.core.learning.importance import FLATTEST
from gpstudio.core.learning.learner import Learnt, Search
from gpstudio.core.learning.population import ANY_SIZE
from gpstudio.core.learning.shape import PosteriorShape
from gpstudio.core.learning.starts import is_silent
from gpstudio.core.likelihoods.gaussian import Gaussian
from gpstudio.core.task import Task

STEP = 1e-4
"""Of a logarithm, between the places whose difference is a slope: half the digits of the evidence
are left, and the climb asks for five."""
FEWEST = 5
"""Readings, so that they tell the amplitude by themselves."""


class CourseAlone:
    """A Matérn beside a course of a known period, about a level."""

    def suits(self, plan: Plan, readings: Readings) -> bool:
        if not (isinstance(plan.learner, Averaged) and isinstance(plan.likelihood, Gaussian)):
            return False
        course = course_of(plan)
        return (
            course is not None
            and course.period > 0.0
            and readings.inputs.shape[1] == 1
            and FEWEST <= readings.present <= len(readings.values) <= MOST
            and float(readings.relative_noise.min()) >= QUIETEST * readings.usual_noise
            and not readings.outputs.any()
            and not is_silent(readings.values[readings.here])
        )

    def learn(self, plan: Plan, readings: Readings, task: Task) -> Fitted:
        problem, curve = Problem(plan, readings, task), curve_of(plan, readings)
        learnt = _fewer(plan.learner.learn(_searched(problem, curve, plan.seed), task))
        task.report("predicting", 1.0)
        bounds = problem.at_bounds(learnt.logs)
        mode = prepared_at(curve.course, curve.course.settings(learnt.logs[None]))
        kept, told = replace(learnt, climbs=NO_CLIMBS), curve.levels(mode)
        members = WeighedMembers(plan, readings, kept, curve, told, 0.0)
        members.problem = problem
        fitted = members.fitted()
        return replace(fitted, remarks=(*learnt.remarks, *bounds), climbs=learnt.climbs)

    def members(self, plan: Plan, readings: Readings, learnt: Learnt, settled: Settled) -> Members:
        shares = learnt.shares
        told = readings if shares is None else counted(readings, shares)
        return LatticeMembers(plan, readings, learnt, curve_of(plan, told))

    def glance(
        self, plan: Plan, readings: Readings, begun: Floats | None, moves: bool, task: Task
    ) -> Glance:
        problem, curve, place = Problem(plan, readings, task), curve_of(plan, readings), begun
        if place is None or moves:
            search = _searched(problem, curve, plan.seed)
            if place is not None:
                search = replace(search, starts=(place,))
            shape = PosteriorShape(search, task)
            place = shape.raised(summits_of(shape, FLATTEST)[0][0])
        setting = curve.course.settings(place[None])
        variance = np.exp(place[None, curve.course.places[0]])
        means, spreads = curve.curves(setting, variance, curve.time)
        noise = math.exp(float(place[curve.course.places[2]]))
        return Glance(noise, means[0], spreads[0], place)


def _fewer(learnt: Learnt) -> Learnt:
    """With no more members than fields learnt together have: of 44 hidings of 22 spells of three
    years scores are those of 59 members to a thousandth, at half the time of curve and draws."""
    assert learnt.points is not None
    assert learnt.weights is not None
    kept, weights = combed(np.arange(len(learnt.weights)), learnt.weights, KEPT)
    return replace(learnt, points=learnt.points[kept], weights=weights)


def _searched(problem: Problem, curve: CourseCurve, seed: int) -> Search:
    """The problem's search, with the amplitude integrated out by the passes."""
    search, course = problem.search(seed), curve.course
    amplitude = search.amplitude
    assert amplitude is not None
    own = course.places[0]

    def evaluate(logs: Floats, slope: bool) -> tuple[float, Floats, float]:
        steps = STEP * np.eye(len(logs))
        places = np.concatenate([logs[None], logs + steps, logs - steps]) if slope else logs[None]
        at = prepared_at(course, course.settings(places))
        heights, precisions = curve.heights(curve.levels(at), at, ANY_SIZE)
        factor = -math.log(precisions[0]) - float(logs[own])
        gradient = np.zeros(len(logs))
        if slope:
            above, below = np.split(heights[1:], 2)
            gradient = (above - below) / (2.0 * STEP)
        return float(heights[0]), gradient, factor

    def heights(logs: Floats) -> Floats:
        at = prepared_at(course, course.settings(logs))
        return curve.heights(curve.levels(at), at, ANY_SIZE)[0]

    return replace(search, amplitude=replace(amplitude, evaluate=evaluate, heights=heights))

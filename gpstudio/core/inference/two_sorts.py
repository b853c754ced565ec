"""The road of readings of two sorts: that of a Gaussian plan, on readings that count for shares."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.any_plan import AnyPlan
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.members import Members
from gpstudio.core.inference.one_matern.road import OneMatern
from gpstudio.core.inference.readings import Readings, counted
from gpstudio.core.inference.road import Fitted, GaussianRoad, Settled
from gpstudio.core.inference.sorting import Found, found, gaussian
from gpstudio.core.inference.together.alone import CourseAlone
from gpstudio.core.inference.together.road import Lattice
from gpstudio.core.learning.averaged import Averaged
from gpstudio.core.learning.learner import Learnt
from gpstudio.core.task import Task
from gpstudio.translation import tr_count

GAUSSIAN: tuple[GaussianRoad, ...] = (Lattice(), OneMatern(), CourseAlone(), AnyPlan())
HALF = 0.5


class TwoSorts:
    def suits(self, plan: Plan, readings: Readings) -> bool:
        return plan.likelihood.sorts

    def learn(self, plan: Plan, readings: Readings, task: Task) -> Fitted:
        road = _road(plan, readings)
        told = found(plan, _road(plan, readings, quickest=True), readings, task)
        fitted = road.learn(gaussian(plan), counted(readings, told.shares), task)
        learnt = _with_sorts(plan, fitted.members.learnt, told)
        settled, kept = fitted.members.settled
        if settled is not None:
            settled = np.append(settled, _coordinates(plan, told))
        return replace(
            fitted,
            members=road.members(plan, readings, learnt, (settled, kept)),
            log_evidence=fitted.log_evidence + told.judged.log_density,
            climbs=fitted.climbs.raised(told.judged.log_density),
            remarks=(*fitted.remarks, *_remarks(told)),
        )

    def members(self, plan: Plan, readings: Readings, learnt: Learnt, settled: Settled) -> Members:
        return _road(plan, readings).members(plan, readings, learnt, settled)


def _road(plan: Plan, readings: Readings, quickest: bool = False) -> GaussianRoad:
    """Of the Gaussian plan; the quickest for mere looks, which ask not how numbers are learnt."""
    inner = gaussian(plan)
    if quickest and plan.learner.moves and not Lattice().suits(inner, readings):
        inner = replace(inner, learner=Averaged())
    return next(road for road in GAUSSIAN if road.suits(inner, readings))


def _coordinates(plan: Plan, told: Found) -> Floats:
    """Of the free numbers that tell the sorts."""
    pairs = zip(plan.likelihood.settings, told.numbers, strict=True)
    free = [(p, number) for (p, setting), number in pairs if not setting.held]
    return np.array([p.coordinate(number) for p, number in free if p.role != "noise"])


def _with_sorts(plan: Plan, learnt: Learnt, told: Found) -> Learnt:
    more = _coordinates(plan, told)
    points = learnt.points
    if points is not None:
        points = np.column_stack([points, np.tile(more, (len(points), 1))])
    return replace(learnt, logs=np.append(learnt.logs, more), points=points, shares=told.shares)


def _remarks(told: Found) -> tuple[str, ...]:
    lower = int(np.sum(told.shares < HALF))
    if not lower:
        return ()
    return (
        tr_count(
            lower,
            "{n:,} reading is taken for clouded and hardly counts",
            "{n:,} readings are taken for clouded and hardly count",
        ),
    )

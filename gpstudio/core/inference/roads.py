"""The roads through learning, the narrowest first: the first that suits is taken."""

from __future__ import annotations

from dataclasses import replace

from gpstudio.core.inference.any_plan import AnyPlan
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.deep.layered import Layered
from gpstudio.core.inference.one_matern.road import OneMatern
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.road import Road
from gpstudio.core.inference.together.alone import CourseAlone
from gpstudio.core.inference.together.road import Lattice
from gpstudio.core.inference.two_sorts import TwoSorts

ROADS: tuple[Road, ...] = (Layered(), Lattice(), OneMatern(), CourseAlone(), TwoSorts(), AnyPlan())


def road_for(plan: Plan, readings: Readings) -> Road:
    """For a plan and readings that are ``made_ready``."""
    return next(road for road in ROADS if road.suits(plan, readings))


def made_ready(plan: Plan, readings: Readings) -> tuple[Plan, Readings]:
    """The mean in columns that suit the readings, the noise where it is known, and the readings as
    they count, on the plan's scale, about their average where the mean has a level and the
    likelihood takes them from any."""
    readings = readings.on(plan.scale)
    plan.likelihood.check(readings.told(readings.as_given))
    if readings.known_noise is not None:
        plan = replace(plan, likelihood=plan.likelihood.with_known_noise(readings.known_noise))
    readings = readings.taught(plan.learns_noise)
    mean = plan.mean.prepared(readings.told(readings.inputs))
    if mean is not plan.mean:
        plan = replace(plan, mean=mean)
    levelled = plan.likelihood.shifts and bool(plan.mean.trends(readings.inputs[:1]).any())
    return plan, readings.centred() if levelled else readings.uncentred()

"""The roads through learning, the narrowest first: the first that suits is taken."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gpstudio.core.inference.any_plan import AnyPlan
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.one_matern.road import OneMatern
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.road import Road

ROADS: tuple[Road, ...] = (OneMatern(), AnyPlan())


def road_for(plan: Plan, readings: Readings) -> Road:
    """For a plan and readings that are ``made_ready``."""
    return next(road for road in ROADS if road.suits(plan, readings))


def made_ready(plan: Plan, readings: Readings) -> tuple[Plan, Readings]:
    """The mean in columns that suit the readings, the readings about a level if it has one."""
    mean = plan.mean.prepared(readings.inputs[readings.here])
    if mean is not plan.mean:
        plan = replace(plan, mean=mean)
    if not plan.mean.trends(readings.inputs[:1]).any():
        readings = _uncentred(readings)
    return plan, readings


def _uncentred(readings: Readings) -> Readings:
    """Without a level in the mean, the readings' own zero counts."""
    values = np.where(readings.here, readings.values + readings.centre, 0.0)
    return replace(readings, values=values, centre=0.0)

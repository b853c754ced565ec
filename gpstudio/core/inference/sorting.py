"""Learning from readings of two sorts, of which one is Gaussian and the other says little.

A reading that is of the Gaussian sort with probability r speaks of the curve and of the noise as r
readings of its value do: that is EM's bound on the log density, with the sort as what is hidden.
So the numbers are learnt, averaged and predicted with as a Gaussian plan's are, by whatever road
suits that, from readings that count for their shares r; and the shares are judged anew at the
likeliest numbers, each reading about the curve that the others tell (with the curve's uncertainty:
what a reading itself has bent counts for nothing). Both in turn until they agree.

Where one starts decides what is taken for what: a Gaussian's curve has already gone after a row of
clouds. So readings far below the median of their neighbours count for little at first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.mode import medians
from gpstudio.core.inference.problem import scales_of
from gpstudio.core.inference.readings import Readings, counted
from gpstudio.core.inference.road import GaussianRoad, Glance
from gpstudio.core.learning.priors import normal
from gpstudio.core.learning.starts import bounds, settled, start
from gpstudio.core.likelihoods import Numbers
from gpstudio.core.likelihoods.gaussian import Gaussian
from gpstudio.core.likelihoods.likelihood import Held, Judged
from gpstudio.core.task import Task

ROUNDS, LOOKS = 6, 2
"""How often numbers are learnt anew, and shares judged with each of them, at most."""
AGREED = 0.01
"""Shares that change by less have been found."""
FAR = 3.0
"""Robust standard deviations from the median of the neighbours."""
LITTLE = 1e-3
"""What readings so far off count at first."""
TO_NORMAL = 1.4826
"""The standard deviation of a normal over its median absolute deviation."""


@dataclass(frozen=True, eq=False)
class Found:
    """Where judging ended; ``judged`` has one row a reading that is there."""

    shares: Floats
    """One a reading; 1 where one is missing."""
    numbers: Numbers
    judged: Judged


def gaussian(plan: Plan) -> Plan:
    """The plan of the readings that are of the Gaussian sort."""
    return replace(plan, likelihood=Gaussian(plan.likelihood.written[0]))


def found(plan: Plan, road: GaussianRoad, readings: Readings, task: Task) -> Found:
    """The shares, by looks at the Gaussian plan along ``road``."""
    here, likelihood, inner = readings.here, plan.likelihood, gaussian(plan)
    values, relative = readings.values[here], readings.relative_noise[here]
    held, numbers = _begun(plan, readings)
    shares = np.ones(len(here))
    shares[here] = _at_first(readings)
    place: Floats | None = None
    for _ in range(ROUNDS):
        change = 0.0
        for look in range(LOOKS):
            task.check()
            seen = road.glance(inner, counted(readings, shares), place, look == 0, task)
            place, before = seen.place, shares[here]
            about = others(seen, values, seen.noise * relative / before)
            judged = likelihood.judged(values, *about, relative, (seen.noise, *numbers[1:]), held)
            numbers, change = judged.numbers, float(abs(judged.shares - before).max())
            shares = shares.copy()
            shares[here] = judged.shares
        if change < AGREED:
            break
    return Found(shares, numbers, judged)


def others(seen: Glance, values: Floats, noise: Floats) -> tuple[Floats, Floats]:
    """Mean and variance of the curve at each reading, as the others tell."""
    precision = 1.0 / noise
    variance = 1.0 / np.maximum(1.0 / seen.variance - precision, LITTLE * precision)
    return variance * (seen.mean / seen.variance - values * precision), variance


def _begun(plan: Plan, readings: Readings) -> tuple[tuple[Held, ...], Numbers]:
    """What is held likely of each number but the noise, and where it starts."""
    scales = scales_of(plan.likelihood, readings)
    pairs = [(p, settled(p, setting, scales)) for p, setting in plan.likelihood.settings[1:]]
    numbers = [start(*pair, scales) for pair in pairs]
    held = []
    for (parameter, setting), number in zip(pairs, numbers, strict=True):
        stays = setting.held or not plan.learner.moves
        span = (number, number) if stays else bounds(parameter, setting, scales)
        centre, spread = normal(parameter, setting, scales, weak=True)
        held.append(Held(centre, spread, *map(parameter.coordinate, span)))
    return tuple(held), (math.nan, *numbers)


def _at_first(readings: Readings) -> Floats:
    values = readings.values[readings.here]
    if readings.inputs.shape[1] > 1 or len(values) < 3:
        return np.ones(len(values))
    off = values - medians(values)
    spread = TO_NORMAL * float(np.median(abs(off)))
    return np.where(off < -FAR * spread, LITTLE, 1.0)

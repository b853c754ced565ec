"""The road of one field: what ``regression`` does, with the compiled passes in its middle."""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.field.data import ORDERS
from gpstudio.core.inference.field.field import Field
from gpstudio.core.inference.fitted import Fitted
from gpstudio.core.inference.members import Members
from gpstudio.core.inference.problem import amplitude_remarks
from gpstudio.core.inference.readings import Readings
from gpstudio.core.kernels import Kernel
from gpstudio.core.learning.averaged import Averaged, weighed
from gpstudio.core.learning.climbs import Climbs
from gpstudio.core.learning.registered import Learnt
from gpstudio.core.likelihoods import Numbers
from gpstudio.core.likelihoods.gaussian import Gaussian
from gpstudio.core.solvers.solution import SolveNotes
from gpstudio.core.spec import Setting
from gpstudio.core.task import Task

OPEN = Setting()
MOST = 10_000
"""Readings: what is compiled as a whole cannot be stopped, and takes 0.1 s with so many."""


def suits(plan: Plan, readings: Readings) -> bool:
    """One Matérn about a level or nought, by state space, averaged, with nothing written of its
    numbers, of no more than ``MOST`` readings."""
    settings = plan.kernel.settings
    return (
        len(readings.values) <= MOST
        and plan.learner.spec is Averaged.spec
        and plan.along_time
        and plan.solver.spec.name == "kalman"
        and plan.likelihood.spec is Gaussian.spec
        and plan.mean.spec.name in ("constant", "zero")
        and len(settings) == 2
        and all(setting == OPEN for _, setting in settings)
        and plan.likelihood.written == (OPEN,)
        and plan.kernel_text in ORDERS
    )


def along_field(plan: Plan, readings: Readings, seed: int, task: Task) -> Fitted:
    """Learnt and ready to predict."""
    task.report("learning", 0.0)
    levelled = plan.mean.spec.name == "constant"
    field = Field.of(plan.kernel_text, readings, levelled)
    design = field.design()
    kept, weights = weighed(design)
    shapes = np.concatenate([design.mode[None], design.points[kept]])
    levels = field.levels(shapes)
    factors = np.log(field.size * (levels[:, 1] + field.data.floor) / field.data.freedom)
    coordinates = np.column_stack([factors, shapes[:, 0], shapes[:, 1] + factors])
    task.report("predicting", 1.0)
    mode = coordinates[0]
    learnt = Learnt(
        mode,
        design.evaluations,
        (),
        coordinates[1:],
        weights,
        field.data.freedom,
        design.name,
    )
    kernel, numbers = at_mode(plan, mode)
    (noise,) = numbers
    variance = math.exp(float(mode[0]))
    level = levels[0, 2:3] * math.sqrt(field.size) if levelled else np.zeros(0)
    return Fitted(
        kernel,
        numbers,
        noise,
        level,
        _log_evidence(field, levels[0], variance, noise),
        FieldMembers(plan, readings, learnt, field),
        design.evaluations,
        SolveNotes(),
        design.name,
        amplitude_remarks(field.data.floor),
    )


def at_mode(plan: Plan, mode: Floats) -> tuple[Kernel, Numbers]:
    """The kernel with the mode's numbers, and the likelihood's."""
    variance, length, noise = (math.exp(number) for number in mode.tolist())
    return plan.kernel.with_settings((OPEN.at(variance), OPEN.at(length))), (noise,)


def members_again(plan: Plan, readings: Readings, learnt: Learnt) -> Members:
    """What ``along_field`` ended with, from the numbers that it learnt."""
    levelled = plan.mean.spec.name == "constant"
    return FieldMembers(plan, readings, learnt, Field.of(plan.kernel_text, readings, levelled))


def _log_evidence(field: Field, levels: Floats, variance: float, noise: float) -> float:
    """Rasmussen & Williams 2.45, as in ``evidence``, from numbers of a curve of variance one."""
    data = field.data
    log_determinant, misfit, _, precision = levels.tolist()
    n, grown = len(data.gaps), math.log(variance)
    total: float = misfit * field.size / variance + log_determinant + n * grown
    count = n
    if data.level > 0.0:
        total += math.log(precision) - grown
        count -= 1
    total += count * math.log(2.0 * math.pi)
    total += data.repeats * math.log(2.0 * math.pi * noise) - float(np.log(data.noise).sum())
    return -0.5 * total


class FieldMembers(Members):
    """Members whose curves come from the compiled passes; all else by the general road."""

    def __init__(self, plan: Plan, readings: Readings, learnt: Learnt, field: Field) -> None:
        super().__init__(plan, readings, learnt)
        self._field = field

    def climbs(self) -> Climbs:
        return self._field.climbs()

    @cached_property
    def numbers(self) -> Floats:
        return np.exp(self.points[:, 2:])

    def curves(self, inputs: Floats, task: Task) -> tuple[Floats, Floats]:
        shapes = self.points[:, 1:].copy()
        shapes[:, 1] -= self.points[:, 0]
        means, spreads = self._field.curves(shapes, inputs[:, 0])
        return means + self.readings.centre, spreads

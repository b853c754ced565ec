"""The road of one Matérn curve along time, learnt in one compiled call."""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.evidence import log_evidence
from gpstudio.core.inference.laplace import own_sites
from gpstudio.core.inference.left_out import LeftOut, foretold_about
from gpstudio.core.inference.members import Members
from gpstudio.core.inference.one_matern.curve import MaternCurve
from gpstudio.core.inference.problem import amplitude_remarks
from gpstudio.core.inference.readings import Readings, counted
from gpstudio.core.inference.road import Fitted, Glance, Settled
from gpstudio.core.kernels import Kernel
from gpstudio.core.learning.averaged import Averaged, weighed
from gpstudio.core.learning.climbs import Climbs
from gpstudio.core.learning.learner import Learnt
from gpstudio.core.learning.starts import is_silent
from gpstudio.core.likelihoods import Numbers
from gpstudio.core.likelihoods.gaussian import Gaussian
from gpstudio.core.solvers.solution import SolveNotes
from gpstudio.core.spec import Setting
from gpstudio.core.task import Task

OPEN = Setting()
MOST = 10_000
"""Readings: what is compiled as a whole cannot be stopped, and takes 0.1 s with so many."""
QUIETEST = 1e-6
"""Of a usual reading's noise: with the least that is looked for, quieter ones leave a second
reading of the same time no variance that a double could hold."""

ENOUGH = 1e-4
"""The least share of a reading's noise in what the others leave open of it: with less the digits
are lost of what it says itself, and the road of any plan tells."""


class OneMatern:
    """One Matérn about a level or zero, by state space, averaged, with nothing written of its
    numbers but a noise that is held, of no more than ``MOST`` readings that say something, none
    much quieter than the rest."""

    def suits(self, plan: Plan, readings: Readings) -> bool:
        settings = plan.kernel.settings
        return (
            len(readings.values) <= MOST
            and float(readings.relative_noise.min()) >= QUIETEST * readings.usual_noise
            and isinstance(plan.learner, Averaged)
            and plan.along_time
            and isinstance(plan.likelihood, Gaussian)
            and plan.mean.is_flat
            and plan.kernel.matern_order is not None
            and all(setting == OPEN for _, setting in settings)
            and (plan.likelihood.written == (OPEN,) or _known(plan) > 0.0)
            and not is_silent(readings.values[readings.here])
        )

    def learn(self, plan: Plan, readings: Readings, task: Task) -> Fitted:
        task.report("learning", 0.0)
        curve = _curve(plan, readings)
        design = curve.design()
        kept, weights = weighed(design)
        shapes = np.concatenate([design.mode[None], design.points[kept]])
        levels = curve.levels(shapes)
        coordinates = curve.coordinates(shapes, levels[:, 4])
        task.report("predicting", 1.0)
        mode, points = coordinates[0], coordinates[1:]
        freedom = math.inf if curve.data.known else curve.data.freedom
        learnt = Learnt(mode, design.evaluations, (), points, weights, freedom, design.name)
        members = MaternMembers(plan, readings, learnt, curve)
        levelled = curve.data.level > 0.0
        level = levels[0, 2:3] * math.sqrt(curve.size) if levelled else np.zeros(0)
        remarks = amplitude_remarks(curve.data.floor)
        return Fitted(members, level, _log_evidence(members, levels[0]), SolveNotes(), remarks)

    def members(self, plan: Plan, readings: Readings, learnt: Learnt, settled: Settled) -> Members:
        shares = learnt.shares
        told = readings if shares is None else counted(readings, shares)
        return MaternMembers(plan, readings, learnt, _curve(plan, told))

    def glance(
        self, plan: Plan, readings: Readings, begun: Floats | None, moves: bool, task: Task
    ) -> Glance:
        curve = _curve(plan, readings)
        place = curve.mode() if begun is None or moves else begun
        coordinates = curve.coordinates(place[None], curve.levels(place[None])[:, 4])
        noise = _known(plan) or math.exp(coordinates[0, 2])
        means, spreads = curve.curves(place[None], curve.time)
        return Glance(noise, means[0], spreads[0], place)


def _curve(plan: Plan, readings: Readings) -> MaternCurve:
    order = plan.kernel.matern_order
    assert order is not None
    levelled = plan.mean.trends(readings.inputs[:1]).shape[1] > 0
    return MaternCurve.of(order, readings, levelled, _known(plan))


def _known(plan: Plan) -> float:
    """The noise, where it is held at a number; else 0."""
    noise = plan.likelihood.written[0]
    return (noise.value or 0.0) if noise.held else 0.0


def _log_evidence(members: MaternMembers, levels: Floats) -> float:
    """Of the mode, from numbers of a curve of variance one and readings in their own unit."""
    curve, readings = members.curve, members.readings
    log_determinant, misfit, _, precision, _ = levels.tolist()
    grown, levelled = float(members.learnt.logs[0]), curve.data.level > 0.0
    sites = own_sites(members.plan.likelihood, readings, members.at_mode[1])
    return log_evidence(
        misfit * curve.size / math.exp(grown),
        log_determinant + len(curve.data.time) * grown,
        math.log(precision) - grown if levelled else 0.0,
        sites,
        int(levelled),
    )


class MaternMembers(Members):
    """Members whose curves come from the compiled passes; all else by the road of any plan."""

    def __init__(self, plan: Plan, readings: Readings, learnt: Learnt, curve: MaternCurve) -> None:
        super().__init__(plan, readings, learnt)
        self.curve = curve

    @cached_property
    def at_mode(self) -> tuple[Kernel, Numbers]:
        variance, length, *_ = (math.exp(number) for number in self.learnt.logs.tolist())
        kernel = self.plan.kernel.with_settings((OPEN.at(variance), OPEN.at(length)))
        return kernel, tuple(self._numbers(self.learnt.logs[None])[0].tolist())

    @property
    def at_bounds(self) -> tuple[str, ...]:
        """None: priors end the coordinates of this road, within wider bounds than others'."""
        return ()

    @property
    def settled(self) -> tuple[Floats | None, Floats | None]:
        return None, None

    def left_out(self, task: Task) -> LeftOut:
        """From one look along the curve: what a reading itself said of it is taken back."""
        readings, likelihood = self.readings, self.plan.likelihood
        here, noise = readings.here, self.at_mode[1][0] * self.curve.data.noise
        own = self.learnt.logs[None, : self._own]
        means, spreads = self.curve.curves(self.curve.shapes(own), self.curve.time)
        left = 1.0 - spreads[0] / noise
        if not float(left.min()) > ENOUGH:
            return super().left_out(task)
        mean, variance = np.full((2, len(here)), np.nan)
        mean[here] = (means[0] - readings.values[here] * (1.0 - left)) / left + readings.centre
        variance[here] = spreads[0] / left
        if likelihood.sorts:
            return foretold_about(likelihood, self.at_mode[1], readings, mean, variance)
        variance[here] += noise
        return LeftOut.normal(mean, variance, readings)

    def climbs(self) -> Climbs:
        return self.curve.climbs()

    @cached_property
    def numbers(self) -> Floats:
        return self._numbers(self.points)

    def _numbers(self, points: Floats) -> Floats:
        """The noise, and what else the likelihood learns; the problem knows what is held."""
        if any(setting.held for setting in self.plan.likelihood.written):
            return np.array([self.problem.numbers(point) for point in points])
        return np.exp(points[:, 2:])

    @property
    def _own(self) -> int:
        """How many coordinates are the curve's own: others only tell sorts of readings."""
        return 2 if self.curve.data.known else 3

    def curves(self, inputs: Floats, task: Task) -> tuple[Floats, Floats]:
        own = self.points[:, : self._own]
        means, spreads = self.curve.curves(self.curve.shapes(own), inputs[:, 0])
        return means + self.readings.centre, spreads

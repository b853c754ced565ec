"""Learning a plan whose kernel is of layers: what the road of ``layered`` leads to."""

from __future__ import annotations

import numpy as np

from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.deep.choosing import DRAWN
from gpstudio.core.inference.deep.drawn_road import drawn_fit, drawn_members
from gpstudio.core.inference.deep.members import DeepMembers
from gpstudio.core.inference.deep.model import Model, packed
from gpstudio.core.inference.deep.net import Net
from gpstudio.core.inference.deep.paths import Through
from gpstudio.core.inference.deep.walk import Walked, walked
from gpstudio.core.inference.members import Members
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.road import Fitted, Settled
from gpstudio.core.kernels.deep import Deep
from gpstudio.core.learning.climbs import MOST_HEIGHTS, Climbs
from gpstudio.core.learning.learner import Learnt
from gpstudio.core.solvers.solution import SolveNotes
from gpstudio.core.task import Task
from gpstudio.translation import tr

PATHS = 100
"""Through the layers, that predictions are averaged over."""


def learnt_layers(plan: Plan, readings: Readings, task: Task) -> Fitted:
    model = Model.of(plan, readings)
    if plan.approximation.spec.name == DRAWN:
        return drawn_fit(model, task)
    found = walked(model.begun(task), task)
    members = walked_members(model, found)
    remarks = (tr("the log evidence is a lower bound of it"), *model.remarks)
    return Fitted(
        members, np.zeros(plan.mean.trends(readings.inputs[:1]).shape[1]), found.bound,
        SolveNotes(iterations=found.steps, evidence_error=2.0 * found.error), remarks,
        climbs=_climbs(found),
    )  # fmt: skip


def members_again(plan: Plan, readings: Readings, learnt: Learnt, settled: Settled) -> Members:
    model, kept = Model.of(plan, readings), settled[1]
    assert kept is not None
    if plan.approximation.spec.name == DRAWN:
        return drawn_members(model, learnt, kept)
    return _members(model, learnt, model.unpacked(learnt.logs, kept))


def walked_members(model: Model, found: Walked) -> DeepMembers:
    design = tr("{paths} paths through the layers", paths=_paths(model.kernel))
    return _members(model, Learnt(found.coordinates, found.steps, design=design), found.net)


def _members(model: Model, learnt: Learnt, net: Net) -> DeepMembers:
    paths = through(model, net)
    return DeepMembers(model.plan, model.readings, learnt, model.numbers, paths, packed(net))


def through(model: Model, net: Net) -> Through:
    """The paths that predictions are averaged over."""
    return Through.of(net, _paths(model.kernel), model.plan.seed)


def _paths(kernel: Deep) -> int:
    return PATHS if len(kernel.parts) > 1 else 1


def _climbs(found: Walked) -> Climbs:
    heights = found.heights
    some = np.linspace(0, len(heights) - 1, min(len(heights), MOST_HEIGHTS)).round().astype(int)
    taken = tuple(float(height) for height in heights[some]) if len(heights) else ()
    return Climbs(tr("bound on the log evidence"), (taken,), max(len(found.scouted), 1))

"""A plan of layers learnt by drawing: runs of particles, their agreement, and what is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.inference.deep.drawing import Density
from gpstudio.core.inference.deep.drawn import Draws
from gpstudio.core.inference.deep.effort import FEWEST, Effort, usual
from gpstudio.core.inference.deep.members import DeepMembers
from gpstudio.core.inference.deep.model import Model
from gpstudio.core.inference.deep.particles import (
    Cloud,
    SampledEvidence,
    agreement,
    clouds,
    of_runs,
)
from gpstudio.core.inference.members import Members
from gpstudio.core.inference.road import Fitted
from gpstudio.core.learning.learner import Learnt
from gpstudio.core.learning.mcmc import Mcmc
from gpstudio.core.solvers.solution import SolveNotes
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

APART = 3.0
"""Runs whose log evidences differ by more than so much have not seen the same."""


def drawn_fit(model: Model, task: Task) -> Fitted:
    learner = learner_of(model)
    found = clouds(model.density(), learner.chains, Effort.of(learner), model.plan.seed, task)
    return kept_of(model, found, task)


def learner_of(model: Model) -> Mcmc:
    learner = model.plan.learner
    return learner if isinstance(learner, Mcmc) else usual(len(model.readings.here))


def kept_of(model: Model, found: Sequence[Cloud], task: Task) -> Fitted:
    """What runs found, as far as it is kept."""
    plan, density, learner = model.plan, model.density(), learner_of(model)
    each_evidence = np.array([one.log_integral for one in found])
    evidence = of_runs(each_evidence)
    remarks = [agreement(each_evidence)]
    if float(np.ptp(each_evidence)) > APART:
        remarks.append(tr("the runs do not agree: take a longer warm-up, or more samples"))
    picked = _picked(len(found[0].drives), max(learner.kept // learner.chains, FEWEST))
    shares = run_shares(each_evidence)
    weights = np.repeat(shares / shares.sum() / len(picked), len(picked))
    drives = np.concatenate([one.drives[picked] for one in found])
    mode, points = density.start, np.tile(density.start, (len(drives), 1))
    if density.moves:
        points = points + np.concatenate([one.offsets[picked] for one in found])
        mode = weights @ points
        evidence = _at(replace(density, start=mode, moves=False), learner, plan.seed, task)
        remarks.append(tr("the log evidence is that of the numbers' average"))
    learnt = Learnt(
        mode,
        sum(one.warmths for one in found),
        points=points,
        weights=weights,
        design=tr("{draws} drawn hidden curves", draws=len(drives)),
    )
    members = drawn_members(model, learnt, drives.ravel(), task)
    return Fitted(
        members, np.zeros(plan.mean.trends(model.readings.inputs[:1]).shape[1]),
        evidence.log_evidence, SolveNotes(evidence_error=2.0 * evidence.error),
        (*model.remarks, *remarks),
    )  # fmt: skip


def run_shares(logs: Floats) -> Floats:
    """What each run speaks for: runs that agree for the same, since what they differ by is chance;
    one that came to a poor place hardly, as far as that is known from how much they differ."""
    behind = np.maximum(logs.max() - logs - APART, 0.0)
    return np.asarray(np.exp(-behind / max(1.0, float(logs.std()))))


def _picked(particles: int, kept: int) -> Integers:
    """Those that are kept of a run, evenly: neighbours are of one kin."""
    return np.linspace(0, particles - 1, min(kept, particles)).round().astype(np.int64)


def _at(density: Density, learner: Mcmc, seed: int, task: Task) -> SampledEvidence:
    """With the numbers at one place."""
    density = replace(density, stack=density.stack_at(density.start))
    effort = Effort.of(learner).of_evidence_alone
    found = clouds(density, learner.chains, effort, seed + 1, task)
    return of_runs(np.array([one.log_integral for one in found]))


def drawn_members(model: Model, learnt: Learnt, kept: Floats, task: Task = QUIET) -> Members:
    """From the normal numbers behind all hidden curves, one draw after the other."""
    density = model.density()
    assert learnt.points is not None
    hidden, n = density.stack.hidden, len(density.stack.inputs)
    drives = kept.reshape(len(learnt.points), hidden, n)
    pairs = []
    for point, own in zip(learnt.points, drives, strict=True):
        task.check()  # of hundreds of readings a hundred draws are factored in a second
        stack = density.stack_at(point)
        pairs.append((stack, stack.at(own)))
    paths = Draws.of(pairs, model.plan.seed)
    return DeepMembers(model.plan, model.readings, learnt, model.numbers, paths, kept)

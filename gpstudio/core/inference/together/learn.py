"""A population by empirical Bayes: the normal under which a sample of fields is likeliest.

Each round draws settings x from a proposal q, asks every field's evidence L there, and climbs

    Σ over fields of log mean over settings of L(x) p(x) / q(x)

by expectation and maximisation, p being the normal of the settings and, for a few fields that are
unlike the others, one that leaves nearly everything open; the next round proposes from what was
found, somewhat wider. The first guess are the priors that a field alone is given, and they stay in
the sums as so many fields: little of many, and enough of few that no spread vanishes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.inference.together.course import Course
from gpstudio.core.inference.together.curve import CourseCurve, Levels, prepared_alone
from gpstudio.core.learning.population import FEW, UNLIKE, Shared, loosened
from gpstudio.core.learning.priors import (
    LENGTH_SHARE,
    LENGTH_SPREAD,
    NOISE_SHARE,
    NOISE_SPREAD,
    SHAPE_SPREAD,
    TERM_SPREAD,
)
from gpstudio.core.learning.starts import SWING_SPREAD
from gpstudio.core.task import QUIET, Task
from gpstudio.core.threads import side_by_side
from gpstudio.translation import tr

SETTINGS = 192
BEGUN = 50
"""Fields that are asked while the proposals are still far too wide."""
ROUNDS, LAST = 5, 2
"""Proposals, and how many of them are asked of all fields."""
TURNS = 40
"""Steps of climbing with each."""
WIDER, NARROWER = 1.5, 0.4
"""Standard deviations of a proposal over those that were found, and the least that are taken from
it: what is narrower its settings do not resolve, and all weight would go to one of them."""
GUESSED, SPREAD_GUESSED = 0.5, 1.0
"""As how many fields the first guess counts, of the centre and of the spread."""
NARROWEST = 0.1
"""No number is held surer than this, in its logarithm."""
CLEAR = 3.0
"""A later kernel is taken where its sum of evidence is higher by so much."""


class Found(NamedTuple):
    """A population of one kernel."""

    shared: Shared
    log_evidence: float
    """Of all fields together."""
    apart: tuple[Shared, ...]
    """Of few fields, what the others of each have in common."""


@dataclass(frozen=True, eq=False)
class _Table:
    """What all fields say at all settings of a proposal."""

    settings: Floats
    proposal: Shared
    counts: Floats
    """Degrees of freedom that each field's readings leave, (fields,)."""
    determinants: Floats
    """(fields, settings)"""
    misfits: Floats

    @cached_property
    def log_proposal(self) -> Floats:
        return self.proposal.log_density(self.settings)

    def log_evidence(self, freedom: float) -> Floats:
        """Of each field at each setting, the variance integrated out; the freedom stays as it is
        while centre and spread are climbed."""
        known: dict[float, Floats] = vars(self).setdefault("_log_evidence", {})
        if freedom not in known:
            known[freedom] = self._log_evidence_at(freedom)
        return known[freedom]

    def _log_evidence_at(self, freedom: float) -> Floats:
        from scipy.special import gammaln

        half, own = 0.5 * freedom, freedom * np.exp(self.settings[:, -1])
        free = half + 0.5 * self.counts[:, None]
        found = gammaln(free) - math.lgamma(half) + half * np.log(0.5 * own)
        found = found - free * np.log(0.5 * (self.misfits + own)) - 0.5 * self.determinants
        found -= 0.5 * self.counts[:, None] * math.log(2.0 * math.pi)
        return np.asarray(found)

    def without(self, field: int) -> _Table:
        rows = np.arange(len(self.counts)) != field
        return replace(
            self,
            counts=self.counts[rows],
            determinants=self.determinants[rows],
            misfits=self.misfits[rows],
        )

    def heights(self, shared: Shared) -> Floats:
        """log of L p / q, (fields, settings)."""
        found = self.log_evidence(shared.freedom) + shared.log_density(self.settings)
        return np.asarray(found - self.log_proposal)

    def shares(self, shared: Shared) -> tuple[Floats, float]:
        """Of each field the weights of the settings, as likely together as that the field is of the
        population at all; and the sum of all fields' evidence."""
        likely = (1.0 - UNLIKE, UNLIKE)
        inside, outside = (
            math.log(share) + self.heights(one)
            for share, one in zip(likely, (shared, loosened(shared)), strict=True)
        )
        top = np.maximum(inside.max(axis=1), outside.max(axis=1))[:, None]
        weights = np.exp(inside - top)
        totals = (weights + np.exp(outside - top)).sum(axis=1, keepdims=True)
        evidence = float(np.sum(top + np.log(totals / len(self.settings))))
        return weights / totals, evidence


def guess(course: Course, curves: Sequence[CourseCurve]) -> Shared:
    """What is held likely of one field alone, about the middle of these."""
    reach = float(np.median([np.ptp(curve.time) or 1.0 for curve in curves]))
    centre = [math.log(LENGTH_SHARE * reach), math.log(NOISE_SHARE)]
    spreads = [LENGTH_SPREAD, NOISE_SPREAD]
    if course.period:  # both are told of the departure alone, half of the curve
        centre = [centre[0], centre[1] + math.log(2.0), 0.0, 0.0]
        spreads = [LENGTH_SPREAD, math.hypot(NOISE_SPREAD, 1.0), TERM_SPREAD, SHAPE_SPREAD]
    centre.append(float(np.mean([math.log(curve.spread) for curve in curves])))
    spreads.append(SWING_SPREAD)
    rows = tuple(map(tuple, np.diag(np.square(spreads)).tolist()))
    return Shared(tuple(centre), rows)


def learn(
    course: Course, curves: Sequence[CourseCurve], task: Task = QUIET, threads: int = 0
) -> Found:
    """In the order of the fields, whose sums it takes: hand them in by their marks. What each says
    is asked in so many threads, or as many as there are."""
    begun = guess(course, curves)
    found = proposal = begun
    for turn in range(ROUNDS):
        some = curves if turn >= ROUNDS - LAST else curves[:BEGUN]
        asking = _Asking(task, turn / ROUNDS, threads)
        table = _table(course, some, proposal, asking)
        found = _climbed(table, found, begun)
        proposal = found.wider(WIDER)
    _, evidence = table.shares(found)
    few = len(curves) < FEW
    apart = [_climbed(table.without(field), begun, begun) for field in range(len(curves)) if few]
    return Found(found, evidence, tuple(apart))


class _Asking(NamedTuple):
    task: Task
    done: float
    """Of the whole, before this round."""
    threads: int


def _table(
    course: Course, curves: Sequence[CourseCurve], proposal: Shared, asking: _Asking
) -> _Table:
    at = prepared_alone(course, proposal, SETTINGS)
    share = 1.0 / len(curves) / ROUNDS

    def told(place: int) -> Levels:
        asking.task.check()
        done = asking.done + place * share
        asking.task.report(tr("learning what fields have in common"), done)
        return curves[place].levels(at)

    levels = side_by_side(told, range(len(curves)), asking.threads)
    counts = np.array([max(curve.counted - curve.level, 0.0) for curve in curves])
    least = np.array([curve.quietest for curve in curves])[:, None] / at.ratios
    misfits = np.maximum([level.misfits for level in levels], counts[:, None] * least)
    return _Table(
        at.settings,
        proposal,
        counts,
        np.array([level.determinants for level in levels]),
        misfits,
    )


def _climbed(table: _Table, found: Shared, begun: Shared) -> Shared:
    if not len(table.counts):
        return begun
    for _ in range(TURNS):
        weights, _ = table.shares(found)
        found = _stepped(table, weights, found, begun)
    return found


def _stepped(table: _Table, weights: Floats, found: Shared, begun: Shared) -> Shared:
    """One step of expectation and maximisation."""
    fields, x = float(weights.sum()), table.settings
    first = np.array(begun.centre)
    total = weights.sum(axis=0)
    centre = (total @ x + GUESSED * first) / (fields + GUESSED)
    off = x - centre
    covariance = (off * total[:, None]).T @ off + SPREAD_GUESSED * np.array(begun.covariance)
    covariance /= fields + SPREAD_GUESSED
    rows = tuple(map(tuple, _no_narrower(covariance, table.proposal.root).tolist()))
    return replace(found, centre=tuple(centre.tolist()), covariance=rows)


def _no_narrower(covariance: Floats, root: Floats) -> Floats:
    """Neither than ``NARROWEST``, nor than a proposal of this root resolves."""
    steps = np.linalg.solve(root, np.linalg.solve(root, covariance).T)
    held = root @ _at_least(steps, NARROWER) @ root.T
    return _at_least(held, NARROWEST)


def _at_least(covariance: Floats, spread: float) -> Floats:
    values, axes = np.linalg.eigh(0.5 * (covariance + covariance.T))
    return np.asarray((axes * np.maximum(values, spread**2)) @ axes.T)


def chosen(found: Sequence[Found]) -> int:
    """Which of several kernels, simplest first, the fields tell for."""
    best = 0
    for place, one in enumerate(found):
        if one.log_evidence - found[best].log_evidence > CLEAR:
            best = place
    return best

"""A population by empirical Bayes: the normal under which a sample of fields is likeliest.

Each round draws settings x from a proposal q, asks every field's evidence L there, and climbs

    Σ over fields of log mean over settings of L(x) p(x) / q(x)

by expectation and maximisation, p being the normal of the settings and the inverse chi-square of
the variance; the next round proposes from what was found, somewhat wider. The first guess are the
priors that a field alone is given, and they stay in the sums as so many fields: little of many, and
enough of few that no spread vanishes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from scipy.special import digamma, gammaln

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.together.course import Course
from gpstudio.core.inference.together.curve import CourseCurve, prepared
from gpstudio.core.learning.population import FEW, Shared
from gpstudio.core.learning.priors import (
    LENGTH_SHARE,
    LENGTH_SPREAD,
    NOISE_SHARE,
    NOISE_SPREAD,
    SHAPE_SPREAD,
    TERM_SPREAD,
)
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

SETTINGS = 128
ROUNDS, TURNS = 3, 40
"""Proposals, and steps of climbing with each."""
WIDER = 1.5
"""Standard deviations of a proposal over those that were found."""
GUESSED, SPREAD_GUESSED = 0.5, 1.0
"""As how many fields the first guess counts, of the centre and of the spread."""
NARROWEST = 0.1
"""No number is held surer than this, in its logarithm."""
FREEDOMS = (0.5, 40.0)
GUESSED_FREEDOM = 2.0
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
    log_proposal: Floats
    counts: Floats
    """Degrees of freedom that each field's readings leave, (fields,)."""
    determinants: Floats
    """(fields, settings)"""
    misfits: Floats

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
        half, own = 0.5 * shared.freedom, shared.freedom * shared.size
        free = half + 0.5 * self.counts[:, None]
        found = gammaln(free) - math.lgamma(half) + half * math.log(0.5 * own)
        found = found - free * np.log(0.5 * (self.misfits + own)) - 0.5 * self.determinants
        found -= 0.5 * self.counts[:, None] * math.log(2.0 * math.pi)
        return np.asarray(found + shared.log_density(self.settings) - self.log_proposal)

    def shares(self, shared: Shared) -> tuple[Floats, float]:
        """Of each field the weights of the settings, and the sum of all fields' evidence."""
        heights = self.heights(shared)
        top = heights.max(axis=1, keepdims=True)
        weights = np.exp(heights - top)
        totals = weights.sum(axis=1, keepdims=True)
        evidence = float(np.sum(top + np.log(totals / heights.shape[1])))
        return weights / totals, evidence


def guess(course: Course, curves: Sequence[CourseCurve]) -> Shared:
    """What is held likely of one field alone, about the middle of these."""
    reach = float(np.median([np.ptp(curve.time) or 1.0 for curve in curves]))
    centre = [math.log(LENGTH_SHARE * reach), math.log(NOISE_SHARE)]
    spreads = [LENGTH_SPREAD, NOISE_SPREAD]
    if course.period:  # both are told of the departure alone, half of the curve
        centre = [centre[0], centre[1] + math.log(2.0), 0.0, 0.0]
        spreads = [LENGTH_SPREAD, math.hypot(NOISE_SPREAD, 1.0), TERM_SPREAD, SHAPE_SPREAD]
    size = math.exp(float(np.mean([math.log(curve.spread) for curve in curves])))
    rows = tuple(map(tuple, np.diag(np.square(spreads)).tolist()))
    return Shared(tuple(centre), rows, GUESSED_FREEDOM, size)


def learn(course: Course, curves: Sequence[CourseCurve], task: Task = QUIET) -> Found:
    """In the order of the fields, whose sums it takes: hand them in by their marks."""
    begun = guess(course, curves)
    found = proposal = begun
    for turn in range(ROUNDS):
        table = _table(course, curves, proposal, task, turn / ROUNDS)
        found = _climbed(table, found, begun)
        proposal = found.wider(WIDER)
    _, evidence = table.shares(found)
    few = len(curves) < FEW
    apart = [_climbed(table.without(field), begun, begun) for field in range(len(curves)) if few]
    return Found(found, evidence, tuple(apart))


def _table(
    course: Course, curves: Sequence[CourseCurve], proposal: Shared, task: Task, done: float
) -> _Table:
    at = prepared(course, proposal, SETTINGS)
    levels = []
    for place, curve in enumerate(curves):
        task.report(
            tr("learning what fields have in common"), done + place / len(curves) / ROUNDS
        )
        task.check()
        levels.append(curve.levels(at))
    counts = np.array([max(curve.counted - curve.level, 0.0) for curve in curves])
    least = np.array([curve.quietest for curve in curves])[:, None] / at.ratios
    misfits = np.maximum([level.misfits for level in levels], counts[:, None] * least)
    return _Table(
        at.settings,
        proposal.log_density(at.settings),
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
    fields, x = len(weights), table.settings
    first = np.array(begun.centre)
    total = weights.sum(axis=0)
    centre = (total @ x + GUESSED * first) / (fields + GUESSED)
    off = x - centre
    covariance = (off * total[:, None]).T @ off + SPREAD_GUESSED * np.array(begun.covariance)
    covariance /= fields + SPREAD_GUESSED
    rows = tuple(map(tuple, _no_narrower(covariance).tolist()))
    freedom, size = _variances(table, weights, found)
    return Shared(tuple(centre.tolist()), rows, freedom, size)


def _no_narrower(covariance: Floats) -> Floats:
    values, axes = np.linalg.eigh(covariance)
    held = (axes * np.maximum(values, NARROWEST**2)) @ axes.T
    return np.asarray(0.5 * (held + held.T))


def _variances(table: _Table, weights: Floats, found: Shared) -> tuple[float, float]:
    """Freedom and size of the inverse chi-square under which the fields' variances are likeliest:
    with half the freedom a, log a − ψ(a) = mean of log c + log mean of 1/c."""
    free = found.freedom + table.counts[:, None]
    whole = table.misfits + found.freedom * found.size
    precision = float(np.mean(np.sum(weights * free / whole, axis=1)))
    log_mean = float(np.mean(np.sum(weights * np.log(0.5 * whole), axis=1)))
    log_mean -= float(np.mean(digamma(0.5 * free)))
    a = 0.5 * GUESSED_FREEDOM
    apart = (math.log(a) - float(digamma(a))) * SPREAD_GUESSED
    fields = len(weights)
    spread = (max(log_mean + math.log(precision), 0.0) * fields + apart) / (fields + SPREAD_GUESSED)
    return 2.0 * _half_freedom(spread), 1.0 / precision


def _half_freedom(spread: float) -> float:
    """a with log a − ψ(a) = spread, by halving; the left side falls."""
    low, high = (math.log(0.5 * freedom) for freedom in FREEDOMS)
    for _ in range(50):
        middle = 0.5 * (low + high)
        a = math.exp(middle)
        if math.log(a) - float(digamma(a)) > spread:
            low = middle
        else:
            high = middle
    return math.exp(0.5 * (low + high))


def chosen(found: Sequence[Found]) -> int:
    """Which of several kernels, simplest first, the fields tell for."""
    best = 0
    for place, one in enumerate(found):
        if one.log_evidence - found[best].log_evidence > CLEAR:
            best = place
    return best

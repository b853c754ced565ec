"""The most probable curves of several classes, by Newton's steps (Rasmussen & Williams 3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.classification.softmax.curvature import Curvature
from gpstudio.core.task import Task

STATIONARY = 1e-10
"""How far a pull may be from that of the readings at the curves: both are at most a weight."""
MOST_STEPS = 100
SHORTEST = 2.0**-40
MUCH_LESS = 0.7
"""A step without factoring costs about a tenth of one with it."""
LEVEL = 1e-13
"""A height that falls by less than this share of itself has not fallen."""


@dataclass(frozen=True, eq=False)
class Labelled:
    """Readings of classes, one row each."""

    ones: Floats
    """(n, C): 1 in the column of the reading's class, else 0."""
    weights: Floats
    """(n,), above zero"""

    def shares(self, curves: Floats) -> Floats:
        """How probable each class is, (n, C)."""
        highest = curves.max(axis=1, keepdims=True)
        shares = np.exp(curves - highest)
        return np.asarray(shares / shares.sum(axis=1, keepdims=True))

    def log_density(self, curves: Floats) -> float:
        highest = curves.max(axis=1)
        total = highest + np.log(np.exp(curves - highest[:, None]).sum(axis=1))
        return float(self.weights @ ((self.ones * curves).sum(axis=1) - total))

    def pull(self, curves: Floats) -> Floats:
        return np.asarray(self.weights[:, None] * (self.ones - self.shares(curves)))


@dataclass(frozen=True, eq=False)
class Mode:
    curves: Floats
    """(n, C)"""
    pull: Floats
    """K⁻¹ curves, which at the mode is what readings pull."""
    height: float
    """log p(readings | curves) − ½ curvesᵀ K⁻¹ curves"""
    left: float
    """The largest difference between the two pulls."""
    steps: int


def times(covariances: Sequence[Floats], columns: Floats) -> Floats:
    """K columns, where there is one column a class."""
    return np.column_stack(
        [matrix @ column for matrix, column in zip(covariances, columns.T, strict=True)]
    )


def mode_of(covariances: Sequence[Floats], labelled: Labelled, start: Floats, task: Task) -> Mode:
    """From the pull ``start``; a step that leads down is halved until it leads up."""
    here = _at(covariances, labelled, start, 0)
    while here.left > STATIONARY and here.steps < MOST_STEPS:
        task.check()
        shares = labelled.shares(here.curves)
        curvature = Curvature.of(covariances, shares, labelled.weights, task)
        ahead = _stepped(covariances, labelled, here, curvature, task)
        step, share = ahead - here.pull, 1.0
        lowest = here.height - LEVEL * abs(here.height)
        there = _at(covariances, labelled, ahead, here.steps + 1)
        while not there.height >= lowest and share > SHORTEST:
            share *= 0.5
            there = _at(covariances, labelled, here.pull + share * step, here.steps + 1)
        if share <= SHORTEST or (there.left >= here.left and there.height <= here.height):
            break  # as high as doubles can tell
        here = _nearer(covariances, labelled, there, curvature, task)
    return here


def _nearer(
    covariances: Sequence[Floats],
    labelled: Labelled,
    here: Mode,
    curvature: Curvature,
    task: Task,
) -> Mode:
    """By steps with a ``curvature`` that was factored elsewhere, as long as each leaves much less:
    with r = pull of the readings − pull, Newton's is (I − Q K) r."""
    while here.left > STATIONARY:
        task.check()
        rest = labelled.pull(here.curves) - here.pull
        step = rest - curvature.times(times(covariances, rest), task)
        there = _at(covariances, labelled, here.pull + step, here.steps)
        lowest = here.height - LEVEL * abs(here.height)
        if not (there.left <= MUCH_LESS * here.left and there.height >= lowest):
            break
        here = there
    return here


def _at(covariances: Sequence[Floats], labelled: Labelled, pull: Floats, steps: int) -> Mode:
    curves = times(covariances, pull)
    height = labelled.log_density(curves) - 0.5 * float((pull * curves).sum())
    left = float(abs(pull - labelled.pull(curves)).max())
    return Mode(curves, pull, height, left, steps)


def _stepped(
    covariances: Sequence[Floats],
    labelled: Labelled,
    here: Mode,
    curvature: Curvature,
    task: Task,
) -> Floats:
    """The pull that Newton's step leads to."""
    shares, weights = labelled.shares(here.curves), labelled.weights[:, None]
    mean = (shares * here.curves).sum(axis=1, keepdims=True)
    wanted = weights * shares * (here.curves - mean) + labelled.pull(here.curves)
    return np.asarray(wanted - curvature.times(times(covariances, wanted), task))

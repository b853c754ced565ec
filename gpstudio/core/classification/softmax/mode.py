"""The most probable curves of several classes, by Newton's steps (Rasmussen & Williams 3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from gpstudio.core.arrays import Floats
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


class Bent(Protocol):
    """What readings say of some course of the curves, beside these: Q = (K + W⁻¹)⁻¹."""

    holds_factor: ClassVar[bool]
    """Whether ``times`` costs little beside how it was made."""

    def times(self, columns: Floats, task: Task) -> Floats:
        """Q columns, where there is one column a class, (n, C)."""


class Prior(Protocol):
    """The covariances of the curves of all classes."""

    def times(self, columns: Floats, task: Task) -> Floats:
        """K columns, where there is one column a class."""

    def bent(self, shares: Floats, weights: Floats, task: Task) -> Bent:
        """With what readings of such weights say of curves that give such probabilities."""


def times(covariances: Sequence[Floats], columns: Floats) -> Floats:
    """K columns, where there is one column a class."""
    return np.column_stack(
        [matrix @ column for matrix, column in zip(covariances, columns.T, strict=True)]
    )


def mode_of(prior: Prior, labelled: Labelled, start: Floats, task: Task) -> Mode:
    """From the pull ``start``; a step that leads down is halved until it leads up."""
    here = _at(prior, labelled, start, 0, task)
    while here.left > STATIONARY and here.steps < MOST_STEPS:
        task.check()
        bent = prior.bent(labelled.shares(here.curves), labelled.weights, task)
        step, share = _step(prior, labelled, here, bent, task), 1.0
        lowest = here.height - LEVEL * abs(here.height)
        there = _at(prior, labelled, here.pull + step, here.steps + 1, task)
        while not there.height >= lowest and share > SHORTEST:
            share *= 0.5
            there = _at(prior, labelled, here.pull + share * step, here.steps + 1, task)
        if share <= SHORTEST or (there.left >= here.left and there.height <= here.height):
            break  # as high as doubles can tell
        here = _nearer(prior, labelled, there, bent, task) if bent.holds_factor else there
    return here


def _nearer(prior: Prior, labelled: Labelled, here: Mode, bent: Bent, task: Task) -> Mode:
    """By steps with what was factored elsewhere, as long as each leaves much less."""
    while here.left > STATIONARY:
        task.check()
        step = _step(prior, labelled, here, bent, task)
        there = _at(prior, labelled, here.pull + step, here.steps, task)
        lowest = here.height - LEVEL * abs(here.height)
        if not (there.left <= MUCH_LESS * here.left and there.height >= lowest):
            break
        here = there
    return here


def _step(prior: Prior, labelled: Labelled, here: Mode, bent: Bent, task: Task) -> Floats:
    """Newton's in the pull: (I − Q K) r, with r = pull of the readings − pull. Whatever Q is off
    by is a share of what is left."""
    rest = labelled.pull(here.curves) - here.pull
    return np.asarray(rest - bent.times(prior.times(rest, task), task))


def _at(prior: Prior, labelled: Labelled, pull: Floats, steps: int, task: Task) -> Mode:
    curves = prior.times(pull, task)
    height = labelled.log_density(curves) - 0.5 * float((pull * curves).sum())
    left = float(abs(pull - labelled.pull(curves)).max())
    return Mode(curves, pull, height, left, steps)

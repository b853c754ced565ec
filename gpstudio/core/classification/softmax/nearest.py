"""Several classes by the nearest Gaussian in which the curves of classes are independent.

Laplace's Gaussian about the most probable curves leaves probabilities too near to even ones: where
classes are far apart the posterior is skew, its mean beyond its mode. So, as in one curve's case
(``inference/spread.py``), the q = Π_c q_c is taken that makes

    L(q) = E_q log p(y | f) − Σ_c KL(q_c ‖ prior)

largest: never above the log evidence. Its curves have the mean K α and the covariance
(K⁻¹ + Λ)⁻¹, so that with B = I + Λ^½ K Λ^½ of each class, and m and v of each reading,

    L = E log p(m, v) − ½ Σ_c (α_cᵀ K_c α_c + log |B_c| + tr B_c⁻¹ − n).

At the largest α is ∂/∂m of E log p, and Λ is −2 ∂/∂v of it. A step goes to Λ as it should be, and
in α as Newton's about the mode, where probabilities are averages and curvatures shrink with them;
the steps before it help (Anderson 1965), and it is halved where it leads down. The slopes in the
kernels' numbers, q staying, are ½ αᵀ dK α − ½ tr (K + Λ⁻¹)⁻¹ dK.

E log p is an average over the same places of a low-discrepancy sequence every time, with their
mirror images; its slopes are those of this average, to the last digit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.algebra.lapack import inverse, inverse_diagonal
from gpstudio.core.arrays import Floats
from gpstudio.core.classification.averaging import PLACES, normals
from gpstudio.core.classification.softmax.curvature import Curvature, factored
from gpstudio.core.classification.softmax.mode import Labelled, times
from gpstudio.core.inference.settling import MEMORY, guessed
from gpstudio.core.task import Task

SETTLED = 1e-7
"""Of pulls, which are at most a weight, and of the logarithms of precisions times their share of
what is known: steps that are shorter are the last."""
WHILE_LEARNING = 1e-5
"""The same for a look of many: the bound is flat about its summit."""
MOST_STEPS = 100
LEVEL = 1e-12
"""A bound that falls by less than this share of itself has not fallen."""
SHORTEST = 2.0**-20
WEAKEST = 1e-8
"""Of a reading's precision: a class that is next to impossible there says so little."""
BEGUN = 0.2
"""The precision that is begun with."""
LONGEST = 3.0
"""Of a step, in the logarithm of a precision."""
ROWS = 128


@dataclass(frozen=True, eq=False)
class Said:
    """What readings say of uncertain curves; (n, C) but for the first and the last."""

    log_density: float
    pull: Floats
    precision: Floats
    shares: Floats
    """The average probability of each class."""
    firmness: Floats
    """(n,) by how much curvatures are less than those about known curves of these shares."""


def said_of(labelled: Labelled, mean: Floats, variance: Floats, count: int = PLACES) -> Said:
    """Averaged over twice so many places."""
    places = normals(mean.shape[1], count)
    size = np.sqrt(variance)
    total, own = 0.0, np.empty(len(mean))
    shares, bends = np.empty_like(mean), np.empty_like(mean)
    for start in range(0, len(mean), ROWS):
        rows = slice(start, start + ROWS)
        curves = mean[rows, None] + places * size[rows, None]
        highest = curves.max(axis=2, keepdims=True)
        np.exp(curves - highest, out=curves)
        sums = curves.sum(axis=2, keepdims=True)
        logs = (highest + np.log(sums))[:, :, 0].mean(axis=1)
        curves /= sums
        shares[rows] = curves.mean(axis=1)
        bends[rows] = np.einsum("npc,pc->nc", curves, places) / (len(places) * size[rows])
        own[rows] = 1.0 - np.einsum("npc,npc->n", curves, curves) / len(places)
        total += float(labelled.weights[rows] @ logs)
    weights = labelled.weights[:, None]
    density = float((weights * labelled.ones * mean).sum()) - total
    precision = np.maximum(weights * bends, WEAKEST)
    known = 1.0 - (shares**2).sum(axis=1)
    firmness = np.clip(own / np.maximum(known, WEAKEST), WEAKEST, 1.0)
    return Said(density, weights * (labelled.ones - shares), precision, shares, firmness)


@dataclass(frozen=True, eq=False)
class Nearest:
    """The curves of all classes with these pulls and precisions of readings."""

    covariances: tuple[Floats, ...]
    labelled: Labelled
    pull: Floats
    """α, (n, C)"""
    precision: Floats
    lowers: tuple[Floats, ...]
    mean: Floats
    said: Said
    log_evidence: float
    """The bound."""
    left: float = math.inf
    steps: int = 0
    common: None = None
    """Nothing couples the classes' curves."""

    @classmethod
    def of(
        cls,
        covariances: Sequence[Floats],
        labelled: Labelled,
        start: tuple[Floats, Floats] | None,
        task: Task,
        fine: float = SETTLED,
    ) -> Nearest:
        """From the pulls and precisions ``start``, until steps are shorter than ``fine``."""
        if start is None:
            start = np.zeros_like(labelled.ones), np.full_like(labelled.ones, BEGUN)
        found = cls._at(covariances, labelled, *start, task)
        moves: list[Floats] = []
        ends: list[Floats] = []
        while found.steps < MOST_STEPS:
            precision = found._asked()
            here, end = found._place, np.array([found._stepped(task), np.log(precision)])
            ruler = np.array([np.ones_like(precision), 1.0 / np.minimum(precision, 1.0)])
            left = max(
                float(abs((end[1] - here[1]) / ruler[1]).max()),
                float(abs(found.said.pull - found.pull).max()),
            )
            found = replace(found, left=left)
            if not left > fine:
                break
            moves = [*moves, (end - here).ravel()][-MEMORY:]
            ends = [*ends, end.ravel()][-MEMORY:]
            guess = guessed(moves, ends, ruler.ravel()).reshape(end.shape)
            ahead = found._higher(guess, end, task)
            if ahead is None:
                break
            found = ahead
        return found

    @property
    def _place(self) -> Floats:
        return np.array([self.pull, np.log(self.precision)])

    def _asked(self) -> Floats:
        """The precisions that readings ask for, no farther than a step goes."""
        low, high = self.precision * math.exp(-LONGEST), self.precision * math.exp(LONGEST)
        return np.clip(self.said.precision, low, high)

    def _stepped(self, task: Task) -> Floats:
        """The pulls that Newton's step leads to."""
        said, weights = self.said, self.labelled.weights * self.said.firmness
        curvature = Curvature.of(self.covariances, said.shares, weights, task)
        middle = (said.shares * self.mean).sum(axis=1, keepdims=True)
        wanted = weights[:, None] * said.shares * (self.mean - middle) + said.pull
        return np.asarray(wanted - curvature.times(times(self.covariances, wanted), task))

    def _higher(self, guess: Floats, end: Floats, task: Task) -> Nearest | None:
        """At the guess, unless that is lower; then as far towards the ``end`` of a step as leads
        up; None where nothing does."""
        lowest = self.log_evidence - LEVEL * abs(self.log_evidence)
        here, share = self._place, 1.0
        near = np.isfinite(guess).all() and abs(guess[1] - here[1]).max() <= LONGEST
        place = guess if near else end
        while share > SHORTEST:
            ahead = self._at(self.covariances, self.labelled, place[0], np.exp(place[1]), task)
            if ahead.log_evidence >= lowest:
                return replace(ahead, steps=self.steps + 1)
            place = here + share * (end - here)
            share *= 0.5
        return None

    @classmethod
    def _at(
        cls,
        covariances: Sequence[Floats],
        labelled: Labelled,
        pull: Floats,
        precision: Floats,
        task: Task,
    ) -> Nearest:
        task.check()
        root, variance = np.sqrt(precision), np.empty_like(precision)
        lowers, spent = [], 0.0
        for place, covariance in enumerate(covariances):
            column = root[:, place]
            matrix = np.asfortranarray(covariance * column * column[:, None])
            matrix[np.diag_indices_from(matrix)] += 1.0
            lower = factored(matrix, task)
            unknown = inverse_diagonal(lower, task)
            variance[:, place] = np.maximum(1.0 - unknown, WEAKEST) / precision[:, place]
            spent += 2.0 * float(np.log(lower.diagonal()).sum()) + float((unknown - 1.0).sum())
            lowers.append(lower)
        mean = times(covariances, pull)
        said = said_of(labelled, mean, variance)
        height = said.log_density - 0.5 * (spent + float((pull * mean).sum()))
        return cls(tuple(covariances), labelled, pull, precision, tuple(lowers), mean, said, height)

    @property
    def root(self) -> Floats:
        return np.asarray(np.sqrt(self.precision))

    def pulls(self, task: Task) -> list[Floats]:
        """Γ_c with dL = Σ_c Σ_ij Γ_c,ij dK_c,ij: symmetric, in Fortran order."""
        found = []
        for place, lower in enumerate(self.lowers):
            column, pull = self.root[:, place], self.pull[:, place]
            matrix = inverse(lower, task)
            matrix += np.tril(matrix, -1).T
            matrix *= column
            matrix *= column[:, None]
            found.append(np.asfortranarray(0.5 * (np.outer(pull, pull) - matrix)))
        return found

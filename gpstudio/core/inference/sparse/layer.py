"""Several curves through the same inducing inputs: moments, and the way back from pulls on them.

    mean_c = m_cᵀ a,    variance_c = k(x, x) − aᵀa + aᵀ S_c a.

With g and h the slopes of anything in these, those in what is seen are Ā = Σ_c m_c g_cᵀ +
2 (S_c − I) A diag h_c, and in k(x, x) Σ_c h_c. Curves have one kernel together or one each.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.algebra.blas import MatrixPanel, syrk
from gpstudio.core.algebra.lapack import product
from gpstudio.core.arrays import Floats
from gpstudio.core.inference.sparse.basis import Basis, Seen, Slopes
from gpstudio.core.inference.sparse.belief import Asked, Belief, times
from gpstudio.core.task import Task


@dataclass(frozen=True, eq=False)
class Moments:
    """Of the curves at some inputs, (n, curves)."""

    mean: Floats
    variance: Floats
    seen: tuple[Seen, ...]
    """One a basis."""
    spread: tuple[Floats, ...]
    """S_c A of each curve."""


@dataclass(frozen=True, eq=False)
class Layer:
    bases: tuple[Basis, ...]
    """One for all curves, or one each."""
    beliefs: tuple[Belief, ...]
    """One a curve."""

    @property
    def curves(self) -> int:
        return len(self.beliefs)

    @property
    def divergence(self) -> float:
        return sum(belief.divergence for belief in self.beliefs)

    def at(self, inputs: Floats, task: Task) -> Moments:
        seen = tuple(basis.at(inputs, task) for basis in self.bases)
        mean = np.empty((len(inputs), self.curves))
        variance, spread = np.empty_like(mean), []
        for place, belief in enumerate(self.beliefs):
            task.check()
            one = seen[place % len(seen)]
            spread.append(times(belief.covariance, one.weights))
            mean[:, place] = product(one.weights, belief.mean[:, None], task)[:, 0]
            variance[:, place] = one.rest + np.einsum("mi,mi->i", one.weights, spread[-1])
        return Moments(mean, variance, seen, tuple(spread))

    def back(
        self, moments: Moments, pull: Floats, bend: Floats, task: Task, *, numbers: bool = True,
        places: bool = False, inputs: bool = False,
    ) -> Slopes:  # fmt: skip
        """From the slopes in mean and variance, (n, curves), those in the numbers of each basis,
        one after the other, in the places, and in the inputs."""
        found = []
        for which, (basis, seen) in enumerate(zip(self.bases, moments.seen, strict=True)):
            total, own = np.zeros_like(seen.weights), np.zeros(len(seen.inputs))
            for place in range(which, self.curves, len(self.bases)):
                task.check()
                off = moments.spread[place] - seen.weights
                off *= 2.0 * bend[:, place]
                total += off
                total += np.outer(self.beliefs[place].mean, pull[:, place])
                own += bend[:, place]
            found.append(
                basis.back(seen, total, own, task, numbers=numbers, places=places, inputs=inputs)
            )
        return Slopes.joined(found, np.concatenate([one.numbers for one in found]))

    def asked(self, moments: Moments, pull: Floats, bend: Floats, task: Task) -> tuple[Asked, ...]:
        """What these readings ask of each curve."""
        firm, pull = -2.0 * bend, np.asfortranarray(pull)
        found = []
        for place in range(self.curves):
            task.check()
            weights = moments.seen[place % len(moments.seen)].weights
            towards = times(weights, pull[:, place : place + 1])[:, 0]
            found.append(Asked(_weighed(weights, firm[:, place]), towards))
        return tuple(found)

    def stepped(
        self, asked: tuple[Asked, ...], share: float, level: bool, task: Task
    ) -> tuple[Belief, ...]:
        """A natural step. Where what curves have in common says nothing (``level`` False) it is
        taken off them: with one kernel for all that always raises the bound."""
        beliefs = tuple(
            old.stepped(new, share, task) for old, new in zip(self.beliefs, asked, strict=True)
        )
        if level or len(self.bases) > 1:
            return beliefs
        common = np.mean([belief.mean for belief in beliefs], axis=0)
        return tuple(belief.moved(-common) for belief in beliefs)


def _weighed(weights: Floats, by: Floats) -> Floats:
    """A diag(by) Aᵀ, the full matrix; ``by`` may hold negative ones."""
    count = len(weights)
    found, whole = np.zeros((count, count), order="F"), MatrixPanel.whole
    for sign in (1.0, -1.0):
        some = np.maximum(sign * by, 0.0)
        if some.any():
            half = np.asfortranarray(weights * np.sqrt(some))
            syrk(whole(found), whole(half), by=sign)
    return np.asfortranarray(np.tril(found) + np.tril(found, -1).T)

"""What is believed of the inducing numbers of one curve: N(m, S), by Λ = S⁻¹ and m.

Measured by how far beliefs are from each other, the steepest way up a bound leads straight to what
readings ask for (Hensman et al. 2013; Khan & Lin 2017): with g and h the slopes of a reading's part
in its mean and variance, and a what it sees,

    Λ → (1 − ρ) Λ + ρ (I − 2 Σ h a aᵀ),    m → m + ρ Λ⁻¹ (Σ g a − m),

with the new Λ. Of Gaussian readings one step with ρ = 1 is the last. Where h is not below zero, a
mixture may be no precision; then, with G the way from Λ to what is asked for, the step is

    Λ + ρ G + ½ ρ² G Λ⁻¹ G = ½ (Λ + (Λ + ρ G) Λ⁻¹ (Λ + ρ G)),

which always is one, and rests where the other does (Lin, Schmidt & Khan 2020).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.algebra.blas import MatrixPanel, gemm
from gpstudio.core.algebra.lapack import (
    NotPositiveDefinite,
    cholesky,
    inverse,
    mirror,
    solve_lower,
)
from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.task import QUIET, Task


@dataclass(frozen=True, eq=False)
class Asked:
    """What readings ask of a curve, less what was believed beforehand."""

    precision: Floats
    """−2 Σ h a aᵀ, the full matrix."""
    pull: Floats
    """Σ g a"""

    def plus(self, other: Asked) -> Asked:
        return Asked(self.precision + other.precision, self.pull + other.pull)

    def times(self, times: float) -> Asked:
        return Asked(times * self.precision, times * self.pull)


@dataclass(frozen=True, eq=False)
class Belief:
    precision: Floats
    """Λ, the full matrix in Fortran order."""
    mean: Floats

    @classmethod
    def beforehand(cls, points: int) -> Belief:
        return cls(np.eye(points, order="F"), np.zeros(points))

    def stepped(self, asked: Asked, share: float, task: Task) -> Belief:
        """So far on the way to what is asked for."""
        task.check()
        way = asked.precision - self.precision
        way[np.diag_indices_from(way)] += 1.0
        ahead = Belief(np.asfortranarray(self.precision + share * way), self.mean)
        try:
            _ = ahead.lower
        except NotPositiveDefinite:
            bent = 0.5 * share**2 * times(way, times(self.covariance, way))
            ahead = Belief(np.asfortranarray(ahead.precision + 0.5 * (bent + bent.T)), self.mean)
        task.check()
        return ahead.moved(share * ahead.solved(asked.pull - self.mean))

    def moved(self, by: Floats) -> Belief:
        """With another mean, and all that was made of the precision."""
        other = Belief(self.precision, self.mean + by)
        for name in ("lower", "covariance"):
            if name in vars(self):
                vars(other)[name] = vars(self)[name]
        return other

    def solved(self, vector: Floats) -> Floats:
        """S vector"""
        half = solve_lower(self.lower, vector[:, None], QUIET)
        return solve_lower(self.lower, half, QUIET, transposed=True)[:, 0]

    @cached_property
    def lower(self) -> Floats:
        """The factor of Λ."""
        return cholesky(np.array(self.precision, order="F"), QUIET)

    @cached_property
    def covariance(self) -> Floats:
        """S, the full matrix."""
        turned = inverse(self.lower, QUIET).T
        mirror(turned, QUIET)
        return np.asfortranarray(turned)

    @property
    def divergence(self) -> float:
        """KL(N(m, S) ‖ N(0, I))"""
        trace = float(self.covariance.diagonal().sum() + (self.mean**2).sum())
        size = 2.0 * float(np.log(self.lower.diagonal()).sum())
        return 0.5 * (trace - len(self.mean) + size)


def times(a: Floats, b: Floats) -> Floats:
    """a b, in Fortran order."""
    found = np.zeros((a.shape[0], b.shape[1]), order="F")
    whole = MatrixPanel.whole
    gemm(whole(found), whole(np.asfortranarray(a)), whole(np.asfortranarray(b)), keep=0.0)
    return found

"""What is believed of inducing numbers by its mean and a root of its covariance, S = C Cᵀ.

Steps by plain slopes want numbers without bounds: those of a lower triangle are, and S stays a
covariance wherever they go. With the slopes S̄ of anything in S, those in C are 2 S̄ C, its lower
triangle; of KL(N(m, S) ‖ N(0, I)) they are m, and C less one over its diagonal.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.sparse.belief import Belief


@dataclass(frozen=True, eq=False)
class Rooted(Belief):
    root: Floats
    """C, lower triangular."""

    @classmethod
    def of(cls, mean: Floats, root: Floats) -> Rooted:
        inverse = np.linalg.inv(root)
        found = cls(np.asfortranarray(inverse.T @ inverse), mean, root)
        vars(found)["covariance"] = np.asfortranarray(root @ root.T)
        return found

    @property
    def divergence(self) -> float:
        trace = float((self.root**2).sum() + self.mean @ self.mean)
        return 0.5 * (trace - len(self.mean)) - float(np.log(np.abs(self.root.diagonal())).sum())

    def slopes(self, weights: Floats, pull: Floats, bend: Floats) -> tuple[Floats, Floats]:
        """In mean and root, of slopes in the curve's mean and variance at rows that see the numbers
        by these ``weights``; less those of the divergence."""
        in_root = 2.0 * (weights * bend) @ (weights.T @ self.root) - self.root
        in_root[np.diag_indices_from(in_root)] += 1.0 / self.root.diagonal()
        return weights @ pull - self.mean, np.tril(in_root)

    @classmethod
    def nearly(cls, mean: Floats, deviation: float) -> Rooted:
        return cls.of(mean, deviation * np.eye(len(mean)))


def root_of(belief: Belief) -> Floats:
    """A lower triangle whose square is the covariance."""
    if isinstance(belief, Rooted):
        return belief.root
    return np.asarray(np.linalg.cholesky(belief.covariance), dtype=float)

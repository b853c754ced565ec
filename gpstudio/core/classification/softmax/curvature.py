"""What readings of classes say of the curves about some course of them, factored.

At reading i, of weight w and with probabilities π, minus the second derivatives are

    W_i = D_i − w π πᵀ,    D_i = w diag π.

With E_c = D_c^½ (I + D_c^½ K_c D_c^½)⁻¹ D_c^½ of each class, R the C identities above each other
and M = Σ_c E_c,

    (K + W⁻¹)⁻¹ = E − E R M⁻¹ Rᵀ E =: Q,    log |I + K W| = Σ_c log |B_c| + log |M| − Σ_i log w_i,

the last since Rᵀ D R = diag w. So the matrices to factor are C + 1 of n rows, never one of n C.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gpstudio.core.algebra.jitter import JITTERS, NOT_DEFINITE
from gpstudio.core.algebra.lapack import NotPositiveDefinite, cholesky, inverse, solve_lower
from gpstudio.core.arrays import Floats
from gpstudio.core.classification.softmax.mode import times
from gpstudio.core.errors import InputError
from gpstudio.core.task import Task

LEAST = 1e-12
"""Of a probability where it stands for a curvature: less than that is as good as certain."""


@dataclass(frozen=True, eq=False)
class Curvature:
    """Factors of W and the covariances; everything has one column a class."""

    root: Floats
    """D^½, (n, C)"""
    lowers: tuple[Floats, ...]
    """Of each B_c, of which only the lower triangle counts."""
    evened: tuple[Floats, ...]
    """Each E_c, of which only the lower triangle counts."""
    common: Floats
    """The lower factor of M."""
    log_determinant: float
    """log |I + K W|"""
    holds_factor: ClassVar[bool] = True

    @classmethod
    def of(
        cls, covariances: Sequence[Floats], shares: Floats, weights: Floats, task: Task
    ) -> Curvature:
        root = np.sqrt(weights[:, None] * np.maximum(shares, LEAST))
        lowers, every, common = [], [], np.zeros_like(covariances[0], order="F")
        for covariance, column in zip(covariances, root.T, strict=True):
            matrix = np.asfortranarray(covariance * column * column[:, None])
            matrix[np.diag_indices_from(matrix)] += 1.0
            lowers.append(factored(matrix, task))
            evened = inverse(lowers[-1], task)
            evened *= column
            evened *= column[:, None]
            every.append(evened)
            common += evened
        common = factored(common, task)
        parts = [*lowers, common]
        total = 2.0 * sum(float(np.log(part.diagonal()).sum()) for part in parts)
        return cls(root, tuple(lowers), tuple(every), common, total - float(np.log(weights).sum()))

    def of_class(self, vectors: Floats, place: int, task: Task) -> Floats:
        """E_c vectors, (n, k)."""
        root, lower = self.root[:, place, None], self.lowers[place]
        half = solve_lower(lower, root * vectors, task, spoil=True)
        return np.asarray(root * solve_lower(lower, half, task, transposed=True, spoil=True))

    def whole(self, place: int) -> Floats:
        """E_c, the full matrix in Fortran order."""
        return np.asfortranarray(self.evened[place] + np.tril(self.evened[place], -1).T)

    def shared(self, vectors: Floats, task: Task) -> Floats:
        """M⁻¹ vectors."""
        half = solve_lower(self.common, vectors, task)
        return solve_lower(self.common, half, task, transposed=True, spoil=True)

    def times(self, columns: Floats, task: Task) -> Floats:
        """Q columns, where there is one column a class, (n, C)."""
        each = np.column_stack(
            [self.of_class(columns[:, place, None], place, task) for place in range(self.classes)]
        )
        common = self.shared(each.sum(axis=1, keepdims=True), task)
        again = np.column_stack(
            [self.of_class(common, place, task) for place in range(self.classes)]
        )
        return each - again

    @property
    def classes(self) -> int:
        return int(self.root.shape[1])


@dataclass(frozen=True)
class Matrices:
    """The covariances of all classes, one matrix each."""

    each: tuple[Floats, ...]

    def times(self, columns: Floats, task: Task) -> Floats:
        return times(self.each, columns)

    def bent(self, shares: Floats, weights: Floats, task: Task) -> Curvature:
        return Curvature.of(self.each, shares, weights, task)


def factored(matrix: Floats, task: Task) -> Floats:
    """The lower factor; where rounding leaves no definite matrix, of one with a little more on its
    diagonal."""
    for jitter in JITTERS:
        ahead = np.array(matrix, order="F") if jitter < JITTERS[-1] else matrix
        ahead[np.diag_indices_from(ahead)] += jitter * float(matrix.diagonal().mean())
        try:
            return cholesky(ahead, task)
        except NotPositiveDefinite:
            continue
    raise InputError(NOT_DEFINITE)

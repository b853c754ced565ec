"""Readings that take away from what others say: sites of negative variance, as expectation
propagation may find.

With those that add first, and L₁ the Cholesky factor of their block of A = K + V,

    A = L J Lᵀ,   L = (L₁ 0; B L₂),   B = K₂₁ L₁⁻ᵀ,   L₂ L₂ᵀ = B Bᵀ − K₂₂ − V₂,   J = (1; −1).

What stands for the curve given all readings has a covariance, (K⁻¹ + V⁻¹)⁻¹, where A has as many
negative eigenvalues as there are negative variances (the inertia of (K⁻¹ 1; 1 −V), by either of its
blocks), which is where L₂ exists.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.algebra.jitter import NOT_DEFINITE
from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.core.solvers.linear import Factor
from gpstudio.core.task import QUIET, Task


class SignedFactor(Factor):
    """Of ``lower`` only the lower triangle counts; its rows are those of ``order``."""

    def __init__(self, lower: Floats, order: Integers, signs: Floats) -> None:
        self._lower, self._order, self._signs = lower, order, signs
        self.size = len(lower)
        self.log_determinant = 2.0 * float(np.log(lower.diagonal()).sum())
        """log |det A|"""

    def solve(self, right: Floats, task: Task = QUIET) -> Floats:
        from gpstudio.core.algebra.lapack import solve_lower

        half = self._signs[:, None] * solve_lower(self._lower, right[self._order], task)
        found = np.empty(right.shape, order="F")
        found[self._order] = solve_lower(self._lower, half, task, transposed=True)
        return found


def signed(matrix: Floats, negative: Flags, task: Task) -> SignedFactor:
    """Of A, whose rows with ``negative`` variance are said."""
    from gpstudio.core.algebra.lapack import NotPositiveDefinite, cholesky, gram, solve_lower

    order = np.argsort(negative, kind="stable")
    count = int((~negative).sum())
    first, second = order[:count], order[count:]
    lower = np.zeros(matrix.shape, order="F")
    try:
        adding = cholesky(np.asfortranarray(matrix[np.ix_(first, first)]), task)
        half = solve_lower(adding, np.asfortranarray(matrix[np.ix_(first, second)]), task)
        left = gram(half, task) - matrix[np.ix_(second, second)]
        lower[count:, count:] = cholesky(np.asfortranarray(left), task)
    except NotPositiveDefinite:
        raise InputError(NOT_DEFINITE) from None
    lower[:count, :count] = adding
    lower[count:, :count] = half.T
    return SignedFactor(lower, order, np.where(negative[order], -1.0, 1.0))

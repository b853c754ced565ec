"""A few features and noise: P = D½ (Q S Qᵀ + ρ (I − Q Qᵀ)) D½ with Q orthonormal, (n, r).

An orthonormal basis of D⁻½F, and not the matrix inversion lemma: there the part of a vector that
F spans is what is left of two large numbers, and with noise of 1e-8 of the variance half of the
digits go. With S = C Cᵀ, P = L Lᵀ for L = D½ (Q C Qᵀ + √ρ (I − Q Qᵀ)), and nothing else is
needed for a solution, a root, a draw or the determinant.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.solvers.krylov.preconditioners.preconditioner import Preconditioner
from gpstudio.core.task import QUIET, Task

STEEP = 1e6
"""S/ρ from which what Q leaves of a vector is projected once more: rounding along Q, however
small, would be as large there as what belongs there. CG does not mind, but rᵀP⁻¹r of a smooth r,
and with it every bound on an error, would be that rounding."""
SMALLEST_NOISE = 1e-13
"""Of the mean variance: noise below it counts as this in P."""


class LowRank(Preconditioner):
    """F Fᵀ + diag(noise), and (ρ − 1) noise where F reaches nothing; F is spoilt."""

    def __init__(
        self,
        factor: Floats,
        noise: Floats,
        task: Task = QUIET,
        rest: Callable[[Floats], float] = lambda inner: 1.0,
    ) -> None:
        from gpstudio.core.algebra.lapack import cholesky
        from gpstudio.core.solvers.krylov.preconditioners.basis import orthonormal

        smallest = SMALLEST_NOISE * float(noise.mean() + (factor**2).sum() / len(noise))
        diagonal = np.maximum(noise, smallest)
        self.scales = np.sqrt(diagonal)
        factor /= self.scales[:, None]
        self._basis, right = orthonormal(factor, task)
        inner = _gram_of_rows(right, task)
        self.rest = rest(inner)
        """ρ"""
        self.floor = float((noise / diagonal).min()) / self.rest
        inner[np.diag_indices_from(inner)] += 1.0
        self._steep = float(inner.diagonal().max(initial=0.0)) > STEEP * self.rest
        self._root = cholesky(inner, task)
        left_over = len(noise) - len(inner)
        self.log_determinant = float(np.log(diagonal).sum()) + left_over * np.log(self.rest)
        self.log_determinant += 2.0 * float(np.log(self._root.diagonal()).sum())

    @property
    def rank(self) -> int:
        return len(self._root)

    def solve(self, vectors: Floats, task: Task = QUIET) -> Floats:
        from gpstudio.core.algebra.lapack import solve_lower

        def inner(within: Floats) -> Floats:
            half = solve_lower(self._root, within, task)
            return solve_lower(self._root, half, task, transposed=True, spoil=True)

        return self._scaled(self._through(self._scaled(vectors), inner, 1.0 / self.rest, task))

    def root_solve(self, vectors: Floats, task: Task = QUIET, transposed: bool = False) -> Floats:
        from gpstudio.core.algebra.lapack import solve_lower

        def inner(within: Floats) -> Floats:
            return solve_lower(self._root, within, task, transposed=transposed)

        given = vectors if transposed else self._scaled(vectors)
        result = self._through(given, inner, 1.0 / np.sqrt(self.rest), task)
        return self._scaled(result) if transposed else result

    def root_times(self, vectors: Floats, task: Task = QUIET, transposed: bool = False) -> Floats:
        from gpstudio.core.algebra.blas import MatrixPanel, trmm

        def inner(within: Floats) -> Floats:
            result = np.array(within, order="F")
            trmm(MatrixPanel.whole(result), MatrixPanel.whole(self._root), turned=transposed)
            return result

        scales = self.scales[:, None]
        given = np.multiply(vectors, scales, order="F") if transposed else vectors
        result = self._through(given, inner, float(np.sqrt(self.rest)), task)
        if not transposed:
            result *= scales
        return result

    def _scaled(self, vectors: Floats) -> Floats:
        return np.divide(vectors, self.scales[:, None], order="F")

    def _through(
        self, vectors: Floats, inner: Callable[[Floats], Floats], outer: float, task: Task
    ) -> Floats:
        """inner of what lies in the basis, and outer times what does not."""
        from gpstudio.core.algebra.lapack import product
        from gpstudio.core.algebra.tall import spread

        within = product(self._basis, vectors, task)
        beyond, again = vectors, within
        if self._steep:
            beyond = vectors - spread(self._basis, within, task)
            again = product(self._basis, beyond, task)
            within = within + again
        result = spread(self._basis, inner(within) - outer * again, task)
        result += outer * beyond
        return result


def _gram_of_rows(right: Floats, task: Task) -> Floats:
    """R Rᵀ."""
    from gpstudio.core.algebra.lapack import gram

    return gram(np.array(right.T, order="F"), task)


def bytes_of_factor(n: int, rank: int) -> float:
    """Memory for F, which becomes Q, and for what is made of it."""
    return 8.0 * (n * rank + 8.0 * rank * rank + 20.0 * n)

"""Cholesky: exact for any kernel and any number of inputs; O(n³) work."""

from __future__ import annotations

import numpy as np

from gpstudio.core.algebra.jitter import JITTERS, NOT_DEFINITE
from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.errors import InputError
from gpstudio.core.solvers.linear import Factor, LinearSolver
from gpstudio.core.solvers.signed import signed
from gpstudio.core.solvers.solution import SolveNotes
from gpstudio.core.solvers.solver import SOLVERS
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr


@SOLVERS.register
class Cholesky(LinearSolver):
    spec = Spec(
        "cholesky",
        tr("Cholesky"),
        tr("Exact for every kernel; work grows with the cube of the readings."),
    )
    takes_negative_noise = True

    def factorise(self, matrix: Floats, task: Task) -> Factor:
        from gpstudio.core.algebra.lapack import NotPositiveDefinite, cholesky, mirror

        diagonal = matrix.diagonal().copy()
        for jitter in JITTERS:
            # the factor grows in the lower triangle; the upper one still holds the matrix
            if jitter:
                mirror(matrix, task)
            matrix[np.diag_indices_from(matrix)] = diagonal + jitter * diagonal.mean()
            try:
                return CholeskyFactor(cholesky(matrix, task), SolveNotes(jitter=jitter))
            except NotPositiveDefinite:
                continue
        raise InputError(NOT_DEFINITE)

    def factorise_signed(self, matrix: Floats, negative: Flags, task: Task) -> Factor:
        return signed(matrix, negative, task)


class CholeskyFactor(Factor):
    """Of ``lower`` only the lower triangle counts."""

    def __init__(self, lower: Floats, notes: SolveNotes) -> None:
        self._lower = lower
        self.size = len(lower)
        self.notes = notes
        self.log_determinant = 2.0 * float(np.log(lower.diagonal()).sum())

    def solve(self, right: Floats, task: Task = QUIET) -> Floats:
        from gpstudio.core.algebra.lapack import solve_lower

        half = solve_lower(self._lower, right, task)
        return solve_lower(self._lower, half, task, transposed=True, spoil=True)

    def explained(self, right: Floats, task: Task = QUIET) -> Floats:
        from gpstudio.core.algebra.lapack import gram

        return gram(self._half(right, task), task)

    def explained_variance(self, right: Floats, task: Task = QUIET) -> Floats:
        half = self._half(right, task).T
        return np.asarray(np.einsum("ji,ji->j", half, half))

    def inverse(self, task: Task = QUIET) -> Floats:
        from gpstudio.core.algebra.lapack import inverse

        return inverse(self._lower, task, clean=False)

    def inverse_diagonal(self, task: Task = QUIET) -> Floats:
        from gpstudio.core.algebra.lapack import inverse_diagonal

        return inverse_diagonal(self._lower, task)

    def _half(self, right: Floats, task: Task) -> Floats:
        from gpstudio.core.algebra.lapack import solve_lower

        return solve_lower(self._lower, right, task, spoil=True)

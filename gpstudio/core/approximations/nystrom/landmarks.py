"""A covariance through landmarks Z: K̂ = K_xz K_zz⁻¹ K_zx, as features Φ = K_xz L⁻ᵀ, L Lᵀ = K_zz.

Its slopes need no slope of L: with P = GΦL⁻¹,

    ⟨G, d(ΦΦᵀ)⟩ = 2 ⟨P, dK_xz⟩ − ⟨L⁻ᵀ ΦᵀGΦ L⁻¹, dK_zz⟩.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.dense import TILE, DenseCovariance
from gpstudio.core.operators.diagonals import pulled_diagonal
from gpstudio.core.operators.low_rank import Half, LowRankCovariance
from gpstudio.core.solvers.solution import JITTERS, NOT_DEFINITE
from gpstudio.core.task import QUIET, Task


@dataclass(frozen=True, eq=False)
class LandmarkCovariance(LowRankCovariance):
    landmarks: Floats
    """(m, inputs)"""

    @property
    def rank(self) -> int:
        return len(self.landmarks)

    def features_at(self, inputs: Floats, task: Task = QUIET) -> Floats:
        from gpstudio.core.solvers.tall import divide

        between = DenseCovariance(self.kernel, inputs).cross(self.landmarks, task)
        return divide(between, self._root, task)

    def pulled(self, half: Half, of_diagonal: Floats, task: Task = QUIET) -> Floats:
        from gpstudio.core.solvers.lapack import product
        from gpstudio.core.solvers.tall import divide

        total = np.zeros(len(self.kernel.settings))
        inner = np.zeros((self.rank, self.rank), order="F")
        for rows, features in self.strips(task):
            pull = half(rows, features)
            inner += product(features, pull, task)
            pull = divide(pull, self._root, task, turned=False)
            total += 2.0 * pulled_across(self.kernel, self.inputs[rows], self.landmarks, pull, task)
        inner = divide(np.asfortranarray(0.5 * (inner + inner.T)), self._root, task, turned=False)
        inner = divide(np.asfortranarray(inner.T), self._root, task, turned=False)
        total -= pulled_across(self.kernel, self.landmarks, self.landmarks, inner, task)
        if of_diagonal.any():
            total += pulled_diagonal(self.kernel, self.inputs, of_diagonal, task)
        return total

    @cached_property
    def _root(self) -> Floats:
        """L: of its array only the lower triangle counts."""
        from gpstudio.core.solvers.lapack import NotPositiveDefinite, cholesky

        matrix = DenseCovariance(self.kernel, self.landmarks).entries()
        scale = float(matrix.diagonal().mean())
        for jitter in JITTERS:
            lower = np.array(matrix, order="F")
            lower[np.diag_indices_from(lower)] += jitter * scale
            try:
                return cholesky(lower, QUIET)
            except NotPositiveDefinite:
                continue
        raise InputError(NOT_DEFINITE)


def pulled_across(kernel: Kernel, a: Floats, b: Floats, pull: Floats, task: Task) -> Floats:
    """Σᵢⱼ pullᵢⱼ d k(aᵢ, bⱼ) for each kernel setting, tile by tile."""
    total = np.zeros(len(kernel.settings))
    for start in range(0, len(a), TILE):
        rows = slice(start, start + TILE)
        for first in range(0, len(b), TILE):
            task.check()
            columns = slice(first, first + TILE)
            total += kernel.pulled(a[rows], b[columns], np.ascontiguousarray(pull[rows, columns]))
    return total

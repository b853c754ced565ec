"""A covariance through landmarks Z: K̂ = K_xz K_zz⁻¹ K_zx, as features Φ = K_xz L⁻ᵀ, L Lᵀ = K_zz.

Its slopes need no slope of L: with P = GΦL⁻¹,

    ⟨G, d(ΦΦᵀ)⟩ = 2 ⟨P, dK_xz⟩ − ⟨L⁻ᵀ ΦᵀGΦ L⁻¹, dK_zz⟩.

Landmarks that others stand for already, such as duplicates, leave K_zz singular. Then those drop
out that a pivoted Cholesky finds redundant: K̂ is the same without them but for rounding, while
jitter on the diagonal would cost digits everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gpstudio.core.algebra.aside import aside
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.dense import TILE, DenseCovariance
from gpstudio.core.operators.diagonals import pulled_diagonal
from gpstudio.core.operators.low_rank import Half, LowRankCovariance
from gpstudio.core.task import QUIET, Task
from gpstudio.core.threads import side_by_side
from gpstudio.translation import tr

USED_UP = 1e-14
"""A landmark of which no more than this share of its variance is left is rounding alone."""
APART = 1e-6
"""Landmarks that each keep more than this share are told apart in any order. With less, rounding
grows from one to the next, and what is left of the last can be nothing else: then in the order of
their pivots, in which it does not grow."""
NOT_FINITE = tr(
    "The kernel {kernel} is not finite at some landmarks: remove rows with missing or infinite "
    "inputs, or choose other numbers."
)


@dataclass(frozen=True, eq=False)
class LandmarkCovariance(LowRankCovariance):
    landmarks: Floats
    """(m, inputs)"""

    @property
    def rank(self) -> int:
        return len(self._kept)

    def features_at(self, inputs: Floats, task: Task = QUIET) -> Floats:
        from gpstudio.core.algebra.tall import divide

        kept, root = self._rooted(task)
        between = DenseCovariance(self.kernel, inputs).cross(kept, task)
        return divide(between, root, task)

    def pulled(self, half: Half, of_diagonal: Floats, task: Task = QUIET) -> Floats:
        total = np.zeros(len(self.kernel.settings))
        for inputs, pull in self._pulls(half, task):
            total += pulled_across(self.kernel, inputs, self._kept, pull, task)
        if of_diagonal.any():
            total += pulled_diagonal(self.kernel, self.inputs, of_diagonal, task)
        return total

    def _pulls(self, half: Half, task: Task) -> Iterator[tuple[Floats, Floats]]:
        """What pulls on the covariance of some inputs with the landmarks that are kept: 2P of the
        readings, strip by strip, and last −L⁻ᵀ ΦᵀGΦ L⁻¹ of those landmarks themselves."""
        from gpstudio.core.algebra.tall import divide

        kept, root = self._rooted(task)
        unfolding = divide(2.0 * np.eye(self.rank, order="F"), root, task, turned=False)
        for rows, features in self.strips(task):
            yield self.inputs[rows], half.folded(rows, features, unfolding)
        inner = divide(-half.inner(task), root, task, turned=False)
        yield kept, divide(np.array(inner.T, order="F"), root, task, turned=False)

    @property
    def _kept(self) -> Floats:
        """The landmarks that are not redundant."""
        return self._rooted()[0]

    @property
    def _root(self) -> Floats:
        """L: of its array only the lower triangle counts."""
        return self._rooted()[1]

    def _rooted(self, task: Task = QUIET) -> tuple[Floats, Floats]:
        """The landmarks that are kept and their L, made by the first who asks."""
        if "_ready" not in self.__dict__:
            self.__dict__["_ready"] = rooted(self.kernel, self.landmarks, task)
        ready: tuple[Floats, Floats] = self.__dict__["_ready"]
        return ready


def rooted(kernel: Kernel, landmarks: Floats, task: Task) -> tuple[Floats, Floats]:
    """The landmarks that are not redundant, and the factor of their covariances.

    A landmark is redundant where no more of its variance is left than rounding makes.
    """
    from gpstudio.core.algebra.lapack import NotPositiveDefinite, cholesky

    matrix = DenseCovariance(kernel, landmarks).entries(task)
    variances = matrix.diagonal().copy()
    if not np.isfinite(matrix).all():
        raise InputError(NOT_FINITE.format(kernel=kernel))
    least = max(USED_UP, len(matrix) * float(np.finfo(float).eps))
    try:
        lower = cholesky(matrix, task)
        if (lower.diagonal() ** 2 > APART * variances).all():
            return landmarks, lower
    except NotPositiveDefinite:
        pass
    places, lower = _independent(DenseCovariance(kernel, landmarks).entries(task), least, task)
    return landmarks[places], lower


def _independent(matrix: Floats, least: float, task: Task) -> tuple[list[int], Floats]:
    """Rows that are not redundant, in the order of a pivoted Cholesky of the correlations, and the
    factor of their covariances."""
    from gpstudio.core.algebra.blas import MatrixPanel, pstrf

    deviations = np.sqrt(matrix.diagonal())
    shares = np.divide(1.0, deviations, out=np.zeros(len(matrix)), where=deviations > 0.0)
    matrix *= shares[:, None]
    matrix *= shares
    rank, order = aside(lambda: pstrf(MatrixPanel.whole(matrix), least), task)
    places = order[:rank]
    return places, np.array(matrix[:rank, :rank] * deviations[places, None], order="F")


def pulled_across(kernel: Kernel, a: Floats, b: Floats, pull: Floats, task: Task) -> Floats:
    """Σᵢⱼ pullᵢⱼ d k(aᵢ, bⱼ) for each kernel setting, tile by tile."""

    def strip(start: int) -> Floats:
        total, rows = np.zeros(len(kernel.settings)), slice(start, start + TILE)
        for first in range(0, len(b), TILE):
            task.check()
            columns = slice(first, first + TILE)
            total += kernel.pulled(a[rows], b[columns], np.ascontiguousarray(pull[rows, columns]))
        return total

    parts = side_by_side(strip, range(0, len(a), TILE))
    return np.asarray(np.sum(parts, axis=0)) if parts else np.zeros(len(kernel.settings))

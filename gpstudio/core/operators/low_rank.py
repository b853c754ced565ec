"""A covariance of few features: K̂ = Φ Φᵀ, one row of Φ a reading.

Φ is made strip by strip and kept only while it is small: all that a solver asks for are sums over
the readings. What an approximation does with e = diag(K − ΦΦᵀ), the variance that the features
miss, makes its kind: nothing, noise of the readings (FITC), or a penalty on the evidence (VFE).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.operators.operator import Operator
from gpstudio.core.task import QUIET, Task

STRIP_NUMBERS = 4_000_000
"""Numbers of Φ made at once (32 MB)."""
KEPT_NUMBERS = 120_000_000
"""Up to so many Φ is made once and kept (1 GB)."""


class Half(Protocol):
    """G, the derivative of what is learnt with respect to ΦΦᵀ, symmetric: G = ½ (WWᵀ − A⁻¹)."""

    @property
    def gathered(self) -> Floats:
        """ΦᵀW, (rank, k)"""

    def __call__(self, rows: slice, features: Floats, /) -> Floats:
        """From some readings and their rows of Φ to the same rows of GΦ."""

    def folded(self, rows: slice, features: Floats, by: Floats) -> Floats:
        """The same rows of GΦ by, ``by`` square: one product of large matrices."""

    def inner(self, task: Task = QUIET) -> Floats:
        """ΦᵀGΦ, symmetric, in Fortran order."""

    def inverse_diagonal(self, task: Task = QUIET) -> Floats:
        """The diagonal of B⁻¹, B = I + ΦᵀT⁻¹Φ: with ``gathered`` it is all of ΦᵀGΦ's diagonal."""


@dataclass(frozen=True, eq=False)
class LowRankCovariance(Operator):
    offers = frozenset({"features", "products"})
    misses_as_noise: ClassVar[bool] = False
    """Whether e is noise of the readings."""
    misses_as_penalty: ClassVar[bool] = False
    """Whether e lowers the evidence, by ½ Σ eᵢ/noiseᵢ."""
    degenerate: ClassVar[bool] = False
    """Whether the curve is no more than its features: then it is sure of itself far away."""

    @property
    @abstractmethod
    def rank(self) -> int:
        """How many features."""

    @abstractmethod
    def features_at(self, inputs: Floats, task: Task = QUIET) -> Floats:
        """Φ at other inputs, (rows, rank), in Fortran order."""

    @abstractmethod
    def pulled(self, half: Half, of_diagonal: Floats, task: Task = QUIET) -> Floats:
        """2 Σ (GΦ) ∘ dΦ, of the readings, for each kernel setting, and Σ of_diagonal ∘ d diag K."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a person should know of how far it holds."""
        return ()

    def explained(self, lower: Floats, task: Task = QUIET) -> Floats:
        """φᵀ(LLᵀ)⁻¹φ of each reading."""
        from gpstudio.core.algebra.lapack import solve_lower

        result = np.empty(len(self.inputs))
        for rows, features in self.strips(task):
            turned = np.array(features.T, order="F")
            result[rows] = squared_rows(solve_lower(lower, turned, task, spoil=True).T)
        return result

    def strips(self, task: Task = QUIET) -> Iterator[tuple[slice, Floats]]:
        """Φ of some readings after the other."""
        n = len(self.inputs)
        height = max(1, STRIP_NUMBERS // max(1, self.rank))
        kept = self._kept_strips if n * self.rank <= KEPT_NUMBERS else {}
        for start in range(0, n, height):
            task.check()
            features = kept.get(start)
            rows = slice(start, min(start + height, n))
            if features is None:
                features = self.features_at(self.inputs[rows], task)
                if n * self.rank <= KEPT_NUMBERS:
                    kept[start] = features
            yield rows, features

    @cached_property
    def _kept_strips(self) -> dict[int, Floats]:
        return {}

    def gram(self, precisions: Floats, task: Task = QUIET) -> Floats:
        """Φᵀ diag(precisions) Φ, in Fortran order; the lower triangle counts."""
        from gpstudio.core.algebra.tall import add_gram

        total = np.zeros((self.rank, self.rank), order="F")
        alike = bool(len(precisions)) and bool(np.all(precisions == precisions[0]))
        roots = np.sqrt(precisions)
        for rows, features in self.strips(task):
            if not alike:
                features = np.multiply(features, roots[rows, None], order="F")
            add_gram(total, features, task)
        return total * precisions[0] if alike else total

    def gathered(self, columns: Floats, task: Task = QUIET) -> Floats:
        """Φᵀ columns, (rank, k)."""
        from gpstudio.core.algebra.lapack import product

        total = np.zeros((self.rank, columns.shape[1]), order="F")
        for rows, features in self.strips(task):
            total += product(features, columns[rows], task)
        return total

    def spread(self, coefficients: Floats, task: Task = QUIET) -> Floats:
        """Φ coefficients, (n, k)."""
        from gpstudio.core.algebra.tall import spread

        result = np.empty((len(self.inputs), coefficients.shape[1]), order="F")
        for rows, features in self.strips(task):
            result[rows] = spread(features, coefficients, task)
        return result

    def missed(self, task: Task = QUIET) -> Floats:
        """e: what of each reading's variance the features miss."""
        squares = np.empty(len(self.inputs))
        for rows, features in self.strips(task):
            squares[rows] = squared_rows(features)
        return np.maximum(self.kernel.diagonal(self.inputs) - squares, 0.0)

    def beyond(self, targets: Floats, features: Floats) -> Floats:
        """Variance of the curve at targets that its features there do not carry."""
        if self.degenerate:
            return np.zeros(len(targets))
        return np.maximum(self.kernel.diagonal(targets) - squared_rows(features), 0.0)

    def joint_beyond(self, targets: Floats, features: Floats, task: Task = QUIET) -> Floats:
        """The same as a joint covariance, in Fortran order."""
        from gpstudio.core.algebra.lapack import gram

        if self.degenerate:
            return np.zeros((len(targets), len(targets)), order="F")
        joint = DenseCovariance(self.kernel, targets).entries(task)
        joint -= gram(np.asfortranarray(features.T), task)
        return joint

    def prior(self, targets: Floats, task: Task = QUIET) -> Floats:
        """Joint covariance of the curve at ``targets`` before any reading, in Fortran order."""
        from gpstudio.core.algebra.lapack import gram

        features = self.features_at(targets, task)
        joint = self.joint_beyond(targets, features, task)
        joint += gram(np.array(features.T, order="F"), task)
        return joint

    def times(self, vectors: Floats, task: Task = QUIET) -> Floats:
        result = self.spread(self.gathered(vectors, task), task)
        if self.misses_as_noise:
            result += self.missed(task)[:, None] * vectors
        return result

    def cross(self, targets: Floats, task: Task = QUIET) -> Floats:
        return self.spread(np.asfortranarray(self.features_at(targets, task).T), task)

    def prior_variance(self, targets: Floats) -> Floats:
        features = self.features_at(targets)
        return self.beyond(targets, features) + squared_rows(features)


def squared_rows(features: Floats) -> Floats:
    """The squared length of each row, of a matrix in Fortran order."""
    turned = features.T
    return np.asarray(np.einsum("ji,ji->i", turned, turned))

"""Inducing inputs Z, the factor of their covariances, and the way back from what inputs see.

An input x sees of v the weights a = L⁻¹ k(Z, x), f(x) = aᵀv + rest, the rest's variance
k(x, x) − aᵀa. A change of the covariances moves what is seen of n inputs, A, (points, n): with
Ā the slope of anything in A, the slopes in the covariances are

    K̄_zx = L⁻ᵀ Ā,    K̄_zz = −½ L⁻ᵀ (P + Pᵀ) L⁻¹,

P the lower triangle of Ā Aᵀ with its diagonal halved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from gpstudio.core.algebra.blas import MatrixPanel, gemm
from gpstudio.core.algebra.jitter import NOT_DEFINITE
from gpstudio.core.algebra.lapack import NotPositiveDefinite, cholesky, solve_lower
from gpstudio.core.approximations.nystrom.landmarks import pulled_across
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.operators.diagonals import pulled_diagonal
from gpstudio.core.task import Task

NUGGET = 1e-8
"""By how much of its variance each inducing number is not quite the curve's: near places stay
told apart, whatever the numbers. The bound is one all the same."""
MORE = (1.0, 1e2, 1e4)
"""Times the nugget, where rounding leaves nothing to factor."""


@dataclass(frozen=True, eq=False)
class Seen:
    inputs: Floats
    weights: Floats
    """A, (points, n), in Fortran order."""
    rest: Floats
    """(n,)"""


@dataclass(frozen=True, eq=False)
class Slopes:
    """Of anything, in what a basis and its inputs are made of."""

    numbers: Floats
    """In the coordinate of each of the kernel's."""
    places: Floats | None
    inputs: Floats | None

    @classmethod
    def joined(cls, parts: Sequence[Slopes], numbers: Floats) -> Slopes:
        """Of bases with the same places at the same inputs."""
        return cls(numbers, _sum([p.places for p in parts]), _sum([p.inputs for p in parts]))


def _sum(parts: Sequence[Floats | None]) -> Floats | None:
    there = [part for part in parts if part is not None]
    return np.asarray(np.sum(there, axis=0)) if there else None


class Basis(Protocol):
    """Whatever numbers v a curve hangs on."""

    @property
    def kernel(self) -> Kernel: ...

    @property
    def size(self) -> int:
        """How many numbers."""

    @property
    def nugget(self) -> float: ...

    def at(self, inputs: Floats, task: Task) -> Seen: ...

    def back(
        self, seen: Seen, pull: Floats, own: Floats, task: Task, *, numbers: bool = True,
        places: bool = False, inputs: bool = False,
    ) -> Slopes:  # fmt: skip
        """From the slopes ``pull`` in A, which is left spoilt, what hangs on A through the rest
        included, and ``own`` in each k(x, x)."""


@dataclass(frozen=True, eq=False)
class InducingInputs:
    kernel: Kernel
    places: Floats
    """(points, inputs)"""
    level: float
    """The variance of what the curve swings about."""
    lower: Floats
    nugget: float

    @property
    def size(self) -> int:
        return len(self.places)

    @classmethod
    def of(cls, kernel: Kernel, places: Floats, level: float, task: Task) -> InducingInputs:
        for times in MORE:
            matrix = DenseCovariance(kernel, places).entries(task)
            matrix += level
            nugget = times * NUGGET
            matrix[np.diag_indices_from(matrix)] *= 1.0 + nugget
            try:
                return cls(kernel, places, level, cholesky(matrix, task), nugget)
            except NotPositiveDefinite:
                continue
        raise InputError(NOT_DEFINITE)

    def at(self, inputs: Floats, task: Task) -> Seen:
        between = DenseCovariance(self.kernel, self.places).cross(inputs, task)
        between += self.level
        weights = solve_lower(self.lower, between, task, spoil=True)
        known = np.einsum("mi,mi->i", weights, weights)
        own = self.kernel.diagonal(inputs) + self.level
        return Seen(inputs, weights, np.maximum(own - known, 0.0))

    def back(
        self, seen: Seen, pull: Floats, own: Floats, task: Task, *, numbers: bool = True,
        places: bool = False, inputs: bool = False,
    ) -> Slopes:  # fmt: skip
        kernel, z, x = self.kernel, self.places, seen.inputs
        between = self._of_places(seen, pull, task)
        across = np.ascontiguousarray(solve_lower(self.lower, pull, task, True, spoil=True))
        found, moved, shifted = np.zeros(len(kernel.settings)), None, None
        if numbers:
            found = pulled_across(kernel, z, x, across, task)
            found += pulled_across(kernel, z, z, _with_nugget(between, self.nugget), task)
            found += pulled_diagonal(kernel, x, own, task)
        if places:
            moved = kernel.pulled_inputs(z, x, across) + 2.0 * kernel.pulled_inputs(z, z, between)
            moved += 2.0 * self.nugget * _along_diagonal(kernel, z, between.diagonal())
        if inputs:
            shifted = kernel.pulled_inputs(x, z, across.T) + 2.0 * _along_diagonal(kernel, x, own)
        return Slopes(found, moved, shifted)

    def _of_places(self, seen: Seen, pull: Floats, task: Task) -> Floats:
        """K̄_zz."""
        count = len(self.places)
        inner = np.zeros((count, count), order="F")
        whole = MatrixPanel.whole
        gemm(whole(inner), whole(np.asfortranarray(pull)), whole(seen.weights), b_turned=True)
        inner = np.asfortranarray(np.tril(inner))
        inner[np.diag_indices_from(inner)] *= 0.5
        half = solve_lower(self.lower, inner, task, True, spoil=True)
        found = solve_lower(self.lower, half.T, task, True)
        return np.asarray(-0.5 * (found + found.T))


def _with_nugget(pull: Floats, nugget: float) -> Floats:
    found = pull.copy()
    found[np.diag_indices_from(found)] *= 1.0 + nugget
    return found


def _along_diagonal(kernel: Kernel, a: Floats, pull: Floats) -> Floats:
    """Half the slopes of Σ pull k(a, a), (rows, inputs)."""
    if "stationary" in kernel.offers:
        return np.zeros(a.shape)
    rows = [
        kernel.pulled_inputs(row[None], row[None], np.array([[one]]))[0]
        for row, one in zip(a, pull, strict=True)
    ]
    return np.array(rows)

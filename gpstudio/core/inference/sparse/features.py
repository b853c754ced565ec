"""Features of any approximation in place of inducing inputs: f(x) = φ(x)ᵀv, and a level.

Where the covariance is its features and no more, as of Fourier's, nothing of a curve is left beside
them: no rest hangs on what is seen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.algebra.lapack import product
from gpstudio.core.arrays import Floats
from gpstudio.core.inference.sparse.basis import Seen, Slopes
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.low_rank import LowRankCovariance
from gpstudio.core.task import QUIET, Task


@dataclass(frozen=True, eq=False)
class FeatureBasis:
    operator: LowRankCovariance
    level: float
    nugget = 0.0

    @property
    def kernel(self) -> Kernel:
        return self.operator.kernel

    @property
    def size(self) -> int:
        return self.operator.rank + 1

    def at(self, inputs: Floats, task: Task) -> Seen:
        features = self.operator.features_at(inputs, task)
        weights = np.empty((self.size, len(inputs)), order="F")
        weights[:-1] = features.T
        weights[-1] = math.sqrt(self.level)
        return Seen(inputs, weights, self.operator.beyond(inputs, features))

    def back(
        self, seen: Seen, pull: Floats, own: Floats, task: Task, *, numbers: bool = True,
        places: bool = False, inputs: bool = False,
    ) -> Slopes:  # fmt: skip
        """In the kernel's numbers alone: there are no places, and nobody asks for inputs."""
        if self.operator.degenerate:
            pull = pull + 2.0 * seen.weights * own
            own = np.zeros_like(own)
        half = _Pulled(np.asfortranarray(0.5 * pull[:-1].T), seen.weights[:-1])
        there = self.operator.at(seen.inputs)
        return Slopes(there.pulled(half, own, task), None, None)


@dataclass(frozen=True, eq=False)
class _Pulled:
    """GΦ where 2 GΦ is the slope in Φ, (n, features). Of the inner product what is not symmetric
    turns features into each other: the best beliefs do not mind."""

    half: Floats
    features: Floats

    def __call__(self, rows: slice, features: Floats) -> Floats:
        return self.half[rows]

    def folded(self, rows: slice, features: Floats, by: Floats) -> Floats:
        return product(np.asfortranarray(self.half[rows].T), by, QUIET)

    def inner(self, task: Task = QUIET) -> Floats:
        found = product(np.asfortranarray(self.features.T), self.half, task)
        return np.asfortranarray(0.5 * (found + found.T))

    @property
    def gathered(self) -> Floats:
        raise NotImplementedError("nobody who pulls on features asks for it")

    def inverse_diagonal(self, task: Task = QUIET) -> Floats:
        raise NotImplementedError("nobody who pulls on features asks for it")

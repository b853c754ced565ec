"""What a covariance looks like in memory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal, Self, TypeAlias

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel
from gpstudio.core.task import QUIET, Task

Structure: TypeAlias = Literal["entries", "markov", "features", "toeplitz", "products"]
"""What a solver can use: the matrix's entries; a state that moves along one input; a few features
a reading, of which the covariance is the inner product, or equispaced waves for features; or
products with vectors alone."""


@dataclass(frozen=True, eq=False)
class Operator:
    """The covariance of the curve at ``inputs``, one row a reading, in ascending order if 1-D."""

    kernel: Kernel
    inputs: Floats

    offers: ClassVar[frozenset[Structure]]

    @property
    def rank(self) -> int:
        """How many features a reading has; zero where it has none."""
        return 0

    def features_at(self, inputs: Floats, task: Task = QUIET) -> Floats:
        """Features at other inputs, (rows, rank), in Fortran order; where it has them."""
        raise NotImplementedError(f"{type(self).__name__} has no features")

    def at(self, inputs: Floats) -> Self:
        """The same covariance at other inputs."""
        return replace(self, inputs=inputs)

    def for_several(self) -> Operator:
        """The same, to be asked for all it is several times: it may remember what it made."""
        return self

    def times(self, vectors: Floats, task: Task = QUIET) -> Floats:
        """K vectors, (n, k), in Fortran order; where it offers products."""
        raise NotImplementedError(f"{type(self).__name__} offers no products")

    def cross(self, targets: Floats, task: Task = QUIET) -> Floats:
        """Covariance of the readings (rows) with the curve at ``targets`` (columns), in Fortran
        order."""
        raise NotImplementedError(f"{type(self).__name__} offers no covariances one by one")

    def prior_variance(self, targets: Floats) -> Floats:
        """Of the curve at ``targets`` before any reading."""
        return self.kernel.diagonal(targets)

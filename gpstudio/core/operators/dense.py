"""A covariance held as the full matrix: O(n²) memory, any kernel, any number of inputs."""

from __future__ import annotations

from dataclasses import dataclass

from gpstudio.core.arrays import Floats
from gpstudio.core.operators.operator import Operator


@dataclass(frozen=True, eq=False)
class DenseCovariance(Operator):
    offers = frozenset({"entries"})

    def entries(self) -> Floats:
        return self.kernel.block(self.inputs, self.inputs)

    def cross(self, targets: Floats) -> Floats:
        """Covariance of the curve at ``targets`` (rows) with the readings (columns)."""
        return self.kernel.block(targets, self.inputs)

    def prior(self, targets: Floats) -> Floats:
        return self.kernel.block(targets, targets)

    def prior_variance(self, targets: Floats) -> Floats:
        return self.kernel.diagonal(targets)

    def pulled(self, pull: Floats) -> Floats:
        """Σ pull ∘ dA for each kernel setting."""
        return self.kernel.pulled(self.inputs, self.inputs, pull)

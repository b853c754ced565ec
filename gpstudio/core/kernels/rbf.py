"""RBF (squared exponential): a curve with every derivative."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.kernel import Family, distance
from gpstudio.core.kernels.registered import KERNELS
from gpstudio.core.spec import Spec, length


@KERNELS.register
class Rbf(Family):
    """k(r) = exp(−r²/2ℓ²)."""

    spec = Spec(
        "rbf",
        "RBF",
        "A very smooth curve, with no sudden turns at all.",
        (length(),),
        formula="exp(−r²/2ℓ²)",
    )
    structure = frozenset({"stationary"})

    def block(self, a: Floats, b: Floats) -> Floats:
        return np.exp(-0.5 * (distance(a, b) / self.number()) ** 2)

    def diagonal(self, a: Floats) -> Floats:
        return np.ones(len(a))

    def gradients(self, a: Floats) -> Iterator[Floats]:
        squared = (distance(a, a) / self.number()) ** 2
        yield squared * np.exp(-0.5 * squared)

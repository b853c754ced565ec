"""The slope of a curve over curves, by the chain rule along paths through one curve a layer.

With what is known of a curve f at its places written as weights w = L⁻¹ k(Z, x), its slope has the
weights w′ = L⁻¹ ∂k(Z, x)/∂x. What these leave open of both is normal with the variances
k(0) − wᵀw and −k″(0) − w′ᵀw′ and the covariance −wᵀw′, and is drawn together; one layer after the
other, h_l = W h_{l−1} + f_l(h_{l−1}) has the slope (W + f_l′(h_{l−1})) h_{l−1}′. The last layer is
told by its moments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.dense import DenseCovariance

NARROWEST = 1e-10
"""Of a curve's variance: where less of it is open, rounding says how that leans."""


@dataclass(frozen=True, eq=False)
class Seen:
    """What some inputs see of a layer's numbers, and their slopes of it."""

    weights: Floats
    slopes: Floats
    """(numbers, inputs) both"""
    rest: Floats
    rest_of_slope: Floats
    together: Floats
    """The covariance of what is left open of both."""

    @classmethod
    def of(
        cls, kernel: Kernel, places: Floats, halved: Callable[[Floats], Floats], level: float,
        inputs: Floats,
    ) -> Seen:  # fmt: skip
        """``halved``: L⁻¹ of columns."""
        weights = halved(kernel.block(places, inputs) + level)
        slopes = halved(kernel.input_gradients(inputs, places)[0].T)
        own = DenseCovariance(kernel, places).prior_slope_variance()
        known, of_slope, both = (
            np.einsum("mi,mi->i", one, other)
            for one, other in ((weights, weights), (slopes, slopes), (weights, slopes))
        )
        rest = kernel.diagonal(inputs) + level - known
        return cls(weights, slopes, rest, own - of_slope, -both)

    def drawn(self, numbers: Floats, open_: Floats, lean: Floats) -> tuple[Floats, Floats]:
        """A curve and its slope, by the normal numbers for what is left open of both."""
        there = self.rest > NARROWEST * (self.rest + (self.weights**2).sum(axis=0))
        root = np.sqrt(np.where(there, self.rest, 0.0))
        share = np.divide(self.together, root, out=np.zeros_like(root), where=there)
        left = np.sqrt(np.maximum(self.rest_of_slope - share**2, 0.0))
        values = numbers @ self.weights + root * open_
        return values, numbers @ self.slopes + share * open_ + left * lean

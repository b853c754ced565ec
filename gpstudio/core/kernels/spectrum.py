"""Spectra that frequencies can be drawn from.

Every stationary kernel of the house is a sum of such terms: its frequency is a normal one of random
width, about plus or minus a centre in each input. With g gamma distributed of a ``shape`` and mean
``shape``,

    ω = (g / shape)^power · widths ∘ normal + signs ∘ centres,    k(r) = variance · E cos(ω·r):

an RBF has one width (power 0), a Matérn kernel Student's t (−½), a rational quadratic mixes lengths
(½), a spectral mixture has centres. So whoever draws the normal, the gamma and the signs once has
features that move smoothly with the kernel's numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats

EDGE = 2.0**-53
"""Shares nearer to zero or one than chance can tell would be frequencies without bound."""
STEP = 1e-3
"""Of the shape, as a share of it, up and down once and twice."""


@dataclass(frozen=True, eq=False)
class Spectrum:
    columns: tuple[int, ...]
    """The inputs it is about."""
    widths: Floats
    """One for each of them."""
    centres: Floats
    """One for each of them."""
    variance: float = 1.0
    shape: float = 1.0
    power: float = 0.0

    def scaled(self, variance: float) -> Spectrum:
        return replace(self, variance=variance * self.variance)

    def spreads(self, uniforms: Floats) -> Floats:
        """(g / shape)^power, g at these shares of its law."""
        if self.power == 0.0:
            return np.ones(len(uniforms))
        from scipy.special import gammaincinv

        inside = np.clip(uniforms, EDGE, 1.0 - EDGE)
        return np.asarray((gammaincinv(self.shape, inside) / self.shape) ** self.power)

    def spread_slopes(self, uniforms: Floats) -> Floats:
        """d spreads / d shape."""
        if self.power == 0.0:
            return np.zeros(len(uniforms))
        step = STEP * self.shape
        near, far = (
            replace(self, shape=self.shape + much * step).spreads(uniforms)
            - replace(self, shape=self.shape - much * step).spreads(uniforms)
            for much in (1.0, 2.0)
        )
        return np.asarray((8.0 * near - far) / (12.0 * step))

    @property
    def numbers(self) -> Floats:
        """All that depends on the kernel's numbers, in a row."""
        return np.concatenate([[self.variance], self.widths, self.centres, [self.shape]])

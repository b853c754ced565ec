"""Rational quadratic: RBF curves of many lengths at once."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.family import KERNELS
from gpstudio.core.kernels.matern_profile import matern_profile
from gpstudio.core.kernels.radial import Radial
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.kernels.states.rational_exponentials import fit_error, rational_form
from gpstudio.core.spec import Spec, inputs, length, shape
from gpstudio.translation import tr

SMALL = 0.1
TERMS = 14
"""Of the series for a share up to SMALL: the first left out is below 1e-15 of the first."""


@KERNELS.register
class RationalQuadratic(Radial):
    """k(r) = (1 + r²/2αℓ²)^{−α}: RBFs whose 1/length² is gamma distributed with mean 1/ℓ².

    With v = w/(1 + w) and w = r²/2αℓ², dk/d log α = α k (v + log(1 − v)), whose two parts cancel
    where r is small; there their series is summed.
    """

    spec = Spec(
        "rational_quadratic",
        tr("Rational quadratic"),
        tr("A very smooth curve with slow and quick changes mixed; a small α mixes more."),
        (
            length(),
            shape(
                "alpha", tr("Alpha"), tr("How alike the mixed lengths are; large: one length."), 1.0
            ),
            inputs(),
        ),
        formula="(1 + r²/2αℓ²)^(−α)",
    )
    structure = frozenset({"stationary", "markov", "spectral"})

    @property
    def alpha(self) -> float:
        return self.number(1)

    def profile(self, squared: Floats) -> Floats:
        return np.exp(-self.alpha * np.log1p(squared / (2.0 * self.alpha)))

    def steepness(self, squared: Floats) -> Floats:
        return np.exp(-(self.alpha + 1.0) * np.log1p(squared / (2.0 * self.alpha)))

    def shape_slopes(self, squared: Floats) -> Iterator[Floats]:
        w = squared / (2.0 * self.alpha)
        v = w / (1.0 + w)
        powers = range(TERMS, 1, -1)
        series = -(v**2) * np.polyval([1.0 / k for k in powers], np.minimum(v, SMALL))
        yield self.alpha * self.profile(squared) * np.where(v < SMALL, series, v - np.log1p(w))

    def unit_density(self, squared: Floats, inputs: int) -> Floats:
        """The same mixture of the RBF's densities. Where α ≤ d/2, infinite at zero: the curve
        keeps some of its level for ever."""
        from scipy.special import kve

        order, half = self.alpha - inputs / 2.0, inputs / 2.0
        x = np.sqrt(2.0 * self.alpha * squared)
        if order > 0.0:
            ratio = math.exp(math.lgamma(order) - math.lgamma(self.alpha))
            size = (2.0 * np.pi * self.alpha) ** half * ratio
            return np.asarray(size * matern_profile(x, order))
        x = np.maximum(x, 1e-300)
        size = 2.0 * (2.0 * np.pi) ** half * self.alpha**self.alpha / math.gamma(self.alpha)
        return np.asarray(size * (x / (2.0 * self.alpha)) ** order * kve(-order, x) * np.exp(-x))

    def mixing(self) -> tuple[float, float]:
        return self.alpha, 0.5

    def markov_form(self) -> MarkovForm:
        return rational_form(self.number(), self.alpha)

    def markov_error(self) -> float:
        return fit_error(self.alpha)

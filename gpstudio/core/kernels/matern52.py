"""Matérn 5/2: a curve with a continuous slope and bend, between Matérn 3/2 and RBF."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.family import KERNELS
from gpstudio.core.kernels.matern_density import matern_density
from gpstudio.core.kernels.radial import Radial
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.spec import Spec, inputs, length
from gpstudio.translation import tr


@KERNELS.register
class Matern52(Radial):
    """k(r) = (1 + s + s²/3) exp(−s) with s = √5 r/ℓ.

    State: x₁ = √3 f, x₂ = x₁′/λ + x₁, x₃ = x₂′/λ + x₂ with λ = √5/ℓ: each forgets at the one rate
    λ and is driven by the next, the last by white noise. Their covariance follows from
    k″(0) = −λ²/3 and k⁗(0) = λ⁴. The √3 makes it whole numbers, so that what cancels in the noise
    of a short step, which grows as Δ⁵, cancels to the last digit.
    """

    spec = Spec(
        "matern52",
        tr("Matérn 5/2"),
        tr("A smooth curve that turns gently: smoother than Matérn 3/2, less stiff than RBF."),
        (length(), inputs()),
        formula="(1 + √5 r/ℓ + 5r²/3ℓ²) exp(−√5 r/ℓ)",
    )
    structure = frozenset({"stationary", "markov", "spectral"})
    compiled_profile = "matern52"
    order = 2

    def profile(self, squared: Floats) -> Floats:
        s = np.sqrt(5.0 * squared)
        return np.asarray((1.0 + s + s**2 / 3.0) * np.exp(-s))

    def steepness(self, squared: Floats) -> Floats:
        s = np.sqrt(5.0 * squared)
        return np.asarray(5.0 / 3.0 * (1.0 + s) * np.exp(-s))

    def unit_density(self, squared: Floats, inputs: int) -> Floats:
        return matern_density(squared, inputs, 2.5)

    def mixing(self) -> tuple[float, float]:
        return 2.5, -0.5

    def markov_form(self) -> MarkovForm:
        return MarkovForm.matern(2, self.number())

"""Matérn 3/2: a curve with a continuous slope; the workhorse for one season."""

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
class Matern32(Radial):
    """k(r) = (1 + √3 r/ℓ) exp(−√3 r/ℓ).

    State: f and f′/λ + f with λ = √3/ℓ, a single rate and one coupling, which keeps both of size
    one whatever the length is measured in.
    """

    spec = Spec(
        "matern32",
        tr("Matérn 3/2"),
        tr("A smooth curve that may turn fairly quickly: one crop season."),
        (length(), inputs()),
        formula="(1 + √3 r/ℓ) exp(−√3 r/ℓ)",
    )
    structure = frozenset({"stationary", "markov", "spectral"})
    compiled_profile = "matern32"
    order = 1

    def profile(self, squared: Floats) -> Floats:
        s = np.sqrt(3.0 * squared)
        return np.asarray((1.0 + s) * np.exp(-s))

    def steepness(self, squared: Floats) -> Floats:
        return np.asarray(3.0 * np.exp(-np.sqrt(3.0 * squared)))

    def unit_density(self, squared: Floats, inputs: int) -> Floats:
        return matern_density(squared, inputs, 1.5)

    def mixing(self) -> tuple[float, float]:
        return 1.5, -0.5

    def markov_form(self) -> MarkovForm:
        return MarkovForm.matern(1, self.number())

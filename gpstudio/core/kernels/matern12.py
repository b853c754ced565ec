"""Matérn 1/2 (exponential): a rough curve that forgets at one steady rate."""

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
class Matern12(Radial):
    """k(r) = exp(−r/ℓ)."""

    spec = Spec(
        "matern12",
        tr("Matérn 1/2"),
        tr("A rough curve without a slope: day-to-day wander, as of weather or an instrument."),
        (length(), inputs()),
        formula="exp(−r/ℓ)",
    )
    structure = frozenset({"stationary", "markov", "spectral"})
    compiled_profile = "matern12"
    order = 0

    def profile(self, squared: Floats) -> Floats:
        return np.exp(-np.sqrt(squared))

    def steepness(self, squared: Floats) -> Floats:
        s = np.sqrt(squared)
        return np.asarray(np.exp(-s) / np.where(s > 0.0, s, np.inf))

    def unit_density(self, squared: Floats, inputs: int) -> Floats:
        return matern_density(squared, inputs, 0.5)

    def mixing(self) -> tuple[float, float]:
        return 0.5, -0.5

    def markov_form(self) -> MarkovForm:
        return MarkovForm.matern(0, self.number())

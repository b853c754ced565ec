"""RBF (squared exponential): a curve with every derivative."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.family import KERNELS
from gpstudio.core.kernels.radial import Radial
from gpstudio.core.kernels.states.exponentials import ROUNDED, rbf_fit
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.spec import Spec, inputs, length
from gpstudio.translation import tr


@KERNELS.register
class Rbf(Radial):
    """k(r) = exp(−r²/2ℓ²); along one input, a sum of fading waves (``exponentials``)."""

    spec = Spec(
        "rbf",
        "RBF",
        tr("A very smooth curve, with no sudden turns at all."),
        (length(), inputs()),
        formula="exp(−r²/2ℓ²)",
    )
    structure = frozenset({"stationary", "markov", "spectral"})
    compiled_profile = "rbf"

    def profile(self, squared: Floats) -> Floats:
        return np.exp(-0.5 * squared)

    def steepness(self, squared: Floats) -> Floats:
        return np.exp(-0.5 * squared)

    def unit_density(self, squared: Floats, inputs: int) -> Floats:
        return np.asarray((2.0 * np.pi) ** (inputs / 2.0) * np.exp(-0.5 * squared))

    def mixing(self) -> tuple[float, float]:
        return 1.0, 0.0

    def markov_form(self) -> MarkovForm:
        fit = rbf_fit(self.error)
        return MarkovForm.exponentials(fit.coefficients, fit.exponents / self.number())

    def markov_error(self) -> float:
        return max(ROUNDED, rbf_fit(self.error).error)

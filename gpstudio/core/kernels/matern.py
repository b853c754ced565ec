"""Matérn with any smoothness."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.family import KERNELS
from gpstudio.core.kernels.kernel import Capability
from gpstudio.core.kernels.matern_density import matern_density
from gpstudio.core.kernels.matern_profile import matern_profile, matern_steepness
from gpstudio.core.kernels.radial import Radial
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.spec import Spec, decimal, inputs, length
from gpstudio.translation import tr

STEEPEST = 7.5
"""The largest ν with a state space here: eight states."""


@KERNELS.register
class Matern(Radial):
    """k(r) = 2^{1−ν}/Γ(ν) s^ν K_ν(s) with s = √(2ν) r/ℓ.

    Where ν is half a whole number it is a polynomial times exp(−s), and a state of ν + ½ numbers.
    """

    spec = Spec(
        "matern",
        "Matérn",
        tr("A curve as smooth as you say: it has every derivative of an order below ν."),
        (
            length(),
            decimal(
                "nu",
                tr("Smoothness"),
                tr("The more, the smoother; it is not learnt."),
                1.5,
                0.1,
                100,
            ),
            inputs(),
        ),
        formula="2^(1−ν)/Γ(ν) s^ν K_ν(s), s = √(2ν) r/ℓ",
    )
    structure = frozenset({"stationary", "spectral"})

    @property
    def offers(self) -> frozenset[Capability]:
        half = (self.nu - 0.5).is_integer() and self.nu <= STEEPEST
        return self.structure | {"markov"} if half else self.structure

    @property
    def nu(self) -> float:
        return float(self.options["nu"])  # type: ignore[arg-type]

    def profile(self, squared: Floats) -> Floats:
        return matern_profile(np.sqrt(2.0 * self.nu * squared), self.nu)

    def steepness(self, squared: Floats) -> Floats:
        steepness = matern_steepness(np.sqrt(2.0 * self.nu * squared), self.nu)
        return np.asarray(2.0 * self.nu * steepness)

    def unit_density(self, squared: Floats, inputs: int) -> Floats:
        return matern_density(squared, inputs, self.nu)

    def mixing(self) -> tuple[float, float]:
        return self.nu, -0.5

    def markov_form(self) -> MarkovForm:
        if "markov" not in self.offers:
            return super().markov_form()
        return MarkovForm.matern(int(self.nu - 0.5), self.number())

"""Cosine: one wave that never fades, of unknown phase."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.family import KERNELS
from gpstudio.core.kernels.per_input import PerInput, period, turned
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.spec import Spec, inputs
from gpstudio.translation import tr


@KERNELS.register
class Cosine(PerInput):
    """k(r) = cos(2πr/p); for several inputs, the product over them.

    A sine wave of random phase has this covariance. Along one input it is a pair of numbers that
    turns and is never shaken. Its spectrum is two lines, so it has no density.
    """

    spec = Spec(
        "cosine",
        tr("Cosine"),
        tr("A sine wave that goes on unchanged; times another kernel, one that fades."),
        (period(tr("How long one wave is.")), inputs()),
        formula=tr("cos(2πr/p), multiplied over the inputs"),
    )
    structure = frozenset({"stationary", "markov"})

    def factor(self, gaps: Floats, numbers: Floats) -> Floats:
        return np.cos(turned(gaps, numbers[0]))

    def factor_slope(self, gaps: Floats, numbers: Floats) -> Floats:
        return np.asarray(-2.0 * np.pi / numbers[0] * np.sin(turned(gaps, numbers[0])))

    def factor_gradients(self, gaps: Floats, numbers: Floats) -> tuple[Floats, ...]:
        return (-gaps * self.factor_slope(gaps, numbers),)

    def markov_form(self) -> MarkovForm:
        return MarkovForm.cosine(2.0 * np.pi / self.number())

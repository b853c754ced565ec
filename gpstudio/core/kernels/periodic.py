"""Periodic: a shape that repeats, as smooth as its length says."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.family import KERNELS
from gpstudio.core.kernels.per_input import PerInput, period, turned
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.kernels.states.fourier_series import cosine_weights, series_error
from gpstudio.core.spec import Parameter, Spec, inputs
from gpstudio.translation import tr


@KERNELS.register
class Periodic(PerInput):
    """k(r) = exp(−2 sin²(πr/p)/ℓ²); for several inputs, the product over them.

    It is an RBF between points on a circle (MacKay 1998), so the product, an RBF on a torus, is a
    covariance for any number of inputs, which the same formula of the Euclidean distance is not.
    Along one input it is the sum of the cosines of its Fourier series.
    """

    spec = Spec(
        "periodic",
        tr("Periodic"),
        tr("A shape that repeats exactly, such as a yearly course; times another kernel, roughly."),
        (
            Parameter(
                "length",
                tr("Length"),
                tr(
                    "How smooth the shape is within one period: 3 nearly a sine, 0.3 with "
                    "sharp turns."
                ),
                role="shape",
                default=1.0,
                several=True,
            ),
            period(tr("After how long the shape comes again.")),
            inputs(),
        ),
        formula=tr("exp(−2 sin²(πr/p)/ℓ²), multiplied over the inputs"),
    )
    structure = frozenset({"stationary", "markov"})

    @property
    def wave_period(self) -> float | None:
        shapes_and_period = [setting for _, setting in self.settings]
        held = len(shapes_and_period) == 2 and shapes_and_period[1].held
        return shapes_and_period[1].value if held else None

    def factor(self, gaps: Floats, numbers: Floats) -> Floats:
        length, period = numbers
        sine = np.sin(0.5 * turned(gaps, period))
        return np.asarray(np.exp(-2.0 * (sine / length) ** 2))

    def factor_slope(self, gaps: Floats, numbers: Floats) -> Floats:
        length, period = numbers
        steep = 2.0 * np.pi / period * np.sin(turned(gaps, period)) / length**2
        return np.asarray(-steep * self.factor(gaps, numbers))

    def factor_gradients(self, gaps: Floats, numbers: Floats) -> tuple[Floats, ...]:
        length, period = numbers
        turn = (2.0 * np.sin(0.5 * turned(gaps, period)) / length) ** 2
        return turn * self.factor(gaps, numbers), -gaps * self.factor_slope(gaps, numbers)

    def markov_form(self) -> MarkovForm:
        weights, slopes = cosine_weights(self.number(), self.error)
        return MarkovForm.cosines(weights, 2.0 * np.pi / self.number(1), slopes[None])

    def markov_error(self) -> float:
        return series_error(self.number(), self.error)

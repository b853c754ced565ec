"""Matérn 3/2: a curve with a continuous slope; the workhorse for one season."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.kernel import Family, distance
from gpstudio.core.kernels.markov_form import MarkovForm
from gpstudio.core.kernels.registered import KERNELS
from gpstudio.core.spec import Spec, length


@KERNELS.register
class Matern32(Family):
    """k(r) = (1 + √3 r/ℓ) exp(−√3 r/ℓ).

    State: f and f′/λ + f with λ = √3/ℓ, a single rate and one coupling, which keeps both of size
    one whatever the length is measured in.
    """

    spec = Spec(
        "matern32",
        "Matérn 3/2",
        "A smooth curve that may turn fairly quickly: one crop season.",
        (length(),),
        formula="(1 + √3 r/ℓ) exp(−√3 r/ℓ)",
    )
    structure = frozenset({"stationary", "markov"})

    def block(self, a: Floats, b: Floats) -> Floats:
        scaled = np.sqrt(3.0) / self.number() * distance(a, b)
        return np.asarray((1.0 + scaled) * np.exp(-scaled))

    def diagonal(self, a: Floats) -> Floats:
        return np.ones(len(a))

    def gradients(self, a: Floats) -> Iterator[Floats]:
        scaled = np.sqrt(3.0) / self.number() * distance(a, a)
        yield scaled**2 * np.exp(-scaled)

    def markov_form(self) -> MarkovForm:
        rate = np.sqrt(3.0) / self.number()
        feedback = rate * np.array([[-1.0, 1.0], [0.0, -1.0]])
        return MarkovForm(
            feedback,
            stationary=np.array([[1.0, 1.0], [1.0, 2.0]]),
            readout=np.array([1.0, 0.0]),
            feedback_gradients=-feedback[None],
            stationary_gradients=np.zeros((1, 2, 2)),
        )

"""Constant: the whole curve lies higher or lower, by one unknown amount."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.family import KERNELS, Family
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.spec import Spec, variance
from gpstudio.translation import tr


@KERNELS.register
class Constant(Family):
    """k(x, x′) = c."""

    spec = Spec(
        "constant",
        tr("Constant"),
        tr("An unknown level, the same everywhere."),
        (variance("variance", tr("Variance"), tr("How far the level may lie from the mean.")),),
        formula="c",
    )
    structure = frozenset({"stationary", "markov"})
    carries_variance = True

    def covariance(self, a: Floats, b: Floats) -> Floats:
        return np.full((len(a), len(b)), self.number())

    def level(self, a: Floats) -> Floats:
        return np.full(len(a), self.number())

    def slopes(self, a: Floats, b: Floats) -> Iterator[Floats]:
        yield self.covariance(a, b)

    def input_slopes(self, a: Floats, b: Floats) -> Floats:
        return np.zeros((a.shape[1], len(a), len(b)))

    def markov_form(self) -> MarkovForm:
        return MarkovForm.constant().scaled(self.number())

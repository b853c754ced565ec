"""White: noise, written as a term of the kernel."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.family import KERNELS, Family
from gpstudio.core.spec import Spec, variance
from gpstudio.translation import tr


@KERNELS.register
class White(Family):
    """k(x, x′) = s for a reading with itself, 0 for two readings, even at the same place.

    It is noise and no part of the curve: before a fit it is taken out of the kernel and becomes
    the likelihood's noise (see ``build.split_noise``).
    """

    spec = Spec(
        "white",
        tr("White noise"),
        tr("Scatter of single readings; not a part of the curve."),
        (variance("variance", tr("Variance"), tr("The variance of one reading about the curve.")),),
        formula=tr("s where a reading meets itself, else 0"),
    )
    structure = frozenset({"stationary"})
    carries_variance = True

    def covariance(self, a: Floats, b: Floats) -> Floats:
        return np.zeros((len(a), len(b)))

    def level(self, a: Floats) -> Floats:
        return np.full(len(a), self.number())

    def slopes(self, a: Floats, b: Floats) -> Iterator[Floats]:
        yield np.zeros((len(a), len(b)))

    def input_slopes(self, a: Floats, b: Floats) -> Floats:
        return np.zeros((a.shape[1], len(a), len(b)))

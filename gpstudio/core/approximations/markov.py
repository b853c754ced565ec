"""Markov: the covariance along one input as a moving state; exact, not an approximation."""

from __future__ import annotations

from gpstudio.core.approximations.registered import APPROXIMATIONS, Approximation
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.markov import MarkovCovariance
from gpstudio.core.operators.operator import Operator
from gpstudio.core.spec import Spec


@APPROXIMATIONS.register
class Markov(Approximation):
    spec = Spec(
        "markov",
        "State space",
        "Exact for one time input and a Markov kernel; a million readings take about a second.",
    )
    needs = frozenset({"markov"})
    gives = "markov"
    dimensions = 1

    def operator(self, kernel: Kernel, inputs: Floats) -> Operator:
        return MarkovCovariance(kernel, inputs)

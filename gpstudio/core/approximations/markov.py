"""Markov: the covariance along one input as a moving state."""

from __future__ import annotations

from gpstudio.core.approximations.approximation import APPROXIMATIONS, Approximation
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.markov import MarkovCovariance
from gpstudio.core.operators.operator import Operator
from gpstudio.core.spec import Spec
from gpstudio.translation import tr


@APPROXIMATIONS.register
class Markov(Approximation):
    spec = Spec(
        "markov",
        tr("State space"),
        tr(
            "For one time input and a Markov kernel; exact, or as near as the report says. A "
            "million readings may take a second."
        ),
    )
    needs = frozenset({"markov"})
    gives = frozenset({"markov"})
    dimensions = frozenset({1})

    def operator(self, kernel: Kernel, inputs: Floats) -> Operator:
        return MarkovCovariance(kernel, inputs)

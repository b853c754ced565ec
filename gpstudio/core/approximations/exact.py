"""Exact: the full covariance matrix."""

from __future__ import annotations

from gpstudio.core.approximations.approximation import APPROXIMATIONS, Approximation
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.operators.operator import Operator
from gpstudio.core.spec import Spec
from gpstudio.translation import tr


@APPROXIMATIONS.register
class Exact(Approximation):
    spec = Spec(
        "exact",
        tr("Full matrix"),
        tr("Any kernel and any number of inputs, up to some ten thousand readings."),
    )
    gives = frozenset({"entries", "products"})

    def operator(self, kernel: Kernel, inputs: Floats) -> Operator:
        return DenseCovariance(kernel, inputs)

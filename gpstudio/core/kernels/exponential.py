"""Exponential of a kernel: all its powers at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.family import KERNELS
from gpstudio.core.kernels.kernel import Capability
from gpstudio.core.kernels.wrapper import Wrapper
from gpstudio.core.spec import Parameter, Setting, Spec
from gpstudio.translation import tr

LARGEST = 300.0
"""Exponents above this are no covariance that anything can be computed with; they stay finite."""


@KERNELS.register
class Exponential(Wrapper):
    """exp(k(x, x′)) = 1 + k + k²/2 + …; the level among these powers is part of the curve.

    Within it a variance has no unit: it says how many of the powers count.
    """

    spec = Spec(
        "exp",
        tr("Exponential"),
        tr("All powers of a kernel at once: sharper about each reading, with a level of its own."),
        (Parameter("kernel", tr("Kernel"), tr("The kernel in the exponent."), "kernel"),),
        formula="exp(k)",
    )
    parts_are_terms = True

    @property
    def offers(self) -> frozenset[Capability]:
        return self.parts[0].offers & {"stationary"}

    @property
    def settings(self) -> tuple[tuple[Parameter, Setting], ...]:
        return tuple((_unitless(parameter), setting) for parameter, setting in super().settings)

    def block(self, a: Floats, b: Floats) -> Floats:
        return np.exp(np.minimum(self.parts[0].block(a, b), LARGEST))

    def diagonal(self, a: Floats) -> Floats:
        return np.exp(np.minimum(self.parts[0].diagonal(a), LARGEST))

    def gradients(self, a: Floats, b: Floats) -> Iterator[Floats]:
        block = self.block(a, b)
        for gradient in self.parts[0].gradients(a, b):
            yield block * gradient

    def input_gradients(self, a: Floats, b: Floats) -> Floats:
        return np.asarray(self.block(a, b) * self.parts[0].input_gradients(a, b))

    def pulled(self, a: Floats, b: Floats, pull: Floats) -> Floats:
        return self.parts[0].pulled(a, b, pull * self.block(a, b))


def _unitless(parameter: Parameter) -> Parameter:
    if parameter.role != "variance":
        return parameter
    return replace(parameter, role="shape", unit="", default=1.0)

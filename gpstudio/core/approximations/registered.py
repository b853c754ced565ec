"""What an approximation is, and the registry of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel
from gpstudio.core.kernels.kernel import Capability
from gpstudio.core.operators.operator import Operator, Structure
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec


class Approximation(ABC):
    """From a kernel and inputs to an operator."""

    spec: ClassVar[Spec]
    needs: ClassVar[frozenset[Capability]] = frozenset()
    """What the kernel must offer."""
    gives: ClassVar[Structure]
    """What its operator offers to a solver."""
    dimensions: ClassVar[int | None] = None
    """The only number of inputs it takes; None for any."""

    @abstractmethod
    def operator(self, kernel: Kernel, inputs: Floats) -> Operator:
        """The covariance of the curve at ``inputs``."""


APPROXIMATIONS: Registry[type[Approximation]] = Registry("approximation")

"""What a mean is, and the registry of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from gpstudio.core.arrays import Floats
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec


class Mean(ABC):
    """Columns whose coefficients are estimated by generalised least squares."""

    spec: ClassVar[Spec]

    @abstractmethod
    def trends(self, inputs: Floats) -> Floats:
        """One column a coefficient, (n, q); q may be 0."""


MEANS: Registry[type[Mean]] = Registry("mean")

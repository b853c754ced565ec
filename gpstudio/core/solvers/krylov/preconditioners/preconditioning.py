"""What a way to precondition is, and the registry of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.operators.operator import Operator
from gpstudio.core.registry import Registry
from gpstudio.core.solvers.krylov.preconditioners.preconditioner import Preconditioner
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task


class Preconditioning(ABC):
    """From a covariance and the noise of the readings to a preconditioner."""

    spec: ClassVar[Spec]
    takes_rank: ClassVar[bool] = True
    """Whether it has features, ``rank`` of them at most."""

    @abstractmethod
    def made(
        self,
        operator: Operator,
        noise: Floats,
        rank: int,
        random: np.random.Generator,
        task: Task = QUIET,
    ) -> Preconditioner:
        """For ``operator`` + diag(noise); every noise variance is finite."""

    @abstractmethod
    def bytes_needed(self, n: int, rank: int) -> float:
        """Memory that making and holding it takes."""


PRECONDITIONERS: Registry[type[Preconditioning]] = Registry("preconditioner")

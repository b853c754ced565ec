"""None: the identity, so that every method is written once."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers.krylov.preconditioners.preconditioner import Diagonal, Preconditioner
from gpstudio.core.solvers.krylov.preconditioners.preconditioning import (
    PRECONDITIONERS,
    Preconditioning,
)
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr


@PRECONDITIONERS.register
class NoPreconditioner(Preconditioning):
    spec = Spec("none", tr("None"), tr("The system as it is: for few readings or much noise."))
    takes_rank = False

    def made(
        self,
        operator: Operator,
        noise: Floats,
        rank: int,
        random: np.random.Generator,
        task: Task = QUIET,
    ) -> Preconditioner:
        return Diagonal(np.ones(len(noise)), float(noise.min(initial=np.inf)))

    def bytes_needed(self, n: int, rank: int) -> float:
        return 8.0 * n

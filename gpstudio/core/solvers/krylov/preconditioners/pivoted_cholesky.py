"""Pivoted Cholesky: features through the readings that the others say least about."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers.krylov.preconditioners.low_rank import LowRank, bytes_of_factor
from gpstudio.core.solvers.krylov.preconditioners.preconditioner import Preconditioner
from gpstudio.core.solvers.krylov.preconditioners.registered import (
    PRECONDITIONERS,
    Preconditioning,
)
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task


@PRECONDITIONERS.register
class PivotedCholesky(Preconditioning):
    spec = Spec(
        "pivoted_cholesky",
        "Pivoted Cholesky",
        "Features through the readings that the others say least about, one after the other.",
    )

    def made(
        self,
        operator: Operator,
        noise: Floats,
        rank: int,
        random: np.random.Generator,
        task: Task = QUIET,
    ) -> Preconditioner:
        from gpstudio.core.approximations.nystrom.pivots import pivoted

        few = min(rank, len(noise))
        pivots = pivoted(operator.kernel, operator.inputs, few, "greedy", random, task)
        return LowRank(pivots.factor, noise, task)

    def bytes_needed(self, n: int, rank: int) -> float:
        return bytes_of_factor(n, min(rank, n))

"""Randomly pivoted Cholesky: features through readings drawn by what is left of their variance."""

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
class RandomlyPivoted(Preconditioning):
    spec = Spec(
        "rpcholesky",
        "Randomly pivoted Cholesky",
        "Features through readings drawn by how little the others say about them; outliers do it "
        "no harm.",
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
        pivots = pivoted(operator.kernel, operator.inputs, few, "random", random, task)
        return LowRank(pivots.factor, noise, task)

    def bytes_needed(self, n: int, rank: int) -> float:
        return bytes_of_factor(n, min(rank, n))

"""Jacobi: the diagonal of the covariance of the readings."""

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
class Jacobi(Preconditioning):
    spec = Spec(
        "jacobi",
        tr("Jacobi"),
        tr(
            "Each reading by its own variance: where noise or variance differ from reading "
            "to reading."
        ),
    )
    takes_rank = False

    def made(
        self,
        operator: Operator,
        noise: Floats,
        rank: int,
        random: np.random.Generator,
        task: Task = QUIET,
    ) -> Preconditioner:
        diagonal = operator.prior_variance(operator.inputs) + noise
        return Diagonal(diagonal, float((noise / diagonal).min(initial=1.0)))

    def bytes_needed(self, n: int, rank: int) -> float:
        return 8.0 * 4 * n

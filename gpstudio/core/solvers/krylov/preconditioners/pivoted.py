"""Features through some of the readings, whichever way these are chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.operators.operator import Operator
from gpstudio.core.operators.pivots import pivoted
from gpstudio.core.solvers.krylov.preconditioners.low_rank import LowRank, bytes_of_factor
from gpstudio.core.solvers.krylov.preconditioners.preconditioner import Preconditioner
from gpstudio.core.solvers.krylov.preconditioners.preconditioning import Preconditioning
from gpstudio.core.task import QUIET, Task

if TYPE_CHECKING:
    from gpstudio.core.operators.pivots import Rule


class Pivoted(Preconditioning):
    rule: ClassVar[Rule]
    """How pivots are chosen."""

    def made(
        self,
        operator: Operator,
        noise: Floats,
        rank: int,
        random: np.random.Generator,
        task: Task = QUIET,
    ) -> Preconditioner:
        few = min(rank, len(noise))
        if "features" in operator.offers and operator.rank <= few:
            # the covariance is no more than these: nothing is nearer to it
            features = np.array(operator.features_at(operator.inputs, task), order="F")
            return LowRank(features, noise, task)
        pivots = pivoted(operator.kernel, operator.inputs, few, self.rule, random, task)
        return LowRank(pivots.factor, noise, task)

    def bytes_needed(self, n: int, rank: int) -> float:
        return bytes_of_factor(n, min(rank, n))

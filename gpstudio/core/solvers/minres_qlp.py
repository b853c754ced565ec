"""MINRES-QLP: the shortest of all least-squares solutions, without the matrix."""

from __future__ import annotations

from gpstudio.core.arrays import Floats
from gpstudio.core.solvers.iterative import PARAMETERS, IterativeSolver
from gpstudio.core.solvers.krylov import Outcome, minres_qlp
from gpstudio.core.solvers.registered import SOLVERS
from gpstudio.core.solvers.systems import Goal, System, by_residual
from gpstudio.core.spec import Spec
from gpstudio.core.task import Task
from gpstudio.translation import tr


@SOLVERS.register
class MinresQlp(IterativeSolver):
    spec = Spec(
        "minres_qlp",
        "MINRES-QLP",
        tr("As MINRES, and the shortest solution where readings are repeated without noise."),
        PARAMETERS,
    )

    def solved(self, system: System, right: Floats, goal: Goal, task: Task) -> Outcome:
        return by_residual(minres_qlp, system, right, goal, self.tolerance, self.iterations, task)

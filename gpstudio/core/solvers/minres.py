"""MINRES: the smallest residual, without the matrix."""

from __future__ import annotations

from gpstudio.core.arrays import Floats
from gpstudio.core.solvers.iterative import PARAMETERS, IterativeSolver
from gpstudio.core.solvers.krylov import Outcome, minres
from gpstudio.core.solvers.registered import SOLVERS
from gpstudio.core.solvers.systems import Goal, System, by_residual
from gpstudio.core.spec import Spec
from gpstudio.core.task import Task
from gpstudio.translation import tr


@SOLVERS.register
class Minres(IterativeSolver):
    spec = Spec(
        "minres",
        "MINRES",
        tr(
            "As conjugate gradients, with the smallest residual in each step; matrices that "
            "rounding has made indefinite do it no harm."
        ),
        PARAMETERS,
    )

    def solved(self, system: System, right: Floats, goal: Goal, task: Task) -> Outcome:
        return by_residual(minres, system, right, goal, self.tolerance, self.iterations, task)

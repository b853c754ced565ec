"""Conjugate gradients: for many readings, without the matrix."""

from __future__ import annotations

from gpstudio.core.arrays import Floats
from gpstudio.core.solvers.iterative import PARAMETERS, IterativeSolver
from gpstudio.core.solvers.krylov import Outcome, cg
from gpstudio.core.solvers.registered import SOLVERS
from gpstudio.core.solvers.systems import Goal, System, by_energy
from gpstudio.core.spec import Spec
from gpstudio.core.task import Task
from gpstudio.translation import tr


@SOLVERS.register
class ConjugateGradients(IterativeSolver):
    spec = Spec(
        "cg",
        tr("Conjugate gradients"),
        tr(
            "By products alone, the matrix never stored: for more readings than a factor has "
            "room for."
        ),
        PARAMETERS,
    )

    def solved(self, system: System, right: Floats, goal: Goal, task: Task) -> Outcome:
        return by_energy(cg, system, right, goal, self.iterations, task)

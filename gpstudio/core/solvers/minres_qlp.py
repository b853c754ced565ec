"""MINRES-QLP: the shortest of all least-squares solutions, without the matrix."""

from __future__ import annotations

from gpstudio.core.solvers.iterative import PARAMETERS, IterativeSolver
from gpstudio.core.solvers.krylov import minres_qlp
from gpstudio.core.solvers.solver import SOLVERS
from gpstudio.core.spec import Spec
from gpstudio.translation import tr


@SOLVERS.register
class MinresQlp(IterativeSolver):
    spec = Spec(
        "minres_qlp",
        "MINRES-QLP",
        tr("As MINRES, and the shortest solution where readings are repeated without noise."),
        PARAMETERS,
    )
    method = staticmethod(minres_qlp)
    takes_indefinite = True
    takes_negative_noise = True
    finds_shortest = True

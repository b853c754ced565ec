"""MINRES: the smallest residual, without the matrix."""

from __future__ import annotations

from gpstudio.core.solvers.iterative import PARAMETERS, IterativeSolver
from gpstudio.core.solvers.krylov import minres
from gpstudio.core.solvers.solver import SOLVERS
from gpstudio.core.spec import Spec
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
    method = staticmethod(minres)
    takes_indefinite = True
    takes_negative_noise = True

"""Conjugate gradients: for many readings, without the matrix."""

from __future__ import annotations

from gpstudio.core.solvers.iterative import PARAMETERS, IterativeSolver
from gpstudio.core.solvers.krylov import cg
from gpstudio.core.solvers.solver import SOLVERS
from gpstudio.core.spec import Spec
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
        short="CG",
    )
    method = staticmethod(cg)
    follows_energy = True

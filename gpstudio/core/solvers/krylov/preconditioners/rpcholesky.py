"""Randomly pivoted Cholesky: features through readings drawn by what is left of their variance."""

from __future__ import annotations

from gpstudio.core.solvers.krylov.preconditioners.pivoted import Pivoted
from gpstudio.core.solvers.krylov.preconditioners.preconditioning import PRECONDITIONERS
from gpstudio.core.spec import Spec
from gpstudio.translation import tr


@PRECONDITIONERS.register
class RandomlyPivoted(Pivoted):
    spec = Spec(
        "rpcholesky",
        tr("Randomly pivoted Cholesky"),
        tr(
            "Features through readings drawn by how little the others say about them; outliers do "
            "it no harm."
        ),
    )
    rule = "random"

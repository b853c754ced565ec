"""Pivoted Cholesky: features through the readings that the others say least about."""

from __future__ import annotations

from gpstudio.core.solvers.krylov.preconditioners.pivoted import Pivoted
from gpstudio.core.solvers.krylov.preconditioners.preconditioning import PRECONDITIONERS
from gpstudio.core.spec import Spec
from gpstudio.translation import tr


@PRECONDITIONERS.register
class PivotedCholesky(Pivoted):
    spec = Spec(
        "pivoted_cholesky",
        tr("Pivoted Cholesky"),
        tr("Features through the readings that the others say least about, one after the other."),
    )
    rule = "greedy"

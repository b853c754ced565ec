"""Krylov methods: solving with a symmetric matrix by its products with vectors alone.

``product`` is any function from (n, k) in Fortran order to (n, k); each method takes many
right-hand sides at once and says in an ``Outcome`` how it went.
"""

from gpstudio.core.solvers.krylov.cg import cg
from gpstudio.core.solvers.krylov.lanczos import (
    Correction,
    log_determinant_correction,
    quadrature,
    signs,
)
from gpstudio.core.solvers.krylov.minres import minres
from gpstudio.core.solvers.krylov.minres_qlp import minres_qlp
from gpstudio.core.solvers.krylov.outcome import Method, Outcome, Preconditions, Product, Stop
from gpstudio.core.solvers.krylov.preconditioners import (
    PRECONDITIONERS,
    Preconditioner,
    Preconditioning,
)
from gpstudio.core.solvers.krylov.probes import Probes, solved_probes
from gpstudio.core.solvers.krylov.second_order import (
    energy_left,
    second_order,
    second_order_joint,
)
from gpstudio.core.solvers.krylov.symmetry import check_symmetric

__all__ = [
    "PRECONDITIONERS",
    "Correction",
    "Method",
    "Outcome",
    "Preconditioner",
    "Preconditioning",
    "Preconditions",
    "Probes",
    "Product",
    "Stop",
    "cg",
    "check_symmetric",
    "energy_left",
    "log_determinant_correction",
    "minres",
    "minres_qlp",
    "quadrature",
    "second_order",
    "second_order_joint",
    "signs",
    "solved_probes",
]

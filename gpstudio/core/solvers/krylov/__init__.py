"""Krylov methods: solving with a symmetric matrix by its products with vectors alone.

``product`` is any function from (n, k) in Fortran order to (n, k); each method takes many
right-hand sides at once and says in an ``Outcome`` how it went.
"""

from gpstudio.core.solvers.krylov.cg import cg
from gpstudio.core.solvers.krylov.minres import minres
from gpstudio.core.solvers.krylov.minres_qlp import minres_qlp
from gpstudio.core.solvers.krylov.outcome import Outcome, Preconditions, Product

__all__ = ["Outcome", "Preconditions", "Product", "cg", "minres", "minres_qlp"]

"""Preconditioners, in the order in which forms show them.

To add one: write its file, and name it here.
"""

from gpstudio.core.solvers.krylov.preconditioners import none as none
from gpstudio.core.solvers.krylov.preconditioners import jacobi as jacobi
from gpstudio.core.solvers.krylov.preconditioners import pivoted_cholesky as pivoted_cholesky
from gpstudio.core.solvers.krylov.preconditioners import rpcholesky as rpcholesky
from gpstudio.core.solvers.krylov.preconditioners import nystrom as nystrom
from gpstudio.core.solvers.krylov.preconditioners.preconditioner import Preconditioner
from gpstudio.core.solvers.krylov.preconditioners.preconditioning import (
    PRECONDITIONERS,
    Preconditioning,
)

__all__ = ["PRECONDITIONERS", "Preconditioner", "Preconditioning"]

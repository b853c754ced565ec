"""From operator and readings to an answer; named here in the order in which forms show them.

To add one: write its file, and name it here.
"""

from gpstudio.core.solvers import kalman as kalman
from gpstudio.core.solvers import cholesky as cholesky
from gpstudio.core.solvers import toeplitz as toeplitz
from gpstudio.core.solvers import woodbury as woodbury
from gpstudio.core.solvers import cg as cg
from gpstudio.core.solvers import minres as minres
from gpstudio.core.solvers import minres_qlp as minres_qlp
from gpstudio.core.solvers.solver import SOLVERS
from gpstudio.core.solvers.solver import Solver
from gpstudio.core.solvers.solution import Solution

__all__ = ["SOLVERS", "Solution", "Solver"]

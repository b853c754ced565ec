"""What an iterative method hands back, and what it asks of a matrix and of a preconditioner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeAlias

from gpstudio.core.arrays import Floats
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr_later

Product: TypeAlias = Callable[[Floats], Floats]
"""A symmetric matrix times some vectors: (n, k) in Fortran order to (n, k)."""


class Stop(Enum):
    """Why a method stopped; ``iterative`` says the sentences that send to other choices."""

    REACHED = tr_later("reached the tolerance")
    MOST = tr_later("reached the most iterations")
    STUCK = tr_later("no further progress in double precision")
    INDEFINITE = "indefinite matrix"
    UNLIKE = "indefinite preconditioner"
    NOT_FINITE = tr_later("the product gave numbers that are not finite")
    LONG = tr_later("the answer grew longer than allowed")
    SHORTEST = tr_later("the system is singular: the shortest least-squares solution")
    LEAST_SQUARES = "least squares"


class Preconditions(Protocol):
    """A positive definite matrix P like the one to solve with, but easy to solve with itself."""

    def solve(self, vectors: Floats, task: Task = QUIET) -> Floats:
        """P⁻¹ vectors, in Fortran order, never the array it was given."""
        ...

    def times(self, vectors: Floats, task: Task = QUIET) -> Floats:
        """P vectors; asked for only where a system has no solution."""
        ...


@dataclass(frozen=True, eq=False)
class Outcome:
    answer: Floats
    """x, (n, k), in Fortran order."""
    iterations: int
    """Products used for the whole block, those that check included."""
    residuals: Floats
    """‖b − A x‖/‖b‖ of each column, by a product with the x handed back, never carried along."""
    errors: Floats
    """How far each column is from the solution, relative, as the method estimates it."""
    stopped: Stop
    """Why; where columns differ, of the one that fared worst."""
    converged: bool
    """Whether every column is as it was asked for."""
    trace: tuple[Floats, ...]
    """The relative residual of each column after each iteration, as it is carried along."""
    rest: Floats
    """b − A x, (n, k), by the same product as ``residuals``."""
    coefficients: tuple[tuple[Floats, Floats], ...] = ()
    """Of CG, (α, β) of each iteration; NaN for a column that had stopped by then."""


Method: TypeAlias = Callable[..., Outcome]
"""From a product and right-hand sides to an outcome; ``cg`` and ``minres`` say what may be named
besides."""

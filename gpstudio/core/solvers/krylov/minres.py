"""MINRES (Paige & Saunders 1975): the smallest residual, for any symmetric matrix.

With D = V R⁻¹ (R the triangle of T), x goes forward by τ d, each d from the two before it.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.solvers.krylov.least_squares import LeastSquares
from gpstudio.core.solvers.krylov.lines import add
from gpstudio.core.solvers.krylov.outcome import Outcome, Preconditions, Product, Stop
from gpstudio.core.solvers.krylov.search import BlockSearch
from gpstudio.core.solvers.krylov.tridiagonal import (
    FLAT,
    SeenSpectrum,
    Tridiagonal,
    over,
    shifted,
)
from gpstudio.core.task import QUIET, Task


def minres(
    product: Product,
    right: Floats,
    *,
    preconditioner: Preconditions | None = None,
    tolerance: float = 1e-6,
    iterations: int | None = None,
    start: Floats | None = None,
    floor: float = 0.0,
    flat: float = FLAT,
    shift: float = 0.0,
    task: Task = QUIET,
) -> Outcome:
    """(A − shift)⁻¹ right, (n, k), for a symmetric matrix, definite or not.

    A column stops at ‖b − A x‖ ≤ tolerance ‖b‖; or where ‖A r‖ ≤ flat ‖A‖ ‖r‖, looked at more
    closely then, as a least-squares solution, unless a ``floor`` under the sizes of the eigenvalues
    of P⁻¹A says that there is a true one. ``errors`` are ‖r‖ over ‖x‖ and the floor or, as an
    estimate, the smallest γ; for a least-squares solution ‖A r‖ over ‖x‖ and its square.
    """
    most = 10 * len(right) + 10 if iterations is None else iterations
    search = BlockSearch(shifted(product, shift), right, preconditioner, tolerance, start, task)
    return LeastSquares(Minimal, most, flat, floor, False, Stop.LEAST_SQUARES).solved(search)


class Minimal(Tridiagonal):
    """The solution of smallest residual, by three vectors."""

    def __init__(self, search: BlockSearch, live: Integers, spectrum: SeenSpectrum) -> None:
        super().__init__(search, live, spectrum)
        self.d, self.d_before = np.zeros_like(self.r), np.zeros_like(self.r)

    def advance(self, flat: Flags) -> Flags:
        self.spectrum.saw_pivots(self.live, np.where(flat, 0.0, self.gamma))
        self.turn()
        add(self.x, np.where(flat, 0.0, self.tau), self.d, self.scratch)
        return flat

    def turn(self) -> None:
        """The next d, in the place of the one before the last."""
        ahead = self.d_before
        ahead *= -self.epsilon[:, None]
        add(ahead, -self.delta, self.d, self.scratch)
        ahead += self.v
        ahead *= over(np.ones(len(self.live)), self.gamma)[:, None]
        self.d_before, self.d = self.d, ahead

    def hand_back(self, some: Flags) -> None:
        self.search.x[self.live[some]] = self.x[some]

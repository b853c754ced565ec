"""MINRES-QLP (Choi, Paige & Saunders 2011): of all least-squares solutions the shortest.

Where MINRES has T = Q R, reflections from the right make R lower triangular as well, R = L Pᵀ:
γ on the diagonal of L, ϑ and η below. With W = V P and L u = τ, x = W u. The last three columns
of W and the last three u still change; a step makes final those of two steps ago, and the last u
is zero where L is singular, which is what makes x the shortest. While the matrix looks well
conditioned the step of MINRES is made instead, with fewer vectors; W follows from D L then.

With P, x is the shortest in the P-norm, of those with the smallest residual in the P⁻¹-norm.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.solvers.krylov.least_squares import LeastSquares
from gpstudio.core.solvers.krylov.lines import add
from gpstudio.core.solvers.krylov.minres import Minimal
from gpstudio.core.solvers.krylov.outcome import Outcome, Preconditions, Product, Stop
from gpstudio.core.solvers.krylov.search import BlockSearch
from gpstudio.core.solvers.krylov.tridiagonal import (
    FLAT,
    SeenSpectrum,
    over,
    reflection,
    shifted,
)
from gpstudio.core.task import QUIET, Task

TURNS = 1e7
"""The condition from which on both sides are reflected."""
WORST = 1e15
"""The condition from which on the matrix counts as singular."""


def minres_qlp(
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
    turns: float = TURNS,
    worst: float = WORST,
    longest: float = np.inf,
    task: Task = QUIET,
) -> Outcome:
    """The shortest x of smallest ‖(A − shift) x − right‖, (n, k), for any symmetric matrix.

    Stops as ``minres`` does; a column stops also where the condition of T goes beyond ``worst``,
    or ‖x‖ beyond ``longest``: then without the direction that made it so. From a condition of
    ``turns`` on, the dearer and more accurate way is gone. Of a ``start``, only the correction
    to it is the shortest.
    """
    most = 10 * len(right) + 10 if iterations is None else iterations
    search = BlockSearch(shifted(product, shift), right, preconditioner, tolerance, start, task)
    limits = QlpLimits(turns, worst, longest)

    def recurrences(search: BlockSearch, live: Integers, spectrum: SeenSpectrum) -> Shortest:
        return Shortest(search, live, spectrum, limits)

    return LeastSquares(recurrences, most, flat, floor, True, Stop.SHORTEST).solved(search)


@dataclass(frozen=True)
class QlpLimits:
    turns: float
    worst: float
    longest: float


class Shortest(Minimal):
    """The digit of a name says how many steps ago: ``u2`` is u of two steps ago, as it is now."""

    def __init__(
        self, search: BlockSearch, live: Integers, spectrum: SeenSpectrum, limits: QlpLimits
    ) -> None:
        super().__init__(search, live, spectrum)
        self.limits, self.turned = limits, False
        count = len(live)
        self.gamma1, self.gamma2, self.theta1, self.theta2 = np.zeros((4, count))
        self.eta1, self.eta2, self.tau1, self.tau2 = np.zeros((4, count))
        self.u1, self.u2, self.u3, self.u4 = np.zeros((4, count))
        self.squares = np.zeros(count)
        """Σ u² of those that are final."""
        self.w1 = self.w2 = np.empty((count, 0))

    def advance(self, flat: Flags) -> Flags:
        row = self._reflect_right()
        lost = flat | self._too_ill(row, flat)
        u2 = over(self.tau2 - self.eta2 * self.u4 - self.theta2 * self.u3, row.gamma2)
        u1 = over(self.tau1 - self.eta1 * self.u3 - row.theta1 * u2, row.gamma1)
        last = np.where(lost, 0.0, row.gamma)
        u = over(self.tau - row.eta * u2 - row.theta * u1, last)
        self.squares += u2**2
        long = np.sqrt(self.squares + u1**2 + u**2) > self.limits.longest
        if long.any():
            self.search.why = Stop.LONG
            self.search.cut[self.live[long]] = True
        lost |= long
        self._move(row, u2, lost)
        self._shift(row, (np.where(lost, 0.0, u), u1, u2))
        return lost

    def _reflect_right(self) -> CornerRow:
        """The reflections that make the new column of R a row of L."""
        c2, s2, gamma2 = reflection(self.gamma2, self.epsilon)
        delta = s2 * self.theta1 - c2 * self.delta
        theta1 = c2 * self.theta1 + s2 * self.delta
        c3, s3, gamma1 = reflection(self.gamma1, delta)
        gamma = -c2 * self.gamma
        return CornerRow(
            (c2, s2, c3, s3), gamma2, gamma1, -c3 * gamma, theta1, s3 * gamma, s2 * self.gamma
        )

    def _too_ill(self, row: CornerRow, flat: Flags) -> Flags:
        """Where the last pivot counts as zero; and whether it is time for both sides."""
        live, largest = self.live, self.spectrum.largest[self.live]
        ill = np.abs(row.gamma) <= largest / self.limits.worst
        for pivots in (row.gamma2, row.gamma1, np.where(flat | ill, 0.0, row.gamma)):
            self.spectrum.saw_pivots(live, pivots)
        bad = largest > self.limits.turns * self.spectrum.smallest[live]
        if not self.turned and (flat | ill | bad).any():
            self._go_over()
        return ill

    def _go_over(self) -> None:
        """W = D L, and what of x is final."""
        self.turned = True
        self.w1 = self.gamma1[:, None] * self.d
        self.w2 = self.gamma2[:, None] * self.d_before + self.theta1[:, None] * self.d
        add(self.x, -self.u1, self.w1, self.scratch)
        add(self.x, -self.u2, self.w2, self.scratch)
        self.d = self.d_before = np.empty((len(self.live), 0))

    def _move(self, row: CornerRow, u2: Floats, lost: Flags) -> None:
        if not self.turned:
            self.turn()
            add(self.x, np.where(lost, 0.0, self.tau), self.d, self.scratch)
            return
        c2, s2, c3, s3 = (number[:, None] for number in row.turns)
        new = s2 * self.w2 - c2 * self.v
        final = c2 * self.w2 + s2 * self.v
        add(self.x, u2, final, self.scratch)
        self.w2 = c3 * self.w1 + s3 * new
        self.w1 = s3 * self.w1 - c3 * new

    def _shift(self, row: CornerRow, u: tuple[Floats, Floats, Floats]) -> None:
        """One step on."""
        self.gamma1, self.gamma2 = row.gamma, row.gamma1
        self.theta1, self.theta2 = row.theta, row.theta1
        self.eta1, self.eta2 = row.eta, self.eta1
        self.tau1, self.tau2 = self.tau, self.tau1
        self.u1, self.u2, self.u3, self.u4 = *u, self.u3

    def hand_back(self, some: Flags) -> None:
        if self.turned:
            rest = self.u1[some, None] * self.w1[some] + self.u2[some, None] * self.w2[some]
            self.x[some] += rest
        super().hand_back(some)


@dataclass(frozen=True, eq=False)
class CornerRow:
    """The corner of L after a step: its last row, and what that made of the two before."""

    turns: tuple[Floats, Floats, Floats, Floats]
    """c and s of the reflections with the column two steps ago, and with the last."""
    gamma2: Floats
    gamma1: Floats
    gamma: Floats
    theta1: Floats
    theta: Floats
    eta: Floats

"""Conjugate gradients (Hestenes & Stiefel 1952) for many right-hand sides at once.

The energy of the error, (x* − x)ᵀ A (x* − x) = rᵀ A⁻¹ r, falls by αᵢ rᵢᵀP⁻¹rᵢ in step i. Where a
``floor`` under the eigenvalues of P⁻¹A is known, it is bounded (Gauss–Radau quadrature, in the
form of Meurant & Tichý 2013): rᵀ A⁻¹ r ≤ g rᵀ P⁻¹ r, with g = 1/floor at first and then
g ← (g − α) / (floor (g − α) + β). Elsewhere it is estimated by the falls of the last steps (the
energy some steps ago was at least those), and in the end by the largest α, no more than 1/floor.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.solvers.krylov.lines import add, dots
from gpstudio.core.solvers.krylov.outcome import Outcome, Preconditions, Product, Stop
from gpstudio.core.solvers.krylov.search import MARGIN, BlockSearch, ColumnBlock
from gpstudio.core.task import QUIET, Task

DELAY = 5
"""Steps whose falls stand for the energy that is left."""
TRUE = 1.1
"""A carried residual is the true one up to this factor, as long as it has not drifted."""


def cg(
    product: Product,
    right: Floats,
    *,
    preconditioner: Preconditions | None = None,
    tolerance: float = 1e-6,
    iterations: int | None = None,
    start: Floats | None = None,
    energy_tolerance: float | Floats = 0.0,
    energy_whole: Floats | None = None,
    floor: float = 0.0,
    task: Task = QUIET,
) -> Outcome:
    """A⁻¹ right, (n, k), for a positive definite A.

    A column stops at ‖b − A x‖ ≤ tolerance ‖b‖, or earlier where the energy rᵀA⁻¹r, by which
    bᵀx + xᵀr errs as an estimate of bᵀA⁻¹b, is at most its ``energy_tolerance``; with
    ``energy_whole`` that is a share of whole − bᵀA⁻¹b, as a variance given readings is one.
    ``floor`` is what the eigenvalues of P⁻¹A are known to be no less than. ``errors`` are in the
    A-norm: bounds where a floor is given, estimates elsewhere.
    """
    most = 10 * len(right) + 10 if iterations is None else iterations
    search = BlockSearch(product, right, preconditioner, tolerance, start, task)
    energy = _Energy(search, floor, energy_tolerance, energy_whole)
    search.run(lambda search, live: _Recurrences(search, live, energy), most)
    return Outcome(
        answer=search.x.T,
        iterations=search.products,
        residuals=search.residuals,
        errors=energy.errors(),
        stopped=search.stopped,
        converged=search.converged,
        trace=tuple(search.trace),
        rest=search.r.T,
        coefficients=tuple(energy.coefficients),
    )


class _Energy:
    """What is known of rᵀA⁻¹r, for all columns."""

    def __init__(
        self, search: BlockSearch, floor: float, enough: float | Floats, whole: Floats | None
    ) -> None:
        count = len(search.right)
        self.search, self.floor = search, floor
        self.left = np.full(count, np.inf)
        self.enough = np.broadcast_to(np.asarray(enough, dtype=float), (count,))
        self.whole = whole
        self.gained = dots(search.x, search.right) + dots(search.x, search.r)
        self.longest = np.zeros(count)
        """The largest α of each column."""
        self.carried = search.residuals.copy()
        self.coefficients: list[tuple[Floats, Floats]] = []

    def note(self, live: Integers, alpha: Floats, beta: Floats) -> None:
        """What a step was, of the first sweep; what comes after belongs to other vectors."""
        if self.search.sweeps == 0:
            of_all = np.full((2, len(self.left)), np.nan)
            of_all[:, live] = alpha, beta
            self.coefficients.append((of_all[0], of_all[1]))
        self.longest[live] = np.maximum(self.longest[live], alpha)

    def suffices(self, live: Integers) -> Flags:
        left, allowed = self.left[live], self.enough[live]
        if self.whole is not None:
            allowed = allowed * np.maximum(self.whole[live] - self.gained[live] - left, 0.0)
        return np.asarray(left <= allowed)

    def errors(self) -> Floats:
        """√(rᵀA⁻¹r / xᵀAx), with the true residual."""
        search = self.search
        half = search.preconditioned(search.r)
        widest = np.full(len(half), 1.0 / self.floor) if self.floor > 0.0 else self.longest
        left = np.maximum(dots(search.r, half), 0.0) * widest
        if self.floor > 0.0:
            true = search.residuals <= TRUE * self.carried
            left = np.where(true, np.minimum(left, self.left), left)
        own = dots(search.x, search.right) - dots(search.x, search.r)
        here = own > 0.0
        return np.asarray(np.where(here, np.sqrt(left / np.where(here, own, 1.0)), left > 0.0))


class _Recurrences(ColumnBlock):
    def __init__(self, search: BlockSearch, live: Integers, energy: _Energy) -> None:
        super().__init__(search, live)
        self.energy = energy
        self.x, self.r = search.x[live], search.r[live]
        self.p = np.array(search.preconditioned(self.r))
        self.rho = dots(self.r, self.p)
        self.scratch = np.empty_like(self.r)
        self.bound = np.full(len(live), 1.0 / energy.floor if energy.floor > 0.0 else np.inf)
        self.falls = np.full((len(live), DELAY), np.inf)
        if not (self.rho > 0.0).all():
            search.trouble = Stop.STUCK if search.sweeps else Stop.UNLIKE

    def step(self) -> None:
        search = self.search
        q = search.times(self.p)
        curvature = dots(self.p, q)
        if not np.isfinite(curvature).all():
            search.trouble = Stop.NOT_FINITE
            return
        if not (curvature > 0.0).all():
            search.trouble = Stop.INDEFINITE
            return
        alpha = self.rho / curvature
        add(self.x, alpha, self.p, self.scratch)
        add(self.r, -alpha, q, self.scratch)
        z = search.preconditioned(self.r)
        rho = dots(self.r, z)
        beta = rho / self.rho
        self.energy.note(self.live, alpha, beta)
        self._follow_energy(alpha, beta, rho)
        self.rho = rho
        self.p *= beta[:, None]
        self.p += z
        search.residuals[self.live] = search.relative(np.sqrt(dots(self.r, self.r)), self.live)
        self._drop_what_is_done()

    def _follow_energy(self, alpha: Floats, beta: Floats, rho: Floats) -> None:
        energy, live = self.energy, self.live
        fall = alpha * self.rho
        energy.gained[live] += fall
        self.falls = np.column_stack([self.falls[:, 1:], fall])
        if energy.floor > 0.0:
            beyond = np.maximum(self.bound - alpha, 0.0)
            ahead = energy.floor * beyond + beta
            self.bound = beyond / np.where(ahead > 0.0, ahead, 1.0)
            energy.left[live] = self.bound * rho
        else:
            energy.left[live] = self.falls.sum(axis=1)

    def _drop_what_is_done(self) -> None:
        search, live = self.search, self.live
        residuals, goals = search.residuals[live], search.goals[live]
        enough = self.energy.suffices(live)
        goals = np.where(enough, np.maximum(goals, residuals / MARGIN), goals)
        search.goals[live] = goals
        self.leave((residuals <= MARGIN * goals) | ~(self.rho > 0.0))

    def hand_back(self, some: Flags) -> None:
        places = self.live[some]
        self.search.x[places] = self.x[some]
        self.energy.carried[places] = self.search.residuals[places]

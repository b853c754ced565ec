"""Conjugate gradients (Hestenes & Stiefel 1952) for many right-hand sides at once.

Each column has its own recurrence; all go forward together, so that one product serves them all,
and a column that is done leaves the block. The carried residual drifts from the true one: when
all columns are done their residuals are made anew, and those that are not there yet go on from
the true one, for as long as that helps.

The energy of the error, (x* − x)ᵀ A (x* − x) = rᵀ A⁻¹ r, falls by αᵢ rᵢᵀP⁻¹rᵢ in step i. Where a
``floor`` under the eigenvalues of P⁻¹A is known, it is bounded (Gauss–Radau quadrature, in the
form of Meurant & Tichý 2013): rᵀ A⁻¹ r ≤ g rᵀ P⁻¹ r, with g = 1/floor at first and then
g ← (g − α) / (floor (g − α) + β). Elsewhere it is estimated from how the steps of late shrank.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.solvers.krylov.lines import add, as_lines, dots, lengths, preconditioned, times
from gpstudio.core.solvers.krylov.outcome import (
    INDEFINITE,
    MOST,
    NOT_FINITE,
    REACHED,
    STUCK,
    UNLIKE,
    Outcome,
    Preconditions,
    Product,
)
from gpstudio.core.solvers.krylov.progress import Progress
from gpstudio.core.task import QUIET, Task

MARGIN = 0.99
"""Share of the tolerance at which a carried residual is trusted to be a true one within it."""
WORTH = 0.5
"""A new start must leave less of the true residual than this share, or it is the last."""
DELAY = 4
"""Steps back over which the fall of the energy is looked at."""


def cg(
    product: Product,
    right: Floats,
    *,
    preconditioner: Preconditions | None = None,
    tolerance: float = 1e-6,
    iterations: int | None = None,
    start: Floats | None = None,
    energy_tolerance: float | Floats | None = None,
    floor: float = 0.0,
    task: Task = QUIET,
) -> Outcome:
    """A⁻¹ right, (n, k), for a positive definite A.

    A column stops at ‖b − A x‖ ≤ tolerance ‖b‖, or earlier where rᵀA⁻¹r ≤ its
    ``energy_tolerance``: so far errs bᵀx + xᵀr as an estimate of bᵀA⁻¹b. ``floor`` is what the
    eigenvalues of P⁻¹A are known to be no less than. ``errors`` are relative, in the A-norm.
    """
    n, count = right.shape
    most = 10 * n + 10 if iterations is None else iterations
    search = _Search(product, right, preconditioner, start, floor, task)
    search.goals = np.full(count, tolerance)
    if energy_tolerance is not None:
        search.energies = np.broadcast_to(np.asarray(energy_tolerance, float), (count,)).copy()
    unfinished = search.unfinished()
    best = search.residuals.copy()
    while unfinished.any() and search.steps < most and not search.trouble:
        search.run(np.flatnonzero(unfinished), most)
        search.measure()
        unfinished = search.unfinished()
        if unfinished.any() and search.steps < most:
            helped = search.residuals <= WORTH * best
            if not (helped & unfinished).any():
                search.trouble = search.trouble or STUCK
            unfinished &= helped
        best = np.minimum(best, search.residuals)
    return search.outcome()


class _Search:
    """All columns, and of those still under way (``live``) the recurrences."""

    def __init__(
        self,
        product: Product,
        right: Floats,
        preconditioner: Preconditions | None,
        start: Floats | None,
        floor: float,
        task: Task,
    ) -> None:
        self._product, self._preconditioner = product, preconditioner
        self._floor, self._task = floor, task
        self._right = as_lines(right)
        self._sizes = lengths(self._right)
        count = len(self._right)
        self._x = np.zeros_like(self._right) if start is None else as_lines(start)
        self._x[self._sizes == 0.0] = 0.0
        self._r = self._right.copy()
        self.residuals = np.where(self._sizes > 0.0, 1.0, 0.0)
        self.energies, self.energy = np.zeros(count), np.full(count, np.inf)
        self.goals = np.zeros(count)
        self.steps = self.products = 0
        self.trouble = ""
        self._progress = Progress("solving", task)
        self._trace: list[Floats] = []
        self._coefficients: list[tuple[Floats, Floats]] = []
        self._restarted = False
        if start is not None:
            self.measure()

    def unfinished(self) -> Flags:
        return np.asarray(self.residuals > self.goals)

    def measure(self) -> None:
        """The true residuals of all columns, by one product."""
        self._task.check()
        self.products += 1
        self._r = self._right - times(self._product, self._x)
        self.residuals = self._relative(self._r, self._sizes)

    def _relative(self, lines: Floats, sizes: Floats) -> Floats:
        return np.asarray(lengths(lines) / np.where(sizes > 0.0, sizes, 1.0))

    def run(self, live: Integers, most: int) -> None:
        """One sweep of the recurrences over some columns, until each is done or ``most``."""
        block = _Block(self, live)
        while len(block.live) and self.steps < most and not self.trouble:
            self._task.check()
            block.step()
            self._progress.tell(self.residuals, self.goals)
        block.leave(np.ones(len(block.live), dtype=bool))
        self._restarted = True

    def note(self, live: Integers, alpha: Floats, beta: Floats) -> None:
        """What a step was, for whoever asks later."""
        self._trace.append(self.residuals.copy())
        if not self._restarted:
            of_all = np.full((2, len(self.residuals)), np.nan)
            of_all[:, live] = alpha, beta
            self._coefficients.append((of_all[0], of_all[1]))

    def outcome(self) -> Outcome:
        if not self._restarted and not self.products:
            self.measure()
        done = ~self.unfinished()
        stopped = self.trouble or (REACHED if done.all() else MOST)
        return Outcome(
            answer=self._x.T,
            iterations=self.products,
            residuals=self.residuals,
            errors=self._errors(),
            stopped=REACHED if done.all() else stopped,
            converged=bool(done.all()),
            trace=tuple(self._trace),
            coefficients=tuple(self._coefficients),
        )

    def _errors(self) -> Floats:
        """√(rᵀA⁻¹r / xᵀAx): bounded with the true residual where a floor is known."""
        energy = self.energy.copy()
        if self._floor > 0.0:
            half = preconditioned(self._preconditioner, self._r, self._task)
            energy = np.minimum(energy, dots(self._r, half) / self._floor)
        own = dots(self._x, self._right) - dots(self._x, self._r)
        return np.asarray(np.sqrt(np.where(own > 0.0, energy / np.where(own > 0.0, own, 1.0), 0.0)))


class _Block:
    """The recurrences of the columns under way, one line each."""

    def __init__(self, search: _Search, live: Integers) -> None:
        self.search, self.live = search, live
        self.x, self.r = search._x[live], search._r[live]
        self.z = preconditioned(search._preconditioner, self.r, search._task)
        self.p = self.z.copy()
        self.rho = dots(self.r, self.z)
        self.scratch = np.empty_like(self.r)
        floor = search._floor
        self.bound = np.full(len(live), 1.0 / floor if floor > 0.0 else np.inf)
        self.falls = np.zeros((DELAY + 1, len(live)))
        if not (self.rho > 0.0).all():
            search.trouble = UNLIKE

    def step(self) -> None:
        search = self.search
        q = times(search._product, self.p)
        search.steps += 1
        search.products += 1
        curvature = dots(self.p, q)
        if not np.isfinite(curvature).all():
            search.trouble = NOT_FINITE
            return
        if not (curvature > 0.0).all():
            search.trouble = INDEFINITE
            return
        alpha = self.rho / curvature
        add(self.x, alpha, self.p, self.scratch)
        add(self.r, -alpha, q, self.scratch)
        self.z = preconditioned(search._preconditioner, self.r, search._task)
        rho = dots(self.r, self.z)
        beta = rho / self.rho
        self._follow_energy(alpha, beta, rho)
        self.rho = rho
        self.p *= beta[:, None]
        self.p += self.z
        search.residuals[self.live] = search._relative(self.r, search._sizes[self.live])
        search.note(self.live, alpha, beta)
        self._drop_what_is_done()

    def _follow_energy(self, alpha: Floats, beta: Floats, rho: Floats) -> None:
        self.falls = np.roll(self.falls, 1, axis=0)
        self.falls[0] = alpha * self.rho
        floor = self.search._floor
        if floor > 0.0:
            beyond = np.maximum(self.bound - alpha, 0.0)
            self.bound = beyond / (floor * beyond + beta)
            self.search.energy[self.live] = self.bound * rho
        else:
            self.search.energy[self.live] = _rest_of(self.falls)

    def _drop_what_is_done(self) -> None:
        search, live = self.search, self.live
        enough = search.energy[live] <= search.energies[live]
        search.goals[live] = np.where(
            enough, np.maximum(search.goals[live], search.residuals[live]), search.goals[live]
        )
        done = enough | (search.residuals[live] <= MARGIN * search.goals[live])
        done |= ~(self.rho > 0.0)
        if done.any():
            self.leave(done)

    def leave(self, some: Flags) -> None:
        """Write some columns back and go on without them."""
        self.search._x[self.live[some]] = self.x[some]
        stay = ~some
        self.live, self.rho, self.bound = self.live[stay], self.rho[stay], self.bound[stay]
        self.x, self.r, self.z, self.p = self.x[stay], self.r[stay], self.z[stay], self.p[stay]
        self.scratch, self.falls = self.scratch[: len(self.live)], self.falls[:, stay]


def _rest_of(falls: Floats) -> Floats:
    """Σ of all falls to come, were each to be less by the share by which the late ones were."""
    known = falls[0]
    past = np.where(falls > 0.0, falls, np.inf)
    steps = np.arange(1, len(falls))[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = (known / past[1:]) ** (1.0 / steps)
    shares = np.where(np.isfinite(past[1:]), shares, 0.0).max(axis=0)
    shares = np.clip(shares, 0.0, 0.999)
    first = ~np.isfinite(past[1])
    return np.where(first, np.inf, known * shares / (1.0 - shares))

"""Solvers that work on the covariance matrix: what a factor of it gives, for all of them alike.

A new linear solver writes ``factorise`` and a ``Factor``; predictions, gradients and draws are
here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import numpy as np

from gpstudio.core.algebra.jitter import NOT_DEFINITE
from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.errors import InputError
from gpstudio.core.operators.dense import TILE, DenseCovariance
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers.solution import Pull, Solution, SolveNotes, Within
from gpstudio.core.solvers.solver import Solver
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

NUMBERS_AT_ONCE = 4_000_000
"""Covariances of targets with readings held at once."""
COPIES_OF_THE_MATRIX = 2.0
"""How many n × n arrays a fit holds at its peak: the factor and, while it learns, the inverse."""
TILES_AT_ONCE = 32.0
"""How many tiles a kernel's formulas hold beside each other, and some to spare."""

MOST_LOST = 1e4
"""A difference may be so many times smaller than what it is of: it has twelve digits."""
EVEN = 1e-15
"""Steps that differ by no more of the time itself are even but for rounding."""


class Factor(ABC):
    """A matrix made ready for solving. Where ``right`` is large it may be spoiled."""

    size: int
    """Rows of the matrix."""
    log_determinant: float
    notes: SolveNotes = SolveNotes()

    @abstractmethod
    def solve(self, right: Floats, task: Task = QUIET) -> Floats:
        """A⁻¹ right, in Fortran order, for any number of columns; ``right`` stays."""

    def explained(self, right: Floats, task: Task = QUIET) -> Floats:
        """rightᵀ A⁻¹ right, symmetric to the last digit."""
        explained = right.T @ self.solve(right, task)
        return np.asarray(0.5 * (explained + explained.T))

    def explained_variance(self, right: Floats, task: Task = QUIET) -> Floats:
        """The diagonal of ``explained``, without the rest of it."""
        return np.asarray(np.einsum("ji,ji->j", right.T, self.solve(right, task).T))

    def inverse(self, task: Task = QUIET) -> Floats:
        """A⁻¹; above the diagonal it need not be right."""
        return self.solve(np.eye(self.size), task)

    def inverse_diagonal(self, task: Task = QUIET) -> Floats:
        return self.inverse(task).diagonal().copy()


class LinearSolver(Solver):
    needs = "entries"

    @abstractmethod
    def factorise(self, matrix: Floats, task: Task) -> Factor:
        """Make ready a symmetric positive definite matrix in Fortran order; it may be spoiled."""

    @abstractmethod
    def factorise_signed(self, matrix: Floats, negative: Flags, task: Task) -> Factor:
        """The same where the noise of some rows is ``negative``, so that it is not definite."""

    def condition(self, operator: Operator, noise: Floats, columns: Floats, task: Task) -> Solution:
        if not isinstance(operator, DenseCovariance):
            raise TypeError("the chooser pairs this solver with a dense covariance only")
        return LinearSolution(self, operator, noise, columns, task)

    def bytes_needed(self, n: int, rank: int = 0) -> float:
        beside = TILES_AT_ONCE * TILE * min(n, TILE) + min(NUMBERS_AT_ONCE, 1_000.0 * n)
        return 8.0 * (COPIES_OF_THE_MATRIX * n * n + beside)


class LinearSolution(Solution):
    """Readings that are missing (infinite noise) are left out of the matrix."""

    holds_inverse = True

    def __init__(
        self,
        solver: LinearSolver,
        operator: DenseCovariance,
        noise: Floats,
        columns: Floats,
        task: Task,
    ) -> None:
        here = np.isfinite(noise)
        self._here = here
        self._solver: Spec = solver.spec
        self._noise = noise[here]
        self._columns = columns[here]
        self._operator = operator if here.all() else operator.at(operator.inputs[here])
        matrix = self._operator.entries(task)
        matrix[np.diag_indices_from(matrix)] += self._noise
        negative = self._noise < 0.0
        if negative.any():
            self._factor = solver.factorise_signed(matrix, negative, task)
        else:
            self._factor = solver.factorise(matrix, task)
        self._weights = self._factor.solve(self._columns, task)
        self.log_determinant = self._factor.log_determinant
        self.notes = self._factor.notes
        quadratic = self._columns.T @ self._weights
        self.quadratic = 0.5 * (quadratic + quadratic.T)

    def gradient(self, mixing: Floats, task: Task) -> Floats:
        weights = self._weights @ mixing
        inverse = self._factor.inverse(task)
        of_kernel = self._operator.pulled(weights, inverse, task)
        own = np.einsum("nk,nk->n", weights, weights) - inverse.diagonal()
        return 0.5 * np.append(of_kernel, float(own @ self._noise))

    def pulled(self, pull: Pull, task: Task) -> Floats:
        weights, matrix = pull(np.asfortranarray(self._factor.inverse(task)))
        of_kernel = self._operator.pulled(weights, np.asfortranarray(matrix), task)
        own = np.einsum("nk,nk->n", weights, weights) - matrix.diagonal()
        return np.append(of_kernel, float(own @ self._noise))

    def solved(self, column: Floats, task: Task) -> Floats:
        return self._with_gaps(self._factor.solve(column[self._here, None], task)[:, 0])

    def predict(self, targets: Floats, task: Task) -> tuple[Floats, Floats]:
        prior = self._operator.prior_variance(targets)
        return self._predicted(targets, prior, self._operator.cross, task)

    def variance_at_readings(self, inputs: Floats, task: Task) -> Floats:
        """By the diagonal of A⁻¹, v = V − V² (A⁻¹)ᵢᵢ, a third of the work; where that would cancel,
        as at any place."""
        if self.notes.jitter:
            return super().variance_at_readings(inputs, task)
        noise, places = self._noise, self._operator.inputs
        found = noise - noise**2 * self._factor.inverse_diagonal(task)
        lost = np.flatnonzero(~(abs(noise) <= MOST_LOST * found))
        if len(lost):
            found[lost] = self.predict(places[lost], task)[1]
        return self._with_gaps(found)

    def derivative(self, targets: Floats, order: int, task: Task) -> tuple[Floats, Floats]:
        if order != 1:
            raise InputError(
                tr(
                    "The solver '{name}' gives the first derivative only, not that of "
                    "order {order}: choose approximation 'markov' where the kernel has one.",
                    name=self._solver.name,
                    order=order,
                )
            )
        prior = np.full(len(targets), self._operator.prior_slope_variance())
        return self._predicted(targets, prior, self._operator.cross_slope, task)

    def _predicted(
        self,
        targets: Floats,
        prior: Floats,
        cross_with: Callable[[Floats, Task], Floats],
        task: Task,
    ) -> tuple[Floats, Floats]:
        from gpstudio.core.algebra.lapack import product

        mean, variance = np.empty((len(targets), self._columns.shape[1])), prior.copy()
        at_once = max(1, NUMBERS_AT_ONCE // max(1, self._factor.size))
        for start in range(0, len(targets), at_once):
            some = slice(start, start + at_once)
            cross = cross_with(targets[some], task)
            mean[some] = product(cross, self._weights, task)
            variance[some] -= self._factor.explained_variance(cross, task)
        return mean, np.maximum(variance, 0.0)

    def weights(self, task: Task) -> Floats:
        return self._with_gaps(self._weights)

    def precisions(self, task: Task) -> Floats:
        return self._with_gaps(self._factor.inverse_diagonal(task))

    def covariance(self, targets: Floats, task: Task) -> Floats:
        covariance = self._operator.prior(targets, task)
        covariance -= self._factor.explained(self._operator.cross(targets, task), task)
        return covariance

    def draws(self, targets: Floats, count: int, seed: int, task: Task) -> Floats:
        places, back = np.unique(targets, axis=0, return_inverse=True)
        return self._drawn(places, self.covariance(places, task), count, seed, task)[back.ravel()]

    def _drawn(
        self, places: Floats, covariance: Floats, count: int, seed: int, task: Task
    ) -> Floats:
        from gpstudio.core.algebra.lapack import NotPositiveDefinite, product, root

        scale = float(self._operator.prior_variance(places).max(initial=0.0))
        normals = np.random.default_rng([seed, 2]).standard_normal((len(places), count))
        try:
            lower = root(covariance, scale, task)
        except NotPositiveDefinite:
            raise InputError(NOT_DEFINITE) from None
        return product(np.asfortranarray(lower.T), normals, task)

    def draws_in(
        self, windows: Sequence[Floats], count: int, seed: int, task: Task
    ) -> list[Within]:
        """By the state space, where the kernel has one that is cheap and true enough."""
        from gpstudio.core.solvers.apart import along_time

        operator = self._operator
        plain = not self.notes.jitter and bool((self._noise > 0.0).all())
        alike = along_time(operator, self._noise, self._columns, task) if plain else None
        if alike is None:
            seeds = np.random.default_rng([seed, 5]).integers(2**31, size=len(windows)).tolist()
            return [self._within(*one, count, task) for one in zip(windows, seeds, strict=True)]
        return alike.draws_in(windows, count, seed, task)

    def _within(self, window: Floats, seed: int, count: int, task: Task) -> Within:
        """Mean and draws, from one look at how the window goes with the readings."""
        from gpstudio.core.algebra.lapack import product

        task.check()
        times, back = np.unique(window, return_inverse=True)
        places = times[:, None]
        cross = self._operator.cross(places, task)
        mean = product(cross, self._weights, task)
        covariance = self._prior_along(times, task) - self._factor.explained(cross, task)
        return Within(mean[back], self._drawn(places, covariance, count, seed, task)[back])

    def _prior_along(self, times: Floats, task: Task) -> Floats:
        """Of a stationary kernel at even steps one row says it all."""
        kernel, places = self._operator.kernel, times[:, None]
        steps = np.diff(times)
        even = len(steps) > 1 and float(np.ptp(steps)) <= EVEN * float(np.abs(times).max())
        if not (even and "stationary" in kernel.offers):
            return self._operator.prior(places, task)
        turns = np.arange(len(times))
        row = kernel.block(places[:1], places[:1] + turns[:, None] * steps.mean())[0]
        return np.asarray(row[np.abs(turns[:, None] - turns)])

    def _with_gaps(self, values: Floats) -> Floats:
        """One row a reading, zero where it is missing."""
        full = np.zeros((len(self._here), *values.shape[1:]))
        full[self._here] = values
        return full

"""Solvers that work on the covariance matrix: what a factor of it gives, for all of them alike.

A new linear solver writes ``factorise`` and a ``Factor``; predictions, gradients and draws are
here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers.solution import Solution, SolveNotes, Solver
from gpstudio.core.task import QUIET, Task

NUMBERS_AT_ONCE = 4_000_000
"""Covariances of targets with readings held at once: some 100 ms of work between two checks."""
COPIES_OF_THE_MATRIX = 3.0
"""How many n × n arrays a fit holds at its peak: the factor, the inverse, one gradient."""


class Factor(ABC):
    """A matrix made ready for solving."""

    size: int
    """Rows of the matrix."""
    log_determinant: float
    notes: SolveNotes = SolveNotes()

    @abstractmethod
    def solve(self, right: Floats, task: Task = QUIET) -> Floats:
        """A⁻¹ right, for any number of columns."""

    def explained(self, right: Floats, task: Task = QUIET) -> Floats:
        """rightᵀ A⁻¹ right."""
        return np.asarray(right.T @ self.solve(right, task))

    def explained_variance(self, right: Floats, task: Task = QUIET) -> Floats:
        """The diagonal of ``explained``, without the rest of it."""
        return np.asarray(np.einsum("ij,ij->j", right, self.solve(right, task)))

    def inverse(self, task: Task = QUIET) -> Floats:
        return self.solve(np.eye(self.size), task)


class LinearSolver(Solver):
    needs = "entries"

    @abstractmethod
    def factorise(self, matrix: Floats, task: Task) -> Factor:
        """Make ready a symmetric positive definite matrix in Fortran order; it may be spoiled."""

    def condition(self, operator: Operator, noise: Floats, columns: Floats, task: Task) -> Solution:
        if not isinstance(operator, DenseCovariance):
            raise TypeError("the chooser pairs this solver with a dense covariance only")
        return LinearSolution(self, operator, noise, columns, task)

    @classmethod
    def bytes_needed(cls, n: int) -> float:
        return COPIES_OF_THE_MATRIX * 8.0 * n * n


class LinearSolution(Solution):
    """Readings that are missing (infinite noise) are left out of the matrix."""

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
        self._n = len(noise)
        self._noise = noise[here]
        self._columns = columns[here]
        self._operator = DenseCovariance(operator.kernel, operator.inputs[here])
        matrix = np.asfortranarray(self._operator.entries())
        matrix[np.diag_indices_from(matrix)] += self._noise
        self._factor = solver.factorise(matrix, task)
        self._weights = self._factor.solve(self._columns, task)
        self.log_determinant = self._factor.log_determinant
        self.notes = self._factor.notes
        quadratic = self._columns.T @ self._weights
        self.quadratic = 0.5 * (quadratic + quadratic.T)

    def gradient(self, mixing: Floats, task: Task) -> Floats:
        weights = self._weights @ mixing
        pull = weights @ weights.T
        pull -= self._factor.inverse(task)
        task.check()
        of_noise = float(np.diag(pull) @ self._noise)
        return 0.5 * np.append(self._operator.pulled(pull), of_noise)

    def predict(self, targets: Floats, task: Task) -> tuple[Floats, Floats]:
        mean = np.empty((len(targets), self._columns.shape[1]))
        variance = self._operator.prior_variance(targets)
        at_once = max(1, NUMBERS_AT_ONCE // max(1, self._factor.size))
        for start in range(0, len(targets), at_once):
            task.check()
            some = slice(start, start + at_once)
            cross = self._operator.cross(targets[some])
            mean[some] = cross @ self._weights
            variance[some] -= self._factor.explained_variance(cross.T, task)
        return mean, np.maximum(variance, 0.0)

    def weights(self, task: Task) -> Floats:
        full = np.zeros((self._n, self._columns.shape[1]))
        full[self._here] = self._weights
        return full

    def covariance(self, targets: Floats, task: Task) -> Floats:
        cross = self._operator.cross(targets)
        return self._operator.prior(targets) - self._factor.explained(cross.T, task)

    def draws(self, targets: Floats, count: int, seed: int, task: Task) -> Floats:
        covariance = self.covariance(targets, task)
        values, vectors = np.linalg.eigh(covariance)
        root = vectors * np.sqrt(np.maximum(values, 0.0))
        normals = np.random.default_rng([seed, 2]).standard_normal((len(targets), count))
        return np.asarray(root @ normals)

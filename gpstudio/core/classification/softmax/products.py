"""Several classes without a matrix to factor: Newton's system by products alone.

With W_i = R_i R_iᵀ of reading i, of weight w and with probabilities π,

    R_i = √w (diag √π − π √πᵀ),    B = I + Rᵀ K R,    (K + W⁻¹)⁻¹ = R B⁻¹ Rᵀ,

so that what is solved is symmetric with no eigenvalue below one, whatever the readings, and |B| is
|I + K W|. Whatever gives products of the covariances with columns serves: the kernel itself,
landmarks, waves. The log determinant is probed (``krylov/lanczos.py``) and has a standard error;
curves elsewhere are told by a solution a class and place, to second order in what these are off by.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gpstudio.core.algebra.lapack import cholesky
from gpstudio.core.arrays import Floats
from gpstudio.core.classification.averaging import Averaging
from gpstudio.core.classification.softmax.mode import Labelled, Mode, mode_of
from gpstudio.core.operators.low_rank import LowRankCovariance, squared_rows
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers.iterative import IterativeSolver
from gpstudio.core.solvers.krylov import Outcome, quadrature, signs
from gpstudio.core.solvers.krylov.preconditioners.preconditioner import Diagonal
from gpstudio.core.task import QUIET, Task

PROBES, STEPS = 12, 150
"""Of the log determinant, and the products that each may take,"""
KEPT_NUMBERS = 40_000_000
"""as far as what they keep has room."""
FEW = 1_500
"""So many rows of B are factored: there nothing is left to chance."""
SEED = 38
FINEST = 1e-3
"""Newton's steps are solved to this share of themselves at least: they are solved again."""


@dataclass(frozen=True, eq=False)
class Operators:
    """The covariances of the curves: one operator for all classes, or one each."""

    each: tuple[Operator, ...]
    level: float
    """The variance of what each curve swings about."""
    solver: IterativeSolver

    def times(self, columns: Floats, task: Task) -> Floats:
        """(n, C), or (n, C k): so many columns of each class."""
        known, count = columns.shape[1], len(self.each)
        parts = [
            operator.times(np.asfortranarray(some), task)
            for operator, some in zip(self.each, np.split(columns, count, axis=1), strict=True)
        ]
        found = parts[0] if count == 1 else np.concatenate(parts, axis=1)
        return np.asarray(found + self.level * columns.sum(axis=0)).reshape(len(columns), known)

    def bent(self, shares: Floats, weights: Floats, task: Task) -> Even:
        return Even(self, np.sqrt(shares), np.sqrt(weights), task)


@dataclass(frozen=True, eq=False)
class Even:
    """B, and what is solved with it."""

    prior: Operators
    roots: Floats
    """√π, (n, C)"""
    sizes: Floats
    """√w"""
    task: Task
    holds_factor: ClassVar[bool] = False

    def times(self, columns: Floats, task: Task) -> Floats:
        right = self.turned(columns[:, :, None])
        found = self.solved(right, max(FINEST, self.prior.solver.tolerance)).answer
        return self.spread(found)[:, :, 0]

    def solved(self, right: Floats, tolerance: float) -> Outcome:
        """B⁻¹ of columns (n C, k)."""
        solver = self.prior.solver
        return type(solver).method(
            self.product, np.asfortranarray(right), tolerance=tolerance,
            iterations=solver.iterations, floor=1.0, task=self.task,
        )  # fmt: skip

    def product(self, vectors: Floats) -> Floats:
        """B vectors, (n C, k)."""
        inner = self.spread(vectors)
        n, classes, count = inner.shape
        through = self.prior.times(inner.reshape(n, classes * count), self.task)
        through = through.reshape(n, classes, count)
        return np.asfortranarray(vectors + self.turned(through))

    def spread(self, vectors: Floats) -> Floats:
        """R vectors, (n, C, k)."""
        n, classes = self.roots.shape
        each = vectors.reshape(n, classes, -1) * self.sizes[:, None, None]
        own = np.einsum("nc,nck->nk", self.roots, each)
        return np.asarray(self.roots[:, :, None] * (each - self.roots[:, :, None] * own[:, None]))

    def turned(self, columns: Floats) -> Floats:
        """Rᵀ of columns (n, C, k), (n C, k)."""
        each = self.roots[:, :, None] * columns
        own = np.einsum("nc,nck->nk", self.roots, each)
        found = self.sizes[:, None, None] * (each - self.roots[:, :, None] * own[:, None])
        return np.asfortranarray(found.reshape(self.roots.size, -1))

    def log_determinant(self) -> tuple[float, float]:
        """log |B| with its standard error."""
        size = self.roots.size
        if size <= FEW:
            lower = cholesky(self.product(np.eye(size, order="F")), self.task)
            return 2.0 * float(np.log(lower.diagonal()).sum()), 0.0
        probes = signs(size, PROBES, np.random.default_rng(SEED))
        steps = min(STEPS, max(2, KEPT_NUMBERS // (PROBES * size)))
        plain = Diagonal(np.ones(size), 1.0)
        found = quadrature(self.product, plain, probes, steps, self.task)
        return found.value, found.error


@dataclass(frozen=True, eq=False)
class ByProducts:
    """Curves of all classes about the most probable ones."""

    prior: Operators
    mode: Mode
    even: Even
    log_evidence: float
    error: float
    """Its standard error."""

    @classmethod
    def of(cls, prior: Operators, labelled: Labelled, task: Task) -> ByProducts:
        mode = mode_of(prior, labelled, np.zeros_like(labelled.ones), task)
        even = prior.bent(labelled.shares(mode.curves), labelled.weights, task)
        value, error = even.log_determinant()
        return cls(prior, mode, even, mode.height - 0.5 * value, 0.5 * error)

    def latent(self, inputs: Floats, task: Task = QUIET) -> tuple[Floats, Floats]:
        """Mean (m, C) and covariance (m, C, C) of the curves."""
        classes = self.mode.pull.shape[1]
        size = max(1, self.prior.solver.at_once(self.mode.pull.size) // classes)
        starts = range(0, max(len(inputs), 1), size)
        parts = [self._at(inputs[start : start + size], task) for start in starts]
        return tuple(np.concatenate(column) for column in zip(*parts, strict=True))  # type: ignore[return-value]

    def probabilities(self, inputs: Floats, averaging: Averaging, task: Task = QUIET) -> Floats:
        found = averaging.softmax(*self.latent(inputs, task))
        return np.asarray(found / found.sum(axis=1, keepdims=True))

    def _at(self, inputs: Floats, task: Task) -> tuple[Floats, Floats]:
        task.check()
        classes, m = self.mode.pull.shape[1], len(inputs)
        crosses = [one.cross(inputs, task) + self.prior.level for one in self.prior.each]
        columns = np.zeros((len(self.mode.pull), classes, classes, m))
        mean, covariance = np.empty((m, classes)), np.zeros((m, classes, classes))
        for place in range(classes):
            cross = crosses[place % len(crosses)]
            mean[:, place] = cross.T @ self.mode.pull[:, place]
            columns[:, place, place] = cross
            operator = self.prior.each[place % len(self.prior.each)]
            covariance[:, place, place] = _own(operator, inputs, task) + self.prior.level
        right = self.even.turned(columns.reshape(len(columns), classes, classes * m))
        found = self.even.solved(right, self.prior.solver.tolerance)
        both = found.answer.reshape(-1, classes, m)
        given, rest = right.reshape(-1, classes, m), found.rest.reshape(-1, classes, m)
        known = np.einsum("qam,qbm->mab", given, both) + np.einsum("qam,qbm->mab", both, rest)
        return mean, covariance - 0.5 * (known + known.transpose(0, 2, 1))


def _own(operator: Operator, inputs: Floats, task: Task) -> Floats:
    """The curve's variance before any reading, as the operator has it."""
    if not isinstance(operator, LowRankCovariance):
        return operator.prior_variance(inputs)
    features = operator.features_at(inputs, task)
    return squared_rows(features) + operator.beyond(inputs, features)

"""Woodbury: a covariance of few features and noise, exactly; O(n r²) work.

With T = noise (and what the approximation adds to it), B = I + Φᵀ T⁻¹ Φ and c = B⁻¹ Φᵀ T⁻¹ Y,

    A⁻¹ Y = T⁻¹ (Y − Φ c)        Yᵀ A⁻¹ Y = (Y − Φc)ᵀ T⁻¹ (Y − Φc) + cᵀ c
    log |A| = log |T| + log |B|    curve at φ: φᵀ c,  variance φᵀ B⁻¹ φ and what lies beyond φ.

Written so, nothing large cancels: every part of a sum is positive.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.algebra.jitter import JITTERS, NOT_DEFINITE
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.operators.low_rank import (
    KEPT_NUMBERS,
    STRIP_NUMBERS,
    LowRankCovariance,
    squared_rows,
)
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers.solution import Solution, SolveNotes
from gpstudio.core.solvers.solver import SOLVERS, Solver
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr


@SOLVERS.register
class Woodbury(Solver):
    spec = Spec(
        "woodbury",
        tr("Woodbury"),
        tr("Exact for a covariance of few features; work grows with the readings."),
    )
    needs = "features"

    def condition(self, operator: Operator, noise: Floats, columns: Floats, task: Task) -> Solution:
        if not isinstance(operator, LowRankCovariance):
            raise TypeError("the chooser pairs this solver with features only")
        return WoodburySolution(operator, noise, columns, task)

    def kept_numbers(self, n: int, rank: int = 0) -> int:
        return n * (10 + rank) + rank * rank

    def bytes_needed(self, n: int, rank: int = 0) -> float:
        kept = min(1.0 * n * rank, KEPT_NUMBERS)
        return 8.0 * (kept + 8.0 * STRIP_NUMBERS + 8.0 * rank * rank + 20.0 * n)


class WoodburySolution(Solution):
    """Readings that are missing (infinite noise) are left out."""

    def __init__(
        self, operator: LowRankCovariance, noise: Floats, columns: Floats, task: Task
    ) -> None:
        here = np.isfinite(noise)
        self._here = here
        self._operator = operator if here.all() else operator.at(operator.inputs[here])
        self._noise, self._columns = noise[here], columns[here]
        self._missed = np.zeros(len(self._noise))
        if operator.misses_as_noise or operator.misses_as_penalty:
            self._missed = self._operator.missed(task)
        added = self._missed if operator.misses_as_noise else 0.0
        self._total = self._noise + added
        self._factor(task)
        misfit = self._columns - self._operator.spread(self._coefficients, task)
        self._weights = misfit / self._total[:, None]
        quadratic = misfit.T @ self._weights + self._coefficients.T @ self._coefficients
        self.quadratic = 0.5 * (quadratic + quadratic.T)
        self.log_determinant = float(np.log(self._total).sum())
        self.log_determinant += 2.0 * float(np.log(self._lower.diagonal()).sum())
        if operator.misses_as_penalty:
            self.log_determinant += float((self._missed / self._noise).sum())

    def _factor(self, task: Task) -> None:
        from gpstudio.core.algebra.lapack import NotPositiveDefinite, cholesky, solve_lower

        gram = self._operator.gram(1.0 / self._total, task)
        gathered = self._operator.gathered(self._columns / self._total[:, None], task)
        scale = float(gram.diagonal().mean()) if len(gram) else 0.0
        for jitter in JITTERS:
            lower = np.array(gram, order="F")
            lower[np.diag_indices_from(lower)] += 1.0 + jitter * scale
            try:
                self._lower = cholesky(lower, task)
            except NotPositiveDefinite:
                continue
            half = solve_lower(self._lower, gathered, task)
            self._coefficients = solve_lower(self._lower, half, task, transposed=True)
            self.notes = SolveNotes(jitter=jitter, remarks=self._operator.remarks)
            return
        raise InputError(NOT_DEFINITE)

    def gradient(self, mixing: Floats, task: Task) -> Floats:
        """The chain through ΦΦᵀ: G = ½ (W Wᵀ − A⁻¹), GΦ = ½ (W WᵀΦ − T⁻¹ΦB⁻¹)."""
        weights = self._weights @ mixing
        squares = np.einsum("nk,nk->n", weights, weights)
        of_diagonal = self._of_missed(squares, task)
        gathered = self._operator.gathered(weights, task)
        half = _Half(
            self._operator, weights, gathered, self._inverse(task), self._total, of_diagonal, task
        )
        of_kernel = self._operator.pulled(half, of_diagonal, task)
        if self._operator.misses_as_noise:
            return np.append(of_kernel, float(of_diagonal @ self._noise))
        # tr A⁻¹T = n − tr (I − B⁻¹)
        own = len(self._noise) - half.rank + float(half.inverse.diagonal().sum())
        of_noise = 0.5 * (float(squares @ self._noise) - own)
        if self._operator.misses_as_penalty:
            of_noise += 0.5 * float((self._missed / self._noise).sum())
        return np.append(of_kernel, of_noise)

    def _of_missed(self, squares: Floats, task: Task) -> Floats:
        """The evidence's derivative in each e: as noise of the readings, the diagonal of G."""
        if self._operator.misses_as_noise:
            return np.asarray(0.5 * (squares - self._precisions(task)))
        if self._operator.misses_as_penalty:
            return -0.5 / self._noise
        return np.zeros(len(squares))

    def _inverse(self, task: Task) -> Floats:
        """B⁻¹, symmetric."""
        from gpstudio.core.algebra.lapack import inverse

        lower = inverse(self._lower, task)
        return np.asfortranarray(np.tril(lower) + np.tril(lower, -1).T)

    def predict(self, targets: Floats, task: Task) -> tuple[Floats, Floats]:
        from gpstudio.core.algebra.tall import spread

        mean, variance = np.empty((len(targets), self._columns.shape[1])), np.empty(len(targets))
        at_once = max(1, STRIP_NUMBERS // max(1, self._operator.rank))
        for start in range(0, len(targets), at_once):
            task.check()
            some = slice(start, start + at_once)
            features = self._operator.features_at(targets[some], task)
            mean[some] = spread(features, self._coefficients, task)
            variance[some] = self._operator.beyond(targets[some], features)
            variance[some] += squared_rows(self._halves(features, task).T)
        return mean, variance

    def covariance(self, targets: Floats, task: Task) -> Floats:
        from gpstudio.core.algebra.lapack import gram

        features = self._operator.features_at(targets, task)
        joint = self._operator.joint_beyond(targets, features, task)
        joint += gram(self._halves(features, task), task)
        return joint

    def draws(self, targets: Floats, count: int, seed: int, task: Task) -> Floats:
        from gpstudio.core.algebra.lapack import NotPositiveDefinite, product, root

        places, back = np.unique(targets, axis=0, return_inverse=True)
        random = np.random.default_rng([seed, 2])
        features = self._operator.features_at(places, task)
        halves = self._halves(features, task)
        curves = product(halves, random.standard_normal((len(halves), count)), task)
        if not self._operator.degenerate:
            scale = float(self._operator.kernel.diagonal(places).max(initial=0.0))
            joint = self._operator.joint_beyond(places, features, task)
            normals = random.standard_normal((len(places), count))
            try:
                beyond = root(joint, scale, task) if joint.any() else joint
            except NotPositiveDefinite:
                beyond = _nearest_root(joint, task)
            curves += product(np.asfortranarray(beyond.T), normals, task)
        return curves[back.ravel()]

    def weights(self, task: Task) -> Floats:
        full = np.zeros((len(self._here), self._weights.shape[1]))
        full[self._here] = self._weights
        return full

    def precisions(self, task: Task) -> Floats:
        full = np.zeros(len(self._here))
        full[self._here] = self._precisions(task)
        return full

    def variance_at_readings(self, inputs: Floats, task: Task) -> Floats:
        """What the features miss counts as far as the bound knows of it: not at all, as noise that
        takes its share, or whole."""
        share = self._noise / self._total
        variance = share**2 * self._operator.explained(self._lower, task)
        if self._operator.misses_as_noise:
            variance += share * self._missed
        if self._operator.misses_as_penalty:
            variance += self._missed
        full = np.zeros(len(self._here))
        full[self._here] = variance
        return full

    def _precisions(self, task: Task) -> Floats:
        """The diagonal of A⁻¹ of the readings that are there: 1/T less φᵀB⁻¹φ/T²."""
        explained = self._operator.explained(self._lower, task)
        return np.asarray((1.0 - explained / self._total) / self._total)

    def _halves(self, features: Floats, task: Task) -> Floats:
        """L⁻¹ φ, one column a row of ``features``."""
        from gpstudio.core.algebra.lapack import solve_lower

        return solve_lower(self._lower, np.array(features.T, order="F"), task, spoil=True)


def _nearest_root(covariance: Floats, task: Task) -> Floats:
    """R with R Rᵀ = the nearest covariance: what features miss is the difference of two nearly
    alike, and below zero where landmarks are told apart by rounding alone."""
    from gpstudio.core.algebra.eigen import eigenpairs

    values, vectors = eigenpairs(covariance, task)
    return np.asfortranarray(vectors * np.sqrt(np.maximum(values, 0.0)))


@dataclass(frozen=True, eq=False)
class _Half:
    """G, on features: ``low_rank.Half``."""

    operator: LowRankCovariance
    weights: Floats
    gathered: Floats
    inverse: Floats
    """B⁻¹"""
    total: Floats
    of_diagonal: Floats
    task: Task

    @property
    def rank(self) -> int:
        return len(self.inverse)

    def __call__(self, rows: slice, features: Floats, /) -> Floats:
        through = self._through(rows, features, self.inverse, self.gathered)
        if self.of_diagonal.any():
            # e falls where the features carry more
            through -= self.of_diagonal[rows, None] * features
        return through

    def folded(self, rows: slice, features: Floats, by: Floats) -> Floats:
        from gpstudio.core.algebra.lapack import product
        from gpstudio.core.algebra.tall import spread

        turn = product(self.inverse, by, self.task)
        through = self._through(rows, features, turn, product(by, self.gathered, self.task))
        if self.of_diagonal.any():
            through -= self.of_diagonal[rows, None] * spread(features, by, self.task)
        return through

    def inner(self, task: Task = QUIET) -> Floats:
        """½ (ΦᵀW WᵀΦ − (I − B⁻¹)), less what e falls by."""
        from gpstudio.core.algebra.lapack import product

        total = self.gathered @ self.gathered.T + self.inverse
        total[np.diag_indices_from(total)] -= 1.0
        total *= 0.5
        if self.of_diagonal.any():
            for rows, features in self.operator.strips(task):
                weighed = np.multiply(features, self.of_diagonal[rows, None], order="F")
                total -= product(features, weighed, task)
        return np.asfortranarray(0.5 * (total + total.T))

    def _through(self, rows: slice, features: Floats, turn: Floats, gathered: Floats) -> Floats:
        """½ (W gatheredᵀ − T⁻¹ Φ turn)."""
        from gpstudio.core.algebra.blas import MatrixPanel, gemm
        from gpstudio.core.algebra.tall import spread

        through = spread(features, turn, self.task)
        through *= -0.5 / self.total[rows, None]
        weights, pulls = np.asfortranarray(self.weights[rows]), np.asfortranarray(gathered)
        whole = MatrixPanel.whole
        gemm(whole(through), whole(weights), whole(pulls), by=0.5, b_turned=True)
        return through

    def inverse_diagonal(self, task: Task = QUIET) -> Floats:
        return self.inverse.diagonal()

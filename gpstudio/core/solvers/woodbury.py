"""Woodbury: a covariance of few features and noise, exactly; O(n r²) work.

With T = noise (and what the approximation adds to it), B = I + Φᵀ T⁻¹ Φ and c = B⁻¹ Φᵀ T⁻¹ Y,

    A⁻¹ Y = T⁻¹ (Y − Φ c)        Yᵀ A⁻¹ Y = (Y − Φc)ᵀ T⁻¹ (Y − Φc) + cᵀ c
    log |A| = log |T| + log |B|    curve at φ: φᵀ c,  variance φᵀ B⁻¹ φ and what lies beyond φ.

Written so, nothing large cancels: every part of a sum is positive.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.operators.low_rank import STRIP_NUMBERS, LowRankCovariance, squared_rows
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers.registered import SOLVERS
from gpstudio.core.solvers.solution import JITTERS, NOT_DEFINITE, Solution, SolveNotes, Solver
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task


@SOLVERS.register
class Woodbury(Solver):
    spec = Spec(
        "woodbury",
        "Woodbury",
        "Exact for a covariance of few features; work grows with the readings.",
    )
    needs = "features"

    def condition(self, operator: Operator, noise: Floats, columns: Floats, task: Task) -> Solution:
        if not isinstance(operator, LowRankCovariance):
            raise TypeError("the chooser pairs this solver with features only")
        return WoodburySolution(operator, noise, columns, task)

    def kept_numbers(self, n: int, rank: int = 0) -> int:
        return n * (10 + rank) + rank * rank

    def bytes_needed(self, n: int, rank: int = 0) -> float:
        from gpstudio.core.operators.low_rank import KEPT_NUMBERS

        kept = min(2.0 * n * rank, 2.0 * KEPT_NUMBERS)
        return 8.0 * (kept + 4.0 * STRIP_NUMBERS + 6.0 * rank * rank + 20.0 * n)


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
        from gpstudio.core.solvers.lapack import NotPositiveDefinite, cholesky, solve_lower

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
        own = 0.5 * (np.einsum("nk,nk->n", weights, weights) - self._precisions(task))
        of_diagonal = self._of_missed(own)
        gathered = self._operator.gathered(weights, task)
        half = _Half(weights, gathered, self._lower, self._total, of_diagonal, task)
        of_kernel = self._operator.pulled(half, of_diagonal, task)
        of_noise = float(own @ self._noise)
        if self._operator.misses_as_penalty:
            of_noise += 0.5 * float((self._missed / self._noise).sum())
        return np.append(of_kernel, of_noise)

    def _of_missed(self, own: Floats) -> Floats:
        """The evidence's derivative in each e; ``own`` is the diagonal of G."""
        if self._operator.misses_as_noise:
            return own
        if self._operator.misses_as_penalty:
            return -0.5 / self._noise
        return np.zeros(len(own))

    def predict(self, targets: Floats, task: Task) -> tuple[Floats, Floats]:
        from gpstudio.core.solvers.tall import spread

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
        from gpstudio.core.solvers.lapack import gram

        features = self._operator.features_at(targets, task)
        joint = self._operator.joint_beyond(targets, features, task)
        joint += gram(self._halves(features, task), task)
        return joint

    def draws(self, targets: Floats, count: int, seed: int, task: Task) -> Floats:
        from gpstudio.core.solvers.lapack import NotPositiveDefinite, product, root

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
                raise InputError(NOT_DEFINITE) from None
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
        from gpstudio.core.solvers.lapack import solve_lower

        return solve_lower(self._lower, np.array(features.T, order="F"), task, spoil=True)


@dataclass(frozen=True, eq=False)
class _Half:
    """G, on features: ``low_rank.Half``."""

    weights: Floats
    gathered: Floats
    lower: Floats
    total: Floats
    of_diagonal: Floats
    task: Task

    def __call__(self, rows: slice, features: Floats, /) -> Floats:
        from gpstudio.core.solvers.lapack import solve_lower
        from gpstudio.core.solvers.tall import spread

        task = self.task
        turned = solve_lower(self.lower, np.array(features.T, order="F"), task, spoil=True)
        turned = solve_lower(self.lower, turned, task, transposed=True, spoil=True)
        through = spread(self.weights[rows], np.asfortranarray(self.gathered.T), task)
        through -= turned.T / self.total[rows, None]
        through *= 0.5
        # e falls where the features carry more
        through -= self.of_diagonal[rows, None] * features
        return np.asfortranarray(through)

    def inverse_diagonal(self, task: Task = QUIET) -> Floats:
        from gpstudio.core.solvers.lapack import inverse_diagonal

        return inverse_diagonal(self.lower, task)

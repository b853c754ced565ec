"""Normal equations of equispaced waves, by conjugate gradients with fast Fourier transforms.

The equations are Woodbury's, B c = ΦᵀT⁻¹Y, and so are the answers. Up to a few thousand waves B is
factored; beyond, products with it take O(waves log waves), and

    c, variances    by conjugate gradients;
    log |B|         by stochastic Lanczos, about that of the diagonal;
    the gradient    from the diagonal of B⁻¹, seen through the same probes;
    draws           c + B⁻¹ (a + ΦᵀT^{−½} e), a and e normal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from gpstudio.core.algebra.jitter import NOT_DEFINITE
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.operators.low_rank import LowRankCovariance
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers.solution import Solution, SolveNotes, Within, drawn_at_once
from gpstudio.core.solvers.solver import SOLVERS, Solver
from gpstudio.core.solvers.toeplitz_steps import Descent, Enough, OfferedWaves, descend, probed
from gpstudio.core.solvers.woodbury import WoodburySolution
from gpstudio.core.spec import Spec, decimal, integer
from gpstudio.core.task import Task
from gpstudio.translation import tr

NATS = 0.1
"""To which standard error the log evidence is wanted."""
OF_VARIANCE = 1e-6
"""Error of a variance, as a share of it."""
NUMBERS_AT_ONCE = 4_000_000


@dataclass(frozen=True)
class Care:
    """How far iterations go."""

    tolerance: float
    iterations: int
    probes: int


@SOLVERS.register
class Toeplitz(Solver):
    spec = Spec(
        "toeplitz",
        tr("Toeplitz normal equations"),
        tr(
            "For equispaced waves: conjugate gradients with fast Fourier transforms where they are "
            "many, a factor where they are few."
        ),
        (
            decimal(
                "tolerance",
                tr("Tolerance"),
                tr("Error of the curve at the readings, as a share of them, each in its noise."),
                default=1e-8,
                low=1e-14,
                high=0.1,
            ),
            integer("iterations", tr("Iterations"), tr("The most steps."), 5_000, 1, 1_000_000),
            integer(
                "probes",
                tr("Probes"),
                tr("The most by which the evidence is estimated."),
                16,
                2,
                10_000,
            ),
            integer(
                "factored", tr("Factored"), tr("Up to so many waves a factor."), 6_000, 0, 8_000
            ),
        ),
    )
    needs = "toeplitz"

    def __init__(
        self,
        tolerance: float = 1e-8,
        iterations: float = 5_000,
        probes: float = 16,
        factored: float = 6_000,
    ) -> None:
        self._care = Care(tolerance, int(iterations), int(probes))
        self._factored = int(factored)

    def condition(self, operator: Operator, noise: Floats, columns: Floats, task: Task) -> Solution:
        if "toeplitz" not in operator.offers:
            raise TypeError("the chooser pairs this solver with equispaced waves only")
        waves = cast(OfferedWaves, operator)
        if waves.rank <= self._factored:
            return WoodburySolution(cast(LowRankCovariance, operator), noise, columns, task)
        return ToeplitzSolution(waves, noise, columns, self._care, task)

    def kept_numbers(self, n: int, rank: int = 0) -> int:
        return 10 * n + rank * rank

    def bytes_needed(self, n: int, rank: int = 0) -> float:
        return 8.0 * (20.0 * n + 6.0 * rank * rank)


class ToeplitzSolution(Solution):
    """Readings that are missing (infinite noise) are left out."""

    def __init__(
        self, operator: OfferedWaves, noise: Floats, columns: Floats, care: Care, task: Task
    ) -> None:
        here = np.isfinite(noise)
        self._here, self._care = here, care
        self._operator = operator if here.all() else operator.at(operator.inputs[here])
        self._noise, self._columns = noise[here], columns[here]
        self._normal = self._operator.normal(1.0 / self._noise, task)
        descent = self._solve_readings(task)
        self._coefficients = descent.rows.T
        misfit = self._columns - self._operator.spread(self._coefficients, task)
        self._weights = misfit / self._noise[:, None]
        quadratic = misfit.T @ self._weights + self._coefficients.T @ self._coefficients
        self.quadratic = 0.5 * (quadratic + quadratic.T)
        steps = care.iterations
        self._probed = probed(self._normal, care.probes, 2.0 * NATS, steps, task)
        self.log_determinant = float(np.log(self._noise).sum()) + self._probed.log_determinant
        self.notes = self._noted(descent, self._probed.error, task)

    def _solve_readings(self, task: Task) -> Descent:
        weighed = self._columns / self._noise[:, None]
        right = np.ascontiguousarray(self._operator.gathered(weighed, task).T)
        sizes = np.sqrt(np.einsum("nk,nk->k", self._columns, weighed))
        task.report("solving", 0.1)
        enough = Enough(self._care.tolerance * sizes, 0.0, self._care.iterations)
        return descend(self._normal, right, enough, task)

    def _noted(self, descent: Descent, error: float, task: Task) -> SolveNotes:
        """‖Y − A W‖ is that of Φ (c − ΦᵀW)."""
        apart = self._coefficients - self._operator.gathered(self._weights, task)
        left = self._operator.spread(np.asfortranarray(apart), task)
        sizes = np.einsum("nk,nk->k", self._columns, self._columns)
        shares = np.einsum("nk,nk->k", left, left)[sizes > 0.0] / sizes[sizes > 0.0]
        stopped, remarks = tr("tolerance reached"), self._operator.remarks
        if not descent.reached:
            stopped = tr("after {steps:,} iterations, above the tolerance", steps=descent.steps)
            remarks += (
                tr(
                    "the normal equations were not solved to the tolerance: allow more iterations, "
                    "raise the noise, or loosen it"
                ),
            )
        if 0.5 * error > NATS:
            remarks += (
                tr(
                    "the log evidence is an estimate with standard error {error:.2g}: more "
                    "probes make it smaller",
                    error=0.5 * error,
                ),
            )
        return SolveNotes(
            iterations=descent.steps,
            residual=float(np.sqrt(shares.max(initial=0.0))),
            stopped=stopped,
            evidence_error=error,
            remarks=remarks,
        )

    def gradient(self, mixing: Floats, task: Task) -> Floats:
        """As Woodbury's; ΦᵀW is c, and Σ φᵀB⁻¹φ/T the waves less the trace of B⁻¹."""
        task.check()
        weights = self._weights @ mixing
        own = float(np.einsum("nk,nk,n->", weights, weights, self._noise))
        explained = self._operator.rank - float(self._probed.inverse_diagonal.sum())
        of_noise = 0.5 * (own - len(self._noise) + explained)
        gathered = self._coefficients @ mixing
        return np.append(
            self._operator.pulled_by(gathered, self._probed.inverse_diagonal), of_noise
        )

    def predict(self, targets: Floats, task: Task) -> tuple[Floats, Floats]:
        task.check()
        mean = self._operator.spread_at(targets, self._coefficients, task)
        variance = self._operator.beyond(targets, np.zeros((len(targets), 0)))
        at_once = max(1, NUMBERS_AT_ONCE // self._operator.rank)
        for start in range(0, len(targets), at_once):
            task.report("predicting", start / len(targets))
            rows = np.ascontiguousarray(
                self._operator.features_at(targets[start : start + at_once], task)
            )
            found = self._solve(rows, task)
            explained = np.einsum("km,km->k", rows + found.left, found.rows)
            variance[start : start + at_once] += np.maximum(explained, 0.0)
        return mean, variance

    def covariance(self, targets: Floats, task: Task) -> Floats:
        from gpstudio.core.algebra.lapack import product

        rows = np.ascontiguousarray(self._operator.features_at(targets, task))
        found = self._solve(rows, task)
        joint = self._operator.joint_beyond(targets, rows, task)
        explained = product(np.asfortranarray(found.rows.T), (rows + found.left).T, task)
        return np.asarray(joint + 0.5 * (explained + explained.T))

    def draws(self, targets: Floats, count: int, seed: int, task: Task) -> Floats:
        from gpstudio.core.algebra.lapack import NotPositiveDefinite, product, root

        places, back = np.unique(targets, axis=0, return_inverse=True)
        random = np.random.default_rng([seed, 2])
        curves = np.empty((len(places), count), order="F")
        at_once = max(1, NUMBERS_AT_ONCE // max(self._operator.rank, len(self._noise)))
        for start in range(0, count, at_once):
            task.check()
            some = slice(start, min(start + at_once, count))
            width = some.stop - some.start
            normals = random.standard_normal((width, len(self._noise)))
            scattered = (normals / np.sqrt(self._noise)).T
            right = random.standard_normal((width, self._operator.rank))
            right += self._operator.gathered(scattered, task).T
            enough = Enough(np.full(1, 1e-4), 0.0, self._care.iterations)
            found = descend(self._normal, right, enough, task)
            curves[:, some] = self._operator.spread_at(places, found.rows.T, task)
        joint = self._operator.joint_beyond(places, curves, task)
        if joint.any():
            scale = float(joint.diagonal().max())
            try:
                beyond = root(joint, scale, task)
            except NotPositiveDefinite:
                raise InputError(NOT_DEFINITE) from None
            normals = random.standard_normal((len(places), count))
            curves += product(np.asfortranarray(beyond.T), normals, task)
        return curves[back.ravel()]

    def draws_in(
        self, windows: Sequence[Floats], count: int, seed: int, task: Task
    ) -> list[Within]:
        return drawn_at_once(
            self, lambda targets: self.draws(targets, count, seed, task), windows, task
        )

    def weights(self, task: Task) -> Floats:
        full = np.zeros((len(self._here), self._weights.shape[1]))
        full[self._here] = self._weights
        return full

    def precisions(self, task: Task) -> Floats:
        raise self._refusal

    def variance_at_readings(self, inputs: Floats, task: Task) -> Floats:
        raise self._refusal

    @property
    def _refusal(self) -> InputError:
        return InputError(
            tr(
                "With {rank:,} waves the curve's variance at all readings takes too "
                "long: choose a looser tolerance or another approximation, such as 'nystrom'.",
                rank=self._operator.rank,
            )
        )

    def _solve(self, rows: Floats, task: Task) -> Descent:
        enough = Enough(np.zeros(1), OF_VARIANCE, self._care.iterations)
        return descend(self._normal, rows, enough, task)

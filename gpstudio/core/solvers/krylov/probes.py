"""Probes solved once, for everything that is a trace: log |A| and the slopes of it.

With z of covariance P, the mean of (A⁻¹z)ᵀ dA (P⁻¹z) is tr A⁻¹dA; and the mean of (P⁻¹z)ᵀ dP (P⁻¹z)
is tr P⁻¹dP. Where the last is known exactly, the difference of both is all that chance touches,
and it goes to zero as P goes to A. The coefficients of the same conjugate gradients make the
matrix of Lanczos, so that log |A| comes with no product more.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.solvers.krylov.cg import cg
from gpstudio.core.solvers.krylov.lanczos import Correction, logarithms, signs, standard_error
from gpstudio.core.solvers.krylov.outcome import Outcome, Product
from gpstudio.core.solvers.krylov.preconditioners.preconditioner import Preconditioner
from gpstudio.core.task import QUIET, Task

MOST_STEPS = 300
"""Of conjugate gradients that make the matrix of Lanczos: a logarithm needs fewer than a solution,
and the eigenvalues of a large matrix take longer than the products."""
FEWER = 0.75
"""Share of the steps without which the estimate is made once more, to see what they changed."""


@dataclass(frozen=True, eq=False)
class Probes:
    drawn: Floats
    """z = L e, (n, k), e of ±1: of covariance P."""
    solved: Floats
    """A⁻¹z"""
    halved: Floats
    """P⁻¹z"""
    correction: Correction
    """log |A| − log |P|"""
    outcome: Outcome


def solved_probes(
    product: Product,
    preconditioner: Preconditioner,
    count: int,
    random: np.random.Generator,
    *,
    tolerance: float = 1e-6,
    iterations: int | None = None,
    floor: float = 0.0,
    task: Task = QUIET,
) -> Probes:
    """``count`` probes; with the same ``random`` they are common to settings close by."""
    normal = signs(len(preconditioner.scales), count, random)
    drawn = preconditioner.root_times(normal, task)
    outcome = cg(
        product,
        drawn,
        preconditioner=preconditioner,
        tolerance=tolerance,
        iterations=iterations,
        floor=floor,
        task=task,
    )
    halved = preconditioner.root_solve(normal, task, transposed=True)
    return Probes(drawn, outcome.answer, halved, _correction(outcome, len(drawn)), outcome)


def _correction(outcome: Outcome, n: int) -> Correction:
    """T from conjugate gradients: 1/αⱼ + βⱼ₋₁/αⱼ₋₁ on its diagonal, √βⱼ/αⱼ beside it."""
    steps = outcome.coefficients[:MOST_STEPS]
    alpha = np.array([step[0] for step in steps]).T
    beta = np.array([step[1] for step in steps]).T
    seen = np.isfinite(alpha)
    alpha, beta = np.where(seen, alpha, 1.0), np.where(seen, np.maximum(beta, 0.0), 0.0)
    diagonals = 1.0 / alpha
    diagonals[:, 1:] += beta[:, :-1] / alpha[:, :-1]
    beside = np.sqrt(beta[:, :-1]) / alpha[:, :-1]
    # where a column has stopped the matrix stops too: what follows has nothing to do with it
    beside[~seen[:, 1:]] = 0.0
    diagonals[~seen] = 1.0
    samples = n * logarithms(diagonals, beside)
    fewer = max(1, int(FEWER * len(steps)))
    before = n * logarithms(diagonals[:, :fewer], beside[:, : fewer - 1])
    change = abs(float(samples.mean() - before.mean()))
    error = standard_error(samples)
    return Correction(float(samples.mean()), error, samples, outcome.iterations, change)

"""log |A| by stochastic Lanczos quadrature (Ubaru, Chen & Saad 2017), with P as its control.

log |A| = log |P| + tr log(L⁻¹ A L⁻ᵀ), and the trace is n times the mean of eᵀ log(·) e over random
unit vectors e. The closer P is to A, the less there is to estimate. Each step makes every vector
orthogonal to all before it, since without that Lanczos finds the same eigenvalues again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.solvers.krylov.outcome import Product
from gpstudio.core.solvers.krylov.preconditioners.preconditioner import Preconditioner
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

ENDED = 1e-12
"""β/‖A‖ at which a vector has shown all the eigenvalues that it holds."""
SETTLED = 1e-4
"""In nats: where steps change the mean over the probes by no more, no further ones are made."""
SELDOM = 8
"""The matrices of Lanczos are looked at after each step at first, then each time that so many
times fewer have been added than there are."""
NOT_DEFINITE = tr(
    "The covariance of the readings is not positive definite and has no evidence: raise the noise "
    "or remove repeated readings."
)


@dataclass(frozen=True, eq=False)
class Correction:
    """log |A| − log |P|, as random probes have it."""

    value: float
    error: float
    """Standard error over the probes."""
    samples: Floats
    """What each probe says, (probes,)."""
    steps: int
    """Products used."""
    change: float
    """By how much the last steps changed ``value``."""


def signs(n: int, count: int, random: np.random.Generator) -> Floats:
    """Probes of ±1, (n, count), in Fortran order: of all that are independent, the best."""
    return np.where(random.random((count, n)) < 0.5, -1.0, 1.0).T


def log_determinant_correction(
    product: Product,
    preconditioner: Preconditioner,
    probes: int,
    steps: int,
    random: np.random.Generator,
    task: Task = QUIET,
    settled: float = SETTLED,
) -> Correction:
    """An estimate of log |A| − log |P| with its standard error, by ``steps`` products at most."""
    n = len(preconditioner.scales)
    return quadrature(product, preconditioner, signs(n, probes, random), steps, task, settled)


def quadrature(
    product: Product,
    preconditioner: Preconditioner,
    probes: Floats,
    steps: int,
    task: Task = QUIET,
    settled: float = SETTLED,
) -> Correction:
    """The same with probes of one's own: columns whose mean outer product is the identity."""

    def symmetric(vectors: Floats) -> Floats:
        inner = preconditioner.root_solve(vectors, task, transposed=True)
        return preconditioner.root_solve(product(inner), task)

    n, count = probes.shape
    most = min(steps, n)
    run = _Lanczos(np.array(probes.T, order="C"), most, task)
    value, change, look = np.inf, np.inf, 1
    samples = np.full(count, np.nan)
    for step in range(1, most + 1):
        task.check()
        run.step(symmetric, step - 1)
        task.report(tr("estimating the evidence"), step / most)
        if step < min(look, most) and not run.ended:
            continue
        look = step + 1 + step // SELDOM
        samples = run.sizes * run.logarithms(step)
        value, change = float(samples.mean()), abs(float(samples.mean()) - value)
        if change <= settled or run.ended:
            break
    return Correction(value, standard_error(samples), samples, step, change)


def standard_error(samples: Floats) -> float:
    """Of the mean; of a single one nothing is known."""
    if len(samples) == 1:
        return np.inf
    return float(samples.std(ddof=1) / np.sqrt(len(samples)))


class _Lanczos:
    """All probes at once; ``basis`` keeps every vector, (steps, probes, n)."""

    def __init__(self, lines: Floats, steps: int, task: Task) -> None:
        self._task = task
        self.sizes = np.einsum("kn,kn->k", lines, lines)
        self._v = lines / np.sqrt(self.sizes)[:, None]
        count, n = lines.shape
        self._basis = np.empty((count, steps, n))
        self._alpha, self._beta = np.ones((count, steps)), np.zeros((count, steps))
        self._live = np.ones(count, dtype=bool)
        self._largest = np.zeros(count)

    @property
    def ended(self) -> bool:
        return not self._live.any()

    def step(self, product: Product, place: int) -> None:
        live = self._live
        v = self._v[live]
        self._basis[live, place] = v
        q = np.ascontiguousarray(product(v.T).T)
        alpha = np.einsum("kn,kn->k", v, q)
        self._alpha[live, place] = alpha
        for line, probe in enumerate(np.flatnonzero(live)):
            self._make_orthogonal(q[line], self._basis[probe, : place + 1])
        beta = np.sqrt(np.einsum("kn,kn->k", q, q))
        self._largest[live] = np.maximum(self._largest[live], np.abs(alpha) + beta)
        goes_on = beta > ENDED * self._largest[live]
        self._beta[live, place] = np.where(goes_on, beta, 0.0)
        self._v[live] = q / np.where(goes_on, beta, 1.0)[:, None]
        self._live[live] = goes_on

    def _make_orthogonal(self, line: Floats, known: Floats) -> None:
        """Twice: once leaves the rounding of what was taken away."""
        from gpstudio.core.algebra.lapack import product as inner_products
        from gpstudio.core.algebra.tall import spread

        for _ in range(2):
            shares = inner_products(known.T, line[:, None], self._task)
            line -= spread(known.T, shares, self._task)[:, 0]

    def logarithms(self, steps: int) -> Floats:
        """e₁ᵀ log(T) e₁ of each probe's tridiagonal matrix T."""
        return logarithms(self._alpha[:, :steps], self._beta[:, : steps - 1])


def logarithms(diagonals: Floats, beside: Floats) -> Floats:
    """e₁ᵀ log(T) e₁ for tridiagonal matrices, one a line."""
    size = diagonals.shape[1]
    matrices = np.zeros((len(diagonals), size, size))
    here, below = np.arange(size), np.arange(size - 1)
    matrices[:, here, here] = diagonals
    matrices[:, below + 1, below] = matrices[:, below, below + 1] = beside
    values, vectors = np.linalg.eigh(matrices)
    if not (values > 0.0).all():
        raise InputError(NOT_DEFINITE)
    return np.asarray(np.einsum("ks,ks->k", vectors[:, 0, :] ** 2, np.log(values)))

"""Randomised Nyström (Frangella, Tropp & Udell 2023): features from products with random vectors.

With Y = K Ω of Gaussian vectors Ω, K̂ = Y (ΩᵀY)⁻¹ Yᵀ. Measured in units of the noise, P has K̂'s
eigenvalues where K̂ reaches, and beyond that the smallest of them. Unlike pivots it needs no
entries of K and takes any operator that offers products; each feature costs one product.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers.krylov.preconditioners.low_rank import LowRank, bytes_of_factor
from gpstudio.core.solvers.krylov.preconditioners.preconditioner import Preconditioner
from gpstudio.core.solvers.krylov.preconditioners.preconditioning import (
    PRECONDITIONERS,
    Preconditioning,
)
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr


@PRECONDITIONERS.register
class RandomisedNystrom(Preconditioning):
    spec = Spec(
        "nystrom",
        tr("Randomised Nyström"),
        tr("Features from products with random vectors: near the best for their number, dearer."),
    )

    def made(
        self,
        operator: Operator,
        noise: Floats,
        rank: int,
        random: np.random.Generator,
        task: Task = QUIET,
    ) -> Preconditioner:
        sketch = random.standard_normal((min(rank, len(noise)), len(noise))).T
        return LowRank(sketched(operator, sketch, task), noise, task, rest=_beyond)

    def bytes_needed(self, n: int, rank: int) -> float:
        return bytes_of_factor(n, min(rank, n)) + 8.0 * 3 * n * min(rank, n)


def sketched(operator: Operator, sketch: Floats, task: Task) -> Floats:
    """F, (n, r), with F Fᵀ = K Ω (ΩᵀKΩ)⁻¹ ΩᵀK, up to a shift that rounding asks for."""
    from gpstudio.core.algebra.lapack import NotPositiveDefinite, cholesky, product
    from gpstudio.core.algebra.tall import divide

    image = np.asfortranarray(operator.times(sketch, task))
    shift = np.sqrt(len(sketch)) * np.finfo(float).eps * float(np.linalg.norm(image, axis=0).max())
    while True:
        image += shift * sketch
        core = product(np.asfortranarray(sketch), image, task)
        try:
            lower = cholesky(np.asfortranarray(0.5 * (core + core.T)), task)
        except NotPositiveDefinite:
            shift *= 10.0
            continue
        return divide(image, lower, task)


def _beyond(inner: Floats) -> float:
    """The smallest eigenvalue of K̂ where it reaches, and the noise, in units of the noise."""
    return 1.0 + max(0.0, float(np.linalg.eigvalsh(inner)[0]))

"""Whether products are those of a symmetric matrix: all of Krylov's methods here take that on
trust, and give wrong numbers without a sign of it where it is not so."""

from __future__ import annotations

import numpy as np

from gpstudio.core.errors import InputError
from gpstudio.core.solvers.krylov.outcome import Product
from gpstudio.translation import tr

ALLOWED = 1e-8
"""Of the sizes of the vectors whose inner products are compared."""


def check_symmetric(
    product: Product,
    n: int,
    random: np.random.Generator,
    solvers: str,
    allowed: float = ALLOWED,
) -> None:
    """Raise an ``InputError`` where uᵀAv and vᵀAu differ, for two random vectors; ``solvers`` are
    the names of those that would not see it."""
    vectors = random.standard_normal((2, n)).T
    images = product(vectors)
    if not np.isfinite(images).all():
        raise InputError(
            tr(
                "The covariance of the readings gives numbers that are not finite: remove rows "
                "whose inputs are missing or very large."
            )
        )
    one, other = vectors[:, 0] @ images[:, 1], vectors[:, 1] @ images[:, 0]
    size = np.linalg.norm(vectors[:, 0]) * np.linalg.norm(images[:, 1])
    size += np.linalg.norm(vectors[:, 1]) * np.linalg.norm(images[:, 0])
    if abs(one - other) > allowed * size:
        raise InputError(
            tr(
                "The operator is not symmetric, so {solvers} would give wrong numbers: hand over "
                "its symmetric part (A + Aᵀ)/2, or use a kernel with k(x, y) = k(y, x).",
                solvers=solvers,
            )
        )

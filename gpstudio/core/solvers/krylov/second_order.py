"""What bᵀA⁻¹b is, from an x that only nearly solves A x = b.

bᵀx + xᵀr, r = b − A x, falls short of it by rᵀA⁻¹r alone: the square of the error, not the error.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.task import QUIET, Task


def second_order(right: Floats, answer: Floats, residual: Floats) -> Floats:
    """bᵀA⁻¹b of each column, (k,), never too large but for rounding where A is definite."""
    own = np.einsum("kn,kn->k", right.T, answer.T)
    own += np.einsum("kn,kn->k", residual.T, answer.T)
    return np.asarray(own)


def second_order_joint(
    right: Floats, answer: Floats, residual: Floats, task: Task = QUIET
) -> Floats:
    """BᵀA⁻¹B of all pairs of columns, (k, k), symmetric."""
    from gpstudio.core.algebra.lapack import product

    joint = product(np.asfortranarray(answer), right + residual, task)
    return 0.5 * (joint + joint.T)


def energy_left(preconditioned: Floats, residual: Floats, floor: float) -> Floats:
    """A bound on rᵀA⁻¹r, (k,): rᵀP⁻¹r over a floor under the eigenvalues of P⁻¹A."""
    return np.asarray(np.einsum("kn,kn->k", residual.T, preconditioned.T) / floor)

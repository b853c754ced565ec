"""Eigenvalues: all of a small matrix so that it can be stopped, and the sum of the largest."""

from __future__ import annotations

import numpy as np

from gpstudio.core.algebra.aside import aside
from gpstudio.core.algebra.compiled_orthonormal import make_orthonormal
from gpstudio.core.algebra.lapack import product
from gpstudio.core.arrays import Floats
from gpstudio.core.task import Task

SPARE, ROUNDS = 8, 4
"""Directions more than wanted, and multiplications, of a subspace that finds the largest."""


def eigenpairs(matrix: Floats, task: Task) -> tuple[Floats, Floats]:
    """In ascending order."""
    values, vectors = aside(lambda: np.linalg.eigh(matrix), task)
    return values, vectors


def largest_sum(matrix: Floats, count: int, random: np.random.Generator, task: Task) -> float:
    """The sum of so many largest eigenvalues of a positive matrix, from below, by a subspace that
    is multiplied a few times (Halko, Martinsson & Tropp 2011): good to about a per cent."""
    n, wanted = len(matrix), count + SPARE
    if 2 * wanted >= n:
        return float(np.linalg.eigvalsh(matrix)[-min(count, n) :].sum())
    basis = np.array(random.standard_normal((wanted, n)).T, order="F")
    for _ in range(ROUNDS):
        basis = product(matrix, basis, task)
        make_orthonormal(basis.T)
    inner = product(basis, product(matrix, basis, task), task)
    return float(np.linalg.eigvalsh(0.5 * (inner + inner.T))[-count:].sum())

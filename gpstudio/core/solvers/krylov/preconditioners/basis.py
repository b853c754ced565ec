"""An orthonormal basis of a tall matrix, by Cholesky factors of its Gram matrix, twice.

Once leaves the columns orthonormal up to rounding times the square of the condition, which is
fast and, done twice, as good as reflections (Yamamoto and others 2015). Where the columns are too
near to dependent for that, a first pass has a shift (Fukaya and others 2020); columns that the
others stand for already drop out.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.algebra.lapack import NotPositiveDefinite, cholesky, gram, product
from gpstudio.core.algebra.tall import divide, spread
from gpstudio.core.arrays import Floats
from gpstudio.core.task import QUIET, Task

ENOUGH = 1e-14
"""Times √n: how far from orthonormal rounding leaves any basis."""
NEAR = 0.1
"""So near to orthonormal, one more pass is the last."""
SHIFT = 1e-15
"""Of the trace, for a first pass that fails without."""
PASSES = 5


def orthonormal(tall: Floats, task: Task = QUIET) -> tuple[Floats, Floats]:
    """Q, in the place of ``tall`` where its columns are independent, and R with Q R = ``tall``."""
    right = np.eye(tall.shape[1], order="F")
    shift = SHIFT
    for _ in range(PASSES):
        square = gram(tall, task)
        off = float(np.abs(square - np.eye(len(square))).max(initial=0.0))
        if off <= ENOUGH * np.sqrt(len(tall)):
            break
        try:
            lower = _root(square, shift, task)
        except NotPositiveDefinite:
            tall, right = _independent(tall, right, square, task)
            continue
        shift = 0.0
        tall = divide(tall, lower, task)
        right = _times_turned(lower, right, task)
        if off <= NEAR:
            break
    return tall, right


def _root(square: Floats, shift: float, task: Task) -> Floats:
    """The Cholesky factor; with a shift where it has none and one may be made."""
    try:
        return _lower(cholesky(np.array(square, order="F"), task))
    except NotPositiveDefinite:
        if shift == 0.0:
            raise
    more = np.array(square, order="F")
    more[np.diag_indices_from(more)] += shift * np.trace(square)
    return _lower(cholesky(more, task))


def _lower(factor: Floats) -> Floats:
    return np.asfortranarray(np.tril(factor))


def _independent(tall: Floats, right: Floats, square: Floats, task: Task) -> tuple[Floats, Floats]:
    """The same through the eigenvectors of the Gram matrix that are more than rounding."""
    values, vectors = np.linalg.eigh(square)
    kept = values > len(values) * np.finfo(float).eps * values[-1]
    roots, some = np.sqrt(values[kept]), vectors[:, kept]
    basis = spread(tall, np.asfortranarray(some / roots), task)
    return basis, spread(np.asfortranarray(roots[:, None] * some.T), right, task)


def _times_turned(lower: Floats, right: Floats, task: Task) -> Floats:
    """Lᵀ right."""
    return product(np.asfortranarray(lower), right, task)

"""How near a covariance is, how much memory work takes, and how uneven readings are."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import TypeVar

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr, tr_later

T = TypeVar("T")
TILE = 384
"""Rows and columns of a matrix looked at together: what stays in the processor's cache."""
MEMORY = tr(
    "Memory is the peak that numpy and Python allocated (tracemalloc) while the work was done "
    "once more, untimed, without what compiled kernels allocate themselves."
)


def distance(exact: Floats, features: Floats, task: Task = QUIET) -> tuple[float, float]:
    """‖K − ΦΦᵀ‖ over ‖K‖ (Frobenius), and the largest entry of |K − ΦΦᵀ|.

    Of a symmetric ``exact`` in Fortran order; tile by tile, the lower triangle alone, so that
    nothing as large as the matrix is made.
    """
    from gpstudio.core.algebra.blas import MatrixPanel, gemm
    from gpstudio.core.operators.compiled_tiles import missed

    features, turned = np.asfortranarray(features), np.ascontiguousarray(exact.T)
    n, rank = features.shape
    missing = whole = largest = 0.0
    for left in range(0, n, TILE):
        task.check()
        columns = MatrixPanel(features, left, min(left + TILE, n), 0, rank)
        for top in range(left, n, TILE):
            rows = MatrixPanel(features, top, min(top + TILE, n), 0, rank)
            near = np.zeros((columns.shape[0], rows.shape[0]))
            gemm(MatrixPanel.whole(near.T), rows, columns, keep=0.0, b_turned=True)
            here, there, most = missed(near, turned, top, left)
            both = 1.0 if top == left else 2.0
            missing, whole = missing + both * here, whole + both * there
            largest = max(largest, most)
    return float(np.sqrt(missing / whole)), largest


def with_peak(work: Callable[[], T]) -> tuple[T, int]:
    """What the work gives, and the most memory it held beyond what was held before, in bytes."""
    watched = tracemalloc.is_tracing()
    if not watched:
        tracemalloc.start(1)
    try:
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        result = work()
        return result, max(0, tracemalloc.get_traced_memory()[1] - before)
    finally:
        if not watched:
            tracemalloc.stop()


SCORE_ROWS = 1_000
"""Rows whose leverage scores tell how uneven a covariance is."""
SHARE = 0.1
"""The ridge is the one at which the effective dimension is this share of the rows."""
FLAT, UNEVEN = 0.6, 1.0
"""Up to such a spread of the scores readings are called flat, from such a one uneven."""
UNEVENNESS = tr(
    "Unevenness is the standard deviation of ridge leverage scores over their mean, at an "
    "effective dimension of {share:.0%} of the rows; flat up to {flat}, uneven from {uneven:g}.",
    share=SHARE,
    flat=FLAT,
    uneven=UNEVEN,
)


def leverage(values: Floats, vectors: Floats, share: float = SHARE) -> tuple[Floats, float]:
    """The ridge leverage scores τ = diag K(K + λ)⁻¹ with Σ τ = share · n, and λ, from the
    eigenpairs of K."""
    values = np.maximum(values, 0.0)
    ridge = ridge_of(values, share * len(values))
    return np.asarray(vectors**2 @ (values / (values + ridge))), ridge


def ridge_of(values: Floats, wanted: float) -> float:
    """The λ with Σ v/(v + λ) = wanted, by bisection of its logarithm."""
    top = float(values.max(initial=0.0)) or 1.0
    low, high = np.log(top) - 60.0, np.log(top) + 30.0
    for _ in range(100):
        middle = 0.5 * (low + high)
        enough = float((values / (values + np.exp(middle))).sum()) > wanted
        low, high = (middle, high) if enough else (low, middle)
    return float(np.exp(0.5 * (low + high)))


def unevenness(scores: Floats) -> float:
    """The spread of leverage scores over their mean."""
    return float(scores.std() / scores.mean())


def called(spread: float) -> str:
    """A word of hypotheses; a person reads ``tr`` of it."""
    if spread <= FLAT:
        return tr_later("flat")
    return tr_later("uneven") if spread >= UNEVEN else tr_later("in between")


def some_rows(n: int, most: int, seed: int) -> Integers:
    """So many of n rows at most, drawn by the seed, in ascending order."""
    if n <= most:
        return np.arange(n, dtype=np.int64)
    return np.sort(np.random.default_rng([seed, 31]).choice(n, most, replace=False))

"""Ridge leverage: how much of a reading the others do not tell, at a given noise.

τ(λ) = diag K (K + λI)⁻¹ = 1 − λ diag (K + λI)⁻¹,        Σ τ = the effective dimension.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.algebra.lapack import cholesky, inverse_diagonal
from gpstudio.core.algebra.tall import add_gram, divide
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.operators.low_rank import squared_rows
from gpstudio.core.operators.pivots import Pivots
from gpstudio.core.task import QUIET, Task

STRIP = 2_048
"""Rows of a tall matrix at once."""
LEAST = 1e-12
"""Of a variance, on the diagonal of what is factored: scores need no more digits."""


def exact_scores(kernel: Kernel, inputs: Floats, ridge: float, task: Task = QUIET) -> Floats:
    """τ(λ); O(n³) work, O(n²) memory."""
    matrix = DenseCovariance(kernel, inputs).entries(task)
    matrix[np.diag_indices_from(matrix)] += ridge
    inverse = inverse_diagonal(cholesky(matrix, task), task)
    return np.asarray(np.clip(1.0 - ridge * inverse, 0.0, 1.0))


def scores_of_factor(pivots: Pivots, ridge: float, task: Task = QUIET) -> Floats:
    """τ(λ) of F Fᵀ + diag(residual), which stands for K; O(n r²) work.

    With T = λ + residual and B = I + Fᵀ T⁻¹ F it is 1 − λ/T + λ ‖B^(−½) f‖²/T², f a row of F: every
    part positive.
    """
    total, factor = ridge + pivots.residual, pivots.factor
    inner = np.array(np.eye(pivots.rank), order="F")
    for start in range(0, len(factor), STRIP):
        rows = slice(start, start + STRIP)
        roots = np.sqrt(total[rows, None])
        add_gram(inner, np.divide(factor[rows], roots, order="F"), task)
    lower = cholesky(inner, task)
    scores = pivots.residual / total
    for start in range(0, len(factor), STRIP):
        rows = slice(start, start + STRIP)
        halves = divide(np.array(factor[rows], order="F"), lower, task)
        scores[rows] += ridge * squared_rows(halves) / total[rows] ** 2
    return np.asarray(np.minimum(scores, 1.0))


def scores_through(
    kernel: Kernel,
    inputs: Floats,
    landmarks: Floats,
    weights: Floats,
    ridge: float,
    task: Task = QUIET,
) -> Floats:
    """Through landmarks, of which the j-th was drawn with probability 1/w_j² (Musco & Musco 2017):

        τ̂(λ) = (diag K − diag K_xz (K_zz + λ W⁻²)⁻¹ K_zx) / λ

    at least τ(λ) where they are enough, and not clipped at one; O(n m²) work, strip by strip.
    """
    matrix = DenseCovariance(kernel, landmarks).entries(task)
    diagonal = np.diag_indices_from(matrix)
    matrix[diagonal] += np.maximum(ridge / weights**2, LEAST * matrix[diagonal])
    lower = cholesky(matrix, task)
    left = np.array(kernel.diagonal(inputs), dtype=float)
    for start in range(0, len(inputs), STRIP):
        rows = slice(start, start + STRIP)
        between = DenseCovariance(kernel, inputs[rows]).cross(landmarks, task)
        left[rows] -= squared_rows(divide(between, lower, task))
    return np.asarray(np.maximum(left, 0.0) / ridge)

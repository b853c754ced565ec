"""How near an approximate covariance is to the kernel's own, seen on some of the rows."""

from __future__ import annotations

import numpy as np

from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.operators.operator import Operator
from gpstudio.core.task import Task

ROWS = 1_000


def covariance_error(operator: Operator, seed: int, task: Task, rows: int = ROWS) -> float:
    """‖K − K̂‖ over ‖K‖ of so many rows drawn at random, Frobenius."""
    n = len(operator.inputs)
    some = operator.inputs
    if n > rows:
        random = np.random.default_rng([seed, 13])
        some = some[np.sort(random.choice(n, rows, replace=False))]
    exact = DenseCovariance(operator.kernel, some).entries(task)
    near = operator.at(some).cross(some, task)
    return float(np.sqrt(squared(near - exact) / squared(exact)))


def squared(matrix: np.ndarray) -> float:
    return float(np.einsum("ij,ij->", matrix, matrix))

"""How near an approximate covariance is to the kernel's own, seen on some of the rows."""

from __future__ import annotations

import numpy as np

from gpstudio.core.language import print_number
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.operators.operator import Operator
from gpstudio.core.task import Task
from gpstudio.translation import tr

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


def with_nearness(reason: str, error: float | None) -> str:
    """The reason for a plan, with how near its covariance came, where that was looked at."""
    if error is None:
        return reason
    return tr(
        "{choice}, error against exact on {rows:,} rows {percent} %",
        choice=reason,
        rows=ROWS,
        percent=print_number(float(f"{100.0 * error:.2g}")),
    )


def squared(matrix: np.ndarray) -> float:
    return float(np.einsum("ij,ij->", matrix, matrix))

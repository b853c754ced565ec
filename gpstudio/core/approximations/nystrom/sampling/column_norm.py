"""Column norms: a reading is as likely as the squared length of its column of the matrix.

Drineas & Mahoney 2005. All n² entries are looked at once, tile by tile, none is kept.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.nystrom.sampling.sampling import SAMPLINGS, Sampling
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.dense import TILE
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr


@SAMPLINGS.register
class ColumnNorm(Sampling):
    spec = Spec(
        "column_norm",
        tr("Column norms"),
        tr("A reading is as likely as it is alike to all others; looks at all n² entries once."),
        formula="p_i ∝ Σ_j k(x_i, x_j)²",
    )
    repeats = True

    def probabilities(
        self, ground: Ground, rank: int, random: np.random.Generator, task: Task = QUIET
    ) -> Floats:
        norms = squared_columns(ground.kernel, ground.inputs, task)
        return np.asarray(norms / norms.sum())


def squared_columns(kernel: Kernel, inputs: Floats, task: Task) -> Floats:
    """The squared length of every column; each tile of the lower triangle counts for two."""
    from gpstudio.core.algebra.lapack import TOLD_FROM

    n = len(inputs)
    total = np.zeros(n)
    for left in range(0, n, TILE):
        columns = slice(left, left + TILE)
        for top in range(left, n, TILE):
            task.check()
            rows = slice(top, top + TILE)
            tile = kernel.block(inputs[rows], inputs[columns])
            total[columns] += np.einsum("ij,ij->j", tile, tile)
            if top > left:
                total[rows] += np.einsum("ij,ij->i", tile, tile)
        if n >= TOLD_FROM:
            task.report(tr("comparing readings"), 1.0 - (1.0 - min(left + TILE, n) / n) ** 2)
    return total

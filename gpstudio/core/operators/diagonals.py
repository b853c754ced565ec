"""What learning needs of a kernel's diagonal: its slopes, from small blocks of the matrix.

A kernel knows the slopes of blocks; zero off the diagonal, a block's are those of its diagonal.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel
from gpstudio.core.task import QUIET, Task

SIDE = 16
"""Rows of a block: few, since all but its diagonal is made in vain."""


def pulled_diagonal(kernel: Kernel, inputs: Floats, pull: Floats, task: Task = QUIET) -> Floats:
    """Σᵢ pullᵢ d k(xᵢ, xᵢ) for each kernel setting."""
    total = np.zeros(len(kernel.settings))
    if "stationary" in kernel.offers:
        # the same everywhere: one row says it all
        some = inputs[:1]
        return kernel.pulled(some, some, np.array([[float(pull.sum())]]))
    for start in range(0, len(inputs), SIDE):
        task.check()
        some = inputs[start : start + SIDE]
        total += kernel.pulled(some, some, np.diag(pull[start : start + SIDE]))
    return total

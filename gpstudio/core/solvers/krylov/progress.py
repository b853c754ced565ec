"""How far an iterative solve is: along the logarithm of the worst residual."""

from __future__ import annotations

import math

from gpstudio.core.arrays import Floats
from gpstudio.core.task import Task


class IterationProgress:
    def __init__(self, status: str, task: Task) -> None:
        self._status, self._task = status, task
        self._first: float | None = None
        self._told = 0.0

    def tell(self, residuals: Floats, goals: Floats) -> None:
        """Residuals and what they are to fall to; never goes back."""
        left = float((residuals / goals).max(initial=0.0)) if (goals > 0.0).all() else math.inf
        if not (1.0 < left < math.inf):
            return
        self._first = max(self._first or left, left)
        done = 1.0 - math.log(left) / math.log(self._first)
        self._told = max(self._told, done)
        self._task.report(self._status, self._told)

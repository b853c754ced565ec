"""Slopes by central differences, for scores that have no gradient of their own."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.learning.learner import Evaluate, Search
from gpstudio.core.task import Task

STEP = 1e-4
"""Of a coordinate's unit: the error of the slope is some 1e-8 of the score's own size."""


def with_slope(score: Callable[[Floats], float], search: Search, task: Task) -> Evaluate:
    """The score with its slope; differences stay within the bounds, on one they are one-sided."""
    units = search.units if len(search.units) else np.ones(len(search.low))

    def sloped(logs: Floats) -> tuple[float, Floats]:
        value, slope = score(logs), np.zeros_like(logs)
        for place in np.flatnonzero(search.high > search.low):
            task.check()
            ahead, behind = logs.copy(), logs.copy()
            ahead[place] = min(logs[place] + STEP * units[place], search.high[place])
            behind[place] = max(logs[place] - STEP * units[place], search.low[place])
            span = ahead[place] - behind[place]
            slope[place] = (score(ahead) - score(behind)) / span
        return value, slope

    return sloped

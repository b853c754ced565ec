"""Drawing rows by their chances."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats, Integers

NEXT_TO_NOTHING = 1e-300
"""What is as likely as this comes only when nothing else is left."""


def drawn(chances: Floats, count: int, replacement: bool, random: np.random.Generator) -> Integers:
    """Rows, each draw by the chances of those that may still be drawn.

    Without replacement by exponential clocks: row i rings after E_i/p_i, E_i exponential, and the
    first ``count`` to ring are what drawing one after the other gives, at once.
    """
    if replacement:
        return random.choice(len(chances), count, p=chances / chances.sum())
    rings = random.standard_exponential(len(chances)) / np.maximum(chances, NEXT_TO_NOTHING)
    return np.asarray(np.argsort(rings)[:count], dtype=np.int64)

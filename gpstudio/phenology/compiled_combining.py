"""What anchors say together, one draw after the other: see ``combining``."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.compiled import compiled


@compiled
def joined(said: Floats, precision: Floats, shares: Floats, centre: Floats, apart: Floats) -> None:
    """Of each draw the centre, and (m − centre 1)ᵀ Σ⁻¹ (m − centre 1)."""
    anchors, draws = said.shape
    for draw in range(draws):
        middle, total = 0.0, 0.0
        for i in range(anchors):
            middle += shares[i] * said[i, draw]
        for i in range(anchors):
            row = 0.0
            for j in range(anchors):
                row += precision[i, j] * (said[j, draw] - middle)
            total += row * (said[i, draw] - middle)
        centre[draw], apart[draw] = middle, total


@compiled
def picked(weights: Floats, begin: float, picks: Integers) -> None:
    """Systematic: the teeth of a comb that begins at a share of its step."""
    count, total = len(weights), 0.0
    for draw in range(count):
        total += weights[draw]
    place, reached = 0, weights[0]
    for tooth in range(count):
        level = (tooth + begin) / count * total
        while reached < level and place < count - 1:
            place += 1
            reached += weights[place]
        picks[tooth] = place


@compiled
def middles(said: Floats, means: Floats, variances: Floats) -> None:
    """Mean and variance of what each anchor says; NaN and zero where it says nothing."""
    anchors, draws = said.shape
    for i in range(anchors):
        count, total, apart = 0, 0.0, 0.0
        for draw in range(draws):
            if np.isfinite(said[i, draw]):
                count += 1
                total += said[i, draw]
        mean = total / count if count else np.nan
        for draw in range(draws):
            if np.isfinite(said[i, draw]):
                apart += (said[i, draw] - mean) ** 2
        means[i], variances[i] = mean, apart / count if count else 0.0

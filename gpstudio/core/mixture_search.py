"""The compiled search behind ``mixtures``."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpstudio.core.compiled import compiled

MOST_STEPS = 80
FINE, CLOSE = 1e-12, 1e-7
"""Of the members' scales: how near a search comes. After one of Newton's steps of ``CLOSE`` what is
left is about its square."""


@compiled
def level(t: float, values: Any, slopes: Any, found: Any) -> None:
    """F(t) and its density, from the table."""
    places = len(values) - 1
    far = abs(t)
    inverse = 1.0 / (1.0 + far)
    u = far * inverse * places
    k = min(int(u), places - 1)
    x = u - k
    rise = values[k + 1] - values[k]
    bend = 3.0 * rise - 2.0 * slopes[k] - slopes[k + 1]
    twist = slopes[k] + slopes[k + 1] - 2.0 * rise
    height = values[k] + x * (slopes[k] + x * (bend + x * twist))
    found[0] = height if t >= 0.0 else 1.0 - height
    steep = slopes[k] + x * (2.0 * bend + 3.0 * x * twist)
    found[1] = steep * inverse * inverse * places


@compiled
def search(
    means: Any, scales: Any, weights: Any, values: Any, slopes: Any, ends: Any,
    probability: float, out: Any,
) -> None:  # fmt: skip
    """``ends`` are the members' own quantiles."""
    found = np.zeros(2)
    members = len(weights)
    for s in range(means.shape[1]):
        low, high, guess, size = ends[0, s], ends[0, s], 0.0, 0.0
        for k in range(members):
            low, high = min(low, ends[k, s]), max(high, ends[k, s])
            guess += weights[k] * ends[k, s]
            size += weights[k] * scales[k, s]
        for _ in range(MOST_STEPS):
            total, density = -probability, 0.0
            for k in range(members):
                if scales[k, s] > 0.0:
                    level((guess - means[k, s]) / scales[k, s], values, slopes, found)
                    total += weights[k] * found[0]
                    density += weights[k] * found[1] / scales[k, s]
                elif guess >= means[k, s]:
                    total += weights[k]
            if total > 0.0:
                high = min(high, guess)
            else:
                low = max(low, guess)
            step = guess - total / density if density > 0.0 else low - 1.0
            near = CLOSE * size
            if not low <= step <= high:
                step, near = 0.5 * (low + high), FINE * size
            moved = abs(step - guess)
            guess = step
            if moved <= near or high - low <= FINE * size:
                break
        out[s] = guess

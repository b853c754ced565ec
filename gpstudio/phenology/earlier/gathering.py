"""Very many readings of one season as few that say the same of it.

A season's curve is smooth: over a part of a day it is a straight line to within what nobody sees.
All that the readings of one stretch, with weights wᵢ = 1/noiseᵢ, say of a straight line is

    W = Σ wᵢ,   t̄ = Σ wᵢtᵢ/W,   a = Σ wᵢyᵢ/W,   σ² = Σ wᵢdᵢ²/W,   b = Σ wᵢdᵢyᵢ/(Wσ²),   dᵢ = tᵢ − t̄,

since Σ wᵢ (yᵢ − α − βdᵢ)² = W (a − α)² + W σ² (b − β)² + what no line changes. Two readings say
exactly that: at the points of Gauss's rule for these weights, with γ = Σ wᵢdᵢ³/(Wσ³),

    x = γ/2 ± √(1 + γ²/4):   at t̄ + σx the value a + bσx with the noise (1 + x²)/W,

because Σ p = 1, Σ p x = 0 and Σ p x² = 1 with p = 1/(1 + x²). The rule holds up to the third power,
so that of a bend too the mean is right, and of a parabola the slope. Its points lie between the
first and the last of the stretch's readings, and two readings are themselves again. What is lost is
how a curve wriggles within one stretch.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats, Integers

MOST = 400
"""Readings of a season beyond which they are gathered; daily ones never are. Against the covariance
of all readings of 150 days, of a noise of 0.05: 1,500 of them move the logarithm of how probable
courses are by 0.01 among 114, and the curve by 0.006 of its standard deviation; what a million
say, by 0.7 and 0.15."""
SUREST = 1e-30
"""Noise below which a reading counts as exact."""
SAME = 1e-9
"""Share of a stretch; times that are spread less are one."""


def gathered(time: Floats, value: Floats, noise: Floats) -> tuple[Floats, Floats, Floats]:
    """Times, values and variances: as they are, unless they are more than ``MOST``."""
    if len(time) <= MOST:
        return time, value, noise
    since = time - time.min()
    stretch = _stretches(since)
    weight = 1.0 / np.maximum(noise, SUREST)
    total = np.bincount(stretch, weight)

    def mean(numbers: Floats) -> Floats:
        return np.asarray(np.bincount(stretch, weight * numbers) / total)

    middle, level = mean(since), mean(value)
    apart = since - middle[stretch]
    spread = np.sqrt(mean(apart**2))
    alone = spread <= SAME * since.max() / MOST
    spread[alone] = 1.0
    apart /= spread[stretch]
    rise, lean = mean(apart * (value - level[stretch])), mean(apart**3)
    far = 0.5 * np.abs(lean) + np.hypot(1.0, 0.5 * lean)
    far = np.copysign(far, lean)
    several, points = ~alone, np.array([far, -1.0 / far])[:, ~alone]
    times = [middle[alone], (middle[several] + spread[several] * points).ravel()]
    values = [level[alone], (level[several] + rise[several] * points).ravel()]
    noises = [1.0 / total[alone], ((1.0 + points**2) / total[several]).ravel()]
    order = np.argsort(found := np.concatenate(times), kind="stable")
    return (
        time.min() + found[order],
        np.concatenate(values)[order],
        np.concatenate(noises)[order],
    )


def _stretches(since: Floats) -> Integers:
    """Of each reading its stretch; they are equally long, and counted without those that hold
    none."""
    count = MOST // 2
    place = (since * (count / (since.max() or 1.0))).astype(np.int64)
    place = np.minimum(place, count - 1)
    filled = np.bincount(place, minlength=count) > 0
    return np.asarray((np.cumsum(filled) - 1)[place])

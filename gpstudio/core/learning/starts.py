"""Where learning starts and how far it may go, read off the data.

Lengths lie between a fraction of the usual gap between readings and several times the whole
range; variances are measured against the variance of the readings.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Parameter, Setting

LENGTHS_TO_TRY = (0.1, 0.03, 0.3, 0.01, 1.0)
"""Starts for lengths nobody wrote, as shares of the range, the likeliest first."""
LONGEST = 10.0
SHORTEST_OF_GAP = 0.3
NOISE_START = 0.05
WIDEST = 1e5
"""Variances are sought within this factor of the readings' own variance."""
QUIETEST = 1e-8


@dataclass(frozen=True)
class Scales:
    """What the data say about sizes."""

    range: float
    gap: float
    variance: float

    @classmethod
    def of(cls, inputs: Floats, values: Floats) -> Scales:
        spans = np.ptp(inputs, axis=0) if len(inputs) else np.zeros(1)
        reach = float(spans.max()) or 1.0
        gaps = np.diff(np.sort(inputs[:, 0])) if len(inputs) > 1 else np.ones(1)
        gaps = gaps[gaps > 0]
        gap = float(np.median(gaps)) if len(gaps) else reach
        variance = float(np.var(values)) if len(values) else 1.0
        if variance <= 0.0:
            # readings that are all alike still need a scale: a millionth of their size
            size = float(np.max(np.abs(values))) if len(values) else 1.0
            variance = (1e-6 * size) ** 2 or 1e-12
        return cls(reach, gap, variance)


def start(parameter: Parameter, setting: Setting, scales: Scales, attempt: int = 0) -> float:
    """The number to start from: the written one, else a guess; ``attempt`` varies the guesses."""
    if setting.value is not None:
        return setting.value
    if parameter.role == "length":
        return scales.range * LENGTHS_TO_TRY[attempt % len(LENGTHS_TO_TRY)]
    if parameter.role == "variance":
        return scales.variance * (NOISE_START if parameter.name == "noise" else 1.0)
    return 1.0


def bounds(parameter: Parameter, setting: Setting, scales: Scales) -> tuple[float, float]:
    """How far learning may go; a written bound wins, and a written start is always inside."""
    if parameter.role == "length":
        low, high = SHORTEST_OF_GAP * scales.gap, LONGEST * scales.range
    elif parameter.role == "variance":
        quietest = QUIETEST if parameter.name == "noise" else 1.0 / WIDEST
        low, high = quietest * scales.variance, WIDEST * scales.variance
    else:
        low, high = 1e-3, 1e3
    if setting.value is not None:
        low, high = min(low, setting.value), max(high, setting.value)
    return (
        setting.low if setting.low is not None else low,
        setting.high if setting.high is not None else high,
    )

"""Readings of one season in the order of time, each less what those before it foretell.

What the template does not explain is s(t) u(t), u a Matérn 3/2 curve of variance one. With
z = √3 Δt / length its value and its scaled slope move over a step Δt by

    A = e⁻ᶻ ((1 + z, z), (−z, 1 − z)),     P⁻ = I + A (P⁺ − I) Aᵀ,

and a reading of noise r is met with F = s²P⁻₀₀ + r, K = s P⁻e₀ / F. What is new in each, over √F,
are the entries of L⁻¹y where L Lᵀ is the covariance of residual and noise together: work grows with
the readings, and no matrix of them is made. L⁻ᵀ is the same walked backwards.
"""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import compiled


@compiled
def steps_of(time: Floats, spread: Floats, noise: Floats, rate: float) -> Floats:
    """What each reading is met with, (readings, 7); ``time`` ascends, ``rate`` is √3 / length."""
    steps = np.zeros((len(time), 7))
    p, q, r = 1.0, 0.0, 1.0
    for i in range(len(time)):
        z = rate * (time[i] - time[i - 1]) if i > 0 else 0.0
        decay = math.exp(-z)
        a, b, c, d = decay * (1.0 + z), decay * z, -decay * z, decay * (1.0 - z)
        p, r = p - 1.0, r - 1.0
        top, across, low = a * p + b * q, a * q + b * r, c * q + d * r
        p, q, r = (
            1.0 + top * a + across * b,
            top * c + across * d,
            1.0 + (c * p + d * q) * c + low * d,
        )
        s = spread[i]
        whole = s * s * p + noise[i]
        k, g = s * p / whole, s * q / whole
        steps[i, 0], steps[i, 1], steps[i, 2] = math.sqrt(whole), k, g
        steps[i, 3], steps[i, 4], steps[i, 5], steps[i, 6] = a, b, c, d
        p, q, r = p - k * k * whole, q - k * g * whole, r - g * g * whole
    return steps


@compiled
def whiten(steps: Floats, spread: Floats, rows: Floats) -> None:
    """L⁻¹ of each row, in its place."""
    for row in range(len(rows)):
        m, n = 0.0, 0.0
        for i in range(len(steps)):
            m, n = steps[i, 3] * m + steps[i, 4] * n, steps[i, 5] * m + steps[i, 6] * n
            new = rows[row, i] - spread[i] * m
            m += steps[i, 1] * new
            n += steps[i, 2] * new
            rows[row, i] = new / steps[i, 0]


@compiled
def whiten_back(steps: Floats, spread: Floats, rows: Floats) -> None:
    """L⁻ᵀ of each row, in its place."""
    for row in range(len(rows)):
        m, n = 0.0, 0.0
        for i in range(len(steps) - 1, -1, -1):
            new = rows[row, i] / steps[i, 0] + steps[i, 1] * m + steps[i, 2] * n
            rows[row, i] = new
            m -= spread[i] * new
            m, n = steps[i, 3] * m + steps[i, 5] * n, steps[i, 4] * m + steps[i, 6] * n


def warm_up() -> None:
    """Compile it, so that the first season under way need not wait."""
    ones, rows = np.ones(3), np.ones((2, 3))
    steps = steps_of(np.arange(3.0), ones, ones, 0.1)
    whiten(steps, ones, rows)
    whiten_back(steps, ones, rows)

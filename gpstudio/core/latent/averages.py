"""The RBF kernel between rows whose places are uncertain and inducing points, averaged.

With x_n ~ N(μ_n, diag S_n), weights w_q = 1/ℓ_q² and k(x, z) = v exp(−½ Σ_q w_q (x_q − z_q)²):

    ψ₁(n, m)     = E k(x_n, z_m)
    ψ₂(n, m, m′) = E k(x_n, z_m) k(x_n, z_m′)

Of ψ₂, symmetric in m and m′, only the pairs m′ ≤ m are made, packed row by row: one of ``pairs``.
Places known for certain, S = 0, are no special case.
"""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import compiled


def pairs(points: int) -> int:
    return points * (points + 1) // 2


def packed(matrices: Floats) -> Floats:
    """Symmetric matrices (p, m, m) so that a product with packed averages counts each entry."""
    rows, columns = np.tril_indices(matrices.shape[-1])
    twice = np.where(rows == columns, 1.0, 2.0)
    return np.asarray(matrices[:, rows, columns] * twice)


def unpacked(sums: Floats, points: int) -> Floats:
    """Packed averages (p, pairs) as symmetric matrices."""
    rows, columns = np.tril_indices(points)
    whole = np.empty((len(sums), points, points))
    whole[:, rows, columns] = sums
    whole[:, columns, rows] = sums
    return whole


@compiled
def single(mean: Floats, variance: Floats, points: Floats, weights: Floats, level: float) -> Floats:
    """ψ₁, (n, m)."""
    rows, count, inputs = len(mean), len(points), len(weights)
    found = np.empty((rows, count))
    for n in range(rows):
        spread = level
        for q in range(inputs):
            spread /= math.sqrt(1.0 + weights[q] * variance[n, q])
        for m in range(count):
            total = 0.0
            for q in range(inputs):
                gap = mean[n, q] - points[m, q]
                total += weights[q] * gap * gap / (1.0 + weights[q] * variance[n, q])
            found[n, m] = spread * math.exp(-0.5 * total)
    return found


@compiled
def single_slopes(
    mean: Floats, variance: Floats, points: Floats, weights: Floats, values: Floats, pull: Floats,
    to_mean: Floats, to_variance: Floats, to_points: Floats, to_weights: Floats,
) -> float:  # fmt: skip
    """Adds the slopes of Σ ``pull`` ψ₁ to the last four; returns that in the level's logarithm."""
    in_level = 0.0
    for n in range(len(mean)):
        for q in range(len(weights)):
            wide = 1.0 + weights[q] * variance[n, q]
            narrow = weights[q] / wide
            for m in range(len(points)):
                amount = pull[n, m] * values[n, m]
                gap = mean[n, q] - points[m, q]
                step = amount * narrow * gap
                to_mean[n, q] -= step
                to_points[m, q] += step
                to_variance[n, q] += 0.5 * narrow * (step * gap - amount)
                to_weights[q] -= 0.5 * amount * (variance[n, q] + gap * gap / wide) / wide
        for m in range(len(points)):
            in_level += pull[n, m] * values[n, m]
    return in_level


@compiled
def double(mean: Floats, variance: Floats, points: Floats, weights: Floats, level: float) -> Floats:
    """ψ₂, packed, (n, pairs)."""
    rows, count, inputs = len(mean), len(points), len(weights)
    found = np.empty((rows, count * (count + 1) // 2))
    narrow, left = np.empty(inputs), np.empty(inputs)
    near = np.empty(count)
    for n in range(rows):
        spread = level * level
        for q in range(inputs):
            wide = 1.0 + 2.0 * weights[q] * variance[n, q]
            spread /= math.sqrt(wide)
            narrow[q] = weights[q] / wide
            left[q] = 0.25 * (weights[q] - narrow[q])
        for m in range(count):
            total = 0.0
            for q in range(inputs):
                gap = mean[n, q] - points[m, q]
                total += narrow[q] * gap * gap
            near[m] = 0.5 * total
        place = 0
        for m in range(count):
            for k in range(m + 1):
                total = near[m] + near[k]
                for q in range(inputs):
                    apart = points[m, q] - points[k, q]
                    total += left[q] * apart * apart
                found[n, place] = spread * math.exp(-total)
                place += 1
    return found


@compiled
def double_slopes(
    mean: Floats, variance: Floats, points: Floats, weights: Floats, values: Floats, pull: Floats,
    to_mean: Floats, to_variance: Floats, to_points: Floats, to_weights: Floats,
) -> float:  # fmt: skip
    """Adds the slopes of Σ ``pull`` ψ₂, both packed; returns that in the level's logarithm."""
    count, inputs = len(points), len(weights)
    in_level = 0.0
    for n in range(len(mean)):
        for place in range(values.shape[1]):
            in_level += 2.0 * pull[n, place] * values[n, place]
        for q in range(inputs):
            wide = 1.0 + 2.0 * weights[q] * variance[n, q]
            narrow = weights[q] / wide
            of_mean, of_variance, of_weight, place = 0.0, 0.0, 0.0, 0
            for m in range(count):
                for k in range(m + 1):
                    amount = pull[n, place] * values[n, place]
                    place += 1
                    apart = points[m, q] - points[k, q]
                    gap = mean[n, q] - 0.5 * (points[m, q] + points[k, q])
                    step = amount * narrow * gap
                    shove = 0.5 * amount * weights[q] * apart
                    of_mean -= 2.0 * step
                    of_variance += narrow * (2.0 * step * gap - amount)
                    of_weight -= amount * (variance[n, q] + gap * gap / wide) / wide
                    of_weight -= 0.25 * amount * apart * apart
                    to_points[m, q] += step - shove
                    to_points[k, q] += step + shove
            to_mean[n, q] += of_mean
            to_variance[n, q] += of_variance
            to_weights[q] += of_weight
    return in_level

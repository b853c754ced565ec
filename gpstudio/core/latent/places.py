"""All that is learnt of a latent model, and its bound with slopes."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.latent.averages import (
    double,
    double_slopes,
    packed,
    single,
    single_slopes,
    unpacked,
)
from gpstudio.core.latent.bound import Bound, Cells
from gpstudio.core.task import Task

JITTER = 1e-6
"""Of the inducing points' variance."""
ROOM = 4_000_000
"""Numbers of packed averages that are held at a time."""


@dataclass(frozen=True, eq=False)
class Places:
    """Where rows lie, and the numbers of the kernel between them."""

    mean: Floats
    """(n, q)"""
    variance: Floats
    """(n, q); zero where places are taken for certain."""
    points: Floats
    """(m, q), inducing"""
    weights: Floats
    """1/ℓ² of each latent input"""
    level: float
    """The variance of the curves."""
    noise: Floats
    """The variance of cells about them: one for all columns, or each column's own."""

    @property
    def certain(self) -> bool:
        return not self.variance.any()

    def flat(self) -> Floats:
        """As one row; numbers above zero as logarithms."""
        spread = np.zeros(0) if self.certain else np.log(self.variance).ravel()
        numbers = np.log([*self.weights, self.level, *self.noise])
        return np.concatenate([self.mean.ravel(), spread, self.points.ravel(), numbers])

    def at(self, flat: Floats) -> Places:
        """The other way, of the same shapes."""
        rows, inputs = self.mean.shape
        mean, rest = flat[: rows * inputs].reshape(rows, inputs), flat[rows * inputs :]
        variance = self.variance
        if not self.certain:
            variance = np.exp(rest[: rows * inputs]).reshape(rows, inputs)
            rest = rest[rows * inputs :]
        points, numbers = np.split(rest, [len(rest) - self.numbers])
        weights, level, noise = np.split(np.exp(numbers), [inputs, inputs + 1])
        return Places(mean, variance, points.reshape(-1, inputs), weights, float(level[0]), noise)

    @property
    def numbers(self) -> int:
        """How many there are besides places and points, at the end of ``flat``."""
        return len(self.weights) + 1 + len(self.noise)

    def among_points(self) -> Floats:
        """K of the inducing points, without what its diagonal needs."""
        nothing = np.zeros_like(self.points)
        return single(self.points, nothing, self.points, self.weights, self.level)

    def lower(self) -> Floats:
        covariance = self.among_points()
        covariance[np.diag_indices_from(covariance)] += JITTER * self.level
        return np.asarray(np.linalg.cholesky(covariance))

    def near(self) -> Floats:
        """ψ₁"""
        return single(self.mean, self.variance, self.points, self.weights, self.level)

    def bound(self, cells: Cells, task: Task) -> Bound:
        count = len(self.points)
        sums = np.zeros((cells.rows_of.shape[1], count * (count + 1) // 2))
        for rows in chunks(len(self.mean), sums.shape[1]):
            task.check()
            sums += cells.rows_of[rows].T @ self._double(rows)
        precision = np.broadcast_to(1.0 / self.noise, len(sums))
        return Bound(cells, self.level, precision, self.lower(), self.near(), unpacked(sums, count))

    def evidence(self, cells: Cells, task: Task) -> tuple[float, Floats]:
        """The bound less what places cost, with slopes in the order of ``flat``."""
        bound = self.bound(cells, task)
        to_mean, to_variance = -self.mean, 0.5 * (np.reciprocal(self._spread) - 1.0)
        to_points, to_weights = np.zeros_like(self.points), np.zeros_like(self.weights)
        slopes = to_mean, to_variance, to_points, to_weights
        in_level = self._single_slopes(bound, slopes) + self._kernel_slopes(bound, slopes)
        pull = packed(bound.in_double)
        for rows in chunks(len(self.mean), pull.shape[1]):
            task.check()
            in_level += double_slopes(
                self.mean[rows], self.variance[rows], self.points, self.weights,
                self._double(rows), cells.rows_of[rows] @ pull,
                to_mean[rows], to_variance[rows], to_points, to_weights,
            )  # fmt: skip
        in_level += bound.in_level * self.level
        in_precision = bound.in_precision
        shared = len(self.noise) < len(in_precision)
        in_noise = -(in_precision.sum(keepdims=True) if shared else in_precision) / self.noise
        moved = np.zeros(0) if self.certain else (to_variance * self.variance).ravel()
        numbers = [*(to_weights * self.weights), in_level, *in_noise]
        flat = np.concatenate([to_mean.ravel(), moved, to_points.ravel(), numbers])
        return bound.value - self.cost, flat

    @property
    def cost(self) -> float:
        """How far places are from what is held likely of them, N(0, 1): the divergence, or, where
        they are certain, the logarithm of that density, without its constant."""
        if self.certain:
            return 0.5 * float((self.mean**2).sum())
        spread = self.variance
        return 0.5 * float((self.mean**2 + spread - np.log(spread) - 1.0).sum())

    @property
    def _spread(self) -> Floats:
        return np.ones_like(self.variance) if self.certain else self.variance

    def _double(self, rows: slice) -> Floats:
        mean, variance = self.mean[rows], self.variance[rows]
        return double(mean, variance, self.points, self.weights, self.level)

    def _single_slopes(self, bound: Bound, slopes: tuple[Floats, ...]) -> float:
        return single_slopes(
            self.mean, self.variance, self.points, self.weights, bound.single, bound.in_single,
            *slopes,
        )  # fmt: skip

    def _kernel_slopes(self, bound: Bound, slopes: tuple[Floats, ...]) -> float:
        """The covariance of inducing points is ψ₁ of points that are certain of themselves."""
        nothing, own = np.zeros_like(self.points), np.zeros_like(self.points)
        _, _, to_points, to_weights = slopes
        pull = np.ascontiguousarray(bound.in_kernel)
        values = self.among_points()
        in_level = single_slopes(
            self.points, nothing, self.points, self.weights, values, pull,
            own, np.zeros_like(own), to_points, to_weights,
        )  # fmt: skip
        to_points += own
        return in_level + JITTER * self.level * math.fsum(pull.diagonal())


def chunks(rows: int, width: int) -> list[slice]:
    """As many rows at a time as there is room for."""
    step = max(ROOM // max(width, 1), 1)
    return [slice(start, start + step) for start in range(0, rows, step)]

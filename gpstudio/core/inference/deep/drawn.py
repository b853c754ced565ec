"""The curve at new inputs: an average over drawn hidden curves, carried on to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.deep.stack import Layered, Stack, lower_of
from gpstudio.core.task import QUIET, Task


@dataclass(frozen=True, eq=False)
class Foretold:
    """Of each drawn hidden curve the last layer's mean and variance, (draws, inputs)."""

    means: Floats
    variances: Floats

    @property
    def mean(self) -> Floats:
        return np.asarray(self.means.mean(axis=0))

    @property
    def variance(self) -> Floats:
        return np.asarray(self.variances.mean(axis=0) + self.means.var(axis=0))


def foretold(
    stack: Stack, draws: Sequence[Layered], inputs: Floats, seed: int, task: Task = QUIET
) -> Foretold:
    means, variances = np.empty((2, len(draws), len(inputs)))
    random = np.random.default_rng([seed, 41])
    for place, drawn in enumerate(draws):
        task.check()
        (*_, below) = carried(stack, drawn, inputs, random)
        means[place], variances[place] = _last(stack, drawn, below)
    return Foretold(means, variances)


def traced(
    stack: Stack, drawn: Layered, inputs: Floats, seed: int
) -> tuple[tuple[Floats, ...], Floats]:
    """A draw through the layers: what each is a function of, and the curve itself."""
    random = np.random.default_rng([seed, 43])
    values = carried(stack, drawn, inputs, random)
    mean, variance = _last(stack, drawn, values[-1], whole=True)
    return values, mean + lower_of(variance) @ random.standard_normal(len(inputs))


def carried(
    stack: Stack, drawn: Layered, inputs: Floats, random: np.random.Generator
) -> tuple[Floats, ...]:
    """What each kernel is a function of at the new inputs, given the hidden curves at the old."""
    values = [inputs]
    for layer in range(stack.hidden):
        kernel, old, new = stack.kernels[layer], drawn.values[layer], values[-1]
        half = _solved(drawn.lowers[layer], kernel.block(old, new))
        mean = half.T @ drawn.drives[layer]
        covariance = kernel.block(new, new) - half.T @ half
        own = kernel.diagonal(new)
        covariance[np.diag_indices_from(covariance)] += 1e-6 * own
        values.append((mean + _root(covariance) @ random.standard_normal(len(new)))[:, None])
    return tuple(values)


def _last(
    stack: Stack, drawn: Layered, below: Floats, whole: bool = False
) -> tuple[Floats, Floats]:
    kernel, old = stack.kernels[-1], drawn.values[-1]
    lower, solved = stack.last(old)
    between = kernel.block(old, below)
    half = _solved(lower, between)
    mean = between.T @ solved
    if whole:
        return mean, kernel.block(below, below) - half.T @ half
    return mean, np.maximum(kernel.diagonal(below) - (half**2).sum(axis=0), 0.0)


def _solved(lower: Floats, right: Floats) -> Floats:
    from scipy.linalg import solve_triangular

    return np.asarray(solve_triangular(lower, right, lower=True))


def _root(covariance: Floats) -> Floats:
    """Of a covariance that rounding may have left with small negative values."""
    values, vectors = np.linalg.eigh(covariance)
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0)))

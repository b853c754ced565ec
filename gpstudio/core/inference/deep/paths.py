"""Ways through layers that were learnt, drawn once: what predictions are averaged over.

A path holds a draw of every hidden curve's inducing numbers. What these leave open of a hidden
curve moves as one, so that a path is smooth and each of its values has its own distribution; where
values are asked for together, that is drawn together too. The last layer is told by its moments.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np

from gpstudio.core.algebra.lapack import solve_lower
from gpstudio.core.arrays import Floats
from gpstudio.core.inference.deep.net import Net, led_on
from gpstudio.core.inference.deep.slopes import Seen
from gpstudio.core.inference.sparse.basis import InducingInputs
from gpstudio.core.inference.sparse.layer import Layer
from gpstudio.core.inference.sparse.rooted import root_of
from gpstudio.core.kernels import Kernel
from gpstudio.core.task import Task

ROWS = 20_000
"""Inputs times paths that are looked at at once."""
JITTERS = (1e-10, 1e-8, 1e-6)


class Paths(Protocol):
    """Whatever leads from inputs through hidden layers to the last."""

    @property
    def count(self) -> int: ...

    def curves(self, inputs: Floats, task: Task) -> tuple[Floats, Floats]:
        """Of each path the last layer's means and variances, (paths, inputs, curves)."""

    def slopes(self, inputs: Floats, seed: int, task: Task) -> tuple[Floats, Floats]:
        """Of each path the means and variances of the last layer's slope, (paths, inputs), along a
        single input through one curve a layer."""

    def together(
        self, path: int, inputs: Floats, random: np.random.Generator, task: Task
    ) -> tuple[list[Floats], Floats, Floats]:
        """What each layer is a function of, drawn together; then the last layer's mean and joint
        covariance, of one curve."""


@dataclass(frozen=True, eq=False)
class Through:
    net: Net
    numbers: tuple[Floats, ...]
    """Of each hidden layer its curves' inducing numbers, (paths, curves, points)."""
    open: tuple[Floats, ...]
    """Normal numbers for what these leave open, (paths, curves)."""

    @classmethod
    def of(cls, net: Net, count: int, seed: int) -> Through:
        random = np.random.default_rng([seed, 59])
        numbers, left = [], []
        for layer in net.layers[:-1]:
            drawn = [
                belief.mean + even(count, len(belief.mean), random) @ root_of(belief).T
                for belief in layer.beliefs
            ]
            numbers.append(np.stack(drawn, axis=1))
            left.append(even(count, layer.curves, random))
        return cls(net, tuple(numbers), tuple(left))

    @property
    def count(self) -> int:
        return len(self.numbers[0]) if self.numbers else 1

    def curves(self, inputs: Floats, task: Task) -> tuple[Floats, Floats]:
        curves = self.net.layers[-1].curves
        means, variances = np.empty((2, self.count, len(inputs), curves))
        size = max(ROWS // self.count, 1)
        for first in range(0, len(inputs), size):
            some = slice(first, first + size)
            below = self._below(inputs[some], task)
            moments = self.net.layers[-1].at(below, task)
            shape = (self.count, -1, curves)
            means[:, some] = moments.mean.reshape(shape)
            variances[:, some] = np.maximum(moments.variance, 0.0).reshape(shape)
        return means, variances

    def _below(self, inputs: Floats, task: Task) -> Floats:
        """What the last layer is a function of, path after path."""
        here = again = np.tile(inputs, (self.count, 1))
        each = zip(self.net.layers[:-1], self.net.onwards, self.numbers, self.open, strict=True)
        for layer, onwards, numbers, left in each:
            task.check()
            seen = layer.bases[0].at(here, task)
            weights = seen.weights.reshape(len(seen.weights), self.count, -1)
            values = np.einsum("msn,scm->snc", weights, numbers, optimize=True)
            values += np.sqrt(seen.rest).reshape(self.count, -1, 1) * left[:, None, :]
            led = led_on(onwards, here, values.reshape(len(here), -1))
            here = np.column_stack([led, again]) if self.net.beside else led
        return here

    def slopes(self, inputs: Floats, seed: int, task: Task) -> tuple[Floats, Floats]:
        means, variances = np.empty((2, self.count, len(inputs)))
        leans = np.random.default_rng([seed, 73]).standard_normal((self.count, self.net.hidden))
        *hidden, last = self.net.layers
        for path in range(self.count):
            task.check()
            here, slope = inputs, np.ones(len(inputs))
            for place, layer in enumerate(hidden):
                onwards, open_ = self.net.onwards[place], self.open[place][path, 0]
                seen = _sloping(layer, here, task)
                drawn = seen.drawn(self.numbers[place][path, 0], open_, leans[path, place])
                here = led_on(onwards, here, drawn[0][:, None])
                slope = slope * (drawn[1] + (0.0 if onwards is None else float(onwards[0, 0])))
            seen, belief = _sloping(last, here, task), last.beliefs[0]
            spread = np.einsum("mi,mi->i", seen.slopes, belief.covariance @ seen.slopes)
            means[path] = slope * (belief.mean @ seen.slopes)
            variances[path] = slope**2 * np.maximum(seen.rest_of_slope + spread, 0.0)
        return means, variances

    def together(
        self, path: int, inputs: Floats, random: np.random.Generator, task: Task
    ) -> tuple[list[Floats], Floats, Floats]:
        below = [inputs]
        each = zip(self.net.layers[:-1], self.net.onwards, self.numbers, strict=True)
        for layer, onwards, numbers in each:
            task.check()
            here = below[-1]
            weights, rest = _apart(layer, here, task)
            root = root_of_covariance(rest)
            values = (numbers[path] @ weights).T
            values += root @ random.standard_normal(values.shape)
            led = led_on(onwards, here, values)
            below.append(np.column_stack([led, inputs]) if self.net.beside else led)
        last = self.net.layers[-1]
        weights, rest = _apart(last, below[-1], task)
        belief = last.beliefs[0]
        return below, weights.T @ belief.mean, rest + weights.T @ (belief.covariance @ weights)


def _apart(layer: Layer, inputs: Floats, task: Task) -> tuple[Floats, Floats]:
    """What inputs see of the inducing numbers, and the joint covariance of what they leave open."""
    basis = layer.bases[0]
    assert isinstance(basis, InducingInputs)
    weights = basis.at(inputs, task).weights
    return weights, whole(basis.kernel, inputs) + basis.level - weights.T @ weights


def _sloping(layer: Layer, inputs: Floats, task: Task) -> Seen:
    basis = layer.bases[0]
    assert isinstance(basis, InducingInputs)
    halved = partial(solve_lower, basis.lower, task=task)
    return Seen.of(basis.kernel, basis.places, halved, basis.level, inputs)


def whole(kernel: Kernel, inputs: Floats) -> Floats:
    return np.asarray(kernel.block(inputs, inputs))


def root_of_covariance(covariance: Floats) -> Floats:
    """Of a covariance that rounding may have left with small negative values."""
    size = float(np.abs(covariance.diagonal()).max(initial=0.0)) or 1.0
    for jitter in JITTERS:
        lifted = covariance.copy()
        lifted[np.diag_indices_from(lifted)] += jitter * size
        try:
            return np.asarray(np.linalg.cholesky(lifted), dtype=float)
        except np.linalg.LinAlgError:
            continue
    values, vectors = np.linalg.eigh(covariance)
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0)))


def even(count: int, columns: int, random: np.random.Generator) -> Floats:
    """Normal numbers, (count, columns), each column as even as so many can be: one from each of as
    many equal parts of the distribution, in any order."""
    from scipy.special import ndtri

    if count == 1:
        return np.zeros((1, columns))
    places = np.argsort(random.random((columns, count)), axis=1).T
    return np.asarray(ndtri((places + random.random((count, columns))) / count))

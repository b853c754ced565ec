"""Hidden curves as functions of independent normal numbers, how likely readings are with them, and
slopes back.

Layer l of a stack is a curve f_l ~ GP(0, k_l) over the values of the layer below, the first one
over the inputs, along one input. With K_l = L_l L_lᵀ at the values below, h_l = L_l ξ_l, or that
about h_{l−1}: beforehand all ξ are independent standard normal numbers, which is what makes them
easy to draw. The last layer is that which readings scatter about; with normal noise it needs no
numbers of its own.

Back from a slope h̄ in h_l: ξ̄ = Lᵀ h̄, and with P the lower triangle of Lᵀ (h̄ ξᵀ), its diagonal
halved, K̄ = ½ L⁻ᵀ (P + Pᵀ) L⁻¹, of which kernels tell the slopes in numbers and values below.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.kernels import Kernel

NUGGET = 1e-6
"""Of a hidden curve's variance: near values of the layer below stay told apart."""


@dataclass(frozen=True, eq=False)
class Layered:
    """Hidden curves at some inputs, and how likely the readings are with them."""

    drives: Floats
    """ξ, (hidden layers, n)"""
    values: tuple[Floats, ...]
    """What each kernel is a function of: the inputs, then the hidden curves; (n, 1) each."""
    lowers: tuple[Floats, ...]
    """L of each hidden layer."""
    top: tuple[Floats, Floats]
    """The factor of the readings' covariance, and its solution of them."""
    height: float
    """The readings' log density."""


@dataclass(frozen=True, eq=False)
class Slopes:
    """Of the height."""

    drives: Floats
    numbers: tuple[Floats, ...]
    """In the coordinates of each layer's kernel."""
    noise: float
    """In the logarithm of the noise."""


@dataclass(frozen=True, eq=False)
class Stack:
    kernels: tuple[Kernel, ...]
    inputs: Floats
    """(n, 1)"""
    readings: Floats
    """About zero."""
    noise: float
    """Variance of each, times what is relative."""
    relative: Floats | float = 1.0
    level: float = 0.0
    """The variance of what the last curve swings about."""
    added: bool = False
    """Whether hidden curves swing about what they are functions of, instead of zero."""

    @property
    def hidden(self) -> int:
        return len(self.kernels) - 1

    def at(self, drives: Floats, known: Layered | None = None, changed: int = 0) -> Layered:
        """Layers below the ``changed`` one are those that are ``known``."""
        values = list(known.values[: changed + 1]) if known else [self.inputs]
        lowers = list(known.lowers[:changed]) if known else []
        for layer in range(changed if known else 0, self.hidden):
            # the layer's own factor stays where only its numbers changed
            same = known is not None and layer == changed
            lowers.append(known.lowers[layer] if same else self._lower(layer, values[layer]))  # type: ignore[union-attr]
            values.append(self.led(values[layer], lowers[layer] @ drives[layer][:, None]))
        top = self._solved(values[-1])
        return Layered(drives, tuple(values), tuple(lowers), top, self._height(*top))

    def led(self, below: Floats, swing: Floats) -> Floats:
        return below + swing if self.added else swing

    def _solved(self, below: Floats) -> tuple[Floats, Floats]:
        lower = np.asarray(np.linalg.cholesky(self._covariance(below)), dtype=float)
        half = np.linalg.solve(lower, self.readings)
        return lower, np.asarray(np.linalg.solve(lower.T, half))

    def _covariance(self, below: Floats) -> Floats:
        covariance = self.kernels[-1].block(below, below) + self.level
        covariance[np.diag_indices_from(covariance)] += self.noise * self.relative
        return np.asarray(covariance)

    def slopes(self, here: Layered, numbers: bool = True) -> Slopes:
        """Without ``numbers``, in the drives alone."""
        lower, solved = here.top
        inverse = np.linalg.inv(lower)
        pull = 0.5 * (np.outer(solved, solved) - inverse.T @ inverse)
        noise = self.noise * float(np.sum(pull.diagonal() * self.relative))
        found = [self._pulled(-1, here.values[-1], pull, numbers)]
        above = 2.0 * self.kernels[-1].pulled_inputs(here.values[-1], here.values[-1], pull)
        drives = np.zeros_like(here.drives)
        for layer in range(self.hidden - 1, -1, -1):
            kernel, below, own = self.kernels[layer], here.values[layer], here.lowers[layer]
            drives[layer] = own.T @ above[:, 0]
            pull = pulled_back(own, np.outer(above[:, 0], here.drives[layer]))
            pull[np.diag_indices_from(pull)] *= 1.0 + NUGGET
            found.insert(0, self._pulled(layer, below, pull, numbers))
            straight = above if self.added else 0.0
            above = straight + 2.0 * kernel.pulled_inputs(below, below, pull)
        return Slopes(drives, tuple(found), noise)

    def _pulled(self, layer: int, below: Floats, pull: Floats, numbers: bool) -> Floats:
        return self.kernels[layer].pulled(below, below, pull) if numbers else np.zeros(0)

    def _lower(self, layer: int, below: Floats) -> Floats:
        return lower_of(self.kernels[layer].block(below, below))

    def _height(self, lower: Floats, solved: Floats) -> float:
        spent = 2.0 * float(np.log(lower.diagonal()).sum()) + self._constant
        return -0.5 * (float(self.readings @ solved) + spent)

    @cached_property
    def _constant(self) -> float:
        return len(self.readings) * math.log(2.0 * math.pi)


def lower_of(covariance: Floats) -> Floats:
    covariance = np.array(covariance)
    covariance[np.diag_indices_from(covariance)] *= 1.0 + NUGGET
    return np.asarray(np.linalg.cholesky(covariance), dtype=float)


def pulled_back(lower: Floats, pull: Floats) -> Floats:
    """From slopes in a factor (what is above its diagonal does not count) those in what was
    factored, symmetric."""
    inner = np.tril(lower.T @ np.tril(pull))
    inner[np.diag_indices_from(inner)] *= 0.5
    inverse = np.linalg.inv(lower)
    found = inverse.T @ inner @ inverse
    return np.asarray(0.5 * (found + found.T))

"""Hidden curves as functions of independent normal numbers, and what readings
say of the last one.

Layer l of a stack is a curve f_l ~ GP(0, k_l) over the values of the layer below, the first one
over the inputs, along one input. With K_l = L_l L_lᵀ at the values below, h_l = L_l ξ_l, or that
about h_{l−1}: beforehand all ξ are independent standard normal numbers, which is what makes them
easy to draw. The last layer is that which readings scatter about; with normal noise it needs no
numbers of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel

NUGGET = 1e-6
"""Of a hidden curve's variance: near values of the layer below stay told apart."""


@dataclass(frozen=True, eq=False)
class Layered:
    """Hidden curves at some inputs, and what readings say with them."""

    drives: Floats
    """ξ, (hidden layers, n)"""
    values: tuple[Floats, ...]
    """What each kernel is a function of: the inputs, then the hidden curves; (n, 1) each."""
    lowers: tuple[Floats, ...]
    """L of each hidden layer."""
    top: tuple[Floats, Floats]
    """The factor of the readings' covariance, and its solution of them."""


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

    def at(self, drives: Floats) -> Layered:
        values, lowers = [self.inputs], []
        for kernel, own in zip(self.kernels, drives, strict=False):
            lowers.append(_lower(kernel.block(values[-1], values[-1])))
            values.append(self.led(values[-1], lowers[-1] @ own[:, None]))
        return Layered(drives, tuple(values), tuple(lowers), self._solved(values[-1]))

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


def _lower(covariance: Floats) -> Floats:
    covariance = np.array(covariance)
    covariance[np.diag_indices_from(covariance)] *= 1.0 + NUGGET
    return np.asarray(np.linalg.cholesky(covariance), dtype=float)

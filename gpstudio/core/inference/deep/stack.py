"""Kernels one on the other, and hidden curves as functions of independent normal numbers.

Layer l of a stack is a curve f_l ~ GP(0, k_l) over the values of the layer below, the first one
over the inputs. With K_l = L_l L_lᵀ at the values below, h_l = L_l ξ_l: beforehand all ξ are
independent standard normal numbers, which is what makes them easy to draw. The last layer is that
which readings scatter about; with normal noise it needs no numbers of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel
from gpstudio.core.kernels.build import build_kernel
from gpstudio.core.language import Call, Expression
from gpstudio.translation import tr

WORD = "deep"
NUGGET = 1e-6
"""Of a hidden curve's variance: near values of the layer below stay told apart."""
DEEPEST = 5


def is_deep(expression: Expression) -> bool:
    return isinstance(expression, Call) and expression.name == WORD


def stack_of(expression: Expression) -> tuple[Kernel, ...]:
    """The kernels of ``deep(rbf(0.2), rbf(0.5))``, the one next to the inputs first."""
    assert isinstance(expression, Call)
    if expression.keywords or not 1 <= len(expression.arguments) <= DEEPEST:
        raise InputError(
            tr(
                "'deep' takes the kernels of 1 to {most} layers, as in deep(rbf(0.2), rbf(0.5)).",
                most=DEEPEST,
            )
        )
    return tuple(build_kernel(one, 1) for one in expression.arguments)


@dataclass(frozen=True, eq=False)
class Layered:
    """Hidden curves at some inputs, and how likely the readings are with them."""

    drives: Floats
    """ξ, (hidden layers, n)"""
    values: tuple[Floats, ...]
    """What each kernel is a function of: the inputs, then the hidden curves; (n, 1) each."""
    lowers: tuple[Floats, ...]
    """L of each hidden layer."""
    height: float
    """The readings' log density."""


@dataclass(frozen=True, eq=False)
class Stack:
    kernels: tuple[Kernel, ...]
    inputs: Floats
    """(n, 1)"""
    readings: Floats
    """About zero."""
    noise: float
    """Variance of each."""

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
            values.append(lowers[layer] @ drives[layer][:, None])
        return Layered(drives, tuple(values), tuple(lowers), self._height(values[-1]))

    def last(self, below: Floats) -> tuple[Floats, Floats]:
        """The factor of the readings' covariance over these values, and its solution of them."""
        from scipy.linalg import cho_solve

        covariance = self.kernels[-1].block(below, below)
        covariance[np.diag_indices_from(covariance)] += self.noise
        lower = np.linalg.cholesky(covariance)
        return np.asarray(lower), np.asarray(cho_solve((lower, True), self.readings))

    def _lower(self, layer: int, below: Floats) -> Floats:
        return lower_of(self.kernels[layer].block(below, below))

    def _height(self, below: Floats) -> float:
        lower, solved = self.last(below)
        spent = 2.0 * float(np.log(lower.diagonal()).sum()) + self._constant
        return -0.5 * (float(self.readings @ solved) + spent)

    @cached_property
    def _constant(self) -> float:
        return len(self.readings) * math.log(2.0 * math.pi)


def lower_of(covariance: Floats) -> Floats:
    covariance = np.array(covariance)
    covariance[np.diag_indices_from(covariance)] *= 1.0 + NUGGET
    return np.asarray(np.linalg.cholesky(covariance))

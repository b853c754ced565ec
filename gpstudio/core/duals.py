"""Values that carry their derivatives along, and what formulas may call on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats


@dataclass(frozen=True, eq=False)
class Dual:
    """Values, (n,), with their derivatives in each input, (d, n)."""

    value: Floats
    slopes: Floats

    def __add__(self, other: Dual) -> Dual:
        return Dual(self.value + other.value, self.slopes + other.slopes)

    def __sub__(self, other: Dual) -> Dual:
        return Dual(self.value - other.value, self.slopes - other.slopes)

    def __mul__(self, other: Dual) -> Dual:
        slopes = self.slopes * other.value + self.value * other.slopes
        return Dual(self.value * other.value, slopes)

    def __truediv__(self, other: Dual) -> Dual:
        value = self.value / other.value
        return Dual(value, (self.slopes - value * other.slopes) / other.value)

    def __pow__(self, exponent: int) -> Dual:
        return self.through(self.value**exponent, exponent * self.value ** (exponent - 1))

    def through(self, value: Floats, steepness: Floats) -> Dual:
        """f(u) with f′(u): by the chain rule; what does not move does not move by any steepness."""
        slopes = np.where(self.slopes == 0.0, 0.0, steepness * self.slopes)
        return Dual(np.asarray(value), slopes)


def _sin(x: Dual) -> Dual:
    return x.through(np.sin(x.value), np.cos(x.value))


def _cos(x: Dual) -> Dual:
    return x.through(np.cos(x.value), -np.sin(x.value))


def _exp(x: Dual) -> Dual:
    value = np.exp(x.value)
    return x.through(value, value)


def _log(x: Dual) -> Dual:
    return x.through(np.log(x.value), 1.0 / x.value)


def _sqrt(x: Dual) -> Dual:
    value = np.sqrt(x.value)
    return x.through(value, 0.5 / value)


def _tanh(x: Dual) -> Dual:
    return x.through(np.tanh(x.value), np.cosh(np.minimum(np.abs(x.value), 400.0)) ** -2.0)


def _abs(x: Dual) -> Dual:
    return x.through(np.abs(x.value), np.sign(x.value))


def _step(x: Dual, at: Dual) -> Dual:
    after = (x - at).value >= 0.0
    return x.through(after.astype(float), np.zeros(len(after)))


def _hinge(x: Dual, at: Dual) -> Dual:
    past = x - at
    return past.through(np.maximum(past.value, 0.0), (past.value > 0.0).astype(float))


def _bump(x: Dual, at: Dual, width: Dual) -> Dual:
    away = (x - at) / width
    value = np.exp(-0.5 * away.value**2)
    return away.through(value, -away.value * value)


CALLS: Mapping[str, Callable[..., Dual]] = {
    "sin": _sin,
    "cos": _cos,
    "exp": _exp,
    "log": _log,
    "sqrt": _sqrt,
    "tanh": _tanh,
    "abs": _abs,
    "step": _step,
    "hinge": _hinge,
    "bump": _bump,
}
"""``step``: 0 before ``at``, 1 from there on; ``hinge``: 0 before, then x − at; ``bump``: a bell of
height 1. Where a call has a kink its derivative is that of one side or zero."""

"""Regression problems whose answers several libraries know: one row a case."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Case:
    """A kernel as GP Studio writes it, and readings made from a seed."""

    kernel: str
    noise: float
    inputs: int = 1
    count: int = 60
    seed: int = 0

    def data(self) -> tuple[Array, Array, Array]:
        """Inputs, readings, targets."""
        random = np.random.default_rng(self.seed)
        x = random.uniform(0.0, 10.0, (self.count, self.inputs))
        y = np.sin(x[:, 0]) + 0.3 * x[:, -1] - 1.5 + 0.1 * random.standard_normal(self.count)
        targets = random.uniform(-2.0, 12.0, (15, self.inputs))
        return x, y, targets


CASES = {
    "matern12": Case("1.3 * matern12(2)", 0.01),
    "matern32": Case("1.3 * matern32(2)", 0.01),
    "matern32 quiet": Case("1.3 * matern32(0.3)", 1.3e-6),
    "matern52": Case("1.3 * matern52(2)", 0.01),
    "rbf": Case("1.3 * rbf(1.5)", 0.01),
    "rational_quadratic": Case("1.3 * rational_quadratic(1.5, alpha=0.7)", 0.01),
    "periodic": Case("1.3 * periodic(1.2, period=6.3) + 0.5 * matern32(3)", 0.01),
    "cosine": Case("1.3 * cosine(6.3) + 0.1 * matern32(2)", 0.01),
    "linear": Case("linear(0.4, offset=0.9, centre=0) + 0.1 * matern52(3)", 0.01),
    "sum": Case("1.3 * matern32(0.5) + 2 * matern52(5) + constant(1.5)", 0.02),
    "product": Case("1.3 * periodic(1.2, period=6) * matern52(20)", 0.01),
    "ard rbf": Case("1.3 * rbf([1.5, 4, 2.5])", 0.01, inputs=3),
    "ard matern52": Case("1.3 * matern52([1.5, 4, 2.5])", 0.01, inputs=3),
    "one input of three": Case("1.3 * rbf(1.5, dims=[1]) + matern32(4)", 0.01, inputs=3),
}

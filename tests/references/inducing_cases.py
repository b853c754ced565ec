"""Regression through inducing inputs, whose answers other libraries know: one row a case."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class InducingCase:
    """A kernel as GP Studio writes it, readings made from a seed, and where inputs are put."""

    kernel: str
    noise: float
    inputs: int
    points: int
    count: int = 60
    seed: int = 0

    def data(self) -> tuple[Array, Array, Array, Array]:
        """Inputs, readings, targets near and far, inducing inputs."""
        random = np.random.default_rng(self.seed)
        x = random.uniform(0.0, 10.0, (self.count, self.inputs))
        y = np.sin(x[:, 0]) + 0.3 * x[:, -1] - 1.5 + 0.1 * random.standard_normal(self.count)
        near = random.uniform(-2.0, 12.0, (12, self.inputs))
        far = np.full((1, self.inputs), 500.0)
        if self.inputs == 1:
            places = np.linspace(0.5, 9.5, self.points)[:, None]
        else:
            places = random.uniform(0.0, 10.0, (self.points, self.inputs))
        return x, y, np.vstack([near, far]), places


INDUCING_CASES = {
    "rbf": InducingCase("1.3 * rbf(1.5)", 0.05, inputs=1, points=7),
    "matern32": InducingCase("1.3 * matern32(2)", 0.05, inputs=1, points=12),
    "ard rbf": InducingCase("1.3 * rbf([1.5, 4, 2.5])", 0.05, inputs=3, points=15),
    "ard matern52": InducingCase("1.3 * matern52([1.5, 4, 2.5])", 0.2, inputs=3, points=20),
}


LEARNT_POINTS = 10


def learnt_data() -> tuple[Array, Array]:
    """Readings of which numbers and inducing inputs are learnt, from lengths of 1, noise 0.1."""
    random = np.random.default_rng(31)
    x = random.uniform(-3.0, 3.0, (400, 2))
    x = x[np.argsort(x[:, 0])]
    return x, np.sin(2.0 * x[:, 0]) + np.cos(x[:, 1]) + 0.2 * random.standard_normal(400)

"""Rows of two classes that other libraries were asked about."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ClassCase:
    rows: int
    variance: float
    lengths: tuple[float, float]
    seed: int = 0
    parted: bool = False
    """Whether a plane parts the classes."""

    def data(self) -> tuple[Floats, NDArray[np.int64], Floats]:
        """Inputs, classes, and other inputs that are asked about."""
        random = np.random.default_rng(self.seed)
        x = random.uniform(0.0, 5.0, (self.rows, 2))
        curve = 2.0 * np.sin(1.5 * x[:, 0]) + 1.5 * np.cos(1.3 * x[:, 1])
        if self.parted:
            y = x[:, 0] > 2.5
        else:
            y = random.uniform(size=self.rows) < 1.0 / (1.0 + np.exp(-curve))
        return x, y.astype(np.int64), random.uniform(-1.0, 6.0, (8, 2))


CLASS_CASES = {
    "few": ClassCase(12, 1.0, (1.0, 2.0)),
    "usual": ClassCase(80, 4.0, (1.3, 1.6), 1),
    "sure": ClassCase(60, 100.0, (2.0, 2.0), 2, parted=True),
}

"""What a preconditioner is: P = L Lᵀ, like the covariance of the readings, but easy to solve."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.task import QUIET, Task


class Preconditioner(ABC):
    """Vectors are (n, k); what comes back is in Fortran order and never the array given."""

    log_determinant: float
    """log |P|, exactly."""
    floor: float
    """No eigenvalue of P⁻¹ (K + noise) is less, K the kernel's own matrix; zero if unknown."""
    scales: Floats
    """Square roots of P's diagonal part, (n,)."""

    @abstractmethod
    def solve(self, vectors: Floats, task: Task = QUIET) -> Floats:
        """P⁻¹ vectors."""

    @abstractmethod
    def root_solve(self, vectors: Floats, task: Task = QUIET, transposed: bool = False) -> Floats:
        """L⁻¹ vectors, or L⁻ᵀ vectors."""

    @abstractmethod
    def root_times(self, vectors: Floats, task: Task = QUIET, transposed: bool = False) -> Floats:
        """L vectors, or Lᵀ vectors; of standard normal vectors, draws with covariance P."""

    def times(self, vectors: Floats, task: Task = QUIET) -> Floats:
        """P vectors."""
        return self.root_times(self.root_times(vectors, task, transposed=True), task)

    def sample(self, count: int, random: np.random.Generator, task: Task = QUIET) -> Floats:
        """Draws with covariance P, (n, count)."""
        normals = random.standard_normal((count, len(self.scales))).T
        return self.root_times(normals, task)


class Diagonal(Preconditioner):
    def __init__(self, diagonal: Floats, floor: float) -> None:
        self.scales, self.floor = np.sqrt(diagonal), floor
        self.log_determinant = float(np.log(diagonal).sum())

    def solve(self, vectors: Floats, task: Task = QUIET) -> Floats:
        return np.divide(vectors, np.square(self.scales)[:, None], order="F")

    def root_solve(self, vectors: Floats, task: Task = QUIET, transposed: bool = False) -> Floats:
        return np.divide(vectors, self.scales[:, None], order="F")

    def root_times(self, vectors: Floats, task: Task = QUIET, transposed: bool = False) -> Floats:
        return np.multiply(vectors, self.scales[:, None], order="F")

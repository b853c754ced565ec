"""The lower bound of the evidence of rows, as a function of averaged covariances.

Of the columns D_p that were seen in the same rows and share their noise (a pattern p), with noise
of precision β, their cells Y_p (zero where they were not seen), P = Ψ₁ᵀ Y_p, Ψ₂ summed over those
rows, and B = I + β L⁻¹ Ψ₂ L⁻ᵀ, K = L Lᵀ of the inducing points,

    F_p = ½ n_p D_p (log β − log 2π) − ½ D_p log |B| − ½ β ‖Y_p‖² + ½ β² Pᵀ A⁻¹ P
          − ½ β D_p (n_p v − tr K⁻¹ Ψ₂),        A = K + β Ψ₂,

where the inducing values are already those that make it largest. Its slopes are written out; with
w = β A⁻¹ P they are β Y wᵀ in Ψ₁ and β (½ D (K⁻¹ − A⁻¹) − ½ w wᵀ) in Ψ₂.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import AnyArray, Flags, Floats
from gpstudio.core.cached import cached_property


@dataclass(frozen=True, eq=False)
class Cells:
    """Rows of many columns, with holes."""

    values: Floats
    """(n, d), zero where nothing was seen."""
    seen: Flags
    apart: bool = False
    """Whether each column has a noise of its own."""

    @classmethod
    def of(cls, rows: Floats, apart: bool = False) -> Cells:
        seen = np.isfinite(rows)
        return cls(np.where(seen, rows, 0.0), seen, apart)

    @cached_property
    def pattern(self) -> AnyArray:
        """Which pattern each column has."""
        return self._unique[1]

    @cached_property
    def rows_of(self) -> Floats:
        """(n, patterns): 1 where the row was seen in columns of that pattern."""
        return self._unique[0]

    @cached_property
    def columns_of(self) -> Floats:
        """How many columns each pattern has."""
        return np.bincount(self.pattern, minlength=self.rows_of.shape[1]).astype(np.float64)

    @cached_property
    def squares(self) -> Floats:
        """Sum of squared cells, by pattern."""
        return self.by_pattern((self.values**2).sum(axis=0))

    def by_pattern(self, of_columns: Floats) -> Floats:
        sums = np.bincount(self.pattern, of_columns, minlength=self.rows_of.shape[1])
        return np.asarray(sums, dtype=np.float64)

    @cached_property
    def _unique(self) -> tuple[Floats, AnyArray]:
        if self.apart:
            return self.seen.astype(np.float64), np.arange(self.seen.shape[1])
        patterns, pattern = np.unique(self.seen, axis=1, return_inverse=True)
        return np.ascontiguousarray(patterns, dtype=np.float64), pattern.ravel()


@dataclass(frozen=True, eq=False)
class Bound:
    """At given averages; matrices of all patterns lie one behind the other, (p, m, m)."""

    cells: Cells
    level: float
    """v"""
    precision: Floats
    """β, of each pattern"""
    lower: Floats
    """L"""
    single: Floats
    double: Floats
    """Ψ₂ of each pattern."""

    @cached_property
    def inverse(self) -> Floats:
        """K⁻¹"""
        half = self._half
        return np.asarray(half.T @ half)

    @cached_property
    def inverses(self) -> Floats:
        """A⁻¹ of each pattern."""
        half = np.linalg.solve(self._lowers, np.broadcast_to(self._half, self._scaled.shape))
        return np.asarray(np.swapaxes(half, 1, 2) @ half)

    @cached_property
    def weights(self) -> Floats:
        """w, (m, d): a column at the inducing values' best is ψ₁ w."""
        pattern = self.cells.pattern
        found = np.einsum("dmk,kd->md", self.inverses[pattern], self._projected)
        return np.asarray(self._of_columns * found)

    @cached_property
    def value(self) -> float:
        cells, beta = self.cells, self.precision
        many, columns = cells.rows_of.sum(axis=0), cells.columns_of
        logs = 2.0 * np.log(np.einsum("pmm->pm", self._lowers)).sum(axis=1)
        traces = np.einsum("pmm->p", self._scaled)
        found = 0.5 * many * columns * (np.log(beta) - math.log(2.0 * math.pi))
        found -= 0.5 * columns * (logs + beta * (many * self.level - traces))
        found -= 0.5 * beta * cells.squares
        explained = (self._projected * self.weights).sum(axis=0) @ self._of_columns
        return float(found.sum() + 0.5 * explained)

    @cached_property
    def in_single(self) -> Floats:
        return np.asarray((self._of_columns * self.cells.values) @ self.weights.T)

    @cached_property
    def in_double(self) -> Floats:
        columns = self.cells.columns_of[:, None, None]
        spare = 0.5 * columns * (self.inverse - self.inverses)
        return np.asarray(self._of_matrices * (spare - 0.5 * self._outer))

    @cached_property
    def in_kernel(self) -> Floats:
        """In K of the inducing points."""
        columns = self.cells.columns_of[:, None, None]
        lost = self.inverse @ self.double @ self.inverse
        each = 0.5 * columns * (self.inverse - self.inverses - self._of_matrices * lost)
        return np.asarray((each - 0.5 * self._outer).sum(axis=0))

    @cached_property
    def in_level(self) -> float:
        """In the variance of the curves alone: of what the inducing points leave."""
        many = self.cells.rows_of.sum(axis=0)
        return float(-0.5 * (self.precision * self.cells.columns_of * many).sum())

    @cached_property
    def in_precision(self) -> Floats:
        """Of each pattern."""
        cells, columns = self.cells, self.cells.columns_of
        many = cells.rows_of.sum(axis=0)
        traces = np.einsum("pmm->p", self._scaled)
        found = 0.5 * columns * (many / self.precision - many * self.level + traces)
        found -= 0.5 * cells.squares
        inside = -0.5 * self._outer - 0.5 * columns[:, None, None] * self.inverses
        explained = cells.by_pattern((self._projected * self.weights).sum(axis=0))
        return np.asarray(found + explained + np.einsum("pmk,pmk->p", inside, self.double))

    @cached_property
    def _of_columns(self) -> Floats:
        """β, of each column"""
        return np.asarray(self.precision[self.cells.pattern])

    @property
    def _of_matrices(self) -> Floats:
        return self.precision[:, None, None]

    @cached_property
    def _half(self) -> Floats:
        """L⁻¹"""
        from scipy.linalg import solve_triangular

        identity = np.eye(len(self.lower))
        return np.asarray(solve_triangular(self.lower, identity, lower=True))

    @cached_property
    def _scaled(self) -> Floats:
        """L⁻¹ Ψ₂ L⁻ᵀ"""
        return np.asarray(self._half @ self.double @ self._half.T)

    @cached_property
    def _lowers(self) -> Floats:
        """Of B."""
        return np.asarray(
            np.linalg.cholesky(np.eye(len(self.lower)) + self._of_matrices * self._scaled)
        )

    @cached_property
    def _projected(self) -> Floats:
        """P of all columns, (m, d)."""
        return np.asarray(self.single.T @ self.cells.values)

    @cached_property
    def _outer(self) -> Floats:
        """Σ w wᵀ over the columns of each pattern."""
        patterns, weights = self.cells.rows_of.shape[1], self.weights
        if patterns == 1:
            return np.asarray(weights @ weights.T)[None]
        found = np.zeros((patterns, *self.lower.shape))
        np.add.at(found, self.cells.pattern, np.einsum("md,kd->dmk", weights, weights))
        return found

"""Many vectors side by side, each one line of an array: the same memory as columns in Fortran
order, written the way numpy is quick at."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.solvers.krylov.outcome import Preconditions, Product
from gpstudio.core.task import Task


def as_lines(columns: Floats) -> Floats:
    """A copy of (n, k) columns as (k, n) lines."""
    return np.array(columns.T, dtype=np.float64, order="C")


def dots(left: Floats, right: Floats) -> Floats:
    """The inner product of each line with its like."""
    return np.asarray(np.einsum("kn,kn->k", left, right))


def lengths(lines: Floats) -> Floats:
    """The length of each line, even where its square is beyond the range of numbers."""
    largest = np.abs(lines).max(axis=1, initial=0.0)
    plain = (largest > 1e-140) & (largest < 1e140)
    if plain.all():
        return np.sqrt(dots(lines, lines))
    scale = np.where((largest > 0.0) & np.isfinite(largest), largest, 1.0)
    scaled = lines / scale[:, None]
    return np.asarray(np.sqrt(dots(scaled, scaled)) * scale)


def measured(lines: Floats, others: Floats) -> Floats:
    """The length of each line in the measure of a positive matrix, √(lᵀMl), of l and Ml: likewise
    whatever the range, and zero where rounding says less."""
    first, second = _scales(lines), _scales(others)
    squares = dots(lines / first[:, None], others / second[:, None])
    return np.asarray(np.sqrt(np.maximum(squares, 0.0)) * np.sqrt(first) * np.sqrt(second))


def _scales(lines: Floats) -> Floats:
    largest = np.abs(lines).max(axis=1, initial=0.0)
    return np.where((largest > 0.0) & np.isfinite(largest), largest, 1.0)


def add(lines: Floats, by: Floats, others: Floats, scratch: Floats) -> None:
    """lines += by · others, a number of ``by`` a line."""
    np.multiply(others, by[:, None], out=scratch)
    lines += scratch


def times(product: Product, lines: Floats) -> Floats:
    """The matrix times each line."""
    return np.ascontiguousarray(product(lines.T).T)


def preconditioned(preconditioner: Preconditions | None, lines: Floats, task: Task) -> Floats:
    """P⁻¹ times each line; the lines themselves where there is no preconditioner."""
    if preconditioner is None:
        return lines
    return np.ascontiguousarray(preconditioner.solve(lines.T, task).T)

"""A covariance held as the full matrix: O(n²) memory, any kernel, any number of inputs.

It is made tile by tile: so that a tile stays in the processor's cache while the kernel works on it,
that nothing as large as the matrix is needed beside it, and that the task is looked at in between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.operator import Operator
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

TILE = 256
"""Rows and columns made at once: 0.5 MB a copy, 0.1 ms of work for an RBF, 20 for the slowest."""
FEW_TO_REMEMBER = 2_000
"""Rows of a matrix of 32 MB."""
NEAR_NOUGHT = (1e-60, 1e-40)
"""Steps over which a kernel's slope is divided to give its second derivative at zero."""

Block = Callable[[Kernel, Floats, Floats], Floats]
"""Something of a kernel for every pair of rows."""


@dataclass(frozen=True, eq=False)
class DenseCovariance(Operator):
    offers = frozenset({"entries", "products"})
    remembers: bool = False

    def for_several(self) -> DenseCovariance:
        """Remembers its entries where they are few beside what a solver holds of them."""
        return replace(self, remembers=len(self.inputs) <= FEW_TO_REMEMBER)

    def entries(self, task: Task = QUIET) -> Floats:
        """The symmetric matrix, in Fortran order; the caller's own."""
        if not self.remembers:
            return self._made(task)
        if "_entries" not in self.__dict__:
            self.__dict__["_entries"] = self._made(task)
        return np.array(self.__dict__["_entries"], order="F")

    def _made(self, task: Task) -> Floats:
        from gpstudio.core.algebra.lapack import TOLD_FROM
        from gpstudio.core.operators.compiled_tiles import put

        n = len(self.inputs)
        turned = np.empty((n, n))
        for rows, columns in _tiles(n):
            task.check()
            tile = self.kernel.block(self.inputs[columns], self.inputs[rows])
            put(np.ascontiguousarray(tile), turned, rows.start, columns.start)
            if rows.stop == n >= TOLD_FROM:
                task.report(tr("comparing readings"), (columns.stop / n) ** 2)
        return turned.T

    def times(self, vectors: Floats, task: Task = QUIET) -> Floats:
        """K vectors, (n, k), in Fortran order; K is never stored."""
        from gpstudio.core.operators.products import times

        return times(self.kernel, self.inputs, vectors, task)

    def cross_times(self, targets: Floats, vectors: Floats, task: Task = QUIET) -> Floats:
        """Covariance of the curve at ``targets`` with the readings, times vectors, (targets, k)."""
        from gpstudio.core.operators.products import cross_times

        return cross_times(self.kernel, targets, self.inputs, vectors, task)

    def cross(self, targets: Floats, task: Task = QUIET) -> Floats:
        """Covariance of the readings (rows) with the curve at ``targets`` (columns), in Fortran
        order."""
        from gpstudio.core.operators.products import between

        return between(self.kernel, targets, self.inputs, task).T

    def cross_slope(self, targets: Floats, task: Task = QUIET) -> Floats:
        """The same with the curve's derivative along the only input."""
        return self._against(lambda kernel, a, b: kernel.input_gradients(a, b)[0], targets, task)

    def prior(self, targets: Floats, task: Task = QUIET) -> Floats:
        return DenseCovariance(self.kernel, targets).entries(task)

    def prior_variance(self, targets: Floats) -> Floats:
        return self.kernel.diagonal(targets)

    def prior_slope_variance(self) -> float:
        """Variance of the curve's derivative along the only input: −k″(0), as −k′(h)/h.

        k′ is known to the last digit at any h, so h may be so small that nothing else is left in
        the quotient; where it still depends on h, the curve has no derivative.
        """
        if "stationary" not in self.kernel.offers or self.inputs.shape[1] != 1:
            raise InputError(
                tr(
                    "The full matrix has no derivative of a curve with {kernel}: that takes one "
                    "input and a kernel that is the same everywhere.",
                    kernel=self.kernel,
                )
            )
        zero = np.zeros((1, 1))
        first, second = (
            -float(self.kernel.input_gradients(np.full((1, 1), h), zero)[0, 0, 0]) / h
            for h in NEAR_NOUGHT
        )
        if not abs(first - second) <= 1e-9 * abs(second):
            raise InputError(
                tr(
                    "A curve with the kernel {kernel} has no derivative: choose a smoother one, "
                    "such as matern32.",
                    kernel=self.kernel,
                )
            )
        return first

    def pulled(self, weights: Floats, inverse: Floats, task: Task = QUIET) -> Floats:
        """Σᵢⱼ (W Wᵀ − A⁻¹)ᵢⱼ dAᵢⱼ for each kernel setting, from the lower triangle of A⁻¹."""
        from gpstudio.core.operators.compiled_tiles import pull

        turned = np.ascontiguousarray(inverse.T)
        lines = np.ascontiguousarray(weights.T)
        total = np.zeros(len(self.kernel.settings))
        for rows, columns in _tiles(len(self.inputs)):
            task.check()
            a, b = self.inputs[columns], self.inputs[rows]
            tile = pull(lines, turned, rows.start, columns.start, len(b), len(a))
            total += self.kernel.pulled(a, b, tile)
        return total

    def _against(self, block: Block, targets: Floats, task: Task) -> Floats:
        turned = np.empty((len(targets), len(self.inputs)))
        for rows in _spans(0, len(targets)):
            for columns in _spans(0, len(self.inputs)):
                task.check()
                turned[rows, columns] = block(self.kernel, targets[rows], self.inputs[columns])
        return turned.T


def _tiles(n: int) -> Iterator[tuple[slice, slice]]:
    """Rows and columns of the tiles of the lower triangle."""
    for columns in _spans(0, n):
        for rows in _spans(columns.start, n):
            yield rows, columns


def _spans(start: int, stop: int) -> Iterator[slice]:
    for first in range(start, stop, TILE):
        yield slice(first, min(first + TILE, stop))

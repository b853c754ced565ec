"""Partial pivoted Cholesky of a kernel matrix that is never formed: K ≈ F Fᵀ, one pivot a column.

A block of candidates is looked at by itself first: which of them become pivots shows in the small
matrix that is left among them. Then the columns of all that were accepted are made at once, by
multiplication of large blocks. Nothing as large as F is needed beside it: O(n r) memory, O(n r²)
work.

``random``: randomly pivoted Cholesky (Chen, Epperly, Tropp & Webber 2023), a pivot as likely as its
residual variance is large. Candidates are drawn by the residual before the block, each accepted
with probability (residual now) / (residual then) (Epperly, Tropp & Webber 2024): the pivots are
then distributed exactly as if drawn one at a time. Without that rejection a block falls into one
cluster and the error grows up to fivefold.

``greedy``: every pivot has at least ``SHARE`` of the largest residual variance of its time; that
of one at a time (``block=1``) is the largest itself. Such a weakly greedy choice converges at the
same rate, and does not read all of F anew for each pivot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.dense import TILE
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

Rule: TypeAlias = Literal["greedy", "random"]

SHARE = 0.5
USED_UP = 1e-14
"""A row of which no more than this share of its variance is left is rounding alone."""
SMALLEST_BLOCK, LARGEST_BLOCK = 32, 160
"""Candidates at once."""


@dataclass(frozen=True, eq=False)
class Pivots:
    places: Integers
    """Rows that are pivots, in their order: as many as were wanted, or found before the residual
    was used up."""
    factor: Floats
    """F, (n, pivots), in Fortran order; its rows at ``places`` are lower triangular."""
    residual: Floats
    """The diagonal of K − F Fᵀ, (n,)."""

    @property
    def rank(self) -> int:
        return len(self.places)


def pivoted(
    kernel: Kernel,
    inputs: Floats,
    rank: int,
    rule: Rule,
    random: np.random.Generator,
    task: Task = QUIET,
    stop: float = 0.0,
    block: int | None = None,
) -> Pivots:
    """Up to ``rank`` pivots; fewer where no more than ``stop`` of the trace is left, or rounding.

    ``block``: how many candidates at once; one gives the textbook's algorithm.
    """
    from gpstudio.core.algebra.lapack import TOLD_FROM

    work = _Elimination(kernel, np.ascontiguousarray(inputs, dtype=float), rank)
    wanted, width = work.rank, block or min(max(rank // 4, SMALLEST_BLOCK), LARGEST_BLOCK)
    enough = stop * float(work.residual.sum())
    while work.count < wanted and float(work.residual.sum()) > enough:
        task.check()
        if rule == "random":
            work.add_by_lot(width, random, task)
        else:
            work.add_by_size(width, random, task)
        if len(inputs) >= TOLD_FROM:
            task.report(tr("choosing pivots"), work.count / wanted)
    return work.result()


class _Elimination:
    """F and what is left, while columns are added."""

    def __init__(self, kernel: Kernel, inputs: Floats, rank: int) -> None:
        if rank < 1:
            raise InputError(
                tr("The rank {rank} of a factor is below 1: choose at least 1.", rank=rank)
            )
        self.kernel, self.inputs = kernel, inputs
        self.rank = min(rank, len(inputs))
        self.residual = np.array(kernel.diagonal(inputs), dtype=float)
        if not (np.isfinite(self.residual).all() and np.isfinite(inputs).all()):
            raise InputError(
                tr(
                    "The kernel {kernel} is not finite at some readings: remove rows with "
                    "missing or infinite inputs, or choose other numbers.",
                    kernel=kernel,
                )
            )
        self.floors = USED_UP * self.residual
        self.factor = np.empty((len(inputs), self.rank), order="F")
        self.places = np.empty(self.rank, dtype=np.int64)
        self.count = 0

    def add_by_lot(self, width: int, random: np.random.Generator, task: Task) -> None:
        from gpstudio.core.operators.compiled_pivots import accept_by_lot

        heights = np.cumsum(self.residual)
        marks = random.random(width) * heights[-1]
        # rounding may carry a mark to the very top
        last = int(np.flatnonzero(self.residual)[-1])
        some = np.minimum(np.searchsorted(heights, marks, side="right"), last)
        matrix, most = self._among(some, task), self.rank - self.count
        lower = np.zeros((min(most, width), min(most, width)))
        chances = random.random(width)
        kept = accept_by_lot(matrix, chances, self.floors[some], lower, len(lower))
        self._add(some[kept], lower[: len(kept), : len(kept)], some, task)

    def add_by_size(self, width: int, random: np.random.Generator, task: Task) -> None:
        from gpstudio.core.operators.compiled_pivots import accept_by_size

        largest = int(np.argmax(self.residual))
        least = SHARE * float(self.residual[largest])
        large = np.flatnonzero(self.residual >= least)
        large = large[large != largest]
        if len(large) > width - 1:
            large = random.choice(large, width - 1, replace=False)
        some = np.append(largest, large)
        matrix, most = self._among(some, task), min(self.rank - self.count, len(some))
        lower = np.zeros((most, most))
        kept = accept_by_size(matrix, least, self.floors[some], lower, most)
        self._add(some[kept], lower[: len(kept), : len(kept)], some[:1], task)

    def result(self) -> Pivots:
        factor = self.factor
        if self.count < self.rank:
            factor = factor[:, : self.count]
        return Pivots(self.places[: self.count], factor, self.residual)

    def _among(self, some: Integers, task: Task) -> Floats:
        """What is left of the matrix among some rows."""
        from gpstudio.core.algebra.lapack import product

        known = np.array(self.factor[some, : self.count].T, order="F")
        own = np.ascontiguousarray(self.kernel.block(self.inputs[some], self.inputs[some]))
        return np.ascontiguousarray(own - product(known, known, task))

    def _add(self, chosen: Integers, lower: Floats, looked_at: Integers, task: Task) -> None:
        """Eliminate the chosen rows, with the factor of what is left among them."""
        if not len(chosen):
            # only rounding was left of all that were looked at
            self.residual[looked_at] = 0.0
            return
        from gpstudio.core.algebra.blas import MatrixPanel, gemm, trsm
        from gpstudio.core.algebra.tall import row_steps

        start, end = self.count, self.count + len(chosen)
        weights = MatrixPanel.whole(np.array(self.factor[chosen, :start], order="F"))
        triangle = MatrixPanel.whole(np.array(lower, order="F"))
        for first, last in row_steps(len(self.inputs), 2.0 * len(chosen) * end):
            self._put_kernel(chosen, slice(first, last), start, task)
            columns = MatrixPanel(self.factor, first, last, start, end)
            known = MatrixPanel(self.factor, first, last, 0, start)
            gemm(columns, known, weights, by=-1.0, b_turned=True)
            trsm(columns, triangle, left=False, turned=True)
            added = self.factor.T[start:end, first:last]
            self.residual[first:last] -= np.einsum("ji,ji->i", added, added)
        self.places[start:end] = chosen
        self.count = end
        self.residual[self.residual <= self.floors] = 0.0
        self.residual[chosen] = 0.0

    def _put_kernel(self, chosen: Integers, rows: slice, start: int, task: Task) -> None:
        """Covariances with the chosen rows, into the columns from ``start``."""
        turned = self.factor.T
        for first in range(rows.start, rows.stop, TILE):
            task.check()
            some = slice(first, min(first + TILE, rows.stop))
            for left in range(0, len(chosen), TILE):
                those = chosen[left : left + TILE]
                tile = self.kernel.block(self.inputs[those], self.inputs[some])
                turned[start + left : start + left + len(those), some] = tile

"""The way of every method here: blocks of recurrences, and a look at the truth when they are done.

Each column has its own recurrence; all go forward together, so that one product serves them all,
and a column that is done leaves the block. A carried residual drifts from the true one: when all
columns are done their residuals are made anew, and those that are not there yet go on from the
true one, for as long as that helps.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.solvers.krylov.lines import as_lines, lengths, preconditioned, times
from gpstudio.core.solvers.krylov.outcome import Preconditions, Product, Stop
from gpstudio.core.solvers.krylov.progress import IterationProgress
from gpstudio.core.task import Task

MARGIN = 0.99
"""Share of the tolerance at which a carried residual is trusted to be a true one within it."""
WORTH = 0.5
"""A new start must leave less of the true residual than this share, or it is the last."""


class BlockSearch:
    """All columns of one call: where they are, and what is known of them."""

    def __init__(
        self,
        product: Product,
        right: Floats,
        preconditioner: Preconditions | None,
        tolerance: float,
        start: Floats | None,
        task: Task,
    ) -> None:
        self._product, self._preconditioner, self.task = product, preconditioner, task
        self.right = as_lines(right)
        self.sizes = lengths(self.right)
        count = len(self.right)
        self.x = np.zeros_like(self.right) if start is None else as_lines(start)
        self.x[self.sizes == 0.0] = 0.0
        self.r = self.right.copy()
        self.residuals = np.where(self.sizes > 0.0, 1.0, 0.0)
        self.goals = np.full(count, float(tolerance))
        self.settled = np.zeros(count, dtype=bool)
        """Columns that are as good as they can be, whatever their residual."""
        self.cut = np.zeros(count, dtype=bool)
        """Columns that had to stop before they were done."""
        self.measured = False
        self.steps = self.products = self.sweeps = 0
        self.trouble: Stop | None = None
        """Why all must stop."""
        self.why: Stop | None = None
        """Why a column did that was not done."""
        self.trace: list[Floats] = []
        self._progress = IterationProgress("solving", task)
        if start is not None:
            self.measure()

    def times(self, lines: Floats) -> Floats:
        self.task.check()
        self.products += 1
        return times(self._product, lines)

    def preconditioned(self, lines: Floats) -> Floats:
        return preconditioned(self._preconditioner, lines, self.task)

    def unpreconditioned(self, lines: Floats) -> Floats:
        """P times each line."""
        if self._preconditioner is None:
            return lines
        return np.ascontiguousarray(self._preconditioner.times(lines.T, self.task).T)

    def beside(self, lines: Floats, tolerance: float) -> BlockSearch:
        """Another search with the same matrix."""
        return BlockSearch(self._product, lines.T, self._preconditioner, tolerance, None, self.task)

    def measure(self) -> None:
        """The true residuals of all columns, by one product."""
        self.r = self.right - self.times(self.x)
        self.measured = True
        self.residuals = self.relative(lengths(self.r), np.arange(len(self.r)))

    def relative(self, sizes: Floats, some: Integers) -> Floats:
        wholes = self.sizes[some]
        return np.asarray(sizes / np.where(wholes > 0.0, wholes, 1.0))

    def unfinished(self) -> Flags:
        return np.asarray(~(self.residuals <= self.goals) & ~self.settled & ~self.cut)

    def run(self, block: Callable[[BlockSearch, Integers], ColumnBlock], most: int) -> None:
        """Sweep after sweep, until every column is done, or none gets nearer."""
        waiting = self.unfinished()
        best = np.full(len(waiting), np.inf)
        while waiting.any() and self.steps < most and not self.trouble:
            self._sweep(block(self, np.flatnonzero(waiting)), most)
            self.measure()
            helped = self.residuals <= WORTH * best
            best = np.minimum(best, self.residuals)
            unfinished = self.unfinished()
            waiting = unfinished & helped
            if unfinished.any() and not waiting.any() and not self.trouble:
                self.trouble = Stop.STUCK
        if not self.measured:
            self.measure()

    def _sweep(self, block: ColumnBlock, most: int) -> None:
        while len(block.live) and self.steps < most and not self.trouble:
            self.steps += 1
            block.step()
            self.trace.append(self.residuals.copy())
            self._progress.tell(self.residuals, self.goals)
        block.leave(np.ones(len(block.live), dtype=bool))
        self.sweeps += 1

    @property
    def converged(self) -> bool:
        return not (self.unfinished() | self.cut).any()

    @property
    def stopped(self) -> Stop:
        return Stop.REACHED if self.converged else self.trouble or self.why or Stop.MOST


class ColumnBlock(ABC):
    """The recurrences of the columns under way. Every array has one line, or one number, for each
    column, so that a column leaves by leaving all of them."""

    live: Integers
    """Which of all columns they are."""

    def __init__(self, search: BlockSearch, live: Integers) -> None:
        self.search, self.live = search, live

    @abstractmethod
    def step(self) -> None:
        """One product for all, and what follows from it."""

    @abstractmethod
    def hand_back(self, some: Flags) -> None:
        """Write the answer of some columns back to the search."""

    def leave(self, some: Flags) -> None:
        """Write some columns back and go on without them."""
        if not some.any():
            return
        self.hand_back(some)
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                setattr(self, name, value[~some])

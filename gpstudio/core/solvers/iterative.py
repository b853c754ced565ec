"""Solvers that ask a covariance for products alone, and stop when they are near enough.

A new one names its ``method`` and says what that takes; what is asked of the answer is in
``iterative_solution``. The tolerance is that of what a person sees: how far mean and standard
deviation may be from the exact ones.
"""

from __future__ import annotations

from typing import ClassVar

from gpstudio.core.arrays import Floats
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers.krylov import PRECONDITIONERS, Method, Outcome, Stop
from gpstudio.core.solvers.solution import Solution
from gpstudio.core.solvers.solver import SOLVERS, Solver
from gpstudio.core.solvers.systems import Goal, System, by_energy, by_residual
from gpstudio.core.spec import Parameter, decimal
from gpstudio.core.task import Task
from gpstudio.translation import tr

TOLERANCE = 1e-6
"""Of mean and standard deviation, unless a person says otherwise."""
RANKS = (300, 1000)
"""Least and largest rank of a preconditioner where none is written: a tenth of the readings."""
MOST_ITERATIONS = 10_000
AT_ONCE = 6_000_000
"""Numbers of one block of right-hand sides."""
BLOCKS = 14
"""So many blocks a method holds beside each other, with those of the product."""

PARAMETERS = (
    decimal(
        "tolerance",
        tr("Tolerance"),
        tr("How far mean and standard deviation may be from the exact ones, as a share."),
        TOLERANCE,
        low=1e-12,
        high=0.5,
    ),
    PRECONDITIONERS.choice(
        "preconditioner",
        tr("Preconditioner"),
        tr("A simpler matrix that makes the solver quicker."),
        default="rpcholesky",
    ),
    Parameter(
        "rank",
        tr("Rank"),
        tr("Features of the preconditioner; left out, a tenth of the readings, 300 to 1,000."),
        "integer",
        low=1,
        high=1_000_000,
    ),
    Parameter(
        "iterations",
        tr("Iterations"),
        tr("At most so many; left out, 10,000."),
        "integer",
        low=1,
        high=10_000_000,
    ),
)


class IterativeSolver(Solver):
    needs = "products"
    trusts_symmetry = True
    method: ClassVar[Method]

    def __init__(
        self,
        tolerance: float = TOLERANCE,
        preconditioner: str = "rpcholesky",
        rank: float | None = None,
        iterations: float | None = None,
    ) -> None:
        self.tolerance = tolerance
        self.preconditioning = PRECONDITIONERS[preconditioner]()
        self._rank = rank
        self.iterations = MOST_ITERATIONS if iterations is None else int(iterations)

    def solved(self, system: System, right: Floats, goal: Goal, task: Task) -> Outcome:
        """A⁻¹ right, as near as the goal says."""
        method, most = type(self).method, self.iterations
        if self.follows_energy:
            return by_energy(method, system, right, goal, most, task)
        return by_residual(method, system, right, goal, self.tolerance, most, task)

    def rank(self, n: int) -> int:
        """Of the preconditioner."""
        wanted = min(max(n // 10, RANKS[0]), RANKS[1]) if self._rank is None else int(self._rank)
        return min(wanted, n)

    def condition(self, operator: Operator, noise: Floats, columns: Floats, task: Task) -> Solution:
        from gpstudio.core.solvers.iterative_solution import IterativeSolution

        return IterativeSolution(self, operator, noise, columns, task)

    def at_once(self, n: int) -> int:
        """Right-hand sides that are solved together; a multiple of what the product takes best."""
        return max(8, AT_ONCE // max(1, n) // 24 * 24)

    def remarks(self, outcome: Outcome, met: bool) -> tuple[str, ...]:
        """Where it was left looser than the house's own tolerance, by wish or for want of steps."""
        remarks = []
        if self.tolerance > TOLERANCE:
            remarks.append(
                tr(
                    "solved to a tolerance of {tolerance:g} as written: mean and band may be off "
                    "by that share",
                    tolerance=self.tolerance,
                )
            )
        if not met:
            remarks.append(self._missed(outcome))
        return tuple(remarks)

    def _missed(self, outcome: Outcome) -> str:
        name, why = self.spec.name, reason(outcome.stopped)
        off = float(outcome.errors.max(initial=0.0))
        if outcome.stopped is Stop.MOST:
            return tr(
                "'{name}' did not reach its tolerance ({stopped}): the solution is off by about "
                "{off:.1e}; more iterations or rank would help",
                name=name,
                stopped=why,
                off=off,
            )
        return tr(
            "'{name}' did not reach its tolerance ({stopped}): the solution is off by about "
            "{off:.1e} of itself; more noise would help",
            name=name,
            stopped=why,
            off=off,
        )

    def kept_numbers(self, n: int, rank: int = 0) -> int:
        return n * (10 + self.rank(n) + rank)

    def bytes_needed(self, n: int, rank: int = 0) -> float:
        """Without the matrix: evidence and slopes are exact where that fits besides."""
        blocks = 8.0 * BLOCKS * n * min(self.at_once(n), 1_000)
        features = 8.0 * 2.0 * n * rank
        made = self.preconditioning.bytes_needed(n, self.rank(n))
        return made + blocks + features + 4e6


def reason(stop: Stop) -> str:
    """Why it stopped, with those named that would do where it did not."""
    if stop is Stop.INDEFINITE:
        return tr(
            "the matrix is not positive definite; for such there is {solvers}",
            solvers=SOLVERS.listed(lambda entry: entry.takes_indefinite),
        )
    if stop is Stop.UNLIKE:
        return tr(
            "the preconditioner is not positive definite; such is never {preconditioners}",
            preconditioners=PRECONDITIONERS.listed(lambda entry: not entry.takes_rank),
        )
    if stop is Stop.LEAST_SQUARES:
        return tr(
            "the system is singular: a least-squares solution; the shortest one is "
            "found by {solvers}",
            solvers=SOLVERS.listed(lambda entry: entry.finds_shortest),
        )
    return tr(stop.value)

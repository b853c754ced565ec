"""What a solver is, and the registry of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from gpstudio.core.arrays import Floats
from gpstudio.core.operators.operator import Operator, Structure
from gpstudio.core.registry import Registry
from gpstudio.core.solvers.krylov.outcome import Method
from gpstudio.core.solvers.solution import Solution
from gpstudio.core.spec import Spec
from gpstudio.core.task import Task


class Solver(ABC):
    """From an operator and readings to a solution."""

    spec: ClassVar[Spec]
    needs: ClassVar[Structure]
    """What an operator must offer."""
    method: ClassVar[Method | None] = None
    """Of Krylov, where it asks for products alone until the answer is near enough."""
    follows_energy: ClassVar[bool] = False
    """Whether the method's error estimates are of the energy, the error as A measures it; else
    they are of its length."""
    takes_indefinite: ClassVar[bool] = False
    """Whether it solves with any symmetric matrix, not with positive definite ones alone."""
    takes_negative_noise: ClassVar[bool] = False
    """Whether readings may take away from what others say, their noise variance below zero."""
    finds_shortest: ClassVar[bool] = False
    """Whether, where there are many solutions, its own is the shortest."""
    trusts_symmetry: ClassVar[bool] = False
    """Whether it would give wrong numbers, without a sign of it, if products were not those of a
    symmetric matrix, so that this is looked at first."""

    @abstractmethod
    def condition(self, operator: Operator, noise: Floats, columns: Floats, task: Task) -> Solution:
        """The curve given ``columns`` of readings with noise variance ``noise`` each.

        An infinite noise variance marks a reading that is missing.
        """

    def kept_numbers(self, n: int, rank: int = 0) -> int:
        """About how many numbers a solution holds when it is done."""
        return 10 * n + n * n

    @abstractmethod
    def bytes_needed(self, n: int, rank: int = 0) -> float:
        """Memory that a fit takes for n readings with so many states or features each, for the
        refusal before work starts."""


SOLVERS: Registry[type[Solver]] = Registry("solver")

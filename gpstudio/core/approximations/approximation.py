"""What an approximation is, and the registry of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel
from gpstudio.core.kernels.kernel import Capability
from gpstudio.core.operators.operator import Operator, Structure
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task

Through: TypeAlias = Callable[[Kernel], Operator]
"""The covariance that a kernel's numbers give, at any inputs."""


@dataclass(frozen=True, eq=False)
class Bound:
    """What the readings say of an approximation that learns something itself, beside numbers."""

    place: Floats
    """The free numbers' coordinates, at those of the ground."""
    low: Floats
    high: Floats
    """Where they may be; where they are, if nothing moves them."""
    evidence: Callable[[Floats, Through], tuple[float, Floats, Floats]]
    """The log evidence at coordinates through an operator, its slopes in the coordinates, and those
    in what the operator's ``pulled`` tells after the kernel's numbers."""


@dataclass(frozen=True, eq=False)
class Ground:
    """What an approximation looks at where it must settle on something: landmarks, frequencies."""

    kernel: Kernel
    """With numbers: those that learning starts from, or has found."""
    inputs: Floats
    """Of the readings that are there."""
    noise: float
    """Variance of a reading of weight one about the curve."""
    seed: int
    bound: Bound | None = None
    """None where the readings' values are not known, or the numbers not yet learnt."""


class Approximation(ABC):
    """From a kernel and inputs to an operator."""

    spec: ClassVar[Spec]
    needs: ClassVar[frozenset[Capability]] = frozenset()
    """What the kernel must offer."""
    gives: ClassVar[frozenset[Structure]]
    """What its operator offers to a solver."""
    dimensions: ClassVar[frozenset[int] | None] = None
    """The numbers of inputs it takes; None for any."""
    by_auto: ClassVar[bool] = True
    """Whether ``auto`` tries it for any number of readings, in the order of the registry."""
    budget: ClassVar[str] = ""
    """Which of its parameters says how many features it takes; empty where none does."""
    by_numbers: ClassVar[bool] = False
    """Whether what ``prepared`` settles hangs on the kernel's numbers."""

    @property
    def learns(self) -> bool:
        """Whether it learns something itself, beside numbers."""
        return False

    @abstractmethod
    def operator(self, kernel: Kernel, inputs: Floats) -> Operator:
        """The covariance of the curve at ``inputs``."""

    def prepared(self, ground: Ground, task: Task = QUIET) -> Approximation:
        """The same with all settled that is drawn or chosen: what ``operator`` gives is then a
        smooth function of the kernel's numbers, as learning needs it."""
        return self

    def kept(self) -> Floats | None:
        """What was learnt of it, where ``prepared`` would have to learn it once more."""
        return None

    def with_kept(self, kept: Floats) -> Approximation:
        """Settled on what was kept."""
        raise RuntimeError(f"'{self.spec.name}' keeps nothing")

    def rank(self, n: int, dimensions: int) -> int:
        """How many features a reading has, for the memory; zero where it has none."""
        return 0

    def check(self, n: int, dimensions: int) -> None:  # noqa: B027  most suit any number
        """Raise an ``InputError`` where it does not suit so many readings."""


APPROXIMATIONS: Registry[type[Approximation]] = Registry("approximation")

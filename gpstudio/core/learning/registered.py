"""What learning is given and gives, and the registry of learners."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from gpstudio.core.arrays import Floats
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec
from gpstudio.core.task import Task

Evaluate: TypeAlias = Callable[[Floats], tuple[float, Floats]]
"""Log evidence and its gradient at the logarithms of the free numbers."""


@dataclass(frozen=True, eq=False)
class Search:
    """Where to look: starts, best guess first, and bounds, all in logarithms."""

    evaluate: Evaluate
    starts: tuple[Floats, ...]
    low: Floats
    high: Floats
    seed: int


@dataclass(frozen=True, eq=False)
class Learnt:
    """Where learning ended."""

    logs: Floats
    evaluations: int
    remarks: tuple[str, ...] = ()


class Learner(ABC):
    spec: ClassVar[Spec]
    moves: ClassVar[bool] = True
    """False where the written numbers stay; then terms get no learnt multiplier either."""

    @abstractmethod
    def learn(self, search: Search, task: Task) -> Learnt:
        """The numbers to use."""


LEARNERS: Registry[type[Learner]] = Registry("learning")

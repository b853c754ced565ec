"""What a scale is, and the registry of them.

A scale leads from the readings' own numbers, ``outside``, to numbers without limits, ``inside``, on
which the curve is a Gaussian process and readings scatter about it. All grow, so that a quantile
inside is the quantile of what it becomes outside. With g leading inside, a density outside is that
inside times g': learning, which sees readings inside only, knows nothing of it, and what is told of
evidence and scores carries Σ w log g'(y), so that scales can be compared over the same readings.

To write one: ``spec``, ``words``, ``check``, ``inside``, ``outside``, ``log_slope``, ``moments``
and ``covariance``. Two of the same limits are equal.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import ClassVar

from gpstudio.core.arrays import Floats
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec

HIGHEST = 690.0
"""Of logarithms: what is higher is not told apart from it."""


class Scale(ABC):
    """From the readings' own numbers to those in which the curve is normal."""

    spec: ClassVar[Spec]
    is_identity: ClassVar[bool] = False
    """Whether readings stay as they are."""
    takes_heavy: ClassVar[bool] = True
    """Whether what is Student-t inside has a mean and a variance outside."""
    lowest: float = -math.inf
    """No level outside lies below it."""
    highest: float = math.inf
    """No level outside lies above it."""
    swing: ClassVar[float | None] = None
    """The standard deviation by which series usually swing inside; None where their size alone
    can say."""

    @property
    @abstractmethod
    def words(self) -> str:
        """What a report says of it; nothing where readings stay as they are."""

    @abstractmethod
    def check(self, values: Floats) -> None:
        """An ``InputError`` that names the first value which has no place inside."""

    @abstractmethod
    def inside(self, level: Floats) -> Floats:
        """The curve that has this level outside; infinite at a limit or beyond it."""

    @abstractmethod
    def outside(self, curve: Floats) -> Floats:
        """The level that readings scatter about."""

    @abstractmethod
    def log_slope(self, curve: Floats) -> Floats:
        """log g' at the level of this curve: how much further numbers are apart inside."""

    @abstractmethod
    def moments(
        self, mean: Floats, spread: Floats, freedom: float = math.inf
    ) -> tuple[Floats, Floats]:
        """Mean and variance outside of what is inside a Student-t with this ``freedom`` about
        ``mean``, of squared scale ``spread``; normal where the freedom is infinite."""

    @abstractmethod
    def covariance(self, mean: Floats, spread: Floats, freedom: float = math.inf) -> Floats:
        """Joint covariance outside; ``spread`` is the matrix of squared scales inside."""


def inflation(freedom: float) -> float:
    """A Student-t's variance over its squared scale."""
    return freedom / (freedom - 2.0) if math.isfinite(freedom) else 1.0


SCALES: Registry[type[Scale]] = Registry("scale")

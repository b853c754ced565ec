"""What a row of the kernels' table says, and the parts that several of its formulas share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import mpmath as mp

Point = tuple[mp.mpf, ...]
Covariance = Callable[..., mp.mpf]
"""Of two points, then the kernel's numbers in the order in which they are written."""

Letters = Callable[[float, float], dict[str, float]]

MARKOV = frozenset({"stationary", "markov", "spectral"})
STATIONARY = frozenset({"stationary"})
MARKOV_ONLY = frozenset({"stationary", "markov"})


@dataclass(frozen=True)
class Row:
    """A kernel as it is written, its numbers, and its covariance from the books."""

    text: str
    numbers: tuple[float, ...]
    covariance: Covariance
    offers: frozenset[str] = field(default_factory=lambda: frozenset({"stationary", "spectral"}))
    grows: bool = False
    """Whether it grows without bound with the inputs."""
    late: bool = False
    """Whether it begins among the readings, which a state space refuses."""
    rounding: float = 0.0
    """The share of the largest slope that is lost where slopes cancel."""
    letters: Letters | None = None
    """What the letters of the formula that its spec shows stand for, between two places along one
    input; one row a family says so."""

    @property
    def along_time(self) -> bool:
        """Whether a state space takes it for any readings."""
        return "markov" in self.offers and not self.late


def of_others(x: float, z: float) -> dict[str, float]:
    """Letters of a formula of other kernels or of a person's functions, which is not read."""
    raise NotImplementedError


def always(letters: dict[str, float]) -> Letters:
    """The same letters between any two places."""
    return lambda x, z: letters


def r(a: Point, b: Point) -> mp.mpf:
    return mp.sqrt(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)))

"""What a covariance looks like in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel

Structure: TypeAlias = Literal["entries", "markov"]
"""What a solver can use: the matrix's entries, or a state that moves along one input."""


@dataclass(frozen=True, eq=False)
class Operator:
    """The covariance of the curve at ``inputs``, one row a reading, in ascending order if 1-D."""

    kernel: Kernel
    inputs: Floats

    offers: ClassVar[frozenset[Structure]]

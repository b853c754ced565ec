"""What layers are begun with when a bound is climbed."""

from __future__ import annotations

from dataclasses import dataclass

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.deep.numbers import LayerNumbers, Ways
from gpstudio.core.inference.sparse.bound import Tellers
from gpstudio.core.kernels.deep import Deep
from gpstudio.core.learning.learner import Evaluate


@dataclass(frozen=True, eq=False)
class Begun:
    """What is to be learnt from, and how."""

    kernel: Deep
    inputs: Floats
    tellers: Tellers
    numbers: LayerNumbers
    ways: Ways
    places: Floats
    """Z of the first layer; those of the others are where these come."""
    level: float
    """The variance of what the curve swings about."""
    prior: Evaluate
    moves: bool
    places_move: bool
    warms: bool
    """Whether there is a noise to hold low in the beginning."""
    seed: int
    restarts: int = 0
    steps: int | None = None
    """None: as many as the rows want."""

    @property
    def is_deep(self) -> bool:
        return len(self.kernel.parts) > 1

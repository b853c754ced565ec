"""What a sampling is, and the registry of them.

Chosen in two steps, so that the first, where it is dear, can be timed apart or used again:

    probabilities = sampling.probabilities(ground, rank, random, task)      # or None
    settled = sampling.settled(Drawing(ground, rank, random, probabilities, replacement, task))
    operator = settled(kernel, inputs)       # as often as learning changes the kernel's numbers

Most samplings choose readings: they write ``probabilities``, or ``places`` where there are none.
One whose landmarks are no readings writes ``landmarks``. One that makes its features in another way
than through landmarks writes ``settled``: any function from a kernel and inputs to a
``LowRankCovariance`` that is smooth in the kernel's numbers, such as
``partial(SomeCovariance, what_was_drawn=matrix)`` (see ``Sampling.settled`` below).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, TypeAlias

import numpy as np

from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.nystrom.drawing import drawn
from gpstudio.core.approximations.nystrom.landmarks import LandmarkCovariance
from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.low_rank import LowRankCovariance
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task

Settled: TypeAlias = Callable[[Kernel, Floats], LowRankCovariance]
"""The covariance at inputs, with all settled that is drawn or chosen."""


@dataclass(frozen=True, eq=False)
class Drawing:
    """What landmarks are chosen for, and by what."""

    ground: Ground
    rank: int
    random: np.random.Generator
    probabilities: Floats | None = None
    """Those of the sampling."""
    replacement: bool = False
    task: Task = QUIET


class Sampling:
    """How landmarks are chosen."""

    spec: ClassVar[Spec]
    repeats: ClassVar[bool] = False
    """Whether it may draw with replacement."""
    by_ridge: ClassVar[bool] = False
    """Whether it goes by how little the others tell of a reading, beyond the noise or a ridge."""

    def check(self, n: int) -> None:
        """Raise an ``InputError`` where it does not suit so many readings."""

    def probabilities(
        self, ground: Ground, rank: int, random: np.random.Generator, task: Task = QUIET
    ) -> Floats | None:
        """How likely each reading is drawn first, (n,), summing to one; None where it is not drawn
        one by one from such numbers."""
        return None

    def places(self, drawing: Drawing) -> Integers:
        """Rows of the readings, ``rank`` of them; some more than once with replacement."""
        n, chances = len(drawing.ground.inputs), drawing.probabilities
        if chances is None:
            chances = np.full(n, 1.0 / n)
        return drawn(chances, drawing.rank, drawing.replacement, drawing.random)

    def landmarks(self, drawing: Drawing) -> Floats:
        """Inputs of the landmarks, (at most ``rank``, inputs).

        A reading drawn twice is one landmark. Theory weighs column j by w_j = 1/√(r p_j), but in
        K̂ = (CW)(W K_zz W)⁻¹(CW)ᵀ the weights cancel, as do repetitions under the pseudo-inverse;
        they would not if that inverse were cut off at directions that matter, which it never is.
        """
        places = self.places(drawing)
        return drawing.ground.inputs[np.unique(places) if drawing.replacement else places]

    def settled(self, drawing: Drawing) -> Settled:
        """What makes the operator, for any numbers of the kernel."""
        return partial(LandmarkCovariance, landmarks=self.landmarks(drawing))


SAMPLINGS: Registry[type[Sampling]] = Registry("sampling")

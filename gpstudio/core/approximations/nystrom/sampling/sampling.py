"""What a sampling is, and the registry of them.

Chosen in two steps, so that the first, where it is dear, can be timed apart or used again:

    probabilities = sampling.probabilities(ground, rank, random, task)      # or None
    settled = sampling.settled(ground, rank, probabilities, replacement, random, task)
    operator = settled(kernel, inputs)       # as often as learning changes the kernel's numbers

Most samplings choose readings: they write ``probabilities``, or ``places`` where there are none.
One whose landmarks are no readings writes ``landmarks``. One that makes its features in another way
than through landmarks writes ``settled``: any function from a kernel and inputs to a
``LowRankCovariance`` that is smooth in the kernel's numbers, such as
``partial(SomeCovariance, what_was_drawn=matrix)`` (see ``Sampling.settled`` below).
"""

from __future__ import annotations

from collections.abc import Callable
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

    def places(
        self,
        ground: Ground,
        rank: int,
        probabilities: Floats | None,
        replacement: bool,
        random: np.random.Generator,
        task: Task = QUIET,
    ) -> Integers:
        """Rows of the readings, ``rank`` of them; some more than once with replacement."""
        n = len(ground.inputs)
        chances = np.full(n, 1.0 / n) if probabilities is None else probabilities
        return drawn(chances, rank, replacement, random)

    def landmarks(
        self,
        ground: Ground,
        rank: int,
        probabilities: Floats | None,
        replacement: bool,
        random: np.random.Generator,
        task: Task = QUIET,
    ) -> Floats:
        """Inputs of the landmarks, (at most ``rank``, inputs).

        A reading drawn twice is one landmark. Theory weighs column j by w_j = 1/√(r p_j), but in
        K̂ = (CW)(W K_zz W)⁻¹(CW)ᵀ the weights cancel, as do repetitions under the pseudo-inverse;
        they would not if that inverse were cut off at directions that matter, which it never is.
        """
        places = self.places(ground, rank, probabilities, replacement, random, task)
        return ground.inputs[np.unique(places) if replacement else places]

    def settled(
        self,
        ground: Ground,
        rank: int,
        probabilities: Floats | None,
        replacement: bool,
        random: np.random.Generator,
        task: Task = QUIET,
    ) -> Settled:
        """What makes the operator, for any numbers of the kernel."""
        chosen = self.landmarks(ground, rank, probabilities, replacement, random, task)
        return partial(LandmarkCovariance, landmarks=chosen)


SAMPLINGS: Registry[type[Sampling]] = Registry("sampling")

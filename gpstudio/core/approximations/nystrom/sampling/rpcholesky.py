"""Randomly pivoted Cholesky: each landmark as likely as those before it leave variance unexplained.

Near the best error that landmarks can have, on even and on uneven readings, from r columns of the
matrix alone.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.approximations.nystrom.drawing import drawn
from gpstudio.core.approximations.nystrom.sampling.registered import SAMPLINGS, Sampling
from gpstudio.core.approximations.registered import Ground
from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task


@SAMPLINGS.register
class RpCholesky(Sampling):
    """Where the residual is used up before the rank is reached, the rest is drawn uniformly: for
    these numbers it adds nothing, for a shorter length that learning may find it does."""

    spec = Spec(
        "rpcholesky",
        "Randomly pivoted Cholesky",
        "One after the other, where the landmarks so far explain least; nearly the best there is.",
    )

    def places(
        self,
        ground: Ground,
        rank: int,
        probabilities: Floats | None,
        replacement: bool,
        random: np.random.Generator,
        task: Task = QUIET,
    ) -> Integers:
        from gpstudio.core.approximations.nystrom.pivots import pivoted

        pivots = pivoted(ground.kernel, ground.inputs, rank, "random", random, task)
        rest = np.ones(len(ground.inputs))
        rest[pivots.places] = 0.0
        more = drawn(rest, min(rank, len(rest)) - pivots.rank, False, random)
        return np.append(pivots.places, more)

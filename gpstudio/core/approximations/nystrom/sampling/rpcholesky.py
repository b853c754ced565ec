"""Randomly pivoted Cholesky: each landmark as likely as those before it leave variance unexplained.

Near the best error that landmarks can have, on even and on uneven readings, from r columns of the
matrix alone.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.approximations.nystrom.drawing import drawn
from gpstudio.core.approximations.nystrom.sampling.sampling import SAMPLINGS, Drawing, Sampling
from gpstudio.core.arrays import Integers
from gpstudio.core.operators.pivots import pivoted
from gpstudio.core.spec import Spec
from gpstudio.translation import tr

MOST_NUMBERS = 120_000_000
"""Of the factor (1 GB): of more readings than that leaves room for, so many at random are looked
at."""


@SAMPLINGS.register
class RpCholesky(Sampling):
    """Where the residual is used up before the rank is reached, the rest is drawn uniformly: for
    these numbers it adds nothing, for a shorter length that learning may find it does."""

    spec = Spec(
        "rpcholesky",
        tr("Randomly pivoted Cholesky"),
        tr(
            "One after the other, where the landmarks so far explain least; nearly the best "
            "there is."
        ),
        short="RPCholesky",
    )

    def places(self, drawing: Drawing) -> Integers:
        ground, rank, random = drawing.ground, drawing.rank, drawing.random
        n = len(ground.inputs)
        rows, most = np.arange(n), max(rank, MOST_NUMBERS // rank)
        if n > most:
            rows = random.choice(n, most, replace=False)
        pivots = pivoted(ground.kernel, ground.inputs[rows], rank, "random", random, drawing.task)
        places = rows[pivots.places]
        rest = np.ones(n)
        rest[places] = 0.0
        return np.append(places, drawn(rest, min(rank, n) - pivots.rank, False, random))

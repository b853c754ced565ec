"""Ridge leverage: a reading is as likely as the others do not tell it, at the readings' noise.

Alaoui & Mahoney 2015. Exact for few readings; for many, that of a randomly pivoted factor and what
it leaves over.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.nystrom.sampling.sampling import SAMPLINGS, Sampling
from gpstudio.core.arrays import Floats
from gpstudio.core.operators.pivots import pivoted
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

EXACT_UP_TO = 2_000
"""Readings: beyond, n³ work takes longer than all the rest."""
SMALLEST_FACTOR = 100
"""Columns, so that few landmarks are chosen by scores that are worth their name."""
MOST_NUMBERS = 120_000_000
"""Of the factor (1 GB)."""
SMALLEST_RIDGE = 1e-10
"""Of the mean variance, where there is no noise to speak of."""


@SAMPLINGS.register
class RidgeLeverage(Sampling):
    spec = Spec(
        "ridge_leverage",
        tr("Ridge leverage"),
        tr("A reading is as likely as the others do not tell it, at the noise of the readings."),
        formula=tr("p_i ∝ (K (K + noise I)⁻¹)_ii"),
    )
    repeats = True
    by_ridge = True

    def probabilities(
        self, ground: Ground, rank: int, random: np.random.Generator, task: Task = QUIET
    ) -> Floats:
        from gpstudio.core.approximations.nystrom.ridge import exact_scores, scores_of_factor

        kernel, inputs = ground.kernel, ground.inputs
        ridge = max(ground.noise, SMALLEST_RIDGE * float(kernel.diagonal(inputs).mean()))
        if len(inputs) <= EXACT_UP_TO:
            scores = exact_scores(kernel, inputs, ridge, task)
        else:
            columns = min(max(rank, SMALLEST_FACTOR), max(1, MOST_NUMBERS // len(inputs)))
            pivots = pivoted(kernel, inputs, columns, "random", random, task)
            scores = scores_of_factor(pivots, ridge, task)
        return np.asarray(scores / scores.sum())

"""Uniform: every reading is as likely a landmark."""

from __future__ import annotations

import numpy as np

from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.nystrom.sampling.sampling import SAMPLINGS, Sampling
from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr


@SAMPLINGS.register
class Uniform(Sampling):
    spec = Spec("uniform", tr("Uniform"), tr("Every reading is as likely."))
    repeats = True

    def probabilities(
        self, ground: Ground, rank: int, random: np.random.Generator, task: Task = QUIET
    ) -> Floats:
        n = len(ground.inputs)
        return np.full(n, 1.0 / n)

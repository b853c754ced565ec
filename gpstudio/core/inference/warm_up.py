"""Compiles what the usual fit needs, once on a machine, so that the first real one is instant.

The compiled code is kept on disk; where it already is, this takes a fraction of a second.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task


def warm_up(task: Task = QUIET) -> None:
    """One small fit by ``auto``, with predictions and draws."""
    task.report("compiling, once on this machine")
    time = np.arange(8.0)[:, None]
    posterior = fit(Recipe.of(learning="ml2(restarts=0)"), Readings.of(time, np.sin(time[:, 0])))
    task.check()
    posterior.predict(time, task=task)
    posterior.draws(time, count=1, seed=0, task=task)

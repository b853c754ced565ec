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
    """Two small fits by the general road, of usual and of quiet readings, with predictions and
    draws: what is compiled depends on how quiet the readings are. And one field by its own road,
    for each of the kernels that ``auto`` compares."""
    task.report("compiling, once on this machine")
    time = np.arange(8.0)[:, None]
    readings = Readings.of(time, np.sin(time[:, 0]))
    for noise in (0.1, 1e-4):
        recipe = Recipe.of(
            kernel="held(1) * matern32(2)",
            likelihood=f"gaussian(held({noise}))",
            learning="ml2(restarts=0)",
        )
        posterior = fit(recipe, readings)
        task.check()
        posterior.predict(time, task=task)
        posterior.draws(time, count=2, seed=0, task=task)
    for kernel in ("matern32", "matern52"):
        task.check()
        fit(Recipe.of(kernel=kernel), readings).bands(time, task=task)

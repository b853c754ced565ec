"""Compiles what the usual fit needs, once on a machine, so that the first real one is instant.

The compiled code is kept on disk; where it already is, this takes a fraction of a second.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.learning.population import Population, Shared
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

REPEATING = (
    "periodic(1, period=4) + matern32(2)",
    "periodic(1, period=4) * matern32(9) + matern32(2)",
)

_ONES = (0.0, -2.0, 0.0, 0.0, 0.0)
TOGETHER = {
    kernel: Shared(_ONES[-count:], tuple(map(tuple, np.eye(count).tolist())))
    for kernel, count in (
        ("matern32", 3),
        ("matern52", 3),
        ("periodic(1, period=held(4)) + matern32", 5),
    )
}


def warm_up(task: Task = QUIET) -> None:
    """Two small fits by the general road, of usual and of quiet readings, with predictions and
    draws: what is compiled depends on how quiet the readings are. One field by its own road, and
    one that repeats, with draws by few and by many, for each of the kernels that ``auto`` compares;
    and one by each kernel that fields learn together.
    """
    from gpstudio.core.solvers.windows import FEW_DRAWS

    task.report(tr("compiling, once on this machine"))
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
    for kernel, shared in TOGETHER.items():
        task.check()
        population = Population(kernel, "identity", shared, 1, "")
        posterior = fit(Recipe.of(likelihood="gaussian"), readings, population=population)
        posterior.bands(time, task=task)
        posterior.draws_in([time[:, 0]], 2, 0, task)
    for kernel in REPEATING:
        task.check()
        recipe = Recipe.of(kernel=kernel, learning="ml2(restarts=0)", approximation="markov")
        posterior = fit(recipe, readings)
        posterior.bands(time, task=task)
        for count in (2, 2 * FEW_DRAWS):
            task.check()
            posterior.draws_in([time[:, 0]], count, 0, task)

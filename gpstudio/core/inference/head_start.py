"""Learning begun on some of the readings, where all of them at once take long.

Two thousand rows by the full matrix tell the numbers nearly as well as all do, in seconds; with
all rows, a few steps from there remain.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gpstudio.core.approximations.exact import Exact
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.learning.climb import Climb
from gpstudio.core.learning.few_steps import Begun, spread_at
from gpstudio.core.solvers.cholesky import Cholesky
from gpstudio.core.task import Task

SOME = 2_000
"""Rows to begin with."""
WORTH_IT = 4
"""So many times as many rows must there be."""
COARSE = 1e-6
"""How finely some of the readings are climbed, as a share of their log evidence: all of them say
more."""
STEP = 1e-3
"""Over which slopes are compared, in units of each coordinate."""


def wants_head_start(plan: Plan, readings: Readings) -> bool:
    direct = plan.solver.needs in {"markov", "entries"}
    return plan.learner.moves and not direct and readings.present >= WORTH_IT * SOME


def begun_on_some(plan: Plan, readings: Readings, task: Task) -> Begun:
    """Where learning ends on some of the readings, and what all are likely to add.

    Of the noise, all readings tell more in proportion to their number; of the curve's own numbers
    less than that. The steps on all readings find out how much less.
    """
    random = np.random.default_rng([plan.seed, 12])
    rows = np.flatnonzero(readings.here)
    rows = np.sort(random.choice(rows, SOME, replace=False))
    some = replace(
        readings,
        inputs=readings.inputs[rows],
        values=readings.values[rows],
        relative_noise=readings.relative_noise[rows],
    )
    small = replace(plan, approximation=Exact(), solver=Cholesky())
    problem = Problem(small, some, task)
    search = problem.search(plan.seed)
    climb = Climb(search.evaluate, search, task, COARSE)
    climb.run_all(0)
    place = climb.best
    units = search.units if len(search.units) else np.ones(len(place))
    inwards = np.where(place + STEP * units > search.high, -STEP, STEP) * units
    spread = spread_at(search.evaluate, place, inwards)
    return Begun(place, spread * np.sqrt(SOME / readings.present))

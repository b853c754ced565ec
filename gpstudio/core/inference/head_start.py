"""Learning begun on some of the readings, where all of them at once take long.

Two thousand rows by the full matrix tell the numbers nearly as well as all do, in seconds; with
all rows, a few steps from there remain.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gpstudio.core.approximations.exact import Exact
from gpstudio.core.arrays import Floats
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.learning.ml2 import Ml2
from gpstudio.core.learning.registered import Search
from gpstudio.core.solvers.cholesky import Cholesky
from gpstudio.core.task import Task

SOME = 2_000
"""Rows to begin with."""
WORTH_IT = 4
"""So many times as many rows must there be."""


def wants_head_start(plan: Plan, readings: Readings) -> bool:
    direct = plan.solver.needs in {"markov", "entries"}
    return plan.learner.moves and not direct and readings.present >= WORTH_IT * SOME


def begun_on_some(search: Search, plan: Plan, readings: Readings, task: Task) -> Search:
    """The same search from where learning ends on some of the readings."""
    random = np.random.default_rng([plan.seed, 12])
    rows = np.flatnonzero(readings.here)
    rows = np.sort(random.choice(rows, SOME, replace=False))
    some = replace(
        readings,
        inputs=readings.inputs[rows],
        values=readings.values[rows],
        relative_noise=readings.relative_noise[rows],
    )
    small = replace(plan, approximation=Exact(), solver=Cholesky(), learner=Ml2(restarts=0))
    problem = Problem(small, some, task)
    began = problem.search(plan.seed)
    found = small.learner.learn(began, task).logs
    start: Floats = np.clip(found, search.low, search.high)
    return replace(search, starts=(start,))

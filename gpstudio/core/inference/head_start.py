"""Learning begun on some of the readings, where all of them at once take long.

Two thousand rows by the full matrix tell the numbers nearly as well as all do, in seconds; where
there are very many, eight times as many rows by the approximation itself come next. With all rows,
two or three steps from there remain.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gpstudio.core.approximations.exact import Exact
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.learning.climb import Climb
from gpstudio.core.learning.few_steps import Begun, few_steps, spread_at
from gpstudio.core.solvers.cholesky import Cholesky
from gpstudio.core.task import Task

SOME = 2_000
"""Rows to begin with."""
MORE = 16_000
"""Rows to go on with."""
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
    """Where learning ends on some of the readings, and how all are likely to bend there."""
    random = np.random.default_rng([plan.seed, 12])
    some = _drawn(readings, SOME, random)
    begun = _climbed(replace(plan, approximation=Exact(), solver=Cholesky()), some, task)
    there = SOME
    dimensions = readings.inputs.shape[1]
    if readings.present >= WORTH_IT * MORE and plan.rank(MORE, dimensions) < MORE // 2:
        begun = _gone_on(plan, _drawn(readings, MORE, random), _taught(begun, MORE / there), task)
        there = MORE
    return _taught(begun, readings.present / there)


def _taught(begun: Begun, times: float) -> Begun:
    """With so many times as many readings: of the noise they tell more in proportion, of the
    curve's own numbers less than that. The steps find out how much less."""
    return replace(begun, spread=begun.spread / np.sqrt(times))


def _climbed(plan: Plan, readings: Readings, task: Task) -> Begun:
    """From the guesses."""
    search = Problem(plan, readings, task).search(plan.seed)
    climb = Climb(search.evaluate, search, task, COARSE)
    climb.run_all(0)
    units = search.units if len(search.units) else np.ones(len(climb.best))
    inwards = np.where(climb.best + STEP * units > search.high, -STEP, STEP) * units
    return Begun(climb.best, spread_at(search.evaluate, climb.best, inwards))


def _gone_on(plan: Plan, readings: Readings, begun: Begun, task: Task) -> Begun:
    problem = Problem(plan, readings, task)
    search = problem.search(plan.seed)
    problem.prepare(np.clip(begun.place, search.low, search.high))
    return few_steps(search.evaluate, begun, search.low, search.high, task)[1]


def _drawn(readings: Readings, count: int, random: np.random.Generator) -> Readings:
    rows = np.sort(random.choice(np.flatnonzero(readings.here), count, replace=False))
    return readings.at(rows)

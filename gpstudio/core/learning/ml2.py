"""ML-II: the numbers under which the readings are most probable."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gpstudio.core.learning.climb import Climb, climbing
from gpstudio.core.learning.few_steps import Begun, few_steps
from gpstudio.core.learning.learner import (
    EVIDENCE,
    LEARNERS,
    Evaluate,
    Learner,
    Learnt,
    Search,
    flat,
)
from gpstudio.core.spec import Parameter, Spec, integer, yes_or_no
from gpstudio.core.task import Task
from gpstudio.translation import tr

SMALL_NOISE = 1e-2
"""The noise of a warm-up, as a share of the start's."""


def restarts_parameter(default: int = 3) -> Parameter:
    return integer(
        "restarts",
        tr("Restarts"),
        tr(
            "How many further starts are tried; the best one wins. Where a period is learnt, half "
            "as many are added: other periods that the readings make likely."
        ),
        default=default,
        low=0,
        high=100,
    )


@LEARNERS.register
class Ml2(Learner):
    """Climbs the evidence from several starts and keeps the best place ever seen."""

    spec = Spec(
        "ml2",
        tr("Most probable numbers"),
        tr("Finds the numbers that make the readings most probable (maximum evidence)."),
        (
            restarts_parameter(),
            yes_or_no(
                "warm_up",
                tr("Warm-up"),
                tr("Also starts from where the curve is found with the noise held small."),
            ),
        ),
    )

    def __init__(self, restarts: float = 3, warm_up: str = "no") -> None:
        self.restarts = int(restarts)
        self.warm_up = warm_up == "yes"

    def evaluations(self, numbers: int) -> float:
        return climbing(numbers, (1 + self.restarts) * (2 if self.warm_up else 1))

    def learn(self, search: Search, task: Task) -> Learnt:
        climb = Climb(search.evaluate, search, task)
        climb.run_all(self.restarts)
        warming = 0
        if self.warm_up and search.noise is not None:
            warm = _warmed(search, search.noise, task)
            warming = warm.evaluations
            climb.run(warm.best)
        climbs = climb.climbs(EVIDENCE)
        evaluations = climb.evaluations + warming
        return Learnt(climb.best, evaluations, climb.remarks(), climbs=climbs)

    def beside(self, prior: Evaluate, written: Evaluate) -> Evaluate:
        return flat

    def continued(self, search: Search, begun: Begun, task: Task) -> Learnt:
        return few_steps(search.evaluate, begun, search.low, search.high, task)[0]


def _warmed(search: Search, noise: int, task: Task) -> Climb:
    """From the first start with the noise held small: a curve that follows every reading first."""
    small = np.clip(
        search.starts[0][noise] + np.log(SMALL_NOISE), search.low[noise], search.high[noise]
    )
    start, low, high = search.starts[0].copy(), search.low.copy(), search.high.copy()
    start[noise] = low[noise] = high[noise] = small
    held = replace(search, starts=(start,), low=low, high=high)
    climb = Climb(search.evaluate, held, task)
    climb.run(start)
    return climb

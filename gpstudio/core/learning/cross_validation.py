"""Cross-validation: the numbers with which the rest predicts readings held out best."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.learning.climb import Climb, climbing
from gpstudio.core.learning.differences import with_slope
from gpstudio.core.learning.learner import LEARNERS, HeldOut, Learner, Learnt, Search
from gpstudio.core.learning.leave_one_out import FEWEST_READINGS, too_few
from gpstudio.core.learning.ml2 import restarts_parameter
from gpstudio.core.spec import Spec, choice, integer
from gpstudio.core.task import Task
from gpstudio.translation import tr


def folds_of(readings: int, folds: int, split: str = "interleaved", seed: int = 0) -> Floats:
    """The fold of each reading: in turn along time, in stretches of it, or by lot."""
    folds = min(folds, readings)
    turns = np.arange(readings)
    if split == "stretches":
        return np.asarray(turns * folds // max(readings, 1), dtype=float)
    if split == "random":
        turns = np.random.default_rng([seed, 5]).permutation(readings)
    return np.asarray(turns % folds, dtype=float)


@LEARNERS.register
class CrossValidation(Learner):
    """Climbs the mean log density of the readings held out, fold by fold."""

    spec = Spec(
        "cross_validation",
        tr("Foretell folds"),
        tr("Finds the numbers with which the rest foretells readings held out best; slow."),
        (
            integer("folds", tr("Folds"), tr("Into how many parts readings go."), 5, 2, 1_000),
            choice(
                "split",
                tr("Split"),
                tr(
                    "How readings go into folds: in turn along time, in stretches of time, or "
                    "by lot."
                ),
                {
                    "interleaved": tr("In turn"),
                    "stretches": tr("In stretches"),
                    "random": tr("By lot"),
                },
            ),
            restarts_parameter(1),
        ),
    )

    def __init__(self, folds: float = 5, split: str = "interleaved", restarts: float = 1) -> None:
        self.folds = int(folds)
        self.split = split
        self.restarts = int(restarts)

    def evaluations(self, numbers: int) -> float:
        return 2.0 * numbers * self.folds * climbing(numbers, 1 + self.restarts)

    def learn(self, search: Search, task: Task) -> Learnt:
        if search.held_out is None or search.readings < FEWEST_READINGS:
            return too_few(search, self.restarts, task)
        predicted: HeldOut = search.held_out
        folds = folds_of(search.readings, self.folds, self.split, search.seed)

        def score(logs: Floats) -> float:
            # of all readings, so that one step counts as it does for the evidence
            return search.readings * predicted(logs, folds)

        climb = Climb(with_slope(score, search, task), search, task)
        climb.run_all(self.restarts)
        climbs = climb.climbs(tr("held-out log score"))
        return Learnt(climb.best, climb.evaluations, climb.remarks(), climbs=climbs)

"""Leave one out: the numbers with which the others predict each reading best."""

from __future__ import annotations

from gpstudio.core.learning.climb import Climb, climbing
from gpstudio.core.learning.differences import with_slope
from gpstudio.core.learning.learner import EVIDENCE, LEARNERS, Learner, Learnt, Search
from gpstudio.core.learning.ml2 import restarts_parameter
from gpstudio.core.spec import Spec
from gpstudio.core.task import Task
from gpstudio.translation import tr

FEWEST_READINGS = 3


@LEARNERS.register
class LeaveOneOut(Learner):
    """Climbs Σ log p(yᵢ | all others); see ``inference/left_out.py``.

    The score is in closed form; so is its slope where the whole matrix is held, else it is by
    differences: 2 evaluations a number and step.
    """

    spec = Spec(
        "leave_one_out",
        tr("Foretell each reading"),
        tr(
            "Finds the numbers with which all other readings foretell each one best; forgives a "
            "wrong kernel more than the evidence does."
        ),
        (restarts_parameter(1),),
    )

    def __init__(self, restarts: float = 1) -> None:
        self.restarts = int(restarts)

    def evaluations(self, numbers: int) -> float:
        return 2.0 * numbers * climbing(numbers, 1 + self.restarts)

    def learn(self, search: Search, task: Task) -> Learnt:
        if search.left_out is None or search.readings < FEWEST_READINGS:
            return too_few(search, self.restarts, task)
        objective = search.left_out_slope or with_slope(search.left_out, search, task)
        climb = Climb(objective, search, task)
        climb.run_all(self.restarts)
        climbs = climb.climbs(tr("leave-one-out log score"))
        return Learnt(climb.best, climb.evaluations, climb.remarks(), climbs=climbs)


def too_few(search: Search, restarts: int, task: Task) -> Learnt:
    """By the evidence, where nothing can be held out."""
    climb = Climb(search.evaluate, search, task)
    climb.run_all(restarts)
    remark = tr(
        "{readings} reading(s) are too few to hold out: learnt by the evidence",
        readings=search.readings,
    )
    remarks, climbs = (remark, *climb.remarks()), climb.climbs(EVIDENCE)
    return Learnt(climb.best, climb.evaluations, remarks, climbs=climbs)

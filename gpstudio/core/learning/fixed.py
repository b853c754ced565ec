"""Fixed: every number stays as it is written."""

from __future__ import annotations

from gpstudio.core.learning.learner import LEARNERS, Evaluate, Learner, Learnt, Search, flat
from gpstudio.core.spec import Spec
from gpstudio.core.task import Task
from gpstudio.translation import tr


@LEARNERS.register
class Fixed(Learner):
    spec = Spec("fixed", tr("Keep the numbers"), tr("Uses the numbers as written; learns nothing."))
    moves = False

    def evaluations(self, numbers: int) -> float:
        return 0.0

    def beside(self, prior: Evaluate, written: Evaluate) -> Evaluate:
        return flat

    def learn(self, search: Search, task: Task) -> Learnt:
        return Learnt(search.starts[0], evaluations=0)

"""MAP: the numbers that are likeliest once what is held likely beforehand is counted too."""

from __future__ import annotations

from gpstudio.core.arrays import Floats
from gpstudio.core.learning.climb import Climb, climbing
from gpstudio.core.learning.learner import (
    LEARNERS,
    POSTERIOR,
    Evaluate,
    Learner,
    Learnt,
    Search,
)
from gpstudio.core.learning.ml2 import restarts_parameter
from gpstudio.core.spec import Parameter, Spec, choice
from gpstudio.core.task import Task
from gpstudio.translation import tr


def priors_parameter() -> Parameter:
    return choice(
        "priors",
        tr("Priors"),
        tr("Whether broad ones are added where none is written as around(number, spread)."),
        {"weak": tr("Broad ones too"), "written": tr("Written ones alone")},
    )


def with_prior(search: Search, priors: str) -> Evaluate:
    """Evidence and prior together, with their gradient."""
    prior = search.prior if priors == "weak" else search.written

    def together(logs: Floats) -> tuple[float, Floats]:
        evidence, slope = search.evaluate(logs)
        held, pull = prior(logs)
        return evidence + held, slope + pull

    return together


@LEARNERS.register
class Map(Learner):
    """Climbs evidence × prior; ``learning/priors.py`` says which."""

    spec = Spec(
        "map",
        tr("Most probable numbers, with priors"),
        tr(
            "Finds the numbers that are likeliest given the readings and what was "
            "likely beforehand."
        ),
        (restarts_parameter(), priors_parameter()),
    )

    def __init__(self, restarts: float = 3, priors: str = "weak") -> None:
        self.restarts = int(restarts)
        self.priors = priors

    def evaluations(self, numbers: int) -> float:
        return climbing(numbers, 1 + self.restarts)

    def beside(self, prior: Evaluate, written: Evaluate) -> Evaluate:
        return prior if self.priors == "weak" else written

    def learn(self, search: Search, task: Task) -> Learnt:
        climb = Climb(with_prior(search, self.priors), search, task)
        climb.run_all(self.restarts)
        climbs = climb.climbs(POSTERIOR)
        return Learnt(climb.best, climb.evaluations, climb.remarks(), climbs=climbs)

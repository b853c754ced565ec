"""ML-II: the numbers under which the readings are most probable."""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.learning.registered import LEARNERS, Learner, Learnt, Search
from gpstudio.core.spec import Spec, integer
from gpstudio.core.task import Task

MOST_STEPS = 100
WALL = 1e9
"""Stands, times the best evidence so far, where the evidence is no number: from a finite wall
L-BFGS-B turns back, at an infinity it stops for good."""


@LEARNERS.register
class Ml2(Learner):
    """Climbs the evidence by L-BFGS-B from several starts and keeps the best place ever seen.

    The first start is the written or guessed one, so no restart can make the result worse.
    """

    spec = Spec(
        "ml2",
        "Most probable numbers",
        "Finds the numbers that make the readings most probable (maximum evidence).",
        (
            integer(
                "restarts",
                "Restarts",
                "How many further starts are tried; the best one wins.",
                default=3,
                low=0,
                high=100,
            ),
        ),
    )

    def __init__(self, restarts: float = 3) -> None:
        self.restarts = int(restarts)

    def learn(self, search: Search, task: Task) -> Learnt:
        climb = _Climb(search, task)
        guesses = [*search.starts[: 1 + self.restarts]]
        random = np.random.default_rng(search.seed)
        while len(guesses) < 1 + self.restarts:
            guesses.append(search.low + random.random(len(search.low)) * (search.high - search.low))
        for place, guess in enumerate(guesses):
            task.report(f"learning, start {place + 1} of {len(guesses)}", place / len(guesses))
            climb.run(guess)
        return Learnt(climb.best, climb.evaluations, climb.remarks())


class _Climb:
    """One search: counts evaluations and remembers the best place over all starts."""

    def __init__(self, search: Search, task: Task) -> None:
        self._search = search
        self._task = task
        self._best_evidence = -math.inf
        self._failed_starts = 0
        self.best = search.starts[0]
        self.evaluations = 0

    def run(self, start: Floats) -> None:
        from scipy.optimize import minimize

        search = self._search
        if not len(start):
            return
        outcome = minimize(
            self._downhill,
            np.clip(start, search.low, search.high),
            jac=True,
            method="L-BFGS-B",
            bounds=list(zip(search.low, search.high, strict=True)),
            options={"maxiter": MOST_STEPS, "ftol": 1e-13, "gtol": 1e-6},
        )
        if outcome.status == 1:
            self._failed_starts += 1

    def remarks(self) -> tuple[str, ...]:
        remarks = []
        if self._failed_starts:
            remarks.append(
                f"learning stopped after {MOST_STEPS} steps from {self._failed_starts} start(s)"
            )
        return tuple(remarks)

    def _downhill(self, logs: Floats) -> tuple[float, Floats]:
        self._task.check()
        self.evaluations += 1
        evidence, gradient = self._search.evaluate(logs)
        if not (math.isfinite(evidence) and np.isfinite(gradient).all()):
            known = self._best_evidence if math.isfinite(self._best_evidence) else 0.0
            return WALL * max(1.0, abs(known)), np.zeros_like(logs)
        if evidence > self._best_evidence:
            self._best_evidence, self.best = evidence, logs.copy()
        return -evidence, -gradient

"""The way up for learners that seek one best place: L-BFGS-B from several starts.

Where the objective is no number, or the covariance there cannot be factored, is a wall to turn
back from and never the end of the fit, as long as any place can be reached.
"""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.learning.climbs import Climbs, Notebook
from gpstudio.core.learning.learner import Evaluate, Search
from gpstudio.core.task import Task
from gpstudio.translation import tr

MOST_STEPS = 100
FINEST = 1e-13
"""A step that raises the objective by a smaller share of itself is the last."""
WALL = 1e9
"""Stands, times the best value so far, where the objective is no number: from a finite wall
L-BFGS-B turns back, at an infinity it stops for good."""


def climbing(numbers: int, starts: int = 1) -> float:
    """About how many evaluations so many climbs take."""
    return starts * min(1.2 * MOST_STEPS, 25.0 + 5.0 * numbers) if numbers else 1.0


class Climb:
    """One search: counts evaluations and remembers the best place over all starts.

    The first start is the written or guessed one, so no further one can make the result worse.
    """

    def __init__(
        self, objective: Evaluate, search: Search, task: Task, fineness: float = FINEST
    ) -> None:
        self._objective = objective
        self._search = search
        self._task = task
        self._fineness = fineness
        self._unfinished = 0
        self._problem: InputError | None = None
        self._notebook = Notebook()
        self.best_value = -math.inf
        self.best = search.starts[0]
        self.evaluations = 0

    def run_all(self, restarts: int) -> None:
        """From the first start and so many more, written or guessed first, then random; and from
        the likeliest of the further ones, half as many, where there are many summits."""
        search = self._search
        guesses = [*search.starts[: 1 + restarts]]
        random = np.random.default_rng(search.seed)
        while len(guesses) < 1 + restarts:
            guesses.append(search.low + random.random(len(search.low)) * (search.high - search.low))
        guesses += self._likeliest((1 + restarts) // 2)
        for place, guess in enumerate(guesses):
            self._task.report(
                tr("learning, start {place} of {count}", place=place + 1, count=len(guesses)),
                place / len(guesses),
            )
            self.run(guess)
        if self._problem is not None and not math.isfinite(self.best_value):
            raise self._problem

    def _likeliest(self, most: int) -> list[Floats]:
        """Of the further starts the highest ones, of those that are alike the one."""
        best = []
        for alike in self._search.others() if most else ():
            heights = [self._height(start) for start in alike]
            place = int(np.argmax(heights))
            best.append((heights[place], alike[place]))
        best.sort(key=lambda one: one[0], reverse=True)
        return [start for _, start in best[:most]]

    def _height(self, start: Floats) -> float:
        self._task.check()
        self.evaluations += 1
        height, _ = self._reached(np.clip(start, self._search.low, self._search.high))
        return height if math.isfinite(height) else -math.inf

    def run(self, start: Floats) -> None:
        from scipy.optimize import minimize

        search = self._search
        if not len(start):
            return
        self._notebook.begin()
        units = search.units if len(search.units) else np.ones(len(start))
        outcome = minimize(
            self._downhill,
            np.clip(start, search.low, search.high) / units,
            args=(units,),
            jac=True,
            method="L-BFGS-B",
            bounds=list(zip(search.low / units, search.high / units, strict=True)),
            options={"maxiter": MOST_STEPS, "ftol": self._fineness, "gtol": 1e-6},
        )
        if outcome.status == 1:
            self._unfinished += 1

    def climbs(self, measure: str) -> Climbs:
        """What is noted of all starts; ``measure`` says what the objective is."""
        return self._notebook.climbs(measure)

    def remarks(self) -> tuple[str, ...]:
        if not self._unfinished:
            return ()
        return (
            tr(
                "learning stopped after {most_steps} steps from {unfinished} start(s)",
                most_steps=MOST_STEPS,
                unfinished=self._unfinished,
            ),
        )

    def _downhill(self, steps: Floats, units: Floats) -> tuple[float, Floats]:
        self._task.check()
        self.evaluations += 1
        # dividing and multiplying by the unit may leave a bound by its last bit
        logs = np.clip(steps * units, self._search.low, self._search.high)
        value, gradient = self._reached(logs)
        if not (math.isfinite(value) and np.isfinite(gradient).all()):
            known = self.best_value if math.isfinite(self.best_value) else 0.0
            return WALL * max(1.0, abs(known)), np.zeros_like(logs)
        self._notebook.note(value)
        if value > self.best_value:
            self.best_value, self.best = value, logs.copy()
        return -value, -gradient * units

    def _reached(self, logs: Floats) -> tuple[float, Floats]:
        try:
            return self._objective(logs)
        except InputError as problem:
            self._problem = problem
            return math.nan, np.zeros_like(logs)

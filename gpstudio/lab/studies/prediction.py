"""How well approximate models predict, at what cost, beside the exact one."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from gpstudio.core.approximations.approximation import Approximation, Ground
from gpstudio.core.approximations.exact import Exact
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel
from gpstudio.core.solvers import SOLVERS, Solver
from gpstudio.core.spec import Spec
from gpstudio.core.task import Task
from gpstudio.lab.data_sets import DataShelf
from gpstudio.lab.figures.chart import Figure
from gpstudio.lab.kernels import rbf
from gpstudio.lab.measures import MEMORY, with_peak
from gpstudio.lab.rows import Row, number
from gpstudio.lab.settings import Settings
from gpstudio.lab.sources import WITH_TARGET
from gpstudio.lab.splits import DISTINCT, LEARNT, LearntNumbers, Split, learn, split
from gpstudio.lab.studies import asked
from gpstudio.lab.studies.by_family import EXACT
from gpstudio.lab.studies.prediction_figures import drawn, said
from gpstudio.lab.study import STUDIES, Study, StudyColumn
from gpstudio.lab.variants import (
    Dear,
    DearProbabilities,
    suits,
    timed_probabilities,
    variant,
    variants,
)
from gpstudio.translation import tr

REACH = 1.959963984540054
"""Standard deviations that hold 95 % of a normal."""
WARM_ROWS = 100


@dataclass(frozen=True, eq=False)
class _Method:
    approximation: Approximation
    solver: Solver


@dataclass(eq=False)
class _Kept:
    """What the methods of one split share."""

    at: tuple[str, int]
    dear: DearProbabilities = field(default_factory=DearProbabilities)


@dataclass(frozen=True, eq=False)
class _Predicted:
    mean: Floats
    deviation: Floats
    """Of a new reading: noise included."""
    seconds_fit: float
    seconds_predict: float
    peak: int
    """Bytes that dear probabilities took when they were computed."""


@STUDIES.register
class Prediction(Study):
    spec = Spec(
        "prediction",
        tr("Prediction"),
        tr(
            "Error and coverage of predictions, time and memory against the number of samples, "
            "with the exact model beside."
        ),
        (
            asked.sets(WITH_TARGET),
            asked.budgets("20,50,100,200,500,1000"),
            asked.repeats(15),
            asked.rows(
                asked.ALL_ROWS, tr("A larger data set is cut to so many rows, drawn by seed.")
            ),
            asked.seed(),
        ),
    )
    columns = (
        StudyColumn("set", tr("The data set."), "text", key=True),
        StudyColumn("repeat", tr("Which split and draw."), "integer", key=True),
        StudyColumn(
            "method",
            tr("The approximation and its kind; 'exact' is the full matrix."),
            "text",
            True,
        ),
        StudyColumn("budget", tr("Samples asked for; 0 for the exact model."), "integer", key=True),
        StudyColumn("train", tr("Rows to learn from."), "integer"),
        StudyColumn("test", tr("Rows to foretell."), "integer"),
        StudyColumn("dimensions", tr("Inputs of the data set."), "integer"),
        StudyColumn("sigma", tr("σ of exp(−r²/σ²), by the exact model.")),
        StudyColumn("variance", tr("Variance of the curve, of the scaled target.")),
        StudyColumn("noise", tr("Variance of the noise, of the scaled target.")),
        StudyColumn("learn_rows", tr("Rows on which these three were learnt."), "integer"),
        StudyColumn("mse", tr("Mean squared error of the scaled target on the test part.")),
        StudyColumn("coverage", tr("Share of test readings within the 95 % band.")),
        StudyColumn("wrong", tr("Share of the test part told the wrong class, of two.")),
        StudyColumn("seconds_fit", tr("Choosing samples and solving.")),
        StudyColumn("seconds_predict", tr("Mean and variance of the test part.")),
        StudyColumn(
            "memory",
            tr("Peak memory of fit and prediction, bytes; in the first repeat."),
            "integer",
        ),
    )
    methods = (
        tr(
            "Each repeat draws another split, 4/5 to learn from and 1/5 to foretell, and other "
            "samples; methods share both. Inputs and target are standardised by the training "
            "part, whose mean alone has an error of 1."
        ),
        DISTINCT,
        LEARNT,
        tr(
            "Approximate models invert by the matrix inversion lemma (solver woodbury), the exact "
            "one by Cholesky; the mean is zero. Time is that of choosing samples, solving and "
            "foretelling, without learning. Probabilities that take more than a second are "
            "computed once a split, and counted whenever they are used."
        ),
        tr(
            "Two classes are −1 and 1, foretold as any other target (least squares); the sign of "
            "the mean, in the target's own unit, is the class."
        ),
        tr("The band is mean ± 1.96 standard deviations of a new reading, noise included."),
        tr(
            "A split at random leaves readings on both sides of those to foretell: along time this "
            "is filling gaps, not forecasting."
        ),
        MEMORY,
    )

    def __init__(self, settings: Settings, shelf: DataShelf) -> None:
        super().__init__(settings, shelf)
        self._learnt: dict[tuple[str, int], LearntNumbers] = {}
        self._warm: set[tuple[str, str]] = set()
        self._kept = _Kept(("", 0))

    def cases(self) -> Sequence[Row]:
        settings = self.settings
        return [
            {"set": name, "repeat": r, "method": method, "budget": budget}
            for r in asked.rounds(settings)
            for name in asked.small_first(settings, self.shelf)
            for method, budget in self._methods(name)
        ]

    def _methods(self, name: str) -> list[tuple[str, int]]:
        """The exact model first: the others take its numbers."""
        dimensions = self.shelf[name].inputs.shape[1]
        suited = [v.name for v in variants() if suits(v, rbf(1.0), dimensions)]
        return [(EXACT, 0), *((m, b) for m in suited for b in self.settings["budgets"])]

    def recall(self, rows: Sequence[Row]) -> None:
        for row in rows:
            if row["method"] == EXACT:
                learnt = LearntNumbers(
                    number(row, "sigma"),
                    number(row, "variance"),
                    number(row, "noise"),
                    int(number(row, "learn_rows")),
                )
                self._learnt[str(row["set"]), int(number(row, "repeat"))] = learnt

    def measure(self, case: Row, task: Task) -> Sequence[Row]:
        name, repeat = str(case["set"]), int(number(case, "repeat"))
        method, budget = str(case["method"]), int(number(case, "budget"))
        seed = asked.seed_of(self.settings, repeat)
        parts = split(self.shelf[name], int(self.settings["rows"]), seed)
        chosen = _chosen(method, budget)
        chosen.approximation.check(len(parts.train), parts.train.shape[1])
        learnt = self._learnt_on(name, repeat, parts, seed, task)
        self._warm_up(name, method, min(budget, WARM_ROWS // 2), parts, learnt, task)
        if self._kept.at != (name, repeat):
            self._kept = _Kept((name, repeat))
        dear = self._kept.dear.of(method, budget)
        predicted = _predicted(chosen, parts, learnt, seed, task, dear)
        memory = None
        if repeat == 0:
            again = _chosen(method, budget)
            held, peak = with_peak(lambda: _predicted(again, parts, learnt, seed, task, dear))
            memory = max(peak, held.peak)
        row = {**_row(parts, learnt, predicted), "memory": memory}
        if self.shelf[name].source.classes:
            row["wrong"] = parts.wrong(predicted.mean)
        return [row]

    @classmethod
    def figures(cls, rows: Sequence[Row]) -> tuple[Figure, ...]:
        return drawn(rows)

    @classmethod
    def findings(cls, rows: Sequence[Row]) -> tuple[str, ...]:
        return said(rows)

    def _learnt_on(
        self, name: str, repeat: int, parts: Split, seed: int, task: Task
    ) -> LearntNumbers:
        if (name, repeat) not in self._learnt:
            near = self._learnt.get((name, 0))
            self._learnt[name, repeat] = learn(parts, seed, task, near)
        return self._learnt[name, repeat]

    def _warm_up(
        self, name: str, method: str, budget: int, parts: Split, learnt: LearntNumbers, task: Task
    ) -> None:
        """Compiled kernels are made on first use: not in what is timed."""
        if (name, method) in self._warm:
            return
        self._warm.add((name, method))
        few = slice(0, WARM_ROWS)
        small = replace(
            parts,
            train=parts.train[few],
            test=parts.test[few],
            train_target=parts.train_target[few],
            test_target=parts.test_target[few],
        )
        _predicted(_chosen(method, budget), small, learnt, 0, task)


def _chosen(method: str, budget: int) -> _Method:
    if method == EXACT:
        return _Method(Exact(), SOLVERS["cholesky"]())
    return _Method(variant(method).at(budget), SOLVERS["woodbury"]())


def _predicted(
    method: _Method,
    parts: Split,
    learnt: LearntNumbers,
    seed: int,
    task: Task,
    dear: tuple[Dear, ...] = (),
) -> _Predicted:
    kernel: Kernel = rbf(learnt.sigma, learnt.variance)
    watched = timed_probabilities(method.approximation, *dear)
    began = time.perf_counter()
    ground = Ground(kernel, parts.train, learnt.noise, seed)
    operator = method.approximation.prepared(ground, task).operator(kernel, parts.train)
    noise = np.full(len(parts.train), learnt.noise)
    solution = method.solver.condition(operator, noise, parts.train_target[:, None], task)
    solved = time.perf_counter()
    mean, variance = solution.predict(parts.test, task)
    ended = time.perf_counter()
    deviation = np.sqrt(variance + learnt.noise)
    again = watched.told - watched.seconds if watched else 0.0
    peak = watched.peak if watched else 0
    return _Predicted(mean[:, 0], deviation, solved - began + again, ended - solved, peak)


def _row(parts: Split, learnt: LearntNumbers, predicted: _Predicted) -> dict[str, Any]:
    off = parts.test_target - predicted.mean
    return {
        "train": len(parts.train),
        "test": len(parts.test),
        "dimensions": parts.train.shape[1],
        "sigma": learnt.sigma,
        "variance": learnt.variance,
        "noise": learnt.noise,
        "learn_rows": learnt.rows,
        "mse": float(np.mean(off**2)),
        "coverage": float(np.mean(np.abs(off) <= REACH * predicted.deviation)),
        "seconds_fit": predicted.seconds_fit,
        "seconds_predict": predicted.seconds_predict,
    }

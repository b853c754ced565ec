"""How well two classes are told through approximations and solvers inside the classifier."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.classification.averaging import Averaging
from gpstudio.core.classification.scores import Scores
from gpstudio.core.errors import InputError
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.recipe import Recipe
from gpstudio.core.spec import Parameter, Spec
from gpstudio.core.task import Task
from gpstudio.lab.data_sets import DataShelf
from gpstudio.lab.figures.chart import Figure
from gpstudio.lab.kernels import rbf
from gpstudio.lab.labels import DIRECT
from gpstudio.lab.measures import some_rows
from gpstudio.lab.rows import Row, number
from gpstudio.lab.settings import Settings
from gpstudio.lab.sources import SOURCES
from gpstudio.lab.splits import Split, split
from gpstudio.lab.studies import asked
from gpstudio.lab.studies.by_family import EXACT
from gpstudio.lab.studies.classifier_figures import drawn, said
from gpstudio.lab.study import STUDIES, Study, StudyColumn
from gpstudio.lab.variants import suits, variant, variants
from gpstudio.translation import tr

TWO = tuple(source.name for source in SOURCES if len(source.classes) == 2)
USUALLY = ("magic", "ripples")
SOLVERS = (DIRECT, "cg", "minres")
LEARN_ROWS = 1_000
ITERATED = (EXACT, *{variant.family: variant.name for variant in reversed(variants())}.values())
"""With which iterative solvers are tried: the first kind of each family. They solve one system for
the variance of each row that is foretold, so that all kinds would take days."""
MOST_EXACT = 5_000
"""Rows of the full matrix, which is factored at each of Newton's steps."""


@STUDIES.register
class ClassifierStudy(Study):
    spec = Spec(
        "classifier",
        tr("Classifier"),
        tr(
            "Error, log score and calibration of two classes against the number of samples, "
            "through every approximation, with direct and iterative solvers inside Newton's steps."
        ),
        (
            asked.sets(TWO, USUALLY),
            asked.budgets("20,50,100,200,500,1000"),
            Parameter(
                "solvers", tr("Solvers"),
                tr("Of the system in each of Newton's steps."),
                "choice", default=",".join(SOLVERS), choices=SOLVERS, several=True,
            ),
            asked.repeats(15),
            asked.rows(
                asked.ALL_ROWS, tr("A larger data set is cut to so many rows, drawn by seed.")
            ),
            asked.seed(),
        ),
    )  # fmt: skip
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
        StudyColumn("solver", tr("How Newton's steps are solved."), "text", key=True),
        StudyColumn("train", tr("Rows to learn from."), "integer"),
        StudyColumn("test", tr("Rows to foretell."), "integer"),
        StudyColumn("dimensions", tr("Inputs of the data set."), "integer"),
        StudyColumn("sigma", tr("σ of exp(−r²/σ²), by the exact model.")),
        StudyColumn("variance", tr("Variance of the curve of log odds.")),
        StudyColumn("learn_rows", tr("Rows on which these two were learnt."), "integer"),
        StudyColumn("wrong", tr("Share of the test part told the wrong class.")),
        StudyColumn("log_score", tr("On the test part: mean log probability of what is true.")),
        StudyColumn("calibration_error", tr("On the test part, without chance.")),
        StudyColumn("iterations", tr("Of the solver, in the last solution."), "integer"),
        StudyColumn("seconds_fit", tr("Choosing samples and finding the mode.")),
        StudyColumn("seconds_predict", tr("Probabilities of the test part.")),
    )
    methods = (
        tr(
            "Two classes are yes and no of a logistic curve with a learnt level, found about its "
            "mode (Laplace). Each repeat draws another split, 4/5 to learn from and 1/5 to "
            "foretell, and other samples; methods share both. Rows that repeat another one, class "
            "and all, are left out."
        ),
        tr(
            "σ and variance are those of the largest evidence by the exact model on {rows:,} rows "
            "of the training part, learnt anew in every repeat; learning is not in the time.",
            rows=LEARN_ROWS,
        ),
        tr(
            "Direct is the matrix inversion lemma for approximations, Cholesky for the full "
            "matrix; the full matrix is left out beyond {most:,} rows to learn from. Iterative "
            "solvers are tried with the first kind of each family.",
            most=MOST_EXACT,
        ),
    )

    def __init__(self, settings: Settings, shelf: DataShelf) -> None:
        super().__init__(settings, shelf)
        self._split: tuple[tuple[str, int], Split] | None = None
        self._learnt: dict[tuple[str, int], tuple[float, float, int]] = {}

    def cases(self) -> Sequence[Row]:
        settings = self.settings
        return [
            {"set": name, "repeat": r, "method": method, "budget": budget, "solver": solver}
            for r in asked.rounds(settings)
            for name in asked.small_first(settings, self.shelf)
            for method, budget in self._methods(name)
            for solver in settings["solvers"]
            if solver == DIRECT or method in ITERATED
        ]

    def _methods(self, name: str) -> list[tuple[str, int]]:
        dimensions = self.shelf[name].inputs.shape[1]
        suited = [v.name for v in variants() if suits(v, rbf(1.0), dimensions)]
        return [(EXACT, 0), *((m, b) for m in suited for b in self.settings["budgets"])]

    def recall(self, rows: Sequence[Row]) -> None:
        for row in rows:
            if math.isfinite(number(row, "sigma")):
                at = str(row["set"]), int(number(row, "repeat"))
                numbers = (number(row, name) for name in ("sigma", "variance"))
                self._learnt[at] = (*numbers, int(number(row, "learn_rows")))  # type: ignore[assignment]

    def measure(self, case: Row, task: Task) -> Sequence[Row]:
        at = str(case["set"]), int(number(case, "repeat"))
        method, budget = str(case["method"]), int(number(case, "budget"))
        parts = self._parts(at)
        written = _written(method, budget, len(parts.train), parts.train.shape[1])
        seed = asked.seed_of(self.settings, at[1])
        sigma, variance, learn_rows = self._numbers(at, parts, seed, task)
        recipe = Recipe.of(
            kernel=str(rbf(sigma, variance)), likelihood=LIKELIHOOD, mean="constant",
            learning="fixed", approximation=written, seed=seed,
            solver=_solver(str(case["solver"]), method),
        )  # fmt: skip
        began = time.perf_counter()
        found = fit(recipe, _readings(parts.train, parts.train_target), task, math.inf)
        solved = time.perf_counter()
        shares = _probabilities(found, parts.test, task)
        ended = time.perf_counter()
        scores = Scores.of(shares, (parts.test_target > 0.0).astype(np.int64))
        return [
            {
                "train": len(parts.train),
                "test": len(parts.test),
                "dimensions": parts.train.shape[1],
                "sigma": sigma,
                "variance": variance,
                "learn_rows": learn_rows,
                "wrong": 1.0 - scores.accuracy,
                "log_score": scores.log_score,
                "calibration_error": scores.ece_debiased,
                "iterations": found.report.iterations,
                "seconds_fit": solved - began,
                "seconds_predict": ended - solved,
            }
        ]

    @classmethod
    def figures(cls, rows: Sequence[Row]) -> tuple[Figure, ...]:
        return drawn(rows)

    @classmethod
    def findings(cls, rows: Sequence[Row]) -> tuple[str, ...]:
        return said(rows)

    def _parts(self, at: tuple[str, int]) -> Split:
        if self._split is None or self._split[0] != at:
            seed = asked.seed_of(self.settings, at[1])
            made = split(self.shelf[at[0]], int(self.settings["rows"]), seed)
            self._split = at, made
        return self._split[1]

    def _numbers(
        self, at: tuple[str, int], parts: Split, seed: int, task: Task
    ) -> tuple[float, float, int]:
        """σ and variance, and on how many rows they were learnt."""
        if at not in self._learnt:
            task.report(tr("the exact model learns its numbers"))
            some = some_rows(len(parts.train), LEARN_ROWS, seed)
            start = math.sqrt(parts.train.shape[1]) * float(parts.train.std())
            recipe = Recipe.of(
                kernel=f"1 * rbf({start:.3g})", likelihood=LIKELIHOOD, mean="constant",
                learning="ml2(restarts=0)", approximation="exact", solver="cholesky",
            )  # fmt: skip
            readings = _readings(parts.train[some], parts.train_target[some])
            found = fit(recipe, readings, task, math.inf)
            variance, length = (float(setting.number) for _, setting in found.kernel.settings)
            self._learnt[at] = math.sqrt(2.0) * length, variance, len(some)
        return self._learnt[at]


LIKELIHOOD = 'bernoulli(inference="laplace")'


def _readings(inputs: Floats, target: Floats) -> Readings:
    return Readings.of(inputs, (target > 0.0).astype(float))


def _written(method: str, budget: int, rows: int, dimensions: int) -> str:
    """The approximation as a recipe writes it, where it suits."""
    if method != EXACT:
        chosen = variant(method)
        chosen.at(budget).check(rows, dimensions)
        return chosen.text(budget)
    if rows > MOST_EXACT:
        raise InputError(
            tr(
                "the full matrix of more than {most:,} rows is factored at each of Newton's steps: "
                "ask for fewer rows to see the exact model.",
                most=MOST_EXACT,
            )
        )
    return EXACT


def _solver(asked_for: str, method: str) -> str:
    if asked_for != DIRECT:
        return asked_for
    return "cholesky" if method == EXACT else "woodbury"


def _probabilities(found: Posterior, inputs: Floats, task: Task) -> Floats:
    mean, variance = found.latent(inputs)
    yes = Averaging().binary(found.link, mean, variance)
    return np.column_stack([1.0 - yes, yes])

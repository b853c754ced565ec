"""Kernels ranked by their evidence and by cross-validation: do both choose the same?"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.classification.asked import INFERENCES, Wanted
from gpstudio.core.classification.folds import folds_of
from gpstudio.core.classification.scores import Scores
from gpstudio.core.recipe import Recipe
from gpstudio.core.spec import Parameter, Spec, integer
from gpstudio.core.task import Task
from gpstudio.lab.classifying import Lesson
from gpstudio.lab.figures.chart import Figure
from gpstudio.lab.rows import Row, number
from gpstudio.lab.sources import CLASSED
from gpstudio.lab.studies import asked
from gpstudio.lab.studies.kernel_ranks_figures import drawn, said
from gpstudio.lab.study import STUDIES, Study, StudyColumn
from gpstudio.translation import tr

USUALLY = ("magic", "ripples", "cards", "iris")
KNOWN = tuple(name for name in INFERENCES if name != "auto")
MOST_TEST = 2_000
FEWEST_TEST = 0.2
"""Share of the rows that is never learnt from."""
LEARNING = "ml2(restarts=0)"
Written: TypeAlias = Callable[[Sequence[float]], str]
"""From a start for the length of each input."""


def _one_length(family: str) -> Written:
    def written(lengths: Sequence[float]) -> str:
        return f"1 * {family}({float(np.sqrt(np.mean(np.square(lengths)))):.3g})"

    return written


def _of_each(lengths: Sequence[float]) -> str:
    if len(lengths) == 1:
        return f"1 * rbf({lengths[0]:.3g})"
    return f"1 * rbf([{', '.join(f'{length:.3g}' for length in lengths)}])"


KERNELS: dict[str, Written] = {
    "matern12": _one_length("matern12"),
    "matern32": _one_length("matern32"),
    "matern52": _one_length("matern52"),
    "rbf": _one_length("rbf"),
    "rational_quadratic": _one_length("rational_quadratic"),
    "linear": lambda lengths: "1 * linear()",
    "rbf_linear": lambda lengths: f"{_one_length('rbf')(lengths)} + 1 * linear()",
    "rbf_each": _of_each,
}


@dataclass(frozen=True, eq=False)
class _Parts:
    """Rows to learn from, and others that judge both choices."""

    inputs: Floats
    places: Integers
    fresh: Floats
    fresh_places: Integers
    classes: int

    @property
    def starts(self) -> list[float]:
        """Lengths at which rows that differ by their usual spread still know of each other."""
        spreads = self.inputs.std(axis=0)
        usual = np.where(spreads > 0.0, spreads, 1.0) * np.sqrt(self.inputs.shape[1])
        return [float(length) for length in usual]


@STUDIES.register
class KernelRanks(Study):
    spec = Spec(
        "kernel_ranks",
        tr("Kernels ranked"),
        tr(
            "Eight kernels of a classifier, ranked by their evidence and by cross-validation, and "
            "what each is worth on rows that neither saw."
        ),
        (
            asked.sets(CLASSED, USUALLY),
            Parameter(
                "kernels", tr("Kernels"),
                tr("That are ranked."),
                "choice", default=",".join(KERNELS), choices=tuple(KERNELS), several=True,
            ),
            integer("rows", tr("Rows"), tr("That are learnt from."), 300, 20, 5_000),
            integer("folds", tr("Folds"), tr("Of the cross-validation."), 5, 2, 50),
            Parameter(
                "inference", tr("Inference"),
                tr("About the mode (laplace), the nearest Gaussian (variational), or, of two "
                   "classes, expectation propagation (ep)."),
                "choice", default="laplace", choices=KNOWN,
            ),
            asked.repeats(10),
            asked.seed(),
        ),
    )  # fmt: skip
    columns = (
        StudyColumn("set", tr("The data set."), "text", key=True),
        StudyColumn("repeat", tr("Which draw of the rows."), "integer", key=True),
        StudyColumn("kernel", tr("The kernel, with numbers that are learnt."), "text", key=True),
        StudyColumn("rows", tr("Rows that are learnt from."), "integer"),
        StudyColumn("test", tr("Other rows."), "integer"),
        StudyColumn("classes", tr("How many there are."), "integer"),
        StudyColumn("evidence", tr("Log evidence at its learnt numbers, over the rows.")),
        StudyColumn("validated", tr("Log score by cross-validation, numbers learnt anew.")),
        StudyColumn("validated_wrong", tr("Share told wrongly by cross-validation.")),
        StudyColumn("log_score", tr("On the other rows.")),
        StudyColumn("wrong", tr("Share of the other rows told wrongly.")),
        StudyColumn("seconds_evidence", tr("To learn once.")),
        StudyColumn("seconds_validated", tr("To learn in each fold and to foretell it.")),
    )
    methods = (
        tr(
            "Each repeat draws other rows to learn from; all others, {most:,} at most and a fifth "
            "at least, judge. Every kernel learns its numbers by its evidence from one start, once "
            "on all rows and anew in each fold of the cross-validation.",
            most=MOST_TEST,
        ),
        tr(
            "Several classes are coupled by a softmax with one kernel for all. Evidence is over "
            "the number of rows, as a log score is, so that both are of one size: a row's log "
            "probability before any is seen beside its log probability after most are."
        ),
    )

    def cases(self) -> Sequence[Row]:
        settings = self.settings
        return [
            {"set": name, "repeat": repeat, "kernel": kernel}
            for repeat in asked.rounds(settings)
            for name in asked.small_first(settings, self.shelf)
            for kernel in settings["kernels"]
        ]

    def measure(self, case: Row, task: Task) -> Sequence[Row]:
        seed = asked.seed_of(self.settings, int(number(case, "repeat")))
        parts = self._parts(str(case["set"]), seed)
        wanted = Wanted(inference=self.settings["inference"])
        recipe = Recipe.of(
            kernel=KERNELS[str(case["kernel"])](parts.starts), approximation="exact",
            solver="cholesky", learning=LEARNING, seed=seed,
        )  # fmt: skip
        began = time.perf_counter()
        lesson = Lesson(parts.inputs, parts.places, parts.classes)
        model = lesson.learnt(recipe, wanted, task)
        learnt = time.perf_counter()
        fresh = Scores.of(lesson.told(model, parts.fresh, task), parts.fresh_places)
        validating = time.perf_counter()
        validated = self._validated(parts, recipe, wanted, seed, task)
        return [
            {
                "rows": len(parts.places),
                "test": len(parts.fresh_places),
                "classes": parts.classes,
                "evidence": model.report.log_evidence / len(parts.places),
                "validated": validated.log_score,
                "validated_wrong": 1.0 - validated.accuracy,
                "log_score": fresh.log_score,
                "wrong": 1.0 - fresh.accuracy,
                "seconds_evidence": learnt - began,
                "seconds_validated": time.perf_counter() - validating,
            }
        ]

    def _validated(
        self, parts: _Parts, recipe: Recipe, wanted: Wanted, seed: int, task: Task
    ) -> Scores:
        rows = np.arange(len(parts.places))
        folds = folds_of(parts.places, rows, int(self.settings["folds"]), seed)
        shares = np.zeros((len(rows), parts.classes))
        for fold in range(int(folds.max()) + 1):
            task.report(tr("fold {place}", place=fold + 1))
            out = folds == fold
            lesson = Lesson(parts.inputs[~out], parts.places[~out], parts.classes)
            model = lesson.learnt(recipe, wanted, task)
            shares[out] = lesson.told(model, parts.inputs[out], task)
        return Scores.of(shares, parts.places)

    @classmethod
    def figures(cls, rows: Sequence[Row]) -> tuple[Figure, ...]:
        return drawn(rows)

    @classmethod
    def findings(cls, rows: Sequence[Row]) -> tuple[str, ...]:
        return said(rows)

    def _parts(self, name: str, seed: int) -> _Parts:
        data = self.shelf[name]
        order = np.random.default_rng([seed, 34]).permutation(len(data.inputs))
        count = min(int(self.settings["rows"]), round((1.0 - FEWEST_TEST) * len(order)))
        some, others = order[:count], order[count : count + MOST_TEST]
        places = data.places
        return _Parts(
            data.inputs[some], places[some], data.inputs[others], places[others],
            len(data.source.classes),
        )  # fmt: skip

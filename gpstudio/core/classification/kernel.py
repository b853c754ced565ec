"""Which kernel ``auto`` takes for a classifier, from a short list, and why.

    one input         a Matérn 3/2 curve, as in regression
    several           an RBF with a length for each, which learning lengthens where an input tells
                      nothing; or that with a plane beside it, whose slopes are learnt one by one
    more than MOST    one length for all

The plane is taken where the log evidence is higher by ``CLEAR`` with it, on at most ``COMPARED``
rows, and rows that were not learnt from, where there are some, have no lower a log score with it.
Evidence alone was right of eleven tables of 75 to 300 rows but for one (37 inputs that bend, by 5,
where other rows lose 10), which the second witness mends.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.classification.asked import ClassModel, Inference, Rows, Wanted, Way
from gpstudio.core.classification.averaging import Averaging
from gpstudio.core.classification.folds import sampled
from gpstudio.core.classification.labels import Labels
from gpstudio.core.language import Call, print_number
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

MOST = 40
FEWEST, COMPARED = 40, 300
"""Rows: fewer tell nothing, and more are not worth the time."""
LOOKED, FEW_ASKED = 1_300, 50
"""Of so many rows those that are not learnt from are asked, if there are so many."""
MOST_CLASSES = 20
"""More take too long to learn twice."""
CLEAR = 3.0
"""In log evidence: twenty to one."""
QUICK = "map(restarts=0)"
LEAST = 1e-12

Learn: TypeAlias = Callable[[Recipe, Rows, Wanted], ClassModel]


@dataclass(frozen=True)
class Planar:
    """A surface, and what it is with a plane beside it."""

    surface: str
    plane: str
    """Empty where none is looked at."""
    reason: str

    @property
    def both(self) -> str:
        return f"{self.plane} + {self.surface}"


def auto_kernel(
    recipe: Recipe, rows: Rows, wanted: Wanted, learn: Learn, task: Task = QUIET
) -> tuple[str, str]:
    """As a recipe writes it, and why; ``learn`` is the way with a kernel that is written."""
    known = _offered(rows.inputs)
    if not known.plane or recipe.learning == Call("fixed"):
        return known.surface, known.reason
    split = _split(rows, recipe.seed)
    if split is None:
        return known.surface, known.reason
    task.report(tr("comparing kernels"))
    wanted = _quickly(wanted)
    without, beside = (
        _Judged.of(kernel, recipe, split, wanted, learn, task)
        for kernel in (known.surface, known.both)
    )
    taken = beside.evidence >= without.evidence + CLEAR and beside.score >= without.score
    said = tr(
        "{n} inputs: an RBF surface with a length for each and a plane: log evidence {beside:.0f} "
        "against {without:.0f} without the plane, on {count} rows",
        n=rows.inputs.shape[1], beside=beside.evidence, without=without.evidence,
        count=len(split[0].inputs),
    )  # fmt: skip
    return (known.both, said) if taken else (known.surface, known.reason)


def _quickly(wanted: Wanted) -> Wanted:
    """The nearest Gaussian at the end only, and no curves through inducing inputs."""
    way: Way = "auto" if wanted.way == "robustmax" else wanted.way
    inference: Inference = "auto" if wanted.inference == "variational" else wanted.inference
    return replace(wanted, way=way, inference=inference)


def surface(inputs: Floats) -> str:
    """What is taken where nothing is compared."""
    return _offered(inputs).surface


def _offered(inputs: Floats) -> Planar:
    """Lengths begin where rows that differ by their usual spread in all inputs still know of each
    other; slopes, where all together swing as much as the surface."""
    count = inputs.shape[1]
    if count == 1:
        return Planar("matern32", "", tr("one input: a Matérn 3/2 curve"))
    spreads = np.std(inputs, axis=0)
    starts = np.where(spreads > 0.0, spreads, 1.0) * math.sqrt(count)
    if count > MOST:
        length = _listed(np.sqrt(np.mean(starts**2, keepdims=True)))
        said = tr("{n} inputs: an RBF surface with one length for all", n=count)
        return Planar(f"rbf({length})", "", said)
    return Planar(
        f"rbf([{_listed(starts)}])",
        f"linear([{_listed(starts**-2.0)}], offset=0)",
        tr("{n} inputs: an RBF surface with a length for each", n=count),
    )


def _listed(numbers: Floats) -> str:
    return ", ".join(print_number(float(f"{number:.3g}")) for number in numbers)


def _split(rows: Rows, seed: int) -> tuple[Rows, Rows] | None:
    """Rows to learn from, each class with its share, and others of the same classes; None where
    they cannot tell."""
    places = rows.labels.places
    some, others = sampled(places, COMPARED, seed, LOOKED)
    classes = np.unique(places[some])
    if len(some) + len(others) < FEWEST or not 2 <= len(classes) <= MOST_CLASSES:
        return None
    others = others[np.isin(places[others], classes)]
    return _of(rows, some, classes), _of(rows, others, classes)


def _of(rows: Rows, some: Integers, classes: Integers) -> Rows:
    labels = Labels(classes, np.searchsorted(classes, rows.labels.places[some]))
    return Rows(rows.inputs[some], labels, rows.weights[some])


@dataclass(frozen=True)
class _Judged:
    evidence: float
    score: float
    """Log probability of what other rows are; nothing where there are few."""

    @classmethod
    def of(
        cls, kernel: str, recipe: Recipe, split: tuple[Rows, Rows], wanted: Wanted, learn: Learn,
        task: Task,
    ) -> _Judged:  # fmt: skip
        task.check()
        known, others = split
        quick = Recipe.of(recipe.seed, kernel=kernel, learning=QUICK, mean=recipe.text("mean"))
        model = learn(quick, known, wanted)
        if len(others.inputs) < FEW_ASKED:
            return cls(model.report.log_evidence, 0.0)
        shares = model.probabilities(others.inputs, Averaging(), task)
        own = shares[np.arange(len(shares)), others.labels.places]
        score = others.weights @ np.log(np.maximum(own, LEAST))
        return cls(model.report.log_evidence, float(score))

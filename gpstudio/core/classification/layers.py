"""Several classes over layers: one curve a class over hidden ones that all see, by a softmax.

What rows say is said by the tellers of classes; the way up is that of readings. Probabilities are
averages over paths through the layers.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.classification.asked import ClassModel, Rows, Wanted
from gpstudio.core.classification.averaging import Averaging
from gpstudio.core.classification.softmax.learning import LEVEL
from gpstudio.core.classification.softmax.mode import Labelled
from gpstudio.core.classification.sparse.tellers import Softmax
from gpstudio.core.errors import InputError
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.cost import check_cost
from gpstudio.core.inference.deep.choosing import DRAWN
from gpstudio.core.inference.deep.model import Model
from gpstudio.core.inference.deep.paths import Paths
from gpstudio.core.inference.deep.road import through
from gpstudio.core.inference.deep.walk import walked
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.report import Report
from gpstudio.core.language import Call, print_expression
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr


@dataclass(frozen=True, eq=False)
class OverLayers(ClassModel):
    classes: Softmax
    paths: Paths
    report: Report

    @property
    def kernels(self) -> tuple[str, ...]:  # type: ignore[override]
        return (self.report.kernel,)

    def latent(self, inputs: Floats, task: Task = QUIET) -> tuple[Floats, Floats]:
        means, variances = self.paths.curves(inputs, task)
        return means.mean(axis=0), variances.mean(axis=0) + means.var(axis=0)

    def probabilities(self, inputs: Floats, averaging: Averaging, task: Task = QUIET) -> Floats:
        shares = np.zeros((len(inputs), self.classes.curves))
        for mean, variance in zip(*self.paths.curves(inputs, task), strict=True):
            task.check()
            shares += self.classes.probabilities(mean, variance, averaging)
        return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def over_layers(
    recipe: Recipe, rows: Rows, wanted: Wanted, patience: float, task: Task
) -> OverLayers:
    _check(wanted)
    began = time.perf_counter()
    plan = choose(recipe.filled(likelihood="bernoulli"), *rows.inputs.shape)
    if plan.approximation.spec.name == DRAWN:
        raise InputError(
            tr("Hidden curves are drawn about Gaussian readings: take 'inducing' for classes.")
        )
    check_cost(plan, len(rows.inputs), rows.inputs.shape[1], False, patience)
    # numbers are measured by curves of the size that curves of classes usually have
    halves = np.resize([1.0, 0.0], len(rows.inputs))
    model = Model.of(plan, Readings.of(rows.inputs, halves))
    classes = Softmax(Labelled(np.eye(rows.labels.count)[rows.labels.places], rows.weights))
    level = 0.0 if recipe.mean == Call("zero") else LEVEL
    begun = replace(model.begun(task), tellers=classes.roughly(), level=level, inputs=rows.inputs)
    found = walked(begun, task)
    kernel = model.kernel.with_settings(model.numbers.at(found.coordinates)[0])
    report = Report(
        kernel=str(kernel), noise=math.nan, likelihood=str(classes), mean=(),
        approximation=print_expression(plan.written.approximation), solver=plan.solver.spec.name,
        learning=print_expression(plan.written.learning), reason=plan.reason,
        log_evidence=found.bound, readings=len(rows.inputs), missing=0, evaluations=found.steps,
        jitter=0.0, iterations=found.steps, residual=None, seconds=time.perf_counter() - began,
        evidence_error=found.error, remarks=(tr("the log evidence is a lower bound of it"),),
    )  # fmt: skip
    return OverLayers(classes, through(model, found.net), report)


def _check(wanted: Wanted) -> None:
    if wanted.own or wanted.inference not in ("auto", "variational"):
        raise InputError(
            tr(
                "Classes over layers share the kernels' numbers and are found by inference "
                "'variational' or 'auto': take kernels 'shared' and one of these."
            )
        )
    if wanted.way == "robustmax":
        raise InputError(
            tr(
                "Classes over layers are coupled by 'softmax', or composed by "
                "'one-vs-rest' or 'one-vs-one'."
            )
        )

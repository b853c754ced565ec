"""A recipe and labelled rows to a model that tells probabilities."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.choices import is_auto
from gpstudio.core.classification.against import of_pairs, of_rest, pairs
from gpstudio.core.classification.asked import (
    INFERENCES,
    ROBUSTMAX,
    WAYS,
    ClassModel,
    Rows,
    Wanted,
    Way,
    check_mean,
)
from gpstudio.core.classification.averaging import Averaging
from gpstudio.core.classification.by_products import asks_for_products, coupled_by_products
from gpstudio.core.classification.evenness import said_if_too_even
from gpstudio.core.classification.kernel import auto_kernel
from gpstudio.core.classification.labels import Labels
from gpstudio.core.classification.layers import over_layers
from gpstudio.core.classification.metric import ONE_LENGTH, Metric, one_length
from gpstudio.core.classification.softmax.learning import LEVEL, Gaussian, SoftmaxFit, learn
from gpstudio.core.classification.softmax.mode import Labelled
from gpstudio.core.classification.sparse.model import (
    MANY_ROWS,
    induced,
    is_of_features,
    is_open,
    is_written,
    tellers_of,
)
from gpstudio.core.errors import InputError
from gpstudio.core.inference.chooser import AS_WRITTEN, Plan, choose, fits
from gpstudio.core.inference.cost import human_seconds
from gpstudio.core.inference.deep.choosing import is_layered
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.inference.report import Report
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import Call, print_expression
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Quietly, Task
from gpstudio.translation import tr

__all__ = ["INFERENCES", "WAYS", "ClassModel", "Rows", "Wanted", "learnt"]

MANY_COUPLED = 2_000
"""Rows beyond which ``auto`` couples classes through inducing inputs: whole matrices would take
minutes."""
LEARNING = "map(restarts=0)"
"""What ``auto`` takes for coupled classes, where a look costs as much as ten of one curve."""
NANOSECONDS = {"laplace": 0.3, "auto": 0.3, "variational": 1.7}
"""Of one look at the coupled evidence, a class and a cube of the rows; ``auto`` learns the numbers
about the mode, and finds the nearest Gaussian with these once."""
COPIES = 3.0
"""How many matrices a class holds meanwhile."""


@dataclass(frozen=True, eq=False)
class TwoClasses(ClassModel):
    """The second class is the yes."""

    posterior: Posterior

    @property
    def report(self) -> Report:  # type: ignore[override]
        return self.posterior.report

    @property
    def kernels(self) -> tuple[str, ...]:  # type: ignore[override]
        return (self.report.kernel,)

    def with_report(self, report: Report) -> ClassModel:
        return TwoClasses(self.posterior.with_report(report))

    def latent(self, inputs: Floats, task: Task = QUIET) -> tuple[Floats, Floats]:
        return self.posterior.latent(inputs)

    def probabilities(self, inputs: Floats, averaging: Averaging, task: Task = QUIET) -> Floats:
        members = self.posterior.members
        means, variances = members.curves(inputs, task)
        link = self.posterior.link
        each = [averaging.binary(link, *curve) for curve in zip(means, variances, strict=True)]
        yes = np.asarray(members.weights @ np.array(each))
        return np.column_stack([1.0 - yes, yes])


@dataclass(frozen=True, eq=False)
class Coupled(ClassModel):
    """All classes at once."""

    fit: SoftmaxFit
    report: Report

    @property
    def kernels(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(str(kernel) for kernel in self.fit.kernels)

    def latent(self, inputs: Floats, task: Task = QUIET) -> tuple[Floats, Floats]:
        mean, covariance = self.fit.posterior.latent(inputs, task)
        return mean, np.einsum("mcc->mc", covariance)

    def probabilities(self, inputs: Floats, averaging: Averaging, task: Task = QUIET) -> Floats:
        return self.fit.posterior.probabilities(inputs, averaging, task)


@dataclass(frozen=True, eq=False)
class Composed(ClassModel):
    """Of models of two classes each."""

    parts: tuple[ClassModel, ...]
    joined: Callable[[Sequence[Floats]], Floats]
    report: Report

    @property
    def kernels(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(part.report.kernel for part in self.parts)

    def latent(self, inputs: Floats, task: Task = QUIET) -> tuple[Floats, Floats]:
        raise InputError(
            tr("Models of two classes each have no curves in common: take multiclass='softmax'.")
        )

    def probabilities(self, inputs: Floats, averaging: Averaging, task: Task = QUIET) -> Floats:
        return self.joined(
            [part.probabilities(inputs, averaging, task)[:, 1] for part in self.parts]
        )


@dataclass(frozen=True, eq=False)
class Turned(ClassModel):
    """Of inputs on a metric."""

    metric: Metric
    model: ClassModel

    @property
    def report(self) -> Report:  # type: ignore[override]
        return self.model.report

    @property
    def kernels(self) -> tuple[str, ...]:  # type: ignore[override]
        return self.model.kernels

    def with_report(self, report: Report) -> ClassModel:
        return Turned(self.metric, self.model.with_report(report))

    def latent(self, inputs: Floats, task: Task = QUIET) -> tuple[Floats, Floats]:
        return self.model.latent(self.metric(inputs), task)

    def probabilities(self, inputs: Floats, averaging: Averaging, task: Task = QUIET) -> Floats:
        return self.model.probabilities(self.metric(inputs), averaging, task)


def learnt(
    recipe: Recipe, rows: Rows, wanted: Wanted, patience: float = math.inf, task: Task = QUIET
) -> ClassModel:
    if wanted.metric == "within":
        return _turned(recipe, rows, wanted, patience, task)
    model = _learnt(recipe, rows, wanted, patience, task)
    if wanted.inference != "laplace":
        return model
    said = said_if_too_even(model, rows, task)
    return model.with_report(replace(model.report, remarks=(*model.report.remarks, *said)))


def _learnt(recipe: Recipe, rows: Rows, wanted: Wanted, patience: float, task: Task) -> ClassModel:
    reason = ""
    if is_auto(recipe.kernel):

        def learn(written: Recipe, some: Rows, wanted: Wanted) -> ClassModel:
            return learnt(written, some, wanted, task=Quietly(task))

        text, reason = auto_kernel(recipe, rows, wanted, learn, task)
        recipe = recipe.with_choice("kernel", text)
    if rows.labels.count == 2 and wanted.way != ROBUSTMAX.name:
        return because(_two(recipe, rows, wanted, patience, task), reason)
    way = wanted.way
    if way == "auto":
        coupled = _is_plain(recipe) or is_of_features(recipe) or is_layered(recipe)
        way = "softmax" if coupled else "one-vs-rest"
        reason = "; ".join(part for part in (reason, _why(coupled)) if part)
    if way in ("one-vs-rest", "one-vs-one"):
        return because(_composed(recipe, rows, wanted, way, patience, task), reason)
    return because(_coupled(recipe, rows, wanted, way, patience, task), reason)


def _turned(recipe: Recipe, rows: Rows, wanted: Wanted, patience: float, task: Task) -> Turned:
    metric, reasons = Metric.within(rows.inputs, rows.labels.places), []
    if is_auto(recipe.kernel):
        recipe = recipe.with_choice("kernel", one_length(rows.inputs.shape[1]))
        reasons.append(ONE_LENGTH)
    here = replace(rows, inputs=metric(rows.inputs))
    model = learnt(recipe, here, replace(wanted, metric="inputs"), patience, task)
    return Turned(metric, because(model, *reasons))


def _why(coupled: bool) -> str:
    if coupled:
        return tr("classes that are coupled by a softmax")
    return tr("a written approximation or solver: each class against the rest")


def because(model: ClassModel, *reasons: str) -> ClassModel:
    """With what was chosen here, before what was chosen further on."""
    here = [reason for reason in reasons if reason]
    if not here:
        return model
    further = () if model.report.reason == AS_WRITTEN else (model.report.reason,)
    told = "; ".join((*here, *further))
    return model.with_report(replace(model.report, reason=told))


def _two(recipe: Recipe, rows: Rows, wanted: Wanted, patience: float, task: Task) -> ClassModel:
    """The second class is the yes."""
    if _two_by_points(recipe, rows, wanted):
        return induced(recipe, rows, wanted, tellers_of(rows, wanted, ""), patience, task)
    recipe = recipe.with_choice("likelihood", wanted.binary(len(rows.inputs)))
    yes = np.asarray(rows.labels.places == 1, dtype=float)
    readings = Readings.of(rows.inputs, yes, rows.weights)
    return TwoClasses(fit(recipe, readings, task, patience))


def _two_by_points(recipe: Recipe, rows: Rows, wanted: Wanted) -> bool:
    """Whether a curve of yes or no is looked at through inducing inputs."""
    n, inputs = rows.inputs.shape
    if is_layered(recipe):
        return False
    many = n > MANY_ROWS and wanted.inference in ("auto", "variational")
    if is_written(recipe):
        return many or wanted.inference == "variational"
    if not (many and is_open(recipe)):
        return False
    return inputs > 1 or "markov" not in build_kernel(recipe.kernel, inputs).offers


def _coupled_by_points(recipe: Recipe, rows: Rows, wanted: Wanted, way: str) -> bool:
    if way == ROBUSTMAX.name or (is_of_features(recipe) and wanted.inference != "laplace"):
        return True
    many = len(rows.inputs) > MANY_COUPLED
    return many and is_open(recipe) and wanted.inference in ("auto", "variational")


def _is_plain(recipe: Recipe) -> bool:
    """Whether nothing but the full matrix and its Cholesky factor is asked for."""
    return recipe.approximation in (Call("auto"), Call("exact")) and recipe.solver in (
        Call("auto"),
        Call("cholesky"),
    )


def _coupled(
    recipe: Recipe, rows: Rows, wanted: Wanted, way: str, patience: float, task: Task
) -> ClassModel:
    if is_layered(recipe):
        return over_layers(recipe, rows, wanted, patience, task)
    if way == ROBUSTMAX.name:
        _check_robustmax(recipe, wanted)
    elif asks_for_products(recipe):
        return coupled_by_products(recipe, rows, wanted, patience, task)
    if _coupled_by_points(recipe, rows, wanted, way):
        return induced(recipe, rows, wanted, tellers_of(rows, wanted, way), patience, task)
    return _whole(recipe, rows, wanted, patience, task)


def _check_robustmax(recipe: Recipe, wanted: Wanted) -> None:
    if wanted.inference not in ("auto", "variational"):
        raise InputError(
            tr("Classes by 'robustmax' are found by inference 'variational' or 'auto' alone.")
        )
    if not (is_open(recipe) or is_of_features(recipe)):
        raise InputError(
            tr(
                "Classes by 'robustmax' take the approximation 'inducing', 'nystrom', 'fourier' or "
                "'auto', and the solver 'auto'."
            )
        )


def _whole(recipe: Recipe, rows: Rows, wanted: Wanted, patience: float, task: Task) -> Coupled:
    """By the full matrices of all rows."""
    began = time.perf_counter()
    plan, own = _plan(recipe, rows), wanted.own
    if wanted.inference == "ep":
        raise InputError(
            tr(
                "Classes coupled by a softmax are found by 'variational' or 'laplace': choose one "
                "of these, or multiclass='one-vs-rest' for 'ep'."
            )
        )
    _check_cost(plan, rows, wanted, patience)
    level = 0.0 if recipe.mean == Call("zero") else LEVEL
    by: Gaussian = "variational" if wanted.inference == "variational" else "laplace"
    ending: Gaussian = "laplace" if wanted.inference == "laplace" else "variational"
    ones = np.eye(rows.labels.count)[rows.labels.places]
    found = learn(
        plan.kernel, plan.learner, rows.inputs, Labelled(ones, rows.weights),
        level=level, own=own, learning=by, ending=ending, seed=plan.seed, task=task,
    )  # fmt: skip
    weights = np.array([member.weight for member in found.posterior.members])
    return Coupled(
        found,
        Report(
            kernel="; ".join(str(kernel) for kernel in found.kernels),
            noise=math.nan,
            likelihood="softmax",
            mean=(),
            approximation="exact",
            solver="cholesky",
            learning=print_expression(plan.written.learning),
            reason=plan.reason,
            log_evidence=found.conditioned.log_evidence,
            readings=len(rows.inputs),
            missing=0,
            evaluations=found.learnt.evaluations,
            jitter=0.0,
            iterations=found.conditioned.steps,
            residual=found.conditioned.left,
            seconds=time.perf_counter() - began,
            design=found.learnt.design,
            members=len(weights),
            effective_members=1.0 / float(weights @ weights),
            remarks=found.learnt.remarks,
            climbs=found.learnt.climbs,
        ),
    )


def _plan(recipe: Recipe, rows: Rows) -> Plan:
    if not _is_plain(recipe):
        raise InputError(
            tr(
                "Classes coupled by a softmax take the full matrix with 'cholesky', inference "
                "'variational' with 'inducing', 'nystrom' or 'fourier' and the solver 'auto', or "
                "an iterative solver: choose one of these, or multiclass='one-vs-rest'."
            )
        )
    check_mean(recipe)
    exact = replace(recipe, approximation=Call("exact"), solver=Call("cholesky"))
    if is_auto(exact.learning):
        exact = exact.with_choice("learning", LEARNING)
    return choose(exact, *rows.inputs.shape)


def _check_cost(plan: Plan, rows: Rows, wanted: Wanted, patience: float) -> None:
    n, classes = len(rows.inputs), rows.labels.count
    if not fits(8.0 * COPIES * classes * n**2):
        raise InputError(
            tr(
                "{classes} coupled classes of {n:,} rows do not fit the memory: choose "
                "multiclass='one-vs-rest', or take fewer rows.",
                classes=classes,
                n=n,
            )
        )
    numbers = sum(not setting.held for _, setting in plan.kernel.settings)
    looks = plan.learner.evaluations(numbers * (classes if wanted.own else 1)) + 1.0
    seconds = looks * classes * NANOSECONDS[wanted.inference] * 1e-9 * n**3
    if seconds > patience:
        raise InputError(
            tr(
                "Learning {classes} coupled classes would take about {time}: take fewer rows, "
                "learn by 'ml2(restarts=0)' or not at all, choose multiclass='one-vs-rest', or "
                "allow it (patience=inf).",
                classes=classes,
                time=human_seconds(seconds),
            )
        )


def _composed(
    recipe: Recipe, rows: Rows, wanted: Wanted, way: Way, patience: float, task: Task
) -> Composed:
    classes, places = rows.labels.count, rows.labels.places
    parts: list[ClassModel] = []
    if way == "one-vs-rest":
        for place in range(classes):
            task.check()
            of_rest_or_not = Labels(np.array([False, True]), (places == place).astype(np.int64))
            those = Rows(rows.inputs, of_rest_or_not, rows.weights)
            parts.append(_two(recipe, those, wanted, patience, task))
        joined: Callable[[Sequence[Floats]], Floats] = of_rest
    else:
        for first, second in pairs(classes):
            task.check()
            some = np.isin(places, (first, second))
            labels = Labels(np.array([False, True]), (places[some] == second).astype(np.int64))
            those = Rows(rows.inputs[some], labels, rows.weights[some])
            parts.append(_two(recipe, those, wanted, patience, task))

        def joined(each: Sequence[Floats]) -> Floats:
            return of_pairs(each, classes)

    reports = [part.report for part in parts]
    total = replace(
        reports[0],
        kernel="; ".join(report.kernel for report in reports),
        log_evidence=sum(report.log_evidence for report in reports),
        evaluations=sum(report.evaluations for report in reports),
        seconds=sum(report.seconds for report in reports),
        readings=len(rows.inputs),
        remarks=tuple(dict.fromkeys(said for report in reports for said in report.remarks)),
    )
    return Composed(tuple(parts), joined, total)

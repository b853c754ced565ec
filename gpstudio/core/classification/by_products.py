"""Classes coupled by a softmax, of more rows than matrices have room for: by an iterative solver.

The curves are the most probable ones of all rows. Numbers of the kernel are learnt by factors, of
some of the rows: the evidence of all is probed, and its slopes are not known.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np

from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.arrays import Floats
from gpstudio.core.choices import is_auto
from gpstudio.core.classification.asked import ClassModel, Rows, Wanted, check_mean
from gpstudio.core.classification.averaging import Averaging
from gpstudio.core.classification.folds import sampled
from gpstudio.core.classification.softmax.learning import LEVEL, SoftmaxFit, learn
from gpstudio.core.classification.softmax.mode import Labelled
from gpstudio.core.classification.softmax.products import ByProducts, Operators
from gpstudio.core.errors import InputError
from gpstudio.core.inference.chooser import Plan, choose
from gpstudio.core.inference.cost import human_seconds
from gpstudio.core.inference.report import Report
from gpstudio.core.language import Call, print_expression
from gpstudio.core.recipe import Recipe
from gpstudio.core.solvers import SOLVERS
from gpstudio.core.solvers.iterative import IterativeSolver
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

SOME = 500
"""Rows by which numbers are learnt."""
LEARNING = "map(restarts=0)"
USUAL_NOISE = 4.0
"""With which a row of two even classes speaks of a curve."""
PRODUCTS = 1_200.0
"""Columns of each class that are multiplied: Newton's, and those of the evidence's probes."""
SETTLED = 1e-6


@dataclass(frozen=True, eq=False)
class CoupledByProducts(ClassModel):
    found: ByProducts
    kernels: tuple[str, ...]
    report: Report

    def latent(self, inputs: Floats, task: Task = QUIET) -> tuple[Floats, Floats]:
        mean, covariance = self.found.latent(inputs, task)
        return mean, np.einsum("mcc->mc", covariance)

    def probabilities(self, inputs: Floats, averaging: Averaging, task: Task = QUIET) -> Floats:
        return self.found.probabilities(inputs, averaging, task)


def asks_for_products(recipe: Recipe) -> bool:
    """Whether an iterative solver is written."""
    written = recipe.solver
    known = isinstance(written, Call) and written.name in SOLVERS
    return known and SOLVERS[written.name].needs == "products"  # type: ignore[union-attr]


def coupled_by_products(
    recipe: Recipe, rows: Rows, wanted: Wanted, patience: float, task: Task
) -> CoupledByProducts:
    _check(recipe, wanted)
    began, n = time.perf_counter(), len(rows.inputs)
    learning = LEARNING if is_auto(recipe.learning) else recipe.text("learning")
    approximation = "exact" if is_auto(recipe.approximation) else recipe.text("approximation")
    recipe = recipe.filled(likelihood="gaussian").with_choice("learning", learning)
    plan = choose(recipe.with_choice("approximation", approximation), n, rows.inputs.shape[1])
    _check_cost(plan, rows, patience)
    level = 0.0 if recipe.mean == Call("zero") else LEVEL
    learnt, some = _learnt(plan, rows, wanted, level, task)
    solver = plan.solver
    assert isinstance(solver, IterativeSolver)
    operators = []
    for kernel in learnt.kernels:
        ground = Ground(kernel, rows.inputs, USUAL_NOISE, plan.seed)
        ready = plan.approximation.prepared(ground, task)
        operators.append(ready.operator(kernel, rows.inputs).for_several())
    ones = np.eye(rows.labels.count)[rows.labels.places]
    prior = Operators(tuple(operators), level, solver)
    found = ByProducts.of(prior, Labelled(ones, rows.weights), task)
    kernels = tuple(str(kernel) for kernel in learnt.kernels)
    return CoupledByProducts(
        found, kernels, _report(plan, found, learnt, some, n, time.perf_counter() - began)
    )


def _check(recipe: Recipe, wanted: Wanted) -> None:
    if wanted.inference not in ("auto", "laplace"):
        raise InputError(
            tr(
                "Coupled classes through the solver '{solver}' are found about the mode: take "
                "inference 'laplace' or 'auto', or the solver 'cholesky'.",
                solver=recipe.text("solver"),
            )
        )
    check_mean(recipe)


def _check_cost(plan: Plan, rows: Rows, patience: float) -> None:
    n = len(rows.inputs)
    rank = plan.rank(n, rows.inputs.shape[1])
    each = 2e-9 * n * rank if rank else 0.7e-9 * n**2
    seconds = PRODUCTS * rows.labels.count * each
    if seconds > patience:
        raise InputError(
            tr(
                "Coupled classes of {n:,} rows through the solver '{solver}' would take about "
                "{time}: take an approximation such as 'nystrom', or fewer rows, or say "
                "patience=inf to wait for it.",
                n=n,
                solver=plan.solver.spec.name,
                time=human_seconds(seconds),
            )
        )


def _learnt(
    plan: Plan, rows: Rows, wanted: Wanted, level: float, task: Task
) -> tuple[SoftmaxFit, int]:
    """By some of the rows, each class with its share; and how many these are."""
    some, _ = sampled(rows.labels.places, SOME, plan.seed, 10 * SOME)
    ones = np.eye(rows.labels.count)[rows.labels.places[some]]
    found = learn(
        plan.kernel, plan.learner, rows.inputs[some], Labelled(ones, rows.weights[some]),
        level=level, own=wanted.own, ending="laplace", seed=plan.seed, task=task,
    )  # fmt: skip
    if found.learnt.points is not None:
        raise InputError(
            tr(
                "Coupled classes through the solver '{solver}' take numbers one way: learn them "
                "by 'ml2', 'map' or 'fixed'.",
                solver=plan.solver.spec.name,
            )
        )
    return found, len(some)


def _report(
    plan: Plan, found: ByProducts, learnt: SoftmaxFit, some: int, n: int, seconds: float
) -> Report:
    remarks = [*learnt.learnt.remarks]
    if plan.learner.moves and some < n:
        remarks.append(tr("the kernel's numbers are learnt by {some:,} of the rows", some=some))
    if found.mode.left > SETTLED:
        remarks.append(tr("the most probable curves were not found to the last digit"))
    return Report(
        kernel="; ".join(str(kernel) for kernel in learnt.kernels),
        noise=math.nan,
        likelihood="softmax",
        mean=(),
        approximation=print_expression(plan.written.approximation),
        solver=plan.solver.spec.name,
        learning=print_expression(plan.written.learning),
        reason=plan.reason,
        log_evidence=found.log_evidence,
        evidence_error=found.error,
        readings=n,
        missing=0,
        evaluations=learnt.learnt.evaluations,
        jitter=0.0,
        iterations=found.mode.steps,
        residual=found.mode.left,
        seconds=seconds,
        remarks=tuple(remarks),
    )

"""A recipe and labelled rows to curves through inducing inputs, at what cost, and told how."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.approximations import APPROXIMATIONS
from gpstudio.core.arrays import Floats
from gpstudio.core.choices import is_auto, make
from gpstudio.core.classification.asked import ROBUSTMAX, ClassModel, Rows, Wanted
from gpstudio.core.classification.averaging import Averaging
from gpstudio.core.classification.softmax.learning import LEVEL
from gpstudio.core.classification.softmax.mode import Labelled
from gpstudio.core.classification.sparse.learning import SparsePosterior, bytes_needed, learn
from gpstudio.core.classification.sparse.robustmax import RobustMax
from gpstudio.core.classification.sparse.tellers import Classes, Softmax, YesOrNo
from gpstudio.core.errors import InputError
from gpstudio.core.inference.chooser import AS_WRITTEN, Plan, fits, planned
from gpstudio.core.inference.cost import human_seconds
from gpstudio.core.inference.report import Report
from gpstudio.core.inference.sparse.walk import steps_for
from gpstudio.core.language import Call, Number, print_expression
from gpstudio.core.likelihoods import LIKELIHOODS
from gpstudio.core.memory import human_bytes
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

INDUCING = "inducing"
MANY_ROWS = 5_000
"""Of two classes, beyond which ``auto`` looks through inducing inputs."""
POINTS = (500, 300, 200, 100)
"""What ``auto`` takes: the most for which there is time."""
LEARNING = "map(restarts=0)"
PASSES = 8.0
"""Over all rows, to settle the curves for the numbers found."""
NANOSECONDS = {"square": 0.05, "covariance": 30.0, "spread": 10.0, "told": 3_000.0}
"""That a row takes on one processor: by the square of the points for each basis and each curve, by
the points for covariances with their slopes and for what each curve makes of them, and for what it
says of several curves."""


@dataclass(frozen=True, eq=False)
class Induced(ClassModel):
    posterior: SparsePosterior
    report: Report

    @property
    def kernels(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(str(kernel) for kernel in self.posterior.walked.kernels())

    def latent(self, inputs: Floats, task: Task = QUIET) -> tuple[Floats, Floats]:
        mean, variance = self.posterior.latent(inputs, task)
        return (mean[:, 0], variance[:, 0]) if mean.shape[1] == 1 else (mean, variance)

    def probabilities(self, inputs: Floats, averaging: Averaging, task: Task = QUIET) -> Floats:
        return self.posterior.probabilities(inputs, averaging, task)


def is_written(recipe: Recipe) -> bool:
    """Whether inducing inputs are asked for, with the bound that this is and no solver."""
    written = recipe.approximation
    if not isinstance(written, Call) or written.name != INDUCING or not is_auto(recipe.solver):
        return False
    return dict(written.keywords).get("bound") is None


def is_of_features(recipe: Recipe) -> bool:
    """Whether a few features are asked for, and no solver."""
    written = recipe.approximation
    if not isinstance(written, Call) or not is_auto(recipe.solver):
        return False
    if written.name == INDUCING:
        return is_written(recipe)
    return written.name in APPROXIMATIONS and "features" in APPROXIMATIONS[written.name].gives


def is_open(recipe: Recipe) -> bool:
    """Whether approximation and solver are left to choose."""
    return is_auto(recipe.approximation) and is_auto(recipe.solver)


def induced(
    recipe: Recipe, rows: Rows, wanted: Wanted, classes: Classes, patience: float, task: Task
) -> Induced:
    """With as many points as are written; else as there is time for."""
    began = time.perf_counter()
    n, given = len(rows.inputs), is_open(recipe)
    _check_words(recipe)
    options = [recipe]
    if given:
        options = [_with_points(recipe, min(points, n)) for points in POINTS]
    if is_auto(recipe.learning):
        options = [option.with_choice("learning", LEARNING) for option in options]
    plans = [planned(option, n, rows.inputs.shape[1]) for option in options]
    costs = [_seconds(plan, n, classes, wanted.own) for plan in plans]
    plan = next(
        (plan for plan, cost in zip(plans, costs, strict=True) if cost <= patience), plans[-1]
    )
    plan.approximation.check(n, rows.inputs.shape[1])
    _check_cost(plan, n, classes, min(costs), patience)
    level = 0.0 if recipe.mean == Call("zero") else LEVEL
    posterior = learn(
        plan.kernel, plan.learner, plan.approximation, rows.inputs, classes,
        level=level, own=wanted.own, seed=plan.seed, task=task,
    )  # fmt: skip
    reason = ""
    if given:
        reason = tr("{n:,} rows: sparse variational inference with {points:,} inducing inputs",
                    n=n, points=plan.rank(n, 1))  # fmt: skip
    return Induced(posterior, _report(plan, posterior, reason, n, time.perf_counter() - began))


def _with_points(recipe: Recipe, points: int) -> Recipe:
    return replace(recipe, approximation=Call(INDUCING, keywords=(("points", Number(points)),)))


def _check_words(recipe: Recipe) -> None:
    if recipe.mean not in (Call("constant"), Call("zero")):
        raise InputError(
            tr(
                "Curves through inducing points take the mean 'constant' or 'zero', not '{mean}'.",
                mean=recipe.text("mean"),
            )
        )


def _seconds(plan: Plan, n: int, classes: Classes, own: bool) -> float:
    points, steps = float(plan.rank(n, 1)), steps_for(n)
    looked = PASSES * n + (steps[0] * steps[1] if plan.learner.moves else 0.0)
    curves, each = classes.curves, NANOSECONDS
    bases = curves if own else 1
    row = each["square"] * (bases + curves) * points**2
    row += (each["covariance"] * bases + each["spread"] * curves) * points
    row += each["told"] * curves if curves > 1 else 0.0
    return 1e-9 * looked * row


def _check_cost(plan: Plan, n: int, classes: Classes, seconds: float, patience: float) -> None:
    needed = bytes_needed(plan.rank(n, 1), classes.curves)
    if not fits(needed):
        raise InputError(
            tr(
                "{points:,} inducing points need {needed} of memory: take fewer.",
                points=plan.rank(n, 1),
                needed=human_bytes(needed),
            )
        )
    if seconds > patience:
        raise InputError(
            tr(
                "Learning through {points:,} inducing points would take about {time}: take fewer "
                "points, learn no numbers (learning 'fixed'), or allow it (patience=inf).",
                points=plan.rank(n, 1),
                time=human_seconds(seconds),
            )
        )


def _report(plan: Plan, posterior: SparsePosterior, reason: str, n: int, seconds: float) -> Report:
    walked = posterior.walked
    return Report(
        kernel="; ".join(str(kernel) for kernel in walked.kernels()),
        noise=math.nan,
        likelihood=str(posterior.classes),
        mean=(),
        approximation=print_expression(plan.written.approximation),
        solver="cholesky",
        learning=print_expression(plan.written.learning),
        reason=reason or AS_WRITTEN,
        log_evidence=walked.found.bound,
        readings=n,
        missing=0,
        evaluations=walked.steps,
        jitter=max(basis.nugget for basis in walked.found.layer.bases),
        iterations=walked.found.steps,
        residual=walked.found.left,
        seconds=seconds,
        remarks=(tr("the log evidence is a lower bound of it"), *_left_out(plan)),
    )


def _left_out(plan: Plan) -> tuple[str, ...]:
    if not plan.learner.restarts:
        return ()
    return (tr("learnt from one start: further ones are not tried through inducing inputs"),)


def tellers_of(rows: Rows, wanted: Wanted, several: str) -> Classes:
    """Of two classes, or of several by a softmax or the highest curve."""
    count = rows.labels.count
    if count == 2 and several != ROBUSTMAX.name:
        likelihood = make(
            LIKELIHOODS, Recipe.of(likelihood=wanted.binary(len(rows.inputs))).likelihood
        )
        return YesOrNo(likelihood, (rows.labels.places == 1).astype(float), rows.weights)
    if several == ROBUSTMAX.name:
        return RobustMax.of(rows.labels.places, rows.weights, count, wanted.mistakes)
    return Softmax(Labelled(np.eye(count)[rows.labels.places], rows.weights))

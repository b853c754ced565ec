"""What a recipe of layers leaves open, filled in; and what layers cannot be learnt with, refused.

Inducing inputs that are learnt too, ``inducing(points=…, learn="yes")``, give a bound on the
evidence quickly, whatever the rows; the full matrix, ``exact``, means that hidden curves are drawn,
which is the truth but for chance, of few readings along one input.
"""

from __future__ import annotations

from dataclasses import replace

from gpstudio.core.choices import is_auto, make
from gpstudio.core.errors import InputError
from gpstudio.core.inference.deep.effort import usual
from gpstudio.core.kernels import MODELS, build_kernel
from gpstudio.core.kernels.deep import Deep
from gpstudio.core.language import Call, parse
from gpstudio.core.likelihoods import LIKELIHOODS
from gpstudio.core.recipe import Recipe
from gpstudio.translation import any_of, tr

POINTS = 50
"""Of one input;"""
ROWS_A_POINT, FEW_POINTS, POINTS_OF_MANY = 10, 20, 100
"""of several one for so many rows, at least and at most so many."""
MOST_DRAWN = 500
"""Readings of which hidden curves are drawn: a draw takes matrices of all their pairs."""
BOUND, DRAWN = "inducing", "exact"
SOLVERS = {BOUND: "woodbury", DRAWN: "cholesky"}
LEARNERS_OF = {BOUND: ("ml2", "map", "fixed"), DRAWN: ("mcmc", "fixed")}


def _points_of_many(n: int) -> int:
    return min(max(n // ROWS_A_POINT, FEW_POINTS), POINTS_OF_MANY)


def is_layered(recipe: Recipe) -> bool:
    """Whether its kernel is a model by itself."""
    return isinstance(recipe.kernel, Call) and recipe.kernel.name in MODELS


def filled_in(recipe: Recipe, n: int, dimensions: int) -> tuple[Recipe, str]:
    """With nothing left to choose, and why."""
    reason = ""
    if is_auto(recipe.approximation):
        points = min(POINTS if dimensions == 1 else _points_of_many(n), n)
        written = parse(f"inducing(points={points}, learn='yes')")
        if is_auto(recipe.learning) or _name(recipe, "learning") in LEARNERS_OF[BOUND]:
            reason = tr(
                "a curve over a curve: a bound on its evidence, through {points} inducing inputs "
                "a layer",
                points=points,
            )
        else:
            written = Call(DRAWN)
            reason = tr("a curve over a curve: hidden curves are drawn")
        recipe = replace(recipe, approximation=written)
    by = _name(recipe, "approximation")
    if by not in SOLVERS:
        raise InputError(
            tr(
                "A deep model takes the approximation 'inducing', or 'exact' to draw its hidden "
                "curves, not '{name}'.",
                name=by,
            )
        )
    recipe = recipe.filled(solver=SOLVERS[by], learning=_learning(by, n))
    _check(recipe, by, n, dimensions)
    return recipe, reason


def _learning(by: str, n: int) -> str:
    if by == BOUND:
        return "map(restarts=1)"
    taken = usual(n)
    return f"mcmc(samples={taken.samples}, kept={taken.kept})"


def _check(recipe: Recipe, by: str, n: int, dimensions: int) -> None:
    if _name(recipe, "solver") != SOLVERS[by]:
        raise InputError(
            tr(
                "A deep model by '{approximation}' takes the solver '{solver}' or "
                "'auto', not '{name}'.",
                approximation=by,
                solver=SOLVERS[by],
                name=_name(recipe, "solver"),
            )
        )
    if _name(recipe, "learning") not in LEARNERS_OF[by]:
        raise InputError(
            tr(
                "A deep model by '{approximation}' learns by {learners}, not by '{name}'.",
                approximation=by,
                learners=any_of([f"'{one}'" for one in LEARNERS_OF[by]]),
                name=_name(recipe, "learning"),
            )
        )
    if recipe.mean not in (Call("constant"), Call("zero")):
        raise InputError(
            tr(
                "A deep model takes the mean 'constant' or 'zero', not '{mean}'.",
                mean=recipe.text("mean"),
            )
        )
    if not is_auto(recipe.likelihood) and make(LIKELIHOODS, recipe.likelihood).sorts:
        raise InputError(
            tr(
                "A deep model cannot tell readings of two sorts apart: take 'gaussian' or "
                "'student_t' instead of '{name}'.",
                name=_name(recipe, "likelihood"),
            )
        )
    if by == DRAWN:
        _check_drawn(recipe, n, dimensions)


def _check_drawn(recipe: Recipe, n: int, dimensions: int) -> None:
    if dimensions > 1:
        raise InputError(
            tr(
                "Hidden curves are drawn along one input, here are {n}: take the "
                "approximation 'inducing'.",
                n=dimensions,
            )
        )
    kernel = build_kernel(recipe.kernel, dimensions)
    assert isinstance(kernel, Deep)
    if kernel.carried == "beside" or max(kernel.widths(dimensions)) > 1:
        raise InputError(
            tr(
                "Hidden curves are drawn one a layer, without the inputs beside them: take the "
                "approximation 'inducing' for '{kernel}'.",
                kernel=recipe.text("kernel"),
            )
        )
    if n > MOST_DRAWN:
        raise InputError(
            tr(
                "Hidden curves are drawn of up to {most} readings, here are {n:,}: take the "
                "approximation 'inducing'.",
                most=MOST_DRAWN,
                n=n,
            )
        )
    if not is_auto(recipe.likelihood) and not make(LIKELIHOODS, recipe.likelihood).closed:
        raise InputError(
            tr(
                "Hidden curves are drawn about Gaussian readings: take the approximation "
                "'inducing' for the likelihood '{name}'.",
                name=_name(recipe, "likelihood"),
            )
        )


def _name(recipe: Recipe, slot: str) -> str:
    written = getattr(recipe, slot)
    return written.name if isinstance(written, Call) else recipe.text(slot)

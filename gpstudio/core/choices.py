"""From a written choice to a made one, for every registry alike."""

from __future__ import annotations

from typing import Any

from gpstudio.core.binding import bind
from gpstudio.core.errors import suggestion
from gpstudio.core.language import Call, Expression, RecipeError
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec
from gpstudio.translation import tr

AUTO = Spec("auto", tr("Automatic"), tr("Chosen from the data; the reason is shown after the fit."))


def is_auto(expression: Expression) -> bool:
    return expression == Call("auto")


def make(registry: Registry[Any], expression: Expression) -> Any:
    """The choice that ``expression`` names, made from its options given by name.

    Learnable numbers come as ``Setting``.
    """
    if not isinstance(expression, Call):
        raise RecipeError(
            tr("A {kind} is one name, with its options", kind=registry.kind), expression.span
        )
    if expression.name not in registry:
        hint = suggestion(expression.name, registry.names)
        problem = tr(
            "There is no {kind} called '{name}': {hint}",
            kind=registry.kind,
            name=expression.name,
            hint=hint,
        )
        raise RecipeError(problem, expression.span)
    entry = registry[expression.name]
    groups, options = bind(entry.spec, expression)
    learnt = [parameter.name for parameter in entry.spec.parameters if parameter.learnt]
    numbers = [group[0] for group in groups]
    return entry(**dict(zip(learnt, numbers, strict=True)), **options)
